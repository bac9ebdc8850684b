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

/** Reads the request of a saved response and resolves its variables. Pointers are relative to `originalRequest`. */
export function readSavedRequest(
  request: UnknownRecord,
  variables: PostmanVariables,
  inherited: unknown,
): SavedRequest {
  const list = new HeaderCollector();
  const gaps: RecordingGap[] = [];
  const add = (name: string, value: string, pointer: string): void => {
    const { text, unknown } = variables.resolve(value);
    if (unknown === undefined) {
      list.add(name, text, pointer);
      return;
    }
    const reason = `header "${name.slice(0, 40)}" contains the variable "${unknown}", which has no value in the collection`;
    gaps.push({ part: "request.headers", certainty: "certain", reason });
  };
  const { headers, pointers } = readSavedHeaders(request.header, "/originalRequest/header");
  for (const [index, [name, value]] of headers.entries())
    add(name, value, `/header${pointers?.[index] ?? `/${index}`}`);
  const url = resolveUrl(request.url, variables);
  const body = readSavedBody(request.body, variables);
  const has = (name: string): boolean => list.headers.some(([header]) => header.toLowerCase() === name);
  // Postman adds the Content-Type of the body mode and saves it as a header only if the user changed it.
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
  const pointer = isPlainObject(url) ? "/originalRequest/url/raw" : "/originalRequest/url";
  if (typeof raw !== "string" || raw === "") throw new EntryError(pointer, raw, "a URL");
  const { text, unknown } = variables.resolve(raw);
  // If the base URL is a variable of the environment, the path can still identify the operation.
  const [address] = UNRESOLVED_BASE_URL.exec(text) ?? [];
  const rest = address === undefined ? text : text.slice(address.length);
  if (unknown !== undefined && (address === undefined || rest.includes("{{"))) {
    return { url: raw, incomplete: `the URL contains the variable "${unknown}", which has no value in the collection` };
  }
  // The default scheme of Postman is http.
  const origin = address === undefined && !/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? "http://" : "";
  const fullUrl = origin + rest;
  const start = fullUrl.search(/[?#]/);
  const path = start === -1 ? fullUrl : fullUrl.slice(0, start);
  const named = new PostmanVariables().with(variable);
  let unresolved: string | undefined;
  const filled = path.replace(/\/:([^/?#]+)/g, (segment, name: string) => {
    const own = named.get(name);
    const value = own === undefined ? undefined : variables.resolve(own);
    if (value !== undefined && value.unknown === undefined) return `/${percentEncode(value.text)}`;
    unresolved ??= name;
    return segment;
  });
  if (unresolved !== undefined) {
    const name = unresolved.slice(0, 40);
    return {
      url: raw,
      incomplete: `the URL contains the path variable "${name}", which has no value in the collection`,
    };
  }
  const result = filled + (start === -1 ? "" : fullUrl.slice(start).replace(/#.*$/s, ""));
  const isUnresolved = address !== undefined;
  if (!isAbsoluteUrl(isUnresolved ? `http://unresolved${result}` : result))
    throw new EntryError(pointer, raw, "an absolute URL after resolving variables");
  return { url: isUnresolved ? `{{${unknown}}}${result === "" ? "/" : result}` : result };
}

const UNRESOLVED_BASE_URL = /^([a-z][a-z0-9+.-]*:\/\/)?[^/?#{]*\{\{[^/?#]*/i;

const UNSAVED_HEADERS = "Postman does not save cookies and generated headers";
