import type { Body, Gap } from "../exchange.js";
import { HeaderCollector } from "../header-list.js";
import { pointerToken } from "../pointer-token.js";
import { base64Body, jsonBody, missing, noBody, textBody } from "../recorded-body.js";
import { type Found, methodOf } from "../recorded-fields.js";
import { isRecord, type UnknownRecord, UnreadableEntry } from "../unreadable-entry.js";
import { matchedValue, matcherName } from "./wiremock-matchers.js";
import { stubUrl } from "./wiremock-url.js";

export type StubRequest = {
  readonly message: Found["request"];
  readonly urlPlace: string;
  readonly headersPlace: string;
  readonly bodyPlace: string;
  readonly incomplete: string | undefined;
  readonly gaps: readonly Gap[];
};

/** The request that a mapping asks for, as far as it asks for one. */
export function stubRequest(request: UnknownRecord, baseUrl: string | undefined): StubRequest {
  const method = methodOf(request.method ?? "ANY", "/request/method");
  const url = stubUrl(request, baseUrl);
  const { list, gaps } = headersOf(request);
  const { body, place } = bodyOf(request, method);
  return {
    message: { method, url: url.url, headers: list, body },
    urlPlace: url.place,
    headersPlace: "/request",
    bodyPlace: place,
    incomplete: method === "ANY" ? "the mapping takes any method" : url.incomplete,
    gaps: [...url.gaps, ...gaps],
  };
}

function headersOf(request: UnknownRecord): { list: HeaderCollector; gaps: readonly Gap[] } {
  const list = new HeaderCollector();
  const gaps: Gap[] = [];
  const open = (what: string, matcher: string): void => {
    const reason = `${what} is matched with ${matcher}, which tells no value`;
    gaps.push({ part: "request.headers", certainty: "certain", reason });
  };
  for (const [name, matcher] of namedIn(request, "headers")) {
    const matched = matchedValue(matcher);
    if (matched.kind === "open") open(`header "${name.slice(0, 40)}"`, matched.matcher);
    if (matched.kind !== "values") continue;
    for (const value of matched.values) list.add(name, value, `/headers/${pointerToken(name)}`);
  }
  const cookies: string[] = [];
  for (const [name, matcher] of namedIn(request, "cookies")) {
    const matched = matchedValue(matcher);
    if (matched.kind === "open") open(`cookie "${name.slice(0, 40)}"`, matched.matcher);
    if (matched.kind === "values") cookies.push(`${name}=${matched.values[0] ?? ""}`);
  }
  if (cookies.length > 0) list.add("Cookie", cookies.join("; "), "/cookies");
  addCredentials(request, list);
  gaps.push({
    part: "request.headers",
    certainty: "possible",
    reason: "a mapping says nothing of the headers that it does not match",
  });
  return { list, gaps };
}

function addCredentials(request: UnknownRecord, list: HeaderCollector): void {
  const name = request.basicAuthCredentials === undefined ? "basicAuth" : "basicAuthCredentials";
  const credentials = request[name];
  if (!isRecord(credentials)) return;
  const pair = `${String(credentials.username)}:${String(credentials.password)}`;
  list.add("Authorization", `Basic ${Buffer.from(pair).toString("base64")}`, `/${name}`);
}

function namedIn(request: UnknownRecord, name: "headers" | "cookies"): [string, unknown][] {
  const value = request[name];
  if (value === undefined) return [];
  if (!isRecord(value)) throw new UnreadableEntry(`/request/${name}`, value, "an object from names to matchers");
  return Object.entries(value);
}

function bodyOf(request: UnknownRecord, method: string): { body: Body; place: string } {
  const { bodyPatterns, multipartPatterns, formParameters } = request;
  const place = "/request/bodyPatterns";
  if (multipartPatterns !== undefined || formParameters !== undefined) {
    const name = multipartPatterns === undefined ? "formParameters" : "multipartPatterns";
    return { body: missing(`${name} match parts of a body and tell no whole one`), place: `/request/${name}` };
  }
  if (bodyPatterns === undefined) {
    const body = bodiless.has(method) ? noBody : missing("the mapping says nothing of the request's body");
    return { body, place: "/request" };
  }
  if (!Array.isArray(bodyPatterns)) throw new UnreadableEntry(place, bodyPatterns, "an array of matchers");
  for (const [index, pattern] of bodyPatterns.entries()) {
    const exact = isRecord(pattern) ? exactBody(pattern, `${place}/${index}`) : undefined;
    if (exact !== undefined) return exact;
  }
  const names = [...new Set(bodyPatterns.map(matcherName))].join(", ");
  return { body: missing(`the body is matched with ${names}, which tells no whole body`), place };
}

function exactBody(pattern: UnknownRecord, place: string): { body: Body; place: string } | undefined {
  const { equalTo, equalToJson, equalToXml, binaryEqualTo } = pattern;
  if (typeof equalTo === "string") return { body: textBody(equalTo), place: `${place}/equalTo` };
  if (typeof binaryEqualTo === "string") {
    const at = `${place}/binaryEqualTo`;
    return { body: base64Body(binaryEqualTo, at), place: at };
  }
  if (typeof equalToXml === "string" && !placeholder.test(equalToXml)) {
    return { body: textBody(equalToXml), place: `${place}/equalToXml` };
  }
  if (equalToJson === undefined || takesMore(pattern)) return undefined;
  const isText = typeof equalToJson === "string";
  if (placeholder.test(isText ? equalToJson : (JSON.stringify(equalToJson) ?? ""))) return undefined;
  return { body: isText ? textBody(equalToJson) : jsonBody(equalToJson), place: `${place}/equalToJson` };
}

/** Until version 2.6 a mode said what `ignoreExtraElements` says now. */
function takesMore({ ignoreExtraElements, jsonCompareMode }: UnknownRecord): boolean {
  return ignoreExtraElements === true || jsonCompareMode === "LENIENT" || jsonCompareMode === "STRICT_ORDER";
}

const bodiless: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

// "${json-unit.any-string}" and the like stand for many values.
const placeholder = /\$\{(?:json|xml)-?unit\./i;
