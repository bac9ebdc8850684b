import {
  EXCHANGE_PART_POINTERS,
  type ExchangeOrigin,
  explainRecorderError,
  type HeaderField,
  type PartPointers,
  type ReadResult,
  type RecordedBody,
} from "../../exchange.js";
import { getHeaderValues, hasBoundary, parseEssence, parseMediaType, UNRECORDED_ORIGIN } from "../../message.js";
import {
  type AttachmentReader,
  canHaveResponseBody,
  EntryError,
  type HeaderList,
  isPlainObject,
  isPositive,
  type Located,
  NO_ATTACHMENTS,
  NO_HEADERS,
  type ParsedEntry,
  readEntry,
  readHeaderItems,
  requireMethod,
  requireObject,
  requireUrl,
  type UnknownRecord,
} from "../../reader/parsed-entry.js";
import { readHarRequestBody, readHarResponseBody } from "./har-body.js";

/** Reads one item of `log.entries`. */
export function readHarEntry(
  entry: unknown,
  { source, index }: Pick<ExchangeOrigin, "source" | "index">,
  attachments: AttachmentReader = NO_ATTACHMENTS,
): ReadResult {
  const at = { source, index, pointer: `/log/entries/${index}` };
  return readEntry(at, entry, "an object with request and response", (it) => parseHarEntry(it, attachments));
}

function parseHarEntry(entry: UnknownRecord, attachments: AttachmentReader): ParsedEntry {
  const { startedDateTime, _consumer: consumer } = entry;
  const request = requireObject(entry.request, "/request", "an object with method, url and headers");
  const response = readResponseObject(entry.response);
  const url = requireUrl(request.url, "/request/url");
  const incomplete = findIncompleteReason(entry, { url: url.value, method: request.method, response });
  const method = readMethod(request.method, incomplete);
  const requestHeaders = readHarRequestHeaders(request);
  const { body, mimeType } = readHarRequestBody(request, { headers: requestHeaders.headers, attachments });
  // Browsers write any status for a request that they did not send.
  const status = incomplete !== undefined && !isStatus(response.status) ? 0 : response.status;
  const received = parseHarResponse(response, status, method.value, attachments);
  return {
    method,
    url,
    requestHeaders: {
      value: addContentType(requestHeaders, body, mimeType, "/postData/mimeType"),
      pointer: isSet(request.headers) ? "/request/headers" : "/request",
    },
    requestBody: { value: body, pointer: findRequestBody(request) },
    ...received,
    startedAt: typeof startedDateTime === "string" ? startedDateTime : undefined,
    durationMs: readDuration(entry),
    incomplete,
    consumer: typeof consumer === "string" ? consumer : undefined,
    notLogged: [
      // A request to a service worker has the headers of the page, without credentials.
      ...(requestHeaders.isRecorded && response._fetchedViaServiceWorker !== true
        ? []
        : (["request.headers"] as const)),
      ...(received.responseHeaders.value.isRecorded ? [] : (["response.headers"] as const)),
    ],
  };
}

/**
 * The time from the first byte of the request to the last byte of the response. Waiting for a connection does not count.
 * Recorders write 0 or -1 if they did not measure it.
 */
function readDuration({ time, timings }: UnknownRecord): number | undefined {
  const { send, wait, receive } = isPlainObject(timings) ? timings : NO_TIMINGS;
  const phases = [send, wait, receive].filter((it): it is number => typeof it === "number" && it >= 0);
  const sum = phases.length === 3 ? phases.reduce((total, it) => total + it) : 0;
  const duration = sum > 0 ? sum : time;
  return typeof duration === "number" && duration > 0 ? duration : undefined;
}

const NO_TIMINGS: UnknownRecord = {};

/** Entries of recorders that keep only requests have no response. */
function readResponseObject(response: unknown): UnknownRecord {
  if (response === undefined || response === null) return NO_RESPONSE;
  return requireObject(response, "/response", "an object with status, headers and content");
}

const NO_RESPONSE: UnknownRecord = { status: 0, headers: [] };

/** A request that was never sent, such as that for a data: URL, may have an empty method. */
function readMethod(method: unknown, incomplete: string | undefined): Located<string> {
  return requireMethod(method === "" && incomplete !== undefined ? "GET" : method, "/request/method");
}

/** Reads a response. A part that the entry lacks is located at its closest existing parent. */
function parseHarResponse(response: UnknownRecord, status: unknown, method: string, attachments: AttachmentReader) {
  const { content } = response;
  if (!isStatus(status))
    throw new EntryError("/response/status", status, "a number from 100 to 999, or 0 if there was no response");
  const headers = readHarResponseHeaders(response);
  const body = readHarResponseBody(response, { method, status, headers: headers.headers, attachments });
  const mimeType = isPlainObject(content) ? content.mimeType : undefined;
  const parent = response === NO_RESPONSE ? "" : "/response";
  const locate = (name: "status" | "headers"): string =>
    parent !== "" && isSet(response[name]) ? `${parent}/${name}` : parent;
  return {
    status: { value: Math.max(0, status), pointer: locate("status") },
    responseHeaders: {
      value: addContentType(headers, body, mimeType, "/content/mimeType"),
      pointer: locate("headers"),
    },
    responseBody: { value: body, pointer: findContent(content, "/response/content") ?? parent },
  };
}

/** Recorders write 0 or -1 if there was no response. */
function isStatus(status: unknown): status is number {
  return typeof status === "number" && Number.isInteger(status) && status <= 999 && (status <= 0 || status >= 100);
}

/** JSON Pointers of the parts of an exchange in a HAR entry that has all of them. */
export const HAR_PART_POINTERS: PartPointers = Object.freeze({
  ...EXCHANGE_PART_POINTERS,
  "request.body": "/request/postData/text",
  "response.body": "/response/content/text",
});

function findRequestBody({ postData, _content }: UnknownRecord): string {
  const isForm = isPlainObject(postData) && !isSet(postData.text) && isSet(postData.params);
  if (isForm) return "/request/postData/params";
  return findContent(postData, "/request/postData") ?? findContent(_content, "/request/_content") ?? "/request";
}

function findContent(content: unknown, pointer: string): string | undefined {
  if (!isPlainObject(content)) return undefined;
  if (isSet(content._file)) return `${pointer}/_file`;
  return isSet(content.text) ? `${pointer}/text` : pointer;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/**
 * Returns why an entry is not a complete exchange with the service, or undefined if it is complete. Recorders report this
 * with status 0 or with custom fields.
 *
 * Fields with an underscore are extensions by Chromium, Firefox and Playwright.
 */
function findIncompleteReason(
  entry: UnknownRecord,
  { url, method, response }: { readonly url: string; readonly method: unknown; readonly response: UnknownRecord },
): string | undefined {
  return (
    findOtherScheme(url) ??
    (isCompleteWithoutBody(method, response) ? undefined : findFailure(entry, response)) ??
    findSubstitute(entry, response) ??
    findWebSocket(entry, response)
  );
}

/** Browsers also record data:, blob: and chrome-extension: URLs. */
function findOtherScheme(url: string): string | undefined {
  if (url.startsWith(UNRECORDED_ORIGIN)) return undefined;
  const scheme = url.slice(0, url.indexOf(":")).toLowerCase();
  if (scheme === "ws" || scheme === "wss") return WEB_SOCKET_REASON;
  return scheme === "http" || scheme === "https"
    ? undefined
    : `the URL scheme is ${scheme.slice(0, 30)}, not http or https`;
}

/** Chromium reports net::ERR_ABORTED for many responses that have no body, although their headers are all there is. */
function isCompleteWithoutBody(method: unknown, { status, _error, _failureText }: UnknownRecord): boolean {
  const isBodiless = isStatus(status) && status > 0 && !canHaveResponseBody(String(method), status);
  return isBodiless && (_error ?? _failureText) === "net::ERR_ABORTED";
}

function findFailure(entry: UnknownRecord, response: UnknownRecord): string | undefined {
  for (const error of [response._error, response._failureText, entry._error]) {
    if (typeof error === "string" && error !== "") return explainRecorderError(error);
    if (isPlainObject(error)) return "the recorder reported an error";
  }
  if (entry._wasAborted === true) return "the test aborted the request";
  const { status } = response;
  return typeof status === "number" && status <= 0 ? "no response was recorded (status 0)" : undefined;
}

/** Detects responses that do not come from the service. */
function findSubstitute(entry: UnknownRecord, response: UnknownRecord): string | undefined {
  if (entry._wasFulfilled === true) return "the response is from the test, not from the service";
  const cache = entry._fromCache ?? response._fromCache ?? entry.fromDiskCache;
  if (cache !== undefined && cache !== null && cache !== false) {
    return `${CACHED_RESPONSE}${typeof cache === "string" ? ` (${cache.slice(0, 20)})` : ""}`;
  }
  const worker = response._serviceWorkerResponseSource ?? entry._serviceWorkerResponseSource;
  if (typeof worker === "string" && worker !== "" && worker !== "network") {
    return `the response is from a service worker (${worker.slice(0, 20)})`;
  }
  // Safari writes `_fetchType`.
  const [, memory] = typeof entry._fetchType === "string" ? (/^(Memory|Disk) Cache$/.exec(entry._fetchType) ?? []) : [];
  if (memory !== undefined) return `${CACHED_RESPONSE} (${memory.toLowerCase()})`;
  if (entry._fetchType === "Service Worker") return "the response is from a service worker";
  return isFromCache(entry.cache, response) ? CACHED_RESPONSE : undefined;
}

/** How the reason of an incomplete exchange begins whose response the browser took from its cache. */
export const CACHED_RESPONSE = "the response is from a cache";

/**
 * `cache.beforeRequest` is also present for responses that the service confirmed (304) or sent again. Playwright subtracts the size of
 * headers that did not arrive, for responses of caches and of service workers.
 */
function isFromCache(cache: unknown, { status, bodySize, content }: UnknownRecord): boolean {
  const isUnsent = isPlainObject(cache) && isPlainObject(cache.beforeRequest) && bodySize === 0;
  const isNegative = typeof bodySize === "number" && bodySize < -1;
  return (isUnsent || isNegative) && status !== 304 && isPlainObject(content) && isPositive(content.size);
}

function findWebSocket(entry: UnknownRecord, { status }: UnknownRecord): string | undefined {
  const isSocket = entry._resourceType === "websocket" || Array.isArray(entry._webSocketMessages);
  return isSocket || status === 101 ? WEB_SOCKET_REASON : undefined;
}

const WEB_SOCKET_REASON = "a WebSocket connection, not a request with one response";

/** The headers of a message; `isRecorded` is false if the entry has no list of them. */
type HarHeaders = HeaderList & { readonly isRecorded: boolean };

export function readHarRequestHeaders(request: UnknownRecord): HarHeaders {
  const list = readHeaderList(request, "/request/headers");
  if (getHeaderValues(list.headers, "cookie").length > 0) return list;
  const pairs = listCookies(request).map(({ name, value }) => `${name}=${value}`);
  return pairs.length === 0 ? list : appendHeaders(list, [["Cookie", pairs.join("; ")]], "/cookies");
}

export function readHarResponseHeaders(response: UnknownRecord): HarHeaders {
  const list = readHeaderList(response, "/response/headers");
  if (getHeaderValues(list.headers, "set-cookie").length > 0) return list;
  const fields = listCookies(response).map((it): HeaderField => ["Set-Cookie", formatSetCookie(it)]);
  return fields.length === 0 ? list : appendHeaders(list, fields, "/cookies");
}

/**
 * Adds the media type of a body that is recorded beside the headers, if they have none. Recorders write `x-unknown` or an empty
 * text for an unknown type.
 *
 * @param pointer the JSON Pointer of the media type within the message
 */
export function addContentType(
  list: HarHeaders,
  body: RecordedBody | undefined,
  mimeType: unknown,
  pointer: string,
): HarHeaders {
  // Firefox guesses the type of a response whose body it does not record.
  if (body === undefined || body.kind === "none") return list;
  if (typeof mimeType !== "string" || parseMediaType(mimeType) === undefined) return list;
  const at = list.headers.findIndex(([name]) => name.toLowerCase() === "content-type");
  if (at >= 0 && hasBoundary(mimeType) && isWithoutBoundary(list.headers[at]?.[1] ?? ""))
    return { ...list, headers: list.headers.map((field, index) => (index === at ? [field[0], mimeType] : field)) };
  if (at >= 0) return list;
  return appendHeaders(list, [["Content-Type", mimeType]], pointer);
}

function isWithoutBoundary(mimeType: string): boolean {
  return parseEssence(mimeType) === "multipart/form-data" && !hasBoundary(mimeType);
}

function readHeaderList({ headers }: UnknownRecord, pointer: string): HarHeaders {
  if (headers === undefined || headers === null) return { ...NO_HEADERS, isRecorded: false };
  return { ...readHeaderItems(headers, pointer), isRecorded: true };
}

/** The pointers of headers are relative to their list, or to the message if it has no list. `1` stands for its parent. */
function appendHeaders(list: HarHeaders, fields: readonly HeaderField[], pointer: string): HarHeaders {
  const known = list.pointers ?? list.headers.map((_, index) => `/${index}`);
  const added = list.isRecorded ? `1${pointer}` : pointer;
  return {
    ...list,
    headers: [...list.headers, ...fields],
    pointers: [...known, ...fields.map(() => added)],
  };
}

type Cookie = UnknownRecord & { readonly name: string; readonly value: string };

/** Some recorders write cookies only as parsed, not as headers. */
function listCookies({ cookies }: UnknownRecord): Cookie[] {
  if (!Array.isArray(cookies)) return [];
  return cookies.filter(
    (it): it is Cookie => isPlainObject(it) && typeof it.name === "string" && typeof it.value === "string",
  );
}

function formatSetCookie({ name, value, path, domain, expires, httpOnly, secure }: Cookie): string {
  const texts = { Path: path, Domain: domain, Expires: expires };
  const attributes = Object.entries(texts).flatMap(([key, text]) =>
    typeof text === "string" && text !== "" ? [`${key}=${text}`] : [],
  );
  const flags = Object.entries({ Secure: secure, HttpOnly: httpOnly }).flatMap(([key, isSet]) =>
    isSet === true ? [key] : [],
  );
  return [`${name}=${value}`, ...attributes, ...flags].join("; ");
}
