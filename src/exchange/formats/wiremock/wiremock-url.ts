import { getBaseOrigin, isRequestUrl } from "../../absolute-url.js";
import type { RecordingGap } from "../../exchange.js";
import { percentEncode } from "../../percent-encode.js";
import { EntryError, isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";
import { readMatcherValue } from "./wiremock-matchers.js";

export type StubUrl = {
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
