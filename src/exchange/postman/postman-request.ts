import type { Gap } from "../exchange.js";
import { HeaderCollector } from "../header-list.js";
import { isUrl } from "../is-url.js";
import { percentEncoded } from "../percent-encoded.js";
import { type Found, methodOf } from "../recorded-fields.js";
import { isRecord, type UnknownRecord, UnreadableEntry } from "../unreadable-entry.js";
import { addAuthorization } from "./postman-auth.js";
import { savedBody } from "./postman-body.js";
import { savedHeaders } from "./postman-headers.js";
import { writtenUrl } from "./postman-url.js";
import { PostmanVariables } from "./postman-variables.js";

export type SavedRequest = {
  readonly message: Found["request"];
  readonly bodyPlace: string;
  readonly incomplete: string | undefined;
  readonly gaps: readonly Gap[];
};

/** The request that an answer was saved with, its variables filled in; places are below `originalRequest`. */
export function savedRequest(request: UnknownRecord, variables: PostmanVariables, inherited: unknown): SavedRequest {
  const list = new HeaderCollector();
  const gaps: Gap[] = [];
  const add = (name: string, value: string, place: string): void => {
    const { text, unknown } = variables.resolve(value);
    if (unknown === undefined) {
      list.add(name, text, place);
      return;
    }
    const reason = `header "${name.slice(0, 40)}" has the variable "${unknown}", to which the collection gives no value`;
    gaps.push({ part: "request.headers", certainty: "certain", reason });
  };
  const { headers, places } = savedHeaders(request.header, "/originalRequest/header");
  for (const [index, [name, value]] of headers.entries()) add(name, value, `/header${places?.[index] ?? `/${index}`}`);
  const url = urlOf(request.url, variables);
  const body = savedBody(request.body, variables);
  const has = (name: string): boolean => list.headers.some(([known]) => known.toLowerCase() === name);
  // Postman sends the type that goes with the kind of body, and shows it as a header only when somebody changed it.
  if (body.contentType !== undefined && !has("content-type")) list.add("Content-Type", body.contentType, "/body/mode");
  const query = has("authorization")
    ? undefined
    : addAuthorization(request.auth ?? inherited, add, gaps, request.auth ? "/auth" : "");
  gaps.push({ part: "request.headers", certainty: "possible", reason: unsaved });
  return {
    message: {
      method: methodOf(request.method ?? "GET", "/originalRequest/method"),
      url: query === undefined ? url.url : `${url.url}${url.url.includes("?") ? "&" : "?"}${query}`,
      headers: list,
      body: body.body,
    },
    bodyPlace: `/originalRequest${body.place}`,
    incomplete: url.incomplete,
    gaps,
  };
}

function urlOf(url: unknown, variables: PostmanVariables): { url: string; incomplete?: string } {
  const { raw, variable } = isRecord(url) ? { raw: writtenUrl(url), variable: url.variable } : { raw: url };
  const place = isRecord(url) ? "/originalRequest/url/raw" : "/originalRequest/url";
  if (typeof raw !== "string" || raw === "") throw new UnreadableEntry(place, raw, "the URL as text");
  const { text, unknown } = variables.resolve(raw);
  // An address that only an environment holds leaves the path, which may tell the operation.
  const [address] = OPEN_ADDRESS.exec(text) ?? [];
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
    if (value !== undefined && value.unknown === undefined) return `/${percentEncoded(value.text)}`;
    missed ??= name;
    return segment;
  });
  if (missed !== undefined) {
    const incomplete = `the URL has the path variable "${missed.slice(0, 40)}", to which the collection gives no value`;
    return { url: raw, incomplete };
  }
  const result = filled + (start === -1 ? "" : whole.slice(start).replace(/#.*$/s, ""));
  const isOpen = address !== undefined;
  if (!isUrl(isOpen ? `http://open${result}` : result))
    throw new UnreadableEntry(place, raw, "an absolute URL, or one that variables make absolute");
  return { url: isOpen ? `{{${unknown}}}${result === "" ? "/" : result}` : result };
}

const OPEN_ADDRESS = /^([a-z][a-z0-9+.-]*:\/\/)?[^/?#{]*\{\{[^/?#]*/i;

const unsaved = "Postman saves neither cookies nor the headers that it adds itself";
