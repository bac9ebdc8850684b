import type { Json, MediaTypeDefinition, Operation, Parameter } from "../../document/index.js";
import { getCombinedHeader, parseMediaType } from "../../exchange/index.js";
import { getRawQuery, pickMediaType } from "../../match/index.js";
import {
  describeViolation,
  findClosestName,
  quote,
  readForm,
  readParameter,
  reduceToClosestBranch,
  type Schemas,
  splitPairs,
  toPrintable,
  type Violation,
} from "../../schema/index.js";
import type { RequestContext } from "../context/request-context.js";
import type { ReceivedRequest } from "../server/read-request.js";
import { readStrictJson } from "../server/strict-json.js";

/** What a request says, in the types of the contract, or why it does not keep the contract. */
export type RequestValidation =
  | { readonly kind: "valid"; readonly values: Pick<RequestContext, "parameters" | "headers" | "body" | "contentType"> }
  | { readonly kind: "invalid"; readonly code: string; readonly message: string };

type RequestRefusal = { readonly code: string; readonly message: string };

/**
 * Compiles an operation to a validator of requests, on the same schemas and the same reading of parameters as the gate.
 *
 * It is stricter than the gate in what the gate only remarks on: a query parameter that the contract does not declare is
 * refused, for in a sandbox it is a typing error that the real service would hide.
 */
export function createRequestValidator(
  schemas: Schemas,
  operation: Operation,
): (request: ReceivedRequest, path: ReadonlyMap<string, string>) => RequestValidation {
  const parameters = operation.parameters.filter((it) => it.in !== "cookie");
  const names = parameters.filter((it) => it.in === "query").map(({ name }) => name);
  const taken = new Set(names);
  return (request, path) => {
    const pairs = splitPairs(getRawQuery(request.target));
    const unknown = pairs.find(({ name }) => !taken.has(name));
    if (unknown !== undefined) return createInvalid("UNKNOWN_PARAMETER", formatUnknownParameter(unknown.name, names));
    const said: Record<string, Json> = {};
    const headers: Record<string, string> = {};
    for (const parameter of parameters) {
      const read = readOneParameter(schemas, parameter, { request, path, pairs, taken });
      if ("code" in read) return createInvalid(read.code, read.message);
      if (read.value === undefined) continue;
      if (parameter.in === "header") headers[parameter.name.toLowerCase()] = read.text ?? "";
      else said[parameter.name] = read.value;
    }
    const authorization = getCombinedHeader(request.headers, "authorization");
    if (authorization !== undefined) headers.authorization = authorization;
    const body = readBody(schemas, operation, request);
    if ("code" in body) return createInvalid(body.code, body.message);
    return { kind: "valid", values: { parameters: said, headers, ...body } };
  };
}

type ParameterSources = {
  readonly request: ReceivedRequest;
  readonly path: ReadonlyMap<string, string>;
  readonly pairs: ReturnType<typeof splitPairs>;
  readonly taken: ReadonlySet<string>;
};

type ReadValue = { readonly value: Json | undefined; readonly text?: string };

function readOneParameter(
  schemas: Schemas,
  parameter: Parameter,
  sources: ParameterSources,
): ReadValue | RequestRefusal {
  const { name, in: location, required } = parameter;
  const where = `${location} parameter ${quote(name)}`;
  const text = getParameterTexts(parameter, sources);
  if (text.length > 1)
    return { code: "INVALID_PARAMETER", message: `${where} comes ${text.length} times; once is enough` };
  const reading =
    location === "query"
      ? readParameter(schemas, parameter, { in: "query", pairs: sources.pairs, taken: sources.taken })
      : text[0] === undefined
        ? ({ kind: "absent" } as const)
        : readParameter(schemas, parameter, { in: location === "path" ? "path" : "header", text: text[0] });
  if (reading.kind === "absent") {
    return required ? { code: "MISSING_PARAMETER", message: `${where} is required` } : { value: undefined };
  }
  if (reading.kind === "malformed" || reading.kind === "not-checked")
    return { code: "INVALID_PARAMETER", message: `${where} ${reading.reason}` };
  if (reading.kind === "empty") return { value: "" };
  if (typeof reading.value === "number" && isExponential(name, sources))
    return { code: "INVALID_PARAMETER", message: `${where} is written with an exponent; digits alone are accepted` };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (typeof reading.value === "string" && /[\u0000-\u001f\u007f]/.test(reading.value))
    return { code: "INVALID_PARAMETER", message: `${where} holds a control character` };
  const failures = parameter.schema === undefined ? [] : schemas.validate(parameter.schema, "request", reading.value);
  const [failure] = reduceToClosestBranch(schemas, "request", failures);
  if (failure !== undefined) return { code: "INVALID_PARAMETER", message: `${where}${formatExpectation(failure)}` };
  return { value: reading.value, ...(text[0] === undefined ? {} : { text: text[0] }) };
}

/** `1e2` is a number of JSON, and to other readers of a query no integer. */
function isExponential(name: string, { pairs }: ParameterSources): boolean {
  return pairs.some((pair) => pair.name === name && /e/i.test(pair.raw));
}

/** How often it came, as text. Of the query only what may come once is counted: the rest is for its style to say. */
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
): Pick<RequestContext, "body" | "contentType"> | RequestRefusal {
  const contentType = getCombinedHeader(headers, "content-type");
  if (requestBody === undefined) return { body: undefined, contentType };
  if (body.length === 0) {
    if (!requestBody.required) return { body: undefined, contentType };
    return { code: "MISSING_BODY", message: `a body is required: ${formatMediaRanges(requestBody.content)}` };
  }
  const encoding = getCombinedHeader(headers, "content-encoding");
  if (encoding !== undefined && encoding.toLowerCase() !== "identity")
    return {
      code: "UNSUPPORTED_ENCODING",
      message: `bodies are taken as they are, not with Content-Encoding ${quote(encoding)}`,
    };
  const media = contentType === undefined ? undefined : pickMediaType(requestBody.content, contentType);
  if (contentType === undefined || media === undefined) {
    const sent =
      contentType === undefined
        ? "the request has no Content-Type"
        : `bodies of type ${quote(contentType)} are not taken`;
    return { code: "UNSUPPORTED_MEDIA_TYPE", message: `${sent}; send ${formatMediaRanges(requestBody.content)}` };
  }
  const charset = parseMediaType(contentType)?.parameters.charset ?? "utf-8";
  if (!/^(utf-?8|us-ascii)$/i.test(charset))
    return { code: "UNSUPPORTED_MEDIA_TYPE", message: `bodies are UTF-8, not ${quote(charset)}` };
  const read = media.range.startsWith("application/x-www-form-urlencoded")
    ? readFormBody(schemas, media, body)
    : readStrictJson(body);
  if (read.kind === "refused") return { code: "MALFORMED_BODY", message: read.reason };
  const failures = media.schema === undefined ? [] : schemas.validate(media.schema, "request", read.value);
  const [failure] = reduceToClosestBranch(schemas, "request", failures);
  if (failure !== undefined) return { code: "INVALID_BODY", message: `the body${formatExpectation(failure)}` };
  return { body: read.value, contentType };
}

/** A field that comes twice would be one thing for us and another for whoever reads the first or the last. */
function readFormBody(
  schemas: Schemas,
  media: MediaTypeDefinition,
  body: Uint8Array,
): ReturnType<typeof readStrictJson> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return { kind: "refused", reason: "the body is not UTF-8" };
  }
  const names = splitPairs(text).map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) return { kind: "refused", reason: `the field ${quote(twice)} comes twice` };
  const read = readForm(schemas, media.pointer, text);
  return read.kind === "value" ? read : { kind: "refused", reason: `the body ${read.reason}` };
}

/** What was expected, and of what kind the value was: never the value, which may be a secret. */
function formatExpectation(failure: Violation): string {
  const { expected } = describeViolation(failure);
  return `${failure.instance === "" ? "" : ` at ${toPrintable(failure.instance)}`}: expected ${expected}`;
}

function formatUnknownParameter(name: string, names: readonly string[]): string {
  const near = findClosestName(name, names);
  const known = names.length === 0 ? "this operation has none" : `there are ${names.join(", ")}`;
  return `there is no query parameter ${quote(name)}; ${near === undefined ? known : `did you mean ${quote(near)}?`}`;
}

function formatMediaRanges(content: readonly MediaTypeDefinition[]): string {
  return content.map(({ range }) => range).join(" or ");
}

function createInvalid(code: string, message: string): RequestValidation {
  return { kind: "invalid", code, message };
}
