import {
  asObject,
  asString,
  type Document,
  type Json,
  type JsonObject,
  listOperations,
  type Operation,
  type Parameter,
  resolvePointer,
  type Server,
  valueAt,
} from "../document/index.js";
import { formatFileHeader } from "./file-header.js";
import { formatLiteral } from "./literal.js";
import { formatPropertyKey } from "./typescript-names.js";
import { UnsupportedByClientError } from "./unsupported-by-client-error.js";

/**
 * Generates the call table of the client: per operation only the data that it needs at run time, without defaults. It is a
 * small part of `operations.ts`, because every byte adds to the size of a program that uses the client.
 */
export function generateCalls(document: Document): string {
  const all = listOperations(document).filter(({ kind }) => kind === "path");
  const servers = collectBaseUrls(all);
  const keys = new Set(
    all.flatMap(({ parameters }) => parameters.filter((it) => isIdempotencyKey(document, it)).map(getName)),
  );
  const rows = all.map((operation) => {
    const row = omitUndefined(createCallRow(document, operation, { servers, keys }));
    return `${formatDocComment(document, operation)}  ${formatPropertyKey(operation.id)}: ${formatLiteral(row, "  ", operation.id.length + 2)},\n`;
  });
  const times = [
    ...new Set(all.flatMap(({ parameters }) => parameters.filter((it) => isDateTime(document, it)).map(getName))),
  ];
  return [
    formatFileHeader("//"),
    TYPE_DECLARATIONS,
    "/** The base URLs of calls, each with its default from the spec. The first is used unless another is given. */\n",
    `export const servers = ${formatLiteral(Object.fromEntries(servers))} as const;\n\n`,
    "/** Every call, by operationId. */\n",
    `export const calls = {\n${rows.join("")}} as const satisfies Readonly<Record<string, CallDescription>>;\n\n`,
    "/** Parameters that are points in time. */\n",
    `export type TimeParameter = ${times.map((name) => JSON.stringify(name)).join(" | ") || "never"};\n`,
  ].join("");
}

type CallContext = { readonly servers: ReadonlyMap<string, string>; readonly keys: ReadonlySet<string> };

function createCallRow(
  document: Document,
  operation: Operation,
  { servers, keys }: CallContext,
): Record<string, Json | undefined> {
  const [first] = servers.keys();
  const server = getServerName(operation.servers[0], servers);
  const headers = operation.parameters.filter((it) => it.in === "header");
  const id = headers.find(({ name }) => keys.has(name));
  const fixed = headers.flatMap((it) => {
    const value = getConstant(document, it);
    return value === undefined ? [] : [[it.name, value] as const];
  });
  const ranges = operation.requestBody?.content.map(getRange) ?? [];
  // A media type more specific than JSON, such as a patch format, must be sent explicitly.
  const body = ranges.find((range) => range.endsWith("+json")) ?? ranges[0];
  assertSupported(operation);
  // Other methods can be repeated only with an idempotency key (RFC 9110, section 9.2.1).
  const isRepeatable = operation.method === "GET" || (id !== undefined && isIdempotencyKey(document, id));
  return {
    call: `${operation.method} ${operation.path}`,
    server: server === first ? undefined : server,
    headers: fixed.length === 0 ? undefined : Object.fromEntries(fixed),
    id: id?.name,
    retries: isRepeatable ? undefined : 0,
    token: operation.security.some((alternative) => alternative.some(isToken)) ? undefined : false,
    body: body === "application/json" ? undefined : body,
    lists: listJoinedParameters(operation.parameters),
    paging: readPaging(document, operation),
  };
}

/** @throws UnsupportedByClientError when the client cannot read or write a body or parameter of the operation. */
function assertSupported({ responses, pointer, path }: Operation): void {
  const successes = responses.filter(({ status }) => status.startsWith("2"));
  const types = successes.flatMap(({ content }) => (content.length > 0 ? content.map(getRange) : ["nothing"]));
  const other = types.find((type) => type !== "application/json");
  if (other !== undefined)
    throw new UnsupportedByClientError(`${pointer}: the client reads application/json, and a success is ${other}`);
  // Next to other text, a parameter value of dots could change the path.
  if (/[^/]\{|\}[^/]/.test(path))
    throw new UnsupportedByClientError(`${pointer}: the client fills whole parts of a path only`);
}

/** Reads `x-paging`: the location of the items and, for pages by offset, the parameters for start and count. */
function readPaging(document: Document, { pointer }: Operation): readonly string[] | undefined {
  const extension = asObject(valueAt(document.root, `${pointer}/x-paging`));
  if (extension === undefined) return undefined;
  const { style, items, start, count } = extension;
  const [, name] = /^\/([^/~]+)$/.exec(asString(items) ?? "") ?? [];
  if (name === undefined)
    throw new UnsupportedByClientError(`${pointer}/x-paging: the client finds items at the top of a page only`);
  return style === "links" ? [name] : [name, asString(start) ?? "start", asString(count) ?? "count"];
}

/**
 * Parameters that serialize a list as one value. The defaults, `simple` in a path and exploded `form` in a query, are omitted.
 *
 * @throws UnsupportedByClientError for a serialization that the client does not support.
 */
function listJoinedParameters(parameters: readonly Parameter[]): readonly string[] | undefined {
  const found = parameters.flatMap(({ name, in: place, style, explode, allowReserved, pointer }) => {
    if (place !== "path" && place !== "query") return [];
    if (style !== (place === "path" ? "simple" : "form") || allowReserved || (explode && place === "path"))
      throw new UnsupportedByClientError(
        `${pointer}: the client writes simple in a path and form in a query, and nothing reserved`,
      );
    return explode || place === "path" ? [] : [name];
  });
  return found.length === 0 ? undefined : found;
}

/** Names a server by the variable at the start of its URL, because users set that variable. */
function collectBaseUrls(all: readonly Operation[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { servers } of all) {
    const [server] = servers;
    if (server === undefined) continue;
    const url = fillDefaults(server);
    if (![...found.values()].includes(url)) found.set(getLeadingVariable(server) ?? `server${found.size + 1}`, url);
  }
  return found;
}

function getServerName(server: Server | undefined, servers: ReadonlyMap<string, string>): string | undefined {
  const url = server && fillDefaults(server);
  return [...servers].find(([, known]) => known === url)?.[0];
}

function getLeadingVariable({ url }: Server): string | undefined {
  return /^\{([^{}]+)\}/.exec(url)?.[1];
}

function fillDefaults({ url, variables }: Server): string {
  return url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => variables[name]?.default ?? whole);
}

function isToken({ scheme }: Operation["security"][number][number]): boolean {
  const { type, scheme: http } = scheme?.value ?? {};
  return (
    type === "oauth2" || type === "openIdConnect" || (type === "http" && asString(http)?.toLowerCase() === "bearer")
  );
}

function isIdempotencyKey(document: Document, { in: place, pointer }: Parameter): boolean {
  return place === "header" && asObject(valueAt(document.root, pointer))?.["x-idempotency-key"] === true;
}

function isDateTime(document: Document, parameter: Parameter): boolean {
  return getSchema(document, parameter)?.format === "date-time";
}

/** The value of a required header whose schema allows only one. */
function getConstant(document: Document, parameter: Parameter): string | undefined {
  const schema = getSchema(document, parameter);
  return parameter.required ? asString(schema?.const) : undefined;
}

function getSchema(document: Document, { schema }: Parameter): JsonObject | undefined {
  return schema === undefined ? undefined : resolvePointer(document, schema)?.value;
}

function getName({ name }: Parameter): string {
  return name;
}

function getRange({ range }: { readonly range: string }): string {
  return range;
}

function omitUndefined(row: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as JsonObject;
}

/** Formats the summary and description of an operation as a comment, for editors. */
function formatDocComment(document: Document, { pointer, method, path }: Operation): string {
  const { summary, description } = asObject(valueAt(document.root, pointer)) ?? {};
  const lines = [asString(summary) ?? "", asString(description) ?? "", `\`${method} ${path}\``]
    .filter((text) => text !== "")
    .flatMap((text) => ["", ...text.trimEnd().split("\n")])
    .slice(1)
    .map((line) => `   * ${line.replaceAll("*/", "*\\/")}`.trimEnd());
  return `  /**\n${lines.join("\n")}\n   */\n`;
}

const TYPE_DECLARATIONS = `export type CallDescription = {
  /** Method and path template. */
  readonly call: string;
  /** Which base address it goes to, when that is not the first. */
  readonly server?: string;
  /** Headers that can have one value only. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The header that carries the id of the request. */
  readonly id?: string;
  /** Repeated, it might have another effect: it is sent once. */
  readonly retries?: 0;
  /** No access token is asked for. */
  readonly token?: false;
  /** Content type of the request, when it is not JSON. */
  readonly body?: string;
  /** Parameters whose lists are written in one, with commas, and not one by one. */
  readonly lists?: readonly string[];
  /** Of a list that has pages: where its items are; and what tells where a page begins and how long it is, unless links do. */
  readonly paging?: readonly [items: string, start?: string, count?: string];
};

`;
