/**
 * Reads the saved responses of a Postman collection (formats 2.1 and 2.0), including nested folders.
 *
 * @see https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html
 */

import type { ReadResult, RecordedBody, RecordingGap } from "../exchange.js";
import { isAbsoluteUrl, percentEncode } from "../message.js";
import { parseRecordingJson, readEntireRecording } from "../reader/entire-recording.js";
import {
  createMissingBody,
  createTextBody,
  EntryError,
  HeaderCollector,
  type HeaderList,
  isPlainObject,
  NO_BODY,
  NO_HEADERS,
  type ParsedEntry,
  readEntry,
  readHeaderItems,
  requireMethod,
  requireObject,
  requireStatus,
  type UnknownRecord,
} from "../reader/parsed-entry.js";
import { RecordingError, type RecordingSource } from "../reader/recording-source.js";
import { PostmanVariables } from "./postman-variables.js";

export async function* readPostman(source: RecordingSource): AsyncGenerator<readonly ReadResult[], void, undefined> {
  const document = parseRecordingJson(await readEntireRecording(source));
  // The Postman API wraps the collection in an object.
  const isWrapped = isPlainObject(document) && document.item === undefined && document.collection !== undefined;
  const root = isWrapped ? document.collection : document;
  const rootPointer = isWrapped ? "/collection" : "";
  if (!isPlainObject(root) || !Array.isArray(root.item)) {
    const message = "item is not an array; expected a Postman collection of format 2.1";
    throw new RecordingError(message, { source: source.name, pointer: `${rootPointer}/item` });
  }
  const readings: ReadResult[] = [];
  for (const { pointer, response, context } of listSavedResponses(root, source.name)) {
    const at = { source: source.name, index: readings.length, pointer: rootPointer + pointer };
    readings.push(
      readEntry(at, response, "an object with originalRequest and code", (it) => parseSavedResponse(it, context)),
    );
  }
  if (readings.length > 0) yield readings;
}

/** What a request inherits from its folders. */
type CollectionContext = { readonly variables: PostmanVariables; readonly auth: unknown };
type SavedResponse = { readonly pointer: string; readonly response: unknown; readonly context: CollectionContext };

function* listSavedResponses(root: UnknownRecord, source: string): Generator<SavedResponse, void, undefined> {
  const outermost: CollectionContext = { variables: new PostmanVariables(), auth: undefined };
  const pending = [{ item: root as unknown, pointer: "", depth: 0, outer: outermost }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { item, pointer, depth, outer } = next;
    if (!isPlainObject(item)) continue;
    if (depth > MAX_FOLDER_DEPTH) {
      throw new RecordingError(`folders are nested more than ${MAX_FOLDER_DEPTH} levels deep`, { source });
    }
    const variables = outer.variables.with(item.variable);
    const request = isPlainObject(item.request) ? item.request : {};
    const context = { variables, auth: readAuth(request.auth) ?? readAuth(item.auth) ?? outer.auth };
    const responses: readonly unknown[] = Array.isArray(item.response) ? item.response : [];
    for (const [index, response] of responses.entries()) {
      yield { pointer: `${pointer}/response/${index}`, response, context };
    }
    const children: readonly unknown[] = Array.isArray(item.item) ? item.item : [];
    // In reverse order, because `pop` takes the last one.
    for (let index = children.length - 1; index >= 0; index--) {
      pending.push({ item: children[index], pointer: `${pointer}/item/${index}`, depth: depth + 1, outer: context });
    }
  }
}

/** Null means the same as absent: the settings of the folder are inherited. */
function readAuth(auth: unknown): unknown {
  return auth === null ? undefined : auth;
}

function parseSavedResponse(saved: UnknownRecord, { variables, auth }: CollectionContext): ParsedEntry {
  const { originalRequest } = saved;
  // A request can be written as a plain URL.
  const original = typeof originalRequest === "string" ? { url: originalRequest } : originalRequest;
  const request = requireObject(original, "/originalRequest", "the request of this response");
  const sent = readSavedRequest(request, variables, auth);
  const headers = readSavedHeaders(saved.header, "/header");
  return {
    ...sent,
    status: requireStatus(saved.code, "/code"),
    responseHeaders: { value: headers, pointer: "/header" },
    responseBody: { value: readEntryBody(saved.body), pointer: "/body" },
  };
}

function readEntryBody(body: unknown): RecordedBody {
  if (typeof body === "string" && body !== "") {
    return body.includes("\ufffd") ? createMissingBody("Postman does not save binary bodies") : createTextBody(body);
  }
  if (body !== undefined && body !== null && body !== "") throw new EntryError("/body", body, "a string or null");
  return NO_BODY;
}

// Far more than in any real collection.
const MAX_FOLDER_DEPTH = 200;

/** Reads the request of a saved response and resolves its variables. Pointers are relative to `originalRequest`. */
function readSavedRequest(request: UnknownRecord, variables: PostmanVariables, inherited: unknown) {
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
  const fullUrl = query === undefined ? url.url : `${url.url}${url.url.includes("?") ? "&" : "?"}${query}`;
  return {
    method: requireMethod(request.method ?? "GET", "/originalRequest/method"),
    url: { value: fullUrl, pointer: "/originalRequest/url" },
    requestHeaders: { value: list, pointer: "/originalRequest" },
    requestBody: { value: body.body, pointer: `/originalRequest${body.pointer}` },
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

/**
 * Adds the header that Postman generates from its authorization settings, or returns the generated query parameter.
 *
 * Values that only Postman can compute, such as signatures or fetched tokens, are added to `gaps`.
 */
function addAuthorization(
  auth: unknown,
  add: (name: string, value: string, pointer: string) => void,
  gaps: RecordingGap[],
  pointer: string,
): string | undefined {
  if (!isPlainObject(auth) || typeof auth.type !== "string" || auth.type === "noauth") return undefined;
  const settings = collectSettings(auth[auth.type]);
  const setting = (name: string): string => settings.get(name) ?? "";
  if (auth.type === "bearer" && setting("token") !== "") add("Authorization", `Bearer ${setting("token")}`, pointer);
  else if (auth.type === "basic" && !setting("username").concat(setting("password")).includes("{{")) {
    const pair = Buffer.from(`${setting("username")}:${setting("password")}`).toString("base64");
    add("Authorization", `Basic ${pair}`, pointer);
  } else if (
    auth.type === "apikey" &&
    setting("key") !== "" &&
    !setting("key").includes("{{") &&
    setting("value") !== ""
  ) {
    if (setting("in") !== "query") add(setting("key"), setting("value"), pointer);
    else if (!`${setting("key")}${setting("value")}`.includes("{{")) {
      return `${percentEncode(setting("key"))}=${percentEncode(setting("value"))}`;
    } else gaps.push(createUnsavedGap(auth.type, "request.url"));
  } else gaps.push(createUnsavedGap(auth.type, "request.headers"));
  return undefined;
}

/** Settings are a list in format 2.1 and an object in format 2.0. */
function collectSettings(settings: unknown): ReadonlyMap<string, string> {
  if (!Array.isArray(settings)) return collectTexts(isPlainObject(settings) ? Object.entries(settings) : []);
  return collectTexts(settings.map((item: unknown) => (isPlainObject(item) ? [item.key, item.value] : [])));
}

function collectTexts(pairs: readonly (readonly unknown[])[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (typeof name === "string" && typeof value === "string") texts.set(name, value);
  }
  return texts;
}

function createUnsavedGap(type: string, part: RecordingGap["part"]): RecordingGap {
  return {
    part,
    certainty: "certain",
    reason: `authorization of type ${type.slice(0, 20)} is not saved as sent`,
  };
}

/** A body, its JSON Pointer in the request, and the Content-Type that Postman adds for it. */
type SavedBody = { readonly body: RecordedBody; readonly pointer: string; readonly contentType?: string };

function readSavedBody(body: unknown, variables: PostmanVariables): SavedBody {
  if (body === undefined || body === null) return { body: NO_BODY, pointer: "/body" };
  if (!isPlainObject(body)) throw new EntryError("/originalRequest/body", body, "an object with a mode");
  const { mode, raw, urlencoded, disabled } = body;
  if (disabled === true || mode === undefined || mode === "none") return { body: NO_BODY, pointer: "/body" };
  if (mode === "raw") return { ...readRawBody(raw, variables), ...getRawContentType(body), pointer: "/body/raw" };
  if (mode === "urlencoded") return readFormBody(urlencoded, variables);
  return {
    body: createMissingBody(`a body of mode ${String(mode).slice(0, 20)} is not saved as sent`),
    pointer: "/body",
  };
}

function readRawBody(raw: unknown, variables: PostmanVariables): { body: RecordedBody } {
  if (raw === undefined || raw === null) return { body: NO_BODY };
  if (typeof raw !== "string") throw new EntryError("/originalRequest/body/raw", raw, "a string");
  const { text, unknown } = variables.resolve(raw);
  return { body: unknown === undefined ? createTextBody(text) : createUnresolvedBody(unknown) };
}

function getRawContentType({ raw, options }: UnknownRecord): { contentType?: string } {
  if (raw === "" || !isPlainObject(options) || !isPlainObject(options.raw)) return {};
  const contentType = RAW_CONTENT_TYPES.get(options.raw.language);
  return contentType === undefined ? {} : { contentType };
}

function readFormBody(fields: unknown, variables: PostmanVariables): SavedBody {
  const contentType = "application/x-www-form-urlencoded";
  const bodyPointer = "/body/urlencoded";
  const pointer = `/originalRequest${bodyPointer}`;
  if (!Array.isArray(fields)) throw new EntryError(pointer, fields, "an array of { key, value }");
  const form = new URLSearchParams();
  for (const [index, field] of fields.entries()) {
    if (!isPlainObject(field)) throw new EntryError(`${pointer}/${index}`, field, "an object with key and value");
    if (field.disabled === true) continue;
    for (const name of ["key", "value"] as const) {
      if (typeof (field[name] ?? "") !== "string")
        throw new EntryError(`${pointer}/${index}/${name}`, field[name], "a string");
    }
    const [key, value] = [variables.resolve(String(field.key ?? "")), variables.resolve(String(field.value ?? ""))];
    const unknown = key.unknown ?? value.unknown;
    if (unknown !== undefined) return { body: createUnresolvedBody(unknown), pointer: bodyPointer, contentType };
    form.append(key.text, value.text);
  }
  return { body: createTextBody(form.toString()), pointer: bodyPointer, contentType };
}

function createUnresolvedBody(name: string): RecordedBody {
  return createMissingBody(`the body contains the variable "${name}", which has no value in the collection`);
}

const RAW_CONTENT_TYPES: ReadonlyMap<unknown, string> = new Map([
  ["json", "application/json"],
  ["xml", "application/xml"],
  ["html", "text/html"],
  ["javascript", "application/javascript"],
  ["text", "text/plain"],
]);

/** Formats the URL of a saved request. Collections from other tools can contain only its parts. */
function formatPostmanUrl({ raw, protocol, host, port, path, query }: UnknownRecord): unknown {
  if (raw !== undefined || host === undefined) return raw;
  const scheme = typeof protocol === "string" ? `${protocol.replace(/:?\/*$/, "")}://` : "";
  const address = joinParts(host, ".") + (port === undefined || port === "" ? "" : `:${String(port)}`);
  const pathname = joinParts(path, "/");
  const pairs = (Array.isArray(query) ? query : [])
    .filter((it) => isPlainObject(it) && it.disabled !== true)
    .map(formatPair);
  const slash = pathname === "" || pathname.startsWith("/") ? "" : "/";
  return `${scheme}${address}${slash}${pathname}${pairs.length === 0 ? "" : "?"}${pairs.join("&")}`;
}

/** Joins parts; a part of a path can be an object with a value. */
function joinParts(parts: unknown, between: string): string {
  if (!Array.isArray(parts)) return typeof parts === "string" ? parts : "";
  return parts.map((part: unknown) => String(isPlainObject(part) ? part.value : part)).join(between);
}

function formatPair({ key, value }: UnknownRecord): string {
  return `${String(key ?? "")}${value === null || value === undefined ? "" : `=${String(value)}`}`;
}

/** Reads the headers of a saved message: a list of objects or, in format 2.0, also a text with one header per line. */
function readSavedHeaders(headers: unknown, pointer: string): HeaderList {
  if (headers === undefined || headers === null) return NO_HEADERS;
  if (typeof headers === "string") return parseHeaderLines(headers);
  return readHeaderItems(Array.isArray(headers) ? headers.map(fillNullValue) : headers, pointer, "key");
}

/** An empty header value is saved as null. */
function fillNullValue(item: unknown): unknown {
  return isPlainObject(item) && item.value === null ? { ...item, value: "" } : item;
}

function parseHeaderLines(text: string): HeaderList {
  const list = new HeaderCollector();
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    // Disabled lines start with "//".
    if (colon > 0 && !line.startsWith("//")) list.add(line.slice(0, colon).trim(), line.slice(colon + 1).trim(), "");
  }
  return list;
}
