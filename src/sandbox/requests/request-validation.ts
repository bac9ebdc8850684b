import { isUtf8 } from "node:buffer";
import { pickMediaType } from "../../check/router/documented-parts.js";
import { getRawQuery } from "../../check/router/router.js";
import {
  type Json,
  type MediaTypeDefinition,
  type Operation,
  type Parameter,
  parsePointer,
} from "../../document/index.js";
import { getCombinedHeader, getHeaderValues, parseMediaType } from "../../recording/index.js";
import {
  canBeAbsent,
  describeViolation,
  formatSuggestion,
  type MessageDirection,
  quote,
  readForm,
  readMultipart,
  readParameter,
  readQuerystring,
  readXml,
  reduceToClosestBranch,
  type Schemas,
  splitCookies,
  splitMultipart,
  splitPairs,
  toPrintable,
  type Violation,
} from "../../schema/index.js";
import { Refusal, type RequestContext } from "../context/request-context.js";
import type { ReceivedRequest } from "../server/read-request.js";
import { readStrictJson } from "../server/strict-json.js";

/** The values of a valid request, converted to the types in the spec. */
export type RequestValues = Pick<RequestContext, "parameters" | "headers" | "body" | "contentType">;

/**
 * Compiles an operation to a request validator with the same schemas and the same parsing of parameters as the checker.
 *
 * Stricter than the checker, which reports undocumented query parameters as drift: the validator rejects them, because
 * in a sandbox they are most likely typing errors.
 *
 * @param isLenient whether undeclared query parameters, repeated fields, and bodies of other types than JSON and forms are accepted
 * @returns a function that throws a Refusal for an invalid request
 */
export function createRequestValidator(
  schemas: Schemas,
  operation: Operation,
  isLenient = false,
): (request: ReceivedRequest, path: ReadonlyMap<string, string>) => RequestValues {
  // A request cannot have a path parameter that the path lacks.
  const parameters = operation.parameters.filter((it) => it.in !== "path" || operation.path.includes(`{${it.name}}`));
  const names = parameters.filter((it) => it.in === "query").map(({ name }) => name);
  const declared = new Set(names);
  return (request, path) => {
    const pairs = splitPairs(getRawQuery(request.target));
    const unknown = pairs.find(({ name }) => !declared.has(name));
    if (unknown !== undefined && !isLenient)
      throw refuse("UNKNOWN_PARAMETER", formatUnknownParameter(unknown.name, names), ["query", unknown.name]);
    const cookies = getHeaderValues(request.headers, "cookie").flatMap(splitCookies);
    const values: Record<string, Json> = {};
    const headers: Record<string, string> = {};
    for (const parameter of parameters) {
      const read = readOneParameter(schemas, parameter, { request, path, pairs, cookies, declared, isLenient });
      if (read.value === undefined || parameter.in === "cookie") continue;
      if (parameter.in === "header") headers[parameter.name.toLowerCase()] = read.text ?? "";
      else values[parameter.name] = read.value;
    }
    const authorization = getCombinedHeader(request.headers, "authorization");
    if (authorization !== undefined) headers.authorization = authorization;
    const body = readBody(schemas, operation, request, isLenient);
    return { parameters: values, headers, ...body };
  };
}

type ParameterSources = {
  readonly request: ReceivedRequest;
  readonly path: ReadonlyMap<string, string>;
  readonly pairs: ReturnType<typeof splitPairs>;
  readonly cookies: ReturnType<typeof splitPairs>;
  readonly declared: ReadonlySet<string>;
  readonly isLenient: boolean;
};

type ReadValue = { readonly value: Json | undefined; readonly text?: string };

function readOneParameter(schemas: Schemas, parameter: Parameter, sources: ParameterSources): ReadValue {
  const { name, in: location, required } = parameter;
  const fail = (code: string, fault: string): Refusal =>
    refuse(code, `${location} parameter ${quote(name)}${fault}`, [location, name]);
  const text = getParameterTexts(parameter, sources);
  if (text.length > 1) throw fail("INVALID_PARAMETER", ` is sent ${text.length} times; send it once`);
  const reading = readText(schemas, parameter, text[0], sources);
  if (reading.kind === "absent") {
    if (required && !canBeAbsent(schemas, parameter)) throw fail("MISSING_PARAMETER", " is required");
    return { value: undefined };
  }
  if (reading.kind === "not-checked" && sources.isLenient) return { value: undefined };
  if (reading.kind === "malformed" || reading.kind === "not-checked")
    throw fail("INVALID_PARAMETER", ` ${reading.reason}`);
  if (reading.kind === "empty") return { value: "" };
  // `1e2` is a JSON number, but other query parsers do not read it as an integer.
  const isExponential = sources.pairs.some((pair) => pair.name === name && /e/i.test(pair.raw));
  if (typeof reading.value === "number" && isExponential)
    throw fail("INVALID_PARAMETER", " has an exponent; expected digits only");
  const unusable = [reading.value].flat().flatMap((it) => findUnusable(it as Json, sources.isLenient) ?? [])[0];
  if (unusable !== undefined) throw fail("INVALID_PARAMETER", ` ${unusable}`);
  const schema = parameter.schema ?? parameter.content?.schema;
  const violations = schema === undefined ? [] : schemas.validate(schema, "request", reading.value);
  const [violation] = reduceToClosestBranch(schemas, "request", violations);
  if (violation !== undefined) throw fail("INVALID_PARAMETER", formatExpectation(violation));
  return { value: reading.value, ...(text[0] === undefined ? {} : { text: text[0] }) };
}

/** Reads a parameter at its location. `text` is that of a path or header parameter. */
function readText(
  schemas: Schemas,
  parameter: Parameter,
  text: string | undefined,
  { request, pairs, cookies, declared }: ParameterSources,
): ReturnType<typeof readParameter> {
  const { in: location } = parameter;
  if (location === "querystring")
    return readQuerystring(schemas, parameter, { text: getRawQuery(request.target), pairs });
  if (location === "query" || location === "cookie")
    return readParameter(schemas, parameter, {
      ...{ in: location, taken: declared },
      pairs: location === "query" ? pairs : cookies,
    });
  return text === undefined ? { kind: "absent" } : readParameter(schemas, parameter, { in: location, text });
}

/** Why not every database can store a value, or not every JSON parser reads it the same way (RFC 7493, section 2). */
function findUnusable(value: Json, isLenient: boolean): string | undefined {
  const unstorable = isLenient ? /\0/ : /[^\P{Cc}\x80-\x9f]/u;
  if (typeof value === "string") return unstorable.test(value) ? "contains a control character" : undefined;
  // A number that a double cannot represent exactly is an object (document/values/exact-number.ts).
  const isInexact = (value as unknown) instanceof Number || (Number.isInteger(value) && !Number.isSafeInteger(value));
  return isInexact && !isLenient
    ? "cannot be represented exactly; expected integers from -(2^53-1) to 2^53-1"
    : undefined;
}

/** The texts of a path or header parameter. Query parameters are read by their style instead. */
function getParameterTexts({ name, in: location }: Parameter, { request, path }: ParameterSources): readonly string[] {
  if (location === "path") return path.has(name) ? [path.get(name) ?? ""] : [];
  if (location !== "header") return [];
  const wanted = name.toLowerCase();
  return request.headers.filter(([it]) => it.toLowerCase() === wanted).map(([, value]) => value);
}

function readBody(
  schemas: Schemas,
  { requestBody }: Operation,
  { headers, body }: ReceivedRequest,
  isLenient: boolean,
): Pick<RequestContext, "body" | "contentType"> {
  const contentType = getCombinedHeader(headers, "content-type");
  if (requestBody === undefined) return { body: undefined, contentType };
  // A form without fields is empty.
  const isForm = isLenient && requestBody.required && /x-www-form-urlencoded/i.test(contentType ?? "");
  if (body.length === 0 && !isForm) {
    if (!requestBody.required) return { body: undefined, contentType };
    throw refuse("MISSING_BODY", `a body is required: ${formatMediaRanges(requestBody.content)}`);
  }
  const encoding = getCombinedHeader(headers, "content-encoding");
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    throw refuse(
      "UNSUPPORTED_ENCODING",
      `Content-Encoding ${quote(encoding)} is not supported; send the body without encoding`,
    );
  const media = contentType === undefined ? undefined : pickMediaType(requestBody.content, contentType);
  if (contentType === undefined || media === undefined) {
    const reason =
      contentType === undefined
        ? "the request has no Content-Type"
        : `Content-Type ${quote(contentType)} is not supported`;
    throw refuse("UNSUPPORTED_MEDIA_TYPE", `${reason}; expected ${formatMediaRanges(requestBody.content)}`);
  }
  const read = readContent(schemas, media, { contentType, body }, isLenient);
  if (read === undefined) return { body: undefined, contentType };
  if (read.kind === "refused") throw refuse("MALFORMED_BODY", read.reason);
  const violations = media.schema === undefined ? [] : schemas.validate(media.schema, "request", read.value);
  const [violation] = reduceToClosestBranch(schemas, "request", violations);
  if (violation !== undefined) {
    const missing = [violation.params.missingProperty ?? []].flat().map(String);
    const place = ["body", ...parsePointer(violation.instance), ...missing];
    throw refuse("INVALID_BODY", `the body${formatExpectation(violation)}`, place);
  }
  return { body: read.value, contentType };
}

type Content = { readonly contentType: string; readonly body: Uint8Array };

/** Undefined for a type that has no reader, and for a body that cannot be checked. */
function readContent(
  schemas: Schemas,
  media: MediaTypeDefinition,
  content: Content,
  isLenient: boolean,
): ReturnType<typeof readStrictJson> | undefined {
  const { contentType, body } = content;
  if (isLenient && !/json|x-www-form-urlencoded/i.test(contentType)) return readOtherBody(schemas, media, content);
  const charset = parseMediaType(contentType)?.parameters.charset ?? "utf-8";
  if (!/^(utf-?8|us-ascii)$/i.test(charset))
    throw refuse("UNSUPPORTED_MEDIA_TYPE", `charset ${quote(charset)} is not supported; expected UTF-8`);
  const isForm = media.range.startsWith("application/x-www-form-urlencoded");
  return isForm ? readFormBody(schemas, media, body, isLenient) : readStrictJson(body, isLenient);
}

/** Reads multipart and XML. */
function readOtherBody(
  schemas: Schemas,
  media: MediaTypeDefinition,
  { contentType, body }: Content,
): ReturnType<typeof readStrictJson> | undefined {
  const { essence = "", parameters = {} } = parseMediaType(contentType) ?? {};
  if (/[/+]xml$/.test(essence) && media.schema !== undefined)
    return toResult(readXml(schemas, media.schema, Buffer.from(body).toString(), "request"));
  if (!essence.startsWith("multipart/")) return undefined;
  const parts = splitMultipart(Buffer.from(body).toString("latin1"), parameters.boundary ?? "");
  if (parts === undefined) return { kind: "refused", reason: "the body does not consist of parts" };
  const decode = (text: string): string => Buffer.from(text, "latin1").toString();
  const matchesMediaType = (range: string, type: string): boolean =>
    pickMediaType([{ pointer: "", range }], type) !== undefined;
  const reader = { decode, matchesMediaType, direction: "request" } as const;
  return toResult(readMultipart(schemas, { ...media, isItem: false }, parts, reader));
}

type AnyReading = { readonly kind: string; readonly value?: unknown; readonly reason?: string };

function toResult({ kind, value, reason }: AnyReading): ReturnType<typeof readStrictJson> | undefined {
  if (kind === "value") return { kind, value: value as Json };
  return kind === "malformed" ? { kind: "refused", reason: `the body ${reason}` } : undefined;
}

/** Rejects repeated fields, unless they may be an array: some parsers use the first value and others the last. */
function readFormBody(
  schemas: Schemas,
  media: MediaTypeDefinition,
  body: Uint8Array,
  isLenient: boolean,
): ReturnType<typeof readStrictJson> {
  if (!isUtf8(body)) return { kind: "refused", reason: "the body is not UTF-8" };
  const text = new TextDecoder().decode(body);
  const names = splitPairs(text).map(({ name }) => name);
  const repeated = isLenient ? undefined : names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) return { kind: "refused", reason: `the field ${quote(repeated)} is sent twice` };
  const read = readForm(schemas, media.pointer, text);
  return read.kind === "value" ? read : { kind: "refused", reason: `the body ${read.reason}` };
}

/** Formats what was expected and where, and the property that no schema lists; never the value, which may be a secret. */
function formatExpectation(violation: Violation): string {
  const { instance, params } = violation;
  const { expected, actual } = describeViolation(violation);
  const got = (params.additionalProperty ?? params.unevaluatedProperty) === undefined ? "" : `, got ${actual}`;
  return `${instance === "" ? "" : ` at ${toPrintable(instance)}`}: expected ${expected}${got}`;
}

/** The first violation of a schema of the spec: where it is, and what was expected; never the value. */
export function findViolation(schemas: Schemas, name: string, direction: MessageDirection, value: Json) {
  const violations = schemas.validate(`/components/schemas/${name}`, direction, value);
  const [violation] = reduceToClosestBranch(schemas, direction, violations);
  return violation && { at: violation.instance, expected: describeViolation(violation).expected };
}

function formatUnknownParameter(name: string, names: readonly string[]): string {
  const known = names.length === 0 ? "this operation has none" : `expected ${names.join(", ")}`;
  return `unknown query parameter ${quote(name)}${formatSuggestion(name, names) || `; ${known}`}`;
}

function formatMediaRanges(content: readonly MediaTypeDefinition[]): string {
  return content.map(({ range }) => range).join(" or ");
}

function refuse(code: string, message: string, place: readonly string[] = ["body"]): Refusal {
  return Object.assign(new Refusal(400, code, message), { place });
}
