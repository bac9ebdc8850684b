import type { MediaTypeDefinition } from "../document/index.js";
import { listBodyExamples, listSerializedExamples, type NamedExample } from "../samples/example-values.js";
import { makeValue } from "../samples/make-value.js";
import type { MessageDirection } from "../schema/index.js";
import type { DocsContext } from "./docs-context.js";
import { formatFence } from "./normalize-markdown.js";

/** The examples of a body: those of the spec, otherwise one made from the schema. */
export function listExampleValues(
  context: DocsContext,
  media: MediaTypeDefinition,
  direction: MessageDirection,
): { readonly name: string; readonly value: unknown }[] {
  const texts = isJsonRange(media.range) ? [] : listSerializedExamples(context, media);
  const isText = ({ name }: NamedExample): boolean => texts.some((it) => it.name === name);
  const written = [...listBodyExamples(context, media).filter((it) => !isText(it)), ...texts];
  const schema = media.schema ?? media.itemSchema;
  if (written.length > 0 || schema === undefined) return written;
  const made = makeValue({ ...context, direction, isComplete: true }, context.schemas.model.at([schema]));
  if (made === undefined) return [];
  return [{ name: "example", value: media.schema === undefined ? [made.value] : made.value }];
}

/** Formats an example as JSON or text. Lists of long examples are shortened to their first item. */
export function formatExample(value: unknown, range: string): string {
  if (typeof value === "string" && !isJsonRange(range)) return formatFence("text", limitText(value));
  const full = JSON.stringify(value, null, 2) ?? "";
  if (full.length <= MAX_EXAMPLE) return formatFence("json", full);
  const short = JSON.stringify(shortenLists(value), null, 2);
  if (short.length <= MAX_EXAMPLE) return `Lists are shortened to one item.\n\n${formatFence("json", short)}`;
  return "The example is too long for this page. It is in the OpenAPI document.";
}

const MAX_EXAMPLE = 6000;

function limitText(text: string): string {
  return text.length > MAX_EXAMPLE ? `${text.slice(0, MAX_EXAMPLE)}…` : text;
}

function shortenLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shortenLists);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortenLists(item)]));
}

export function isJsonRange(range: string): boolean {
  return /[/+]json\b|^\*\/\*$/i.test(range);
}
