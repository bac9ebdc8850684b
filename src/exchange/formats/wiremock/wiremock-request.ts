import { getBaseOrigin, isRequestUrl } from "../../absolute-url.js";
import type { RecordedBody, RecordingGap } from "../../exchange.js";
import { escapePointerToken } from "../../json/escape-pointer-token.js";
import { percentEncode } from "../../percent-encode.js";
import { EntryError, isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";
import { HeaderCollector } from "../../reader/header-list.js";
import { type ParsedEntry, requireMethod } from "../../reader/parsed-entry.js";
import {
  createJsonBody,
  createMissingBody,
  createTextBody,
  decodeBase64Body,
  NO_BODY,
} from "../../reader/recorded-body.js";
import { getMatcherName, readMatcherValue } from "./wiremock-matchers.js";

export type StubRequest = {
  readonly message: ParsedEntry["request"];
  readonly urlPointer: string;
  readonly headersPointer: string;
  readonly bodyPointer: string;
  readonly incomplete: string | undefined;
  readonly gaps: readonly RecordingGap[];
};

/** Reads the request that a mapping matches. */
export function readStubRequest(request: UnknownRecord, baseUrl: string | undefined): StubRequest {
  const method = requireMethod(request.method ?? "ANY", "/request/method");
  const url = readStubUrl(request, baseUrl);
  const { list, gaps } = readHeaders(request);
  const { body, pointer } = readEntryBody(request, method);
  return {
    message: { method, url: url.url, headers: list, body },
    urlPointer: url.pointer,
    headersPointer: "/request",
    bodyPointer: pointer,
    incomplete: method === "ANY" ? "the mapping matches any method" : url.incomplete,
    gaps: [...url.gaps, ...gaps],
  };
}

function readHeaders(request: UnknownRecord): { list: HeaderCollector; gaps: readonly RecordingGap[] } {
  const list = new HeaderCollector();
  const gaps: RecordingGap[] = [];
  const addGap = (what: string, matcher: string): void => {
    const reason = `${what} is matched with ${matcher}, which gives no exact value`;
    gaps.push({ part: "request.headers", certainty: "certain", reason });
  };
  for (const [name, matcher] of readNamedMatchers(request, "headers")) {
    const matched = readMatcherValue(matcher);
    if (matched.kind === "inexact") addGap(`header "${name.slice(0, 40)}"`, matched.matcher);
    if (matched.kind !== "values") continue;
    for (const value of matched.values) list.add(name, value, `/headers/${escapePointerToken(name)}`);
  }
  const cookies: string[] = [];
  for (const [name, matcher] of readNamedMatchers(request, "cookies")) {
    const matched = readMatcherValue(matcher);
    if (matched.kind === "inexact") addGap(`cookie "${name.slice(0, 40)}"`, matched.matcher);
    if (matched.kind === "values") cookies.push(`${name}=${matched.values[0] ?? ""}`);
  }
  if (cookies.length > 0) list.add("Cookie", cookies.join("; "), "/cookies");
  addBasicAuth(request, list);
  gaps.push({
    part: "request.headers",
    certainty: "possible",
    reason: "a mapping does not contain the headers that it does not match",
  });
  return { list, gaps };
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

function readEntryBody(request: UnknownRecord, method: string): { body: RecordedBody; pointer: string } {
  const { bodyPatterns, multipartPatterns, formParameters } = request;
  const pointer = "/request/bodyPatterns";
  if (multipartPatterns !== undefined || formParameters !== undefined) {
    const name = multipartPatterns === undefined ? "formParameters" : "multipartPatterns";
    return {
      body: createMissingBody(`${name} match only parts of the body`),
      pointer: `/request/${name}`,
    };
  }
  if (bodyPatterns === undefined || (Array.isArray(bodyPatterns) && bodyPatterns.length === 0)) {
    const body = BODYLESS_METHODS.has(method)
      ? NO_BODY
      : createMissingBody("the mapping does not match the request body");
    return { body, pointer: "/request" };
  }
  if (!Array.isArray(bodyPatterns)) throw new EntryError(pointer, bodyPatterns, "an array of matchers");
  for (const [index, pattern] of bodyPatterns.entries()) {
    const exact = isPlainObject(pattern) ? readExactBody(pattern, `${pointer}/${index}`) : undefined;
    if (exact !== undefined) return exact;
  }
  const names = [...new Set(bodyPatterns.map(getMatcherName))].join(", ");
  return { body: createMissingBody(`the body is matched with ${names}, which gives no exact value`), pointer };
}

function readExactBody(pattern: UnknownRecord, base: string): { body: RecordedBody; pointer: string } | undefined {
  const { equalTo, equalToJson, equalToXml, binaryEqualTo } = pattern;
  if (typeof equalTo === "string") return { body: createTextBody(equalTo), pointer: `${base}/equalTo` };
  if (typeof binaryEqualTo === "string") {
    const pointer = `${base}/binaryEqualTo`;
    return { body: decodeBase64Body(binaryEqualTo, pointer), pointer };
  }
  if (typeof equalToXml === "string" && !PLACEHOLDER.test(equalToXml)) {
    return { body: createTextBody(equalToXml), pointer: `${base}/equalToXml` };
  }
  if (equalToJson === undefined || isLenient(pattern)) return undefined;
  const isText = typeof equalToJson === "string";
  if (PLACEHOLDER.test(isText ? equalToJson : (JSON.stringify(equalToJson) ?? ""))) return undefined;
  return { body: isText ? createTextBody(equalToJson) : createJsonBody(equalToJson), pointer: `${base}/equalToJson` };
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
      const reason = `query parameter "${name.slice(0, 40)}" is matched with ${matched.matcher}, which gives no exact value`;
      gaps.push({ part: "request.url", certainty: "certain", reason });
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
