import type { Gap } from "../exchange.js";
import { isUrl } from "../is-url.js";
import { percentEncoded } from "../percent-encoded.js";
import { isRecord, type UnknownRecord, UnreadableEntry } from "../unreadable-entry.js";
import { matchedValue } from "./wiremock-matchers.js";

export type StubUrl = {
  readonly url: string;
  readonly place: string;
  /** Why the mapping has no URL; `url` is then what stands in its place. */
  readonly incomplete?: string;
  readonly gaps: readonly Gap[];
};

/** The URL of the request that a mapping asks for. */
export function stubUrl(request: UnknownRecord, baseUrl: string | undefined): StubUrl {
  const target = targetOf(request);
  if (target.incomplete !== undefined) return target;
  if (!target.url.startsWith("/")) throw new UnreadableEntry(target.place, target.url, "a path that begins with /");
  const base = baseOf(request, baseUrl);
  const url = base + target.url;
  if (!isUrl(url)) throw new UnreadableEntry(target.place, target.url, "the path of a URL");
  return { ...target, url };
}

function targetOf(request: UnknownRecord): StubUrl {
  const { url, urlPath, urlPattern, urlPathPattern, urlPathTemplate } = request;
  // `url` is all of it, and WireMock takes no other query.
  if (url !== undefined) return { url: textAt(url, "/request/url"), place: "/request/url", gaps: [] };
  if (urlPath !== undefined) return withQuery(request, textAt(urlPath, "/request/urlPath"), "/request/urlPath");
  if (urlPathTemplate !== undefined) return fromTemplate(request, textAt(urlPathTemplate, "/request/urlPathTemplate"));
  if (urlPattern !== undefined) return fromPattern(request, urlPattern, "urlPattern");
  if (urlPathPattern !== undefined) return fromPattern(request, urlPathPattern, "urlPathPattern");
  return { url: "", place: "/request", incomplete: "the mapping names no URL and takes any", gaps: [] };
}

function fromTemplate(request: UnknownRecord, template: string): StubUrl {
  const place = "/request/urlPathTemplate";
  const given = isRecord(request.pathParameters) ? request.pathParameters : {};
  let unknown: string | undefined;
  const path = template.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const matched = matchedValue(Object.hasOwn(given, name) ? given[name] : undefined);
    if (matched.kind === "values" && matched.values.length === 1) return percentEncoded(matched.values[0] ?? "");
    unknown ??= name;
    return whole;
  });
  if (unknown === undefined) return withQuery(request, path, place);
  return { url: template, place, incomplete: `urlPathTemplate takes any "${unknown.slice(0, 40)}"`, gaps: [] };
}

/** A pattern that can match one text only is that text. */
function fromPattern(request: UnknownRecord, value: unknown, name: "urlPattern" | "urlPathPattern"): StubUrl {
  const place = `/request/${name}`;
  const pattern = textAt(value, place);
  const literal = pattern.replace(/^\^|\$$/g, "").replace(/\\([^A-Za-z0-9])/g, "");
  if (/[\\^$.*+?()[\]{}|]/.test(literal)) {
    return { url: pattern, place, incomplete: `${name} is a pattern that many URLs match`, gaps: [] };
  }
  const text = pattern.replace(/^\^|\$$/g, "").replace(/\\(.)/g, "$1");
  return name === "urlPattern" ? { url: text, place, gaps: [] } : withQuery(request, text, place);
}

/** A path goes with any query that has the parameters which the mapping asks for. */
function withQuery(request: UnknownRecord, path: string, place: string): StubUrl {
  const parameters = isRecord(request.queryParameters) ? request.queryParameters : {};
  const pairs: string[] = [];
  const gaps: Gap[] = [];
  for (const [name, matcher] of Object.entries(parameters)) {
    const matched = matchedValue(matcher);
    if (matched.kind === "open") {
      const reason = `query parameter "${name.slice(0, 40)}" is matched with ${matched.matcher}, which tells no value`;
      gaps.push({ part: "request.url", certainty: "certain", reason });
    } else if (matched.kind === "values") {
      for (const value of matched.values) pairs.push(`${percentEncoded(name)}=${queryValue(value)}`);
    }
  }
  const reason = `${place.slice("/request/".length)} says nothing of the rest of the query`;
  gaps.push({ part: "request.url", certainty: "possible", reason });
  return { url: pairs.length === 0 ? path : `${path}?${pairs.join("&")}`, place, gaps };
}

/** Matchers hold values decoded. A comma or a bar stood in the URL as itself far more often than it was encoded. */
function queryValue(value: string): string {
  return percentEncoded(value).replaceAll("%2C", ",").replaceAll("%7C", "|");
}

function baseOf({ scheme, host, port }: UnknownRecord, baseUrl: string | undefined): string {
  const matched = matchedValue(host);
  if (matched.kind === "values" && matched.values.length === 1) {
    const protocol = typeof scheme === "string" ? scheme : (/^https?(?=:)/.exec(baseUrl ?? "")?.[0] ?? "https");
    return `${protocol}://${matched.values[0]}${typeof port === "number" ? `:${port}` : ""}`;
  }
  const origin = baseUrl === undefined ? undefined : /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i.exec(baseUrl)?.[0];
  if (origin !== undefined) return origin;
  throw new UnreadableEntry("/request/host", host, "a host, or a base URL given for the whole recording (--server)");
}

function textAt(value: unknown, pointer: string): string {
  if (typeof value === "string") return value;
  throw new UnreadableEntry(pointer, value, "a string");
}
