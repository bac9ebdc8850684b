import { isAbsoluteUrl } from "../../absolute-url.js";
import type { RecordingGap } from "../../exchange.js";
import { percentEncode } from "../../percent-encode.js";
import { EntryError, isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";
import { HeaderCollector } from "../../reader/header-list.js";
import { type ParsedEntry, requireMethod } from "../../reader/parsed-entry.js";
import { addAuthorization } from "./postman-auth.js";
import { readSavedBody } from "./postman-body.js";
import { readSavedHeaders } from "./postman-headers.js";
import { formatPostmanUrl } from "./postman-url.js";
import { PostmanVariables } from "./postman-variables.js";

export type SavedRequest = {
  readonly message: ParsedEntry["request"];
  readonly bodyPointer: string;
  readonly incomplete: string | undefined;
  readonly gaps: readonly RecordingGap[];
};

/** The request that an answer was saved with, its variables filled in; places are below `originalRequest`. */
export function readSavedRequest(
  request: UnknownRecord,
  variables: PostmanVariables,
  inherited: unknown,
): SavedRequest {
  const list = new HeaderCollector();
  const gaps: RecordingGap[] = [];
  const add = (name: string, value: string, place: string): void => {
    const { text, unknown } = variables.resolve(value);
    if (unknown === undefined) {
      list.add(name, text, place);
      return;
    }
    const reason = `header "${name.slice(0, 40)}" has the variable "${unknown}", to which the collection gives no value`;
    gaps.push({ part: "request.headers", certainty: "certain", reason });
  };
  const { headers, pointers } = readSavedHeaders(request.header, "/originalRequest/header");
  for (const [index, [name, value]] of headers.entries())
    add(name, value, `/header${pointers?.[index] ?? `/${index}`}`);
  const url = resolveUrl(request.url, variables);
  const body = readSavedBody(request.body, variables);
  const has = (name: string): boolean => list.headers.some(([known]) => known.toLowerCase() === name);
  // Postman sends the type that goes with the kind of body, and shows it as a header only when somebody changed it.
  if (body.contentType !== undefined && !has("content-type")) list.add("Content-Type", body.contentType, "/body/mode");
  const query = has("authorization")
    ? undefined
    : addAuthorization(request.auth ?? inherited, add, gaps, request.auth ? "/auth" : "");
  gaps.push({ part: "request.headers", certainty: "possible", reason: UNSAVED_HEADERS });
  return {
    message: {
      method: requireMethod(request.method ?? "GET", "/originalRequest/method"),
      url: query === undefined ? url.url : `${url.url}${url.url.includes("?") ? "&" : "?"}${query}`,
      headers: list,
      body: body.body,
    },
    bodyPointer: `/originalRequest${body.pointer}`,
    incomplete: url.incomplete,
    gaps,
  };
}

function resolveUrl(url: unknown, variables: PostmanVariables): { url: string; incomplete?: string } {
  const { raw, variable } = isPlainObject(url) ? { raw: formatPostmanUrl(url), variable: url.variable } : { raw: url };
  const place = isPlainObject(url) ? "/originalRequest/url/raw" : "/originalRequest/url";
  if (typeof raw !== "string" || raw === "") throw new EntryError(place, raw, "the URL as text");
  const { text, unknown } = variables.resolve(raw);
  // An address that only an environment holds leaves the path, which may tell the operation.
  const [address] = UNRESOLVED_BASE_URL.exec(text) ?? [];
  const rest = address === undefined ? text : text.slice(address.length);
  if (unknown !== undefined && (address === undefined || rest.includes("{{"))) {
    return { url: raw, incomplete: `the URL has the variable "${unknown}", to which the collection gives no value` };
  }
  // Postman takes an address without a scheme for http.
  const origin = address === undefined && !/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? "http://" : "";
  const whole = origin + rest;
  const start = whole.search(/[?#]/);
  const path = start === -1 ? whole : whole.slice(0, start);
  const named = new PostmanVariables().with(variable);
  let missed: string | undefined;
  const filled = path.replace(/\/:([^/?#]+)/g, (segment, name: string) => {
    const own = named.get(name);
    const value = own === undefined ? undefined : variables.resolve(own);
    if (value !== undefined && value.unknown === undefined) return `/${percentEncode(value.text)}`;
    missed ??= name;
    return segment;
  });
  if (missed !== undefined) {
    const incomplete = `the URL has the path variable "${missed.slice(0, 40)}", to which the collection gives no value`;
    return { url: raw, incomplete };
  }
  const result = filled + (start === -1 ? "" : whole.slice(start).replace(/#.*$/s, ""));
  const isOpen = address !== undefined;
  if (!isAbsoluteUrl(isOpen ? `http://open${result}` : result))
    throw new EntryError(place, raw, "an absolute URL, or one that variables make absolute");
  return { url: isOpen ? `{{${unknown}}}${result === "" ? "/" : result}` : result };
}

const UNRESOLVED_BASE_URL = /^([a-z][a-z0-9+.-]*:\/\/)?[^/?#{]*\{\{[^/?#]*/i;

const UNSAVED_HEADERS = "Postman saves neither cookies nor the headers that it adds itself";
