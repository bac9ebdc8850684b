import type { RecordedBody, RecordingGap } from "../../exchange.js";
import { escapePointerToken } from "../../json/escape-pointer-token.js";
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
import { readStubUrl } from "./wiremock-url.js";

export type StubRequest = {
  readonly message: ParsedEntry["request"];
  readonly urlPointer: string;
  readonly headersPointer: string;
  readonly bodyPointer: string;
  readonly incomplete: string | undefined;
  readonly gaps: readonly RecordingGap[];
};

/** The request that a mapping asks for, as far as it asks for one. */
export function readStubRequest(request: UnknownRecord, baseUrl: string | undefined): StubRequest {
  const method = requireMethod(request.method ?? "ANY", "/request/method");
  const url = readStubUrl(request, baseUrl);
  const { list, gaps } = readHeaders(request);
  const { body, place } = readEntryBody(request, method);
  return {
    message: { method, url: url.url, headers: list, body },
    urlPointer: url.pointer,
    headersPointer: "/request",
    bodyPointer: place,
    incomplete: method === "ANY" ? "the mapping takes any method" : url.incomplete,
    gaps: [...url.gaps, ...gaps],
  };
}

function readHeaders(request: UnknownRecord): { list: HeaderCollector; gaps: readonly RecordingGap[] } {
  const list = new HeaderCollector();
  const gaps: RecordingGap[] = [];
  const open = (what: string, matcher: string): void => {
    const reason = `${what} is matched with ${matcher}, which tells no value`;
    gaps.push({ part: "request.headers", certainty: "certain", reason });
  };
  for (const [name, matcher] of readNamedMatchers(request, "headers")) {
    const matched = readMatcherValue(matcher);
    if (matched.kind === "open") open(`header "${name.slice(0, 40)}"`, matched.matcher);
    if (matched.kind !== "values") continue;
    for (const value of matched.values) list.add(name, value, `/headers/${escapePointerToken(name)}`);
  }
  const cookies: string[] = [];
  for (const [name, matcher] of readNamedMatchers(request, "cookies")) {
    const matched = readMatcherValue(matcher);
    if (matched.kind === "open") open(`cookie "${name.slice(0, 40)}"`, matched.matcher);
    if (matched.kind === "values") cookies.push(`${name}=${matched.values[0] ?? ""}`);
  }
  if (cookies.length > 0) list.add("Cookie", cookies.join("; "), "/cookies");
  addBasicAuth(request, list);
  gaps.push({
    part: "request.headers",
    certainty: "possible",
    reason: "a mapping says nothing of the headers that it does not match",
  });
  return { list, gaps };
}

function addBasicAuth(request: UnknownRecord, list: HeaderCollector): void {
  const name = request.basicAuthCredentials === undefined ? "basicAuth" : "basicAuthCredentials";
  const credentials = request[name];
  if (!isPlainObject(credentials)) return;
  const pair = `${String(credentials.username)}:${String(credentials.password)}`;
  list.add("Authorization", `Basic ${Buffer.from(pair).toString("base64")}`, `/${name}`);
}

function readNamedMatchers(request: UnknownRecord, name: "headers" | "cookies"): [string, unknown][] {
  const value = request[name];
  if (value === undefined) return [];
  if (!isPlainObject(value)) throw new EntryError(`/request/${name}`, value, "an object from names to matchers");
  return Object.entries(value);
}

function readEntryBody(request: UnknownRecord, method: string): { body: RecordedBody; place: string } {
  const { bodyPatterns, multipartPatterns, formParameters } = request;
  const place = "/request/bodyPatterns";
  if (multipartPatterns !== undefined || formParameters !== undefined) {
    const name = multipartPatterns === undefined ? "formParameters" : "multipartPatterns";
    return {
      body: createMissingBody(`${name} match parts of a body and tell no whole one`),
      place: `/request/${name}`,
    };
  }
  if (bodyPatterns === undefined) {
    const body = BODYLESS_METHODS.has(method)
      ? NO_BODY
      : createMissingBody("the mapping says nothing of the request's body");
    return { body, place: "/request" };
  }
  if (!Array.isArray(bodyPatterns)) throw new EntryError(place, bodyPatterns, "an array of matchers");
  for (const [index, pattern] of bodyPatterns.entries()) {
    const exact = isPlainObject(pattern) ? readExactBody(pattern, `${place}/${index}`) : undefined;
    if (exact !== undefined) return exact;
  }
  const names = [...new Set(bodyPatterns.map(getMatcherName))].join(", ");
  return { body: createMissingBody(`the body is matched with ${names}, which tells no whole body`), place };
}

function readExactBody(pattern: UnknownRecord, place: string): { body: RecordedBody; place: string } | undefined {
  const { equalTo, equalToJson, equalToXml, binaryEqualTo } = pattern;
  if (typeof equalTo === "string") return { body: createTextBody(equalTo), place: `${place}/equalTo` };
  if (typeof binaryEqualTo === "string") {
    const at = `${place}/binaryEqualTo`;
    return { body: decodeBase64Body(binaryEqualTo, at), place: at };
  }
  if (typeof equalToXml === "string" && !PLACEHOLDER.test(equalToXml)) {
    return { body: createTextBody(equalToXml), place: `${place}/equalToXml` };
  }
  if (equalToJson === undefined || isLenient(pattern)) return undefined;
  const isText = typeof equalToJson === "string";
  if (PLACEHOLDER.test(isText ? equalToJson : (JSON.stringify(equalToJson) ?? ""))) return undefined;
  return { body: isText ? createTextBody(equalToJson) : createJsonBody(equalToJson), place: `${place}/equalToJson` };
}

/** Until version 2.6 a mode said what `ignoreExtraElements` says now. */
function isLenient({ ignoreExtraElements, jsonCompareMode }: UnknownRecord): boolean {
  return ignoreExtraElements === true || jsonCompareMode === "LENIENT" || jsonCompareMode === "STRICT_ORDER";
}

const BODYLESS_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

// "${json-unit.any-string}" and the like stand for many values.
const PLACEHOLDER = /\$\{(?:json|xml)-?unit\./i;
