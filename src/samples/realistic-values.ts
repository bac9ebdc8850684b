import { asArray, isObject, lastToken, singularize } from "../document/index.js";
import { isEqual, type MergedSchema, resolveBranches } from "../schema/index.js";
import { hasAnyKeyword } from "../schema/model/applicable-schema.js";
import { getDiscriminatorTags } from "../schema/model/discriminator-tags.js";
import { VALUE_KEYWORDS } from "./example-values.js";
import { isNumericFormat } from "./format-values.js";
import { isValidForSchemas, makeValue, type SampleResult } from "./make-value.js";
import table from "./realistic-values.json" with { type: "json" };
import type { SampleContext } from "./sample-context.js";

/**
 * Makes a complete value that fits the names of properties, otherwise the smallest one. If the context says so, the last resort is
 * an approximate one.
 */
export function makeRealisticValue(context: SampleContext, node: MergedSchema): SampleResult {
  const strict = { ...context, isApproximate: false };
  const complete = { ...context, isComplete: true };
  const valid = makeValue({ ...strict, isComplete: true }, node) ?? makeValue(strict, node);
  const made = valid ?? (context.isApproximate === true ? makeValue(complete, node) : undefined);
  return made && { value: replacePlaceholders(complete, node, made.value, { name: "", owner: "" }) };
}

/** The name of a property, and that of the object around it. */
export type Names = { readonly name: string; readonly owner: string };

/**
 * Replaces the placeholders of a sample value by values that fit the names of properties. What the spec states with an example, an
 * enum, a format or a pattern stays. The same spec gives the same values.
 */
export function replacePlaceholders(context: SampleContext, node: MergedSchema, value: unknown, names: Names): unknown {
  const refined = replaceAt(context, node, value, names);
  return isValidForSchemas(context, node, refined) || !isValidForSchemas(context, node, value) ? refined : value;
}

function replaceAt(context: SampleContext, given: MergedSchema | null, value: unknown, names: Names): unknown {
  if (given === null || value === null) return value;
  const { model } = context.schemas;
  const { schema: node } = resolveBranches(model, given, value, (it) =>
    isValidForSchemas(context, { pointers: [it] }, value),
  );
  if (typeof value === "object" && isExample(node, value)) return value;
  if (Array.isArray(value)) {
    const name = singularize(names.name);
    return value.map((item, index) => replaceAt(context, model.item(node, index), item, { ...names, name }));
  }
  if (isObject(value)) {
    const owner = findSchemaName(node) ?? names.name;
    const extended = getDiscriminatorTags(model).extendFor(node, value);
    const tags = extended.discriminators.map((it) => it.value.propertyName);
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        const isTag = tags.includes(name);
        return [name, isTag ? item : replaceAt(context, model.child(extended, name), item, { name, owner })];
      }),
    );
  }
  if (isStated(node, value)) return value;
  return listCandidates(names, typeof value).find((candidate) => isValidForSchemas(context, node, candidate)) ?? value;
}

/** Whether the spec itself says what a value looks like. */
function isStated({ applicableSchemas }: MergedSchema, value: unknown): boolean {
  const isNumber = typeof value === "string" && applicableSchemas.some(({ schema }) => isNumericFormat(schema.format));
  return isNumber || hasAnyKeyword(applicableSchemas, STATING_KEYWORDS);
}

function isExample({ applicableSchemas }: MergedSchema, value: unknown): boolean {
  return applicableSchemas.some(({ schema: { example, examples, default: fallback, const: only, enum: listed } }) =>
    [example, fallback, only, ...asArray(examples), ...asArray(listed)].some((it) => isEqual(it, value)),
  );
}

const STATING_KEYWORDS = [...VALUE_KEYWORDS, "pattern", "contentEncoding", "contentMediaType"];

function findSchemaName({ applicableSchemas }: MergedSchema): string | undefined {
  // FastAPI names the body of a form by its operation: `Body_upload_file_files_post`.
  const component = applicableSchemas.find(({ pointer }) => /^\/components\/schemas\/(?!Body_)[^/]+$/.test(pointer));
  return component === undefined ? undefined : lastToken(component.pointer);
}

function listCandidates({ name, owner }: Names, type: string): readonly (string | number)[] {
  const [words, noun] = [name, owner].map(splitWords) as [string, string];
  const isId = / id $/.test(` ${words} `);
  const fitting = isId ? [] : TABLE.filter(([pattern, value]) => typeof value === type && pattern.test(` ${words} `));
  if (fitting.length > 0) return fitting.map(([, value]) => value);
  const subject = singularize(noun.replaceAll(ROLE, " ").replaceAll(/ +/g, " ").trim() || noun);
  if (type === "number") return isId ? [1042] : [];
  if (isId || words.endsWith(" key"))
    return [`${(words.replace(/ ?(id|key)$/, "") || subject || "item").replaceAll(" ", "-")}-1042`];
  if (words === "name" && PERSON.test(subject)) return ["Ada Lovelace"];
  const text = words === "" || words === "value" ? "example" : `Example ${words === "name" ? subject || words : words}`;
  return [ID_NAME.test(words) ? toIdText(text) : text];
}

/** Names of values that name something in paths and references, and have no spaces. */
const ID_NAME = /(^| )(alias|handle|identifier|permalink|prefix|slug|symbol)$|^key$/;

/** A text as an id has it: `example-ship-symbol`. */
export function toIdText(text: string): string {
  const words = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, " ");
  return text.includes(" ") ? words.trim().replaceAll(" ", "-") : text;
}

/** `firstName`, `first_name` and `X-First-Name` have the words `first name`. */
function splitWords(name: string): string {
  return name
    .replace(/^x-/i, "")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .toLowerCase();
}

/** What the name of a schema says about its use, as in `CreateTenantRequest`. */
const ROLE = /\b(?:create|update|payload|request|response|dto|input|output|models?)\b/g;

const PERSON = /person|user|customer|contact|author|owner|member|employee|guest|patient|student/;

/** Values by the words of a name, the more specific first. */
const TABLE = table.map(([name, value = ""]) => [new RegExp(String(name)), value] as const);
