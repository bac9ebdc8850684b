/**
 * Reads WireMock stub mappings: one mapping, or `{ "mappings": [ ... ] }`.
 *
 * A mapping is a rule, not a recording. An exact value becomes a value of the exchange. A matcher for several values gives
 * no value, and parts that are not matched can have any value; both are listed as `RecordingGap`.
 *
 * @see https://wiremock.org/docs/stubbing/
 */

import { joinPointer } from "../../document/index.js";
import type { ReadResult, RecordedBody, RecordingGap } from "../exchange.js";
import { getBaseOrigin, isRequestUrl, percentEncode } from "../message.js";
import { parseRecordingJson, readEntireRecording } from "../reader/entire-recording.js";
import {
  type AttachmentReader,
  createJsonBody,
  createMissingBody,
  createTextBody,
  decodeBase64Body,
  EntryError,
  HeaderCollector,
  type HeaderList,
  isPlainObject,
  type Located,
  NO_ATTACHMENTS,
  NO_BODY,
  type ParsedEntry,
  readEntry,
  readHeaders,
  requireMethod,
  requireObject,
  requireStatus,
  type UnknownRecord,
} from "../reader/parsed-entry.js";
import { RecordingError, type RecordingOptions, type RecordingSource } from "../reader/recording-source.js";

export async function* readWireMock(
  source: RecordingSource,
  { baseUrl }: RecordingOptions = {},
): AsyncGenerator<readonly ReadResult[], void, undefined> {
  const root = parseRecordingJson(await readEntireRecording(source));
  const list = isPlainObject(root) ? root.mappings : undefined;
  if (list !== undefined && !Array.isArray(list)) {
    throw new RecordingError("mappings is not an array; expected a WireMock mapping or { mappings: [ ... ] }", {
      source: source.name,
      pointer: "/mappings",
    });
  }
  const items: readonly unknown[] = list ?? [root];
  const attachments = source.attachments ?? NO_ATTACHMENTS;
  const readings = items.map((item, index) =>
    readEntry(
      { source: source.name, index, pointer: list === undefined ? "" : `/mappings/${index}` },
      item,
      "an object with request and response",
      (mapping) => parseStub(mapping, baseUrl, attachments),
    ),
  );
  if (readings.length > 0) yield readings;
}

function parseStub(mapping: UnknownRecord, baseUrl: string | undefined, attachments: AttachmentReader): ParsedEntry {
  const expected = "an object with method and url or urlPath";
  const request = readStubRequest(requireObject(mapping.request, "/request", expected), baseUrl);
  const response = readStubResponse(requireObject(mapping.response, "/response", "an object with status"), attachments);
  return {
    ...request,
    ...response,
    incomplete: request.incomplete ?? response.incomplete,
    gaps: [...request.gaps, ...response.gaps],
  };
}

type StubGaps = { readonly gaps: readonly RecordingGap[] };
type StubResponse = Pick<ParsedEntry, "status" | "responseHeaders" | "responseBody" | "incomplete"> & StubGaps;

/** Reads the response of a mapping. */
export function readStubResponse(response: UnknownRecord, attachments: AttachmentReader): StubResponse {
  const { value, pointer } = readHeaders(response.headers, "/response/headers", "an object");
  const { list, gaps } = dropTemplateHeaders(value);
  const responseBody = readResponseBody(response, attachments);
  return {
    // The default status of WireMock is 200.
    status: requireStatus(response.status ?? 200, "/response/status"),
    responseHeaders: { value: list, pointer },
    responseBody,
    incomplete: explainNoResponse(response),
    gaps,
  };
}

function explainNoResponse({ fault, proxyBaseUrl }: UnknownRecord): string | undefined {
  if (fault !== undefined) return "the mapping simulates a fault";
  return proxyBaseUrl === undefined ? undefined : "the mapping proxies the request and contains no response";
}

function dropTemplateHeaders({ headers, pointers = [] }: HeaderList) {
  const list = new HeaderCollector();
  const gaps: RecordingGap[] = [];
  for (const [index, [name, value]] of headers.entries()) {
    if (!isTemplate(value)) list.add(name, value, pointers[index] ?? joinPointer("", name));
    else {
      const reason = `response header "${name.slice(0, 40)}" is a template, which gives no exact value`;
      gaps.push({ part: "response.headers", certainty: "certain", reason });
    }
  }
  return { list, gaps };
}

function readResponseBody(response: UnknownRecord, attachments: AttachmentReader): Located<RecordedBody> {
  for (const [name, read] of Object.entries(BODY_FIELDS)) {
    const value = response[name];
    if (value === undefined || (name !== "jsonBody" && value === null)) continue;
    const pointer = `/response/${name}`;
    if (name === "jsonBody") return { value: rejectTemplate(createJsonBody(value)), pointer };
    if (typeof value !== "string") throw new EntryError(pointer, value, "a string");
    return { value: rejectTemplate(read(value, pointer, attachments)), pointer };
  }
  return { value: NO_BODY, pointer: "/response" };
}

function rejectTemplate(body: RecordedBody): RecordedBody {
  const text =
    body.kind === "bytes" ? Buffer.from(body.bytes).toString("latin1") : body.kind === "text" ? body.text : "";
  return isTemplate(text) ? createMissingBody("the response body is a template") : body;
}

type BodyFieldReader = (value: string, pointer: string, attachments: AttachmentReader) => RecordedBody;

const BODY_FIELDS: Readonly<Record<string, BodyFieldReader>> = {
  body: (value) => createTextBody(value),
  jsonBody: (value) => createJsonBody(value),
  base64Body: (value, pointer) => decodeBase64Body(value, pointer),
  bodyFileName: (value, _, attachments) =>
    isTemplate(value) ? createMissingBody("the name of the body file is a template") : attachments(value, "__files"),
};

/**
 * Whether a text is a Handlebars template. The transformer "response-template" can be enabled globally, so the mapping does
 * not show whether it applies.
 */
function isTemplate(text: string): boolean {
  const start = text.indexOf("{{");
  return start !== -1 && text.includes("}}", start);
}

type StubRequest = Pick<ParsedEntry, "method" | "url" | "requestHeaders" | "requestBody" | "incomplete"> & StubGaps;

/** Reads the request that a mapping matches. */
export function readStubRequest(request: UnknownRecord, baseUrl: string | undefined): StubRequest {
  const method = requireMethod(request.method ?? "ANY", "/request/method");
  const url = readStubUrl(request, baseUrl);
  const { list, gaps } = readMatchedHeaders(request);
  return {
    method,
    url: { value: url.url, pointer: url.pointer },
    requestHeaders: { value: list, pointer: "/request" },
    requestBody: readMatchedBody(request, method.value),
    incomplete: method.value === "ANY" ? "the mapping matches any method" : url.incomplete,
    gaps: [...url.gaps, ...gaps],
  };
}

function readMatchedHeaders(request: UnknownRecord): { list: HeaderCollector; gaps: readonly RecordingGap[] } {
  const list = new HeaderCollector();
  const gaps: RecordingGap[] = [];
  const readValues = (kind: "header" | "cookie"): (readonly [string, readonly string[]])[] =>
    readNamedMatchers(request, `${kind}s`).flatMap(([name, matcher]) => {
      const matched = readMatcherValue(matcher);
      if (matched.kind === "values") return [[name, matched.values]];
      if (matched.kind === "inexact") gaps.push(createMatcherGap(`${kind} "${name.slice(0, 40)}"`, matched.matcher));
      return [];
    });
  for (const [name, values] of readValues("header"))
    for (const value of values) list.add(name, value, joinPointer("/headers", name));
  const cookies = readValues("cookie").map(([name, [value = ""]]) => `${name}=${value}`);
  if (cookies.length > 0) list.add("Cookie", cookies.join("; "), "/cookies");
  addBasicAuth(request, list);
  gaps.push({
    part: "request.headers",
    certainty: "possible",
    reason: "a mapping does not contain the headers that it does not match",
  });
  return { list, gaps };
}

function createMatcherGap(what: string, matcher: string, part: RecordingGap["part"] = "request.headers"): RecordingGap {
  return { part, certainty: "certain", reason: `${what} is matched with ${matcher}, which gives no exact value` };
}

function addBasicAuth(request: UnknownRecord, list: HeaderCollector): void {
  const name = request.basicAuthCredentials === undefined ? "basicAuth" : "basicAuthCredentials";
  const credentials = request[name];
  if (!isPlainObject(credentials)) return;
  const { username, password } = credentials;
  if (typeof username !== "string" || typeof password !== "string") return;
  const pair = `${username}:${password}`;
  list.add("Authorization", `Basic ${Buffer.from(pair).toString("base64")}`, `/${name}`);
}

function readNamedMatchers(request: UnknownRecord, name: "headers" | "cookies"): [string, unknown][] {
  const value = request[name];
  if (value === undefined) return [];
  if (!isPlainObject(value)) throw new EntryError(`/request/${name}`, value, "an object of matchers by name");
  return Object.entries(value);
}

function readMatchedBody(request: UnknownRecord, method: string): Located<RecordedBody> {
  const { bodyPatterns, multipartPatterns, formParameters } = request;
  const pointer = "/request/bodyPatterns";
  if (multipartPatterns !== undefined || formParameters !== undefined) {
    const name = multipartPatterns === undefined ? "formParameters" : "multipartPatterns";
    return { value: createMissingBody(`${name} match only parts of the body`), pointer: `/request/${name}` };
  }
  if (bodyPatterns === undefined || (Array.isArray(bodyPatterns) && bodyPatterns.length === 0)) {
    const unknown = createMissingBody("the mapping does not match the request body");
    return { value: BODYLESS_METHODS.has(method) ? NO_BODY : unknown, pointer: "/request" };
  }
  if (!Array.isArray(bodyPatterns)) throw new EntryError(pointer, bodyPatterns, "an array of matchers");
  for (const [index, pattern] of bodyPatterns.entries()) {
    const exact = isPlainObject(pattern) ? readExactBody(pattern, `${pointer}/${index}`) : undefined;
    if (exact !== undefined) return exact;
  }
  const names = [...new Set(bodyPatterns.map(getMatcherName))].join(", ");
  return { value: createMissingBody(`the body is matched with ${names}, which gives no exact value`), pointer };
}

function readExactBody(pattern: UnknownRecord, base: string): Located<RecordedBody> | undefined {
  const { equalTo, equalToJson, equalToXml, binaryEqualTo } = pattern;
  if (typeof equalTo === "string") return { value: createTextBody(equalTo), pointer: `${base}/equalTo` };
  if (typeof binaryEqualTo === "string") {
    const pointer = `${base}/binaryEqualTo`;
    return { value: decodeBase64Body(binaryEqualTo, pointer), pointer };
  }
  if (typeof equalToXml === "string" && !PLACEHOLDER.test(equalToXml)) {
    return { value: createTextBody(equalToXml), pointer: `${base}/equalToXml` };
  }
  if (equalToJson === undefined || isLenient(pattern)) return undefined;
  const isText = typeof equalToJson === "string";
  if (PLACEHOLDER.test(isText ? equalToJson : (JSON.stringify(equalToJson) ?? ""))) return undefined;
  return { value: isText ? createTextBody(equalToJson) : createJsonBody(equalToJson), pointer: `${base}/equalToJson` };
}

/** WireMock before 2.6 has `jsonCompareMode` instead of `ignoreExtraElements`. */
function isLenient({ ignoreExtraElements, jsonCompareMode }: UnknownRecord): boolean {
  return ignoreExtraElements === true || jsonCompareMode === "LENIENT" || jsonCompareMode === "STRICT_ORDER";
}

const BODYLESS_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

// Placeholders such as "${json-unit.any-string}" match many values.
const PLACEHOLDER = /\$\{(?:json|xml)-?unit\./i;

type StubUrl = {
  readonly url: string;
  readonly pointer: string;
  /** Why the mapping has no exact URL; `url` is then its pattern or template. */
  readonly incomplete?: string;
  readonly gaps: readonly RecordingGap[];
};

/** Reads the URL that a mapping matches. */
export function readStubUrl(request: UnknownRecord, baseUrl: string | undefined): StubUrl {
  const target = readTarget(request);
  if (target.incomplete !== undefined) return target;
  if (!target.url.startsWith("/")) throw new EntryError(target.pointer, target.url, "a path that begins with /");
  const base = getBaseUrl(request, baseUrl);
  const url = base + target.url;
  if (!isRequestUrl(url)) throw new EntryError(target.pointer, target.url, "the path of a URL");
  return { ...target, url };
}

function readTarget(request: UnknownRecord): StubUrl {
  const { url, urlPath, urlPattern, urlPathPattern, urlPathTemplate } = request;
  // `url` includes the query, and WireMock matches no other query.
  if (url !== undefined) return { url: requireString(url, "/request/url"), pointer: "/request/url", gaps: [] };
  if (urlPath !== undefined) return addQuery(request, requireString(urlPath, "/request/urlPath"), "/request/urlPath");
  if (urlPathTemplate !== undefined)
    return readUrlTemplate(request, requireString(urlPathTemplate, "/request/urlPathTemplate"));
  if (urlPattern !== undefined) return readUrlPattern(request, urlPattern, "urlPattern");
  if (urlPathPattern !== undefined) return readUrlPattern(request, urlPathPattern, "urlPathPattern");
  return { url: "", pointer: "/request", incomplete: "the mapping matches any URL", gaps: [] };
}

function readUrlTemplate(request: UnknownRecord, template: string): StubUrl {
  const pointer = "/request/urlPathTemplate";
  const parameters = isPlainObject(request.pathParameters) ? request.pathParameters : {};
  let unknown: string | undefined;
  const path = template.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const matched = readMatcherValue(Object.hasOwn(parameters, name) ? parameters[name] : undefined);
    if (matched.kind === "values" && matched.values.length === 1) return percentEncode(matched.values[0] ?? "");
    unknown ??= name;
    return whole;
  });
  if (unknown === undefined) return addQuery(request, path, pointer);
  const incomplete = `urlPathTemplate matches any value of "${unknown.slice(0, 40)}"`;
  return { url: template, pointer, incomplete, gaps: [] };
}

/** Reads a regular expression. If it matches only one text, that text is the URL. */
function readUrlPattern(request: UnknownRecord, value: unknown, name: "urlPattern" | "urlPathPattern"): StubUrl {
  const pointer = `/request/${name}`;
  const pattern = requireString(value, pointer);
  const literal = pattern.replace(/^\^|\$$/g, "").replace(/\\([^A-Za-z0-9])/g, "");
  if (/[\\^$.*+?()[\]{}|]/.test(literal)) {
    return { url: pattern, pointer, incomplete: `${name} matches many URLs`, gaps: [] };
  }
  const text = pattern.replace(/^\^|\$$/g, "").replace(/\\(.)/g, "$1");
  return name === "urlPattern" ? { url: text, pointer, gaps: [] } : addQuery(request, text, pointer);
}

/** Adds the query parameters of the mapping. A path also matches queries with further parameters. */
function addQuery(request: UnknownRecord, path: string, pointer: string): StubUrl {
  const parameters = isPlainObject(request.queryParameters) ? request.queryParameters : {};
  const pairs: string[] = [];
  const gaps: RecordingGap[] = [];
  for (const [name, matcher] of Object.entries(parameters)) {
    const matched = readMatcherValue(matcher);
    if (matched.kind === "inexact") {
      gaps.push(createMatcherGap(`query parameter "${name.slice(0, 40)}"`, matched.matcher, "request.url"));
    } else if (matched.kind === "values") {
      for (const value of matched.values) pairs.push(`${percentEncode(name)}=${encodeQueryValue(value)}`);
    }
  }
  const reason = `${pointer.slice("/request/".length)} matches any other query parameters`;
  gaps.push({ part: "request.url", certainty: "possible", reason });
  return { url: pairs.length === 0 ? path : `${path}?${pairs.join("&")}`, pointer, gaps };
}

/** Encodes a decoded value of a matcher. Commas and bars stay literal, because clients usually do not encode them. */
function encodeQueryValue(value: string): string {
  return percentEncode(value).replaceAll("%2C", ",").replaceAll("%7C", "|");
}

function getBaseUrl({ scheme, host, port }: UnknownRecord, baseUrl: string | undefined): string {
  const matched = readMatcherValue(host);
  if (matched.kind === "values" && matched.values.length === 1) {
    const protocol = typeof scheme === "string" ? scheme : (/^https?(?=:)/.exec(baseUrl ?? "")?.[0] ?? "https");
    return `${protocol}://${matched.values[0]}${typeof port === "number" ? `:${port}` : ""}`;
  }
  return getBaseOrigin(baseUrl);
}

function requireString(value: unknown, pointer: string): string {
  if (typeof value === "string") return value;
  throw new EntryError(pointer, value, "a string");
}

/** The value of a WireMock matcher: exact values, no value, or a matcher without an exact value. */
type MatcherValue =
  | { readonly kind: "values"; readonly values: readonly string[] }
  | { readonly kind: "absent" }
  | { readonly kind: "inexact"; readonly matcher: string };

/** Reads the matcher of a header, a cookie, a parameter or a host. */
export function readMatcherValue(matcher: unknown): MatcherValue {
  if (!isPlainObject(matcher)) return { kind: "inexact", matcher: "no matcher" };
  if (matcher.absent === true) return { kind: "absent" };
  if (typeof matcher.equalTo === "string") return { kind: "values", values: [matcher.equalTo] };
  const exactly = matcher.hasExactly;
  if (Array.isArray(exactly)) {
    const values = exactly.map((item: unknown) => (isPlainObject(item) ? item.equalTo : undefined));
    const texts = values.filter((value) => typeof value === "string");
    if (texts.length === values.length) return { kind: "values", values: texts };
  }
  return { kind: "inexact", matcher: getMatcherName(matcher) };
}

export function getMatcherName(matcher: unknown): string {
  const [name] = isPlainObject(matcher) ? Object.keys(matcher) : [];
  return (name ?? "no matcher").slice(0, 40);
}
