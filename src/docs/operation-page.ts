import {
  asArray,
  asObject,
  asString,
  buildServerUrl,
  isObject,
  type Json,
  type JsonObject,
  type MediaTypeDefinition,
  type Operation,
  type Parameter,
  type ResponseDefinition,
  valueAt,
} from "../document/index.js";
import type { MessageDirection } from "../schema/index.js";
import { formatCodeSamples } from "./code-samples.js";
import { type DocsContext, followSchema, formatType } from "./docs-context.js";
import { formatEventSamples } from "./event-samples.js";
import { formatExample, isJsonRange, listExampleValues } from "./json-example.js";
import { formatCode, normalizeMarkdown, summarizeMarkdown } from "./normalize-markdown.js";
import {
  createSampleRequest,
  formatParameterValue,
  getParameterValue,
  listCredentials,
  toConcreteUrl,
} from "./sample-request.js";
import { formatConstraints, formatSchemaFields } from "./schema-fields.js";
import type { SitePage, TryItField, TryItRequest } from "./site-page.js";
import { findTagGroup } from "./tag-groups.js";

/** Creates the page of an operation, or of an event (a webhook). */
export function createOperationPage(
  context: DocsContext,
  operation: Operation,
  tryServers: readonly string[],
): SitePage {
  const value = readObject(context, operation.pointer);
  const isEvent = operation.kind === "webhook";
  const text = asString(value.description) ?? "";
  const title = asString(value.summary)?.trim() || operation.id;
  const sections = [
    ...(value.deprecated === true ? ["**Deprecated.**"] : []),
    isEvent ? `${formatCode(operation.method)} to the URL of your receiver` : formatAddress(operation),
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
    title,
    description: summarizeMarkdown(text === "" ? title : text),
    groups: isEvent ? ["Events"] : ["API", ...findTagGroup(context, operation).titles],
    badge: operation.method,
    body: sections.filter((it) => it !== "").join("\n\n"),
    ...(isEvent ? {} : { request: createTryItRequest(context, operation, tryServers) }),
  };
}

function readObject({ document }: DocsContext, pointer: string): JsonObject {
  return asObject(valueAt(document.root, pointer)) ?? {};
}

function formatAddress({ method, path, servers }: Operation): string {
  const urls = [...new Set(servers.map((server) => formatCode(toConcreteUrl(buildServerUrl(server)))))];
  const on = urls.length === 0 ? "" : `\n\nServer${urls.length === 1 ? "" : "s"}: ${urls.join(", ")}`;
  return `${formatCode(`${method} ${path}`)}${on}`;
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

function formatParameter(context: DocsContext, parameter: Parameter): string {
  const { name, pointer, required } = parameter;
  const value = readObject(context, pointer);
  const schema = parameter.schema ?? parameter.content?.schema;
  const target = schema === undefined ? undefined : followSchema(context, schema);
  const marks = [
    schema === undefined ? "any" : formatType(context, schema),
    ...(required ? ["required"] : []),
    ...(value.deprecated === true ? ["deprecated"] : []),
  ];
  const own = asString(value.description) ?? "";
  const inherited = isObject(target?.value) ? asString(target.value.description) : undefined;
  const details = [
    normalizeMarkdown(own === "" ? (inherited ?? "") : own),
    isObject(target?.value) ? formatConstraints(target.value) : "",
  ];
  const lines = details.filter((it) => it !== "").flatMap((it) => ["", ...it.split("\n")]);
  return [
    `- **${formatCode(name)}** ${marks.join(", ")}`,
    ...lines.map((line) => (line === "" ? "" : `  ${line}`)),
  ].join("\n");
}

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
  return ["## Authentication", alternatives.map((it) => `- ${it === "" ? "none" : it}`).join("\n")];
}

function formatRequestBody(context: DocsContext, { requestBody, kind }: Operation): string[] {
  if (requestBody === undefined) return [];
  const { pointer, required, content } = requestBody;
  const title = kind === "webhook" ? "## Payload" : "## Request body";
  const text = normalizeMarkdown(asString(readObject(context, pointer).description) ?? "");
  return [title, ...(required ? [] : ["Optional."]), text, ...formatContent(context, content, "request")];
}

function formatResponse(context: DocsContext, { pointer, status, headers, content }: ResponseDefinition): string {
  const { summary, description } = readObject(context, pointer);
  const parts = [
    `### ${status === "default" ? "Other statuses" : status}`,
    ...[summary, description].map((text) => normalizeMarkdown(asString(text) ?? "")),
    ...(headers.length === 0 ? [] : ["Headers:", headers.map((it) => formatHeader(context, it)).join("\n")]),
    ...formatContent(context, content, "response"),
  ];
  return parts.filter((it) => it !== "").join("\n\n");
}

function formatHeader(context: DocsContext, { name, pointer, schema }: ResponseDefinition["headers"][number]): string {
  const text = normalizeMarkdown(asString(readObject(context, pointer).description) ?? "").replaceAll(/\s*\n\s*/g, " ");
  return `- **${formatCode(name)}** ${schema === undefined ? "any" : formatType(context, schema)}${text === "" ? "" : `: ${text}`}`;
}

function formatContent(
  context: DocsContext,
  content: readonly MediaTypeDefinition[],
  direction: MessageDirection,
): string[] {
  return content.flatMap((media) => {
    const { range, itemSchema, schema = itemSchema } = media;
    const type = schema === undefined ? "any" : formatType(context, schema);
    const fields = schema === undefined ? "" : formatSchemaFields(context, schema);
    const examples = listExampleValues(context, media, direction).slice(0, MAX_EXAMPLES);
    return [
      `${formatCode(range)}: ${schema === itemSchema && schema !== undefined ? `a stream of ${type}` : type}`,
      fields,
      formatPartTypes(context, media),
      ...examples.flatMap(({ name, value }) => [
        examples.length > 1 ? `Example ${formatCode(name)}:` : "Example:",
        formatExample(value, range),
      ]),
    ];
  });
}

const MAX_EXAMPLES = 3;

/** The content types of the parts of a multipart body by position (`prefixEncoding`, `itemEncoding`). */
function formatPartTypes(context: DocsContext, { pointer }: MediaTypeDefinition): string {
  const { prefixEncoding, itemEncoding } = readObject(context, pointer);
  const formatPart = (title: string, encoding: Json | undefined): string[] => {
    const type = asString(asObject(encoding)?.contentType);
    return type === undefined ? [] : [`- ${title}: ${formatCode(type)}`];
  };
  return [
    ...asArray(prefixEncoding).flatMap((it, index) => formatPart(`Part ${index + 1}`, it)),
    ...formatPart(asArray(prefixEncoding).length === 0 ? "Each part" : "Further parts", itemEncoding),
  ].join("\n");
}

/** Creates the form of an operation. Optional parameters are empty; a browser sets cookies itself. */
function createTryItRequest(context: DocsContext, operation: Operation, servers: readonly string[]): TryItRequest {
  const { body } = createSampleRequest(context, operation);
  return {
    id: operation.id,
    method: operation.method,
    path: operation.path,
    servers,
    fields: operation.parameters.flatMap((parameter) => createField(context, parameter)),
    authorization: listCredentials(operation).some(({ name }) => name === "Authorization"),
    ...(body === undefined ? {} : { contentType: body.type, body: formatBody(body.type, body.value) }),
  };
}

function createField(context: DocsContext, parameter: Parameter): TryItField[] {
  const { name, required } = parameter;
  // The form has no field for cookies, which a page cannot set, or for a whole query string.
  if (parameter.in === "cookie" || parameter.in === "querystring") return [];
  const value = required ? formatParameterValue(getParameterValue(context, parameter)) : "";
  return [{ name, in: parameter.in, required, value }];
}

function formatBody(type: string, value: unknown): string {
  if (isJsonRange(type)) return JSON.stringify(value, null, 2);
  if (typeof value !== "object" || value === null) return String(value);
  return /x-www-form-urlencoded/i.test(type)
    ? new URLSearchParams(
        Object.entries(value).map(([name, field]): [string, string] => [name, formatParameterValue(field)]),
      ).toString()
    : JSON.stringify(value, null, 2);
}
