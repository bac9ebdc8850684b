import { isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";

/**
 * Returns why an entry is not a complete exchange with the service, or undefined if it is complete. Recorders report this
 * with status 0 or with custom fields.
 *
 * Fields with an underscore are extensions by Chromium, Firefox and Playwright.
 */
export function findIncompleteReason(
  entry: UnknownRecord,
  { url, response }: { readonly url: string; readonly response: UnknownRecord },
): string | undefined {
  return (
    findOtherScheme(url) ??
    findFailure(entry, response) ??
    findSubstitute(entry, response) ??
    findWebSocket(entry, response)
  );
}

/** Browsers also record data:, blob: and chrome-extension: URLs. */
function findOtherScheme(url: string): string | undefined {
  const scheme = url.slice(0, url.indexOf(":")).toLowerCase();
  if (scheme === "ws" || scheme === "wss") return WEB_SOCKET_REASON;
  return scheme === "http" || scheme === "https"
    ? undefined
    : `the URL scheme is ${scheme.slice(0, 30)}, not http or https`;
}

function findFailure(entry: UnknownRecord, response: UnknownRecord): string | undefined {
  for (const error of [response._error, response._failureText, entry._error]) {
    if (typeof error === "string" && error !== "") return `the recorder reported an error: ${error}`;
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
    return `the response is from a cache${typeof cache === "string" ? ` (${cache.slice(0, 20)})` : ""}`;
  }
  const worker = response._serviceWorkerResponseSource ?? entry._serviceWorkerResponseSource;
  if (typeof worker === "string" && worker !== "" && worker !== "network") {
    return `the response is from a service worker (${worker.slice(0, 20)})`;
  }
  // Safari writes `_fetchType`.
  const [, memory] = typeof entry._fetchType === "string" ? (/^(Memory|Disk) Cache$/.exec(entry._fetchType) ?? []) : [];
  if (memory !== undefined) return `the response is from a cache (${memory.toLowerCase()})`;
  if (entry._fetchType === "Service Worker") return "the response is from a service worker";
  return isFromCache(entry.cache, response) ? "the response is from a cache" : undefined;
}

/** `cache.beforeRequest` is also present for responses that the service confirmed (304) or sent again. */
function isFromCache(cache: unknown, { status, bodySize, content }: UnknownRecord): boolean {
  if (!isPlainObject(cache) || !isPlainObject(cache.beforeRequest) || status === 304 || bodySize !== 0) return false;
  return isPlainObject(content) && typeof content.size === "number" && content.size > 0;
}

function findWebSocket(entry: UnknownRecord, { status }: UnknownRecord): string | undefined {
  const isSocket = entry._resourceType === "websocket" || Array.isArray(entry._webSocketMessages);
  return isSocket || status === 101 ? WEB_SOCKET_REASON : undefined;
}

const WEB_SOCKET_REASON = "a WebSocket connection, not a request with one response";
