import { stringify } from "yaml";
import {
  asObject,
  asString,
  type Document,
  type JsonObject,
  joinPointer,
  lastToken,
  type MediaTypeDefinition,
  type Operation,
  type Parameter,
  type Pointer,
  type ResponseDefinition,
  resolvePointer,
  type Server,
  valueAt,
} from "../document/index.js";
import { serializeExactJson, writeExactNumbers } from "../document/values/serialize-json.js";
import { explainOpenHost, getSampleUrl } from "../generate/client/server-table.js";
import { formatFence } from "../generate/package/readme.js";
import { chooseSampleType } from "../generate/package/sample-value.js";
import { listBodyExamples } from "../samples/example-values.js";
import type { MessageDirection } from "../schema/index.js";
import { formatCodeSamples, formatEventSamples } from "./code-samples.js";
import { type DocsContext, formatType } from "./docs-context.js";
import { formatCode, normalizeMarkdown, summarizeMarkdown } from "./normalize-markdown.js";
import { findExample, formatExample } from "./sample-request.js";
import { getOperationAnchor, isFileType } from "./shared-names.js";

/** Creates the text of an operation, or of an event (a webhook). */
export function createOperationEntry(context: DocsContext, operation: Operation): ReferenceEntry {
  const value = readObject(context, operation.pointer);
  const isEvent = operation.kind === "webhook";
  const text = asString(value.description) ?? "";
  const title = asString(value.summary)?.trim().replaceAll(/\s+/g, " ") || operation.id;
  const group = findTagGroup(context, operation);
  const sections = [
    ...(value.deprecated === true ? ["**Deprecated.**"] : []),
    isEvent
      ? `Event ${formatCode(operation.path)}: ${formatCode(operation.method)} to the URL of your receiver`
      : formatAddress(context, operation),
    ...(!value.operationId ? [] : [`Operation ID: ${formatCode(operation.id)}`]),
    normalizeMarkdown(text),
    ...(isEvent ? [] : ["## Samples", formatCodeSamples(context, operation)]),
    ...formatParameters(context, operation),
    ...formatSecurity(operation),
    ...formatRequestBody(context, operation),
    ...(isEvent ? ["## Samples", formatEventSamples(context, operation)] : []),
    isEvent ? "## Your response" : "## Responses",
    ...operation.responses.map((response) => formatResponse(context, response)),
  ];
  return {
    path: context.paths.operations.get(operation) ?? "",
    anchor: getOperationAnchor(operation),
    title,
    id: operation.id,
    description: summarizeMarkdown(text === "" ? title : text),
    groups: isEvent ? ["Events"] : group.titles,
    tag: isEvent ? undefined : group.tag,
    address: `${operation.method} ${operation.path}`,
    body: sections.filter((it) => it !== "").join("\n\n"),
  };
}

function readObject({ document }: DocsContext, pointer: string): JsonObject {
  return asObject(valueAt(document.root, pointer)) ?? {};
}

function formatAddress({ document }: DocsContext, { method, path, servers }: Operation): string {
  const urls = [...new Set(listServerTexts(document, servers))];
  const on = urls.length === 0 ? "" : `\n\nServer${urls.length === 1 ? "" : "s"}: ${urls.join(", ")}`;
  return `${formatCode(`${method} ${path}`)}${on}`;
}

/** The URLs of servers, of which samples use the first. */
export function listServerTexts(document: Document, servers: readonly Server[]): string[] {
  return servers.map((server, at) => explainOpenHost(document, server, at === 0) ?? formatCode(getSampleUrl(server)));
}

const PARAMETER_TITLES: Readonly<Record<Parameter["in"], string>> = {
  path: "Path parameters",
  query: "Query parameters",
  querystring: "Query string",
  header: "Headers",
  cookie: "Cookies",
};

function formatParameters(context: DocsContext, { parameters }: Operation): string[] {
  return Object.entries(PARAMETER_TITLES).flatMap(([location, title]) => {
    const own = parameters.filter((parameter) => parameter.in === location);
    return own.length === 0 ? [] : [`## ${title}`, own.map((it) => formatParameter(context, it)).join("\n")];
  });
}

type DescribedValue = Pick<Parameter, "name" | "pointer" | "schema" | "content"> & { readonly required?: boolean };

function formatParameter(context: DocsContext, parameter: DescribedValue): string {
  const { name, pointer, required = false, schema = parameter.content?.schema } = parameter;
  const value = readObject(context, pointer);
  const stated = schema === undefined ? undefined : resolvePointer(context.document, schema)?.value;
  const marks = [
    schema === undefined ? "any" : formatType(context, schema),
    ...(required ? ["required"] : []),
    ...(value.deprecated === true ? ["deprecated"] : []),
    ...KEYWORDS.flatMap((keyword) => {
      const limit = stated?.[keyword];
      return limit === undefined ? [] : [`${keyword} ${formatCode(serializeExactJson(limit))}`];
    }),
  ];
  const text = normalizeMarkdown(asString(value.description) ?? asString(stated?.description) ?? "");
  return `- **${formatCode(name)}** ${marks.join(", ")}${text === "" ? "" : `\n\n${text.replaceAll(/^(?=.)/gm, "  ")}`}`;
}

/** What a schema says about the value of a parameter. */
const KEYWORDS = [
  ...["enum", "x-extensible-enum", "const", "default", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  ...["multipleOf", "minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems"],
];

function formatSecurity({ security }: Operation): string[] {
  if (security.length === 0) return [];
  const alternatives = security.map((alternative) =>
    alternative
      .map(({ name, scopes }) => {
        const needed = scopes.length === 0 ? "" : ` with ${scopes.map(formatCode).join(", ")}`;
        return `${formatCode(name)}${needed}`;
      })
      .join(" and "),
  );
  const lines = alternatives.map((it) => `- ${it === "" ? "none" : it}`);
  // FastAPI repeats what an operation and its router need.
  return ["## Authentication", [...new Set(lines)].join("\n")];
}

function formatRequestBody(context: DocsContext, { requestBody, kind }: Operation): string[] {
  if (requestBody === undefined) return [];
  const { pointer, required, content } = requestBody;
  const isEvent = kind === "webhook";
  const text = normalizeMarkdown(asString(readObject(context, pointer).description) ?? "");
  return [
    isEvent ? "## Payload" : "## Request body",
    ...(required ? [] : ["Optional."]),
    text,
    ...formatContent(context, content, isEvent ? "response" : "request"),
  ];
}

function formatResponse(context: DocsContext, { pointer, status, headers, content }: ResponseDefinition): string {
  const { summary, description } = readObject(context, pointer);
  const parts = [
    `### ${status === "default" ? "Other statuses" : status}`,
    ...[summary, description].map((text) => normalizeMarkdown(asString(text) ?? "")),
    ...(headers.length === 0 ? [] : ["Headers:", headers.map((it) => formatParameter(context, it)).join("\n")]),
    ...formatContent(context, content, "response"),
  ];
  return parts.filter((it) => it !== "").join("\n\n");
}

function formatContent(
  context: DocsContext,
  content: readonly MediaTypeDefinition[],
  direction: MessageDirection,
): string[] {
  return content.flatMap((media, at) => {
    const { range, itemSchema, schema = itemSchema } = media;
    const isFile = isFileType(chooseSampleType(context, media));
    const type = schema === undefined ? (isFile ? "a file" : "any") : formatType(context, schema);
    const line = `${formatCode(range)}: ${schema === itemSchema && schema !== undefined ? `a stream of ${type}` : type}`;
    // Media types of one body usually have one schema.
    if (content.slice(0, at).some((it) => it.schema !== undefined && formatType(context, it.schema) === type))
      return [line];
    const isMade = listBodyExamples(context, media).length === 0;
    const example = isFile && isMade ? undefined : findExample(context, media, direction);
    return [
      line,
      ...(schema === undefined || /^\[\S+\]\(\S+\)( or null)?$/.test(type) ? [] : [formatDefinition(context, schema)]),
      ...ENCODINGS.map((keyword) => joinPointer(media.pointer, keyword))
        .filter((it) => valueAt(context.document.root, it) !== undefined)
        .flatMap((it) => [`${formatCode(lastToken(it))}:`, formatDefinition(context, it)]),
      ...(example === undefined ? [] : ["Example:", formatExample(example.value, range)]),
    ];
  });
}

/** How the parts of a body are encoded. */
const ENCODINGS = ["encoding", "prefixEncoding", "itemEncoding"];

/** Formats a part of the spec as YAML, which shows all that it says. */
export function formatDefinition({ document }: DocsContext, pointer: Pointer): string {
  const text = writeExactNumbers(valueAt(document.root, pointer), (it) =>
    stringify(it, { lineWidth: 100, aliasDuplicateObjects: false }),
  );
  return formatFence("yaml", text);
}

/**
 * Finds the group of an operation: its first tag of the kind `nav`, or without a kind. Other kinds, such as `badge`, are no groups.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#tag-object
 */
function findTagGroup(
  { tags: declared }: DocsContext,
  { tags }: Pick<Operation, "tags">,
): { readonly titles: readonly string[]; readonly tag?: string } {
  const name = tags.find((it) => (declared.get(it)?.kind ?? "nav") === "nav");
  if (name === undefined) return { titles: ["Operations"] };
  const titles: string[] = [];
  const seen = new Set<string>();
  for (let at: string | undefined = name; at !== undefined && !seen.has(at); at = asString(declared.get(at)?.parent)) {
    seen.add(at);
    titles.unshift(asString(declared.get(at)?.summary) ?? at);
  }
  return { titles, tag: name };
}

/** The text of one operation, event or schema. */
export type ReferenceEntry = {
  /** The path of its Markdown file without the ending, such as `schemas/order`; `index` for the whole API. */
  readonly path: string;
  /** Its anchor on the page, such as `tag/orders/get-order`. */
  readonly anchor: string;
  readonly title: string;
  readonly description: string;
  /** The groups in lists, outermost first. */
  readonly groups: readonly string[];
  /** The id of an operation, its tag, and its method and path. */
  readonly id?: string;
  readonly tag?: string | undefined;
  readonly address?: string;
  /** Markdown without the title. It links to other entries as `/reference/schemas/order/`. */
  readonly body: string;
};
