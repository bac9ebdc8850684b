import { isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";

/**
 * Why an entry tells of no exchange with the service: recorders note it in ways of their own beside the status 0.
 *
 * Fields with an underscore are what Chromium, Firefox and Playwright add to HAR.
 */
export function findIncompleteReason(entry: UnknownRecord, response: UnknownRecord): string | undefined {
  return findFailure(entry, response) ?? findSubstitute(entry, response) ?? findWebSocket(entry, response);
}

function findFailure(entry: UnknownRecord, response: UnknownRecord): string | undefined {
  for (const note of [response._error, response._failureText, entry._error]) {
    if (typeof note === "string" && note !== "") return `the recorder noted a failure: ${note}`;
    if (isPlainObject(note)) return "the recorder noted a failure";
  }
  if (entry._wasAborted === true) return "the test aborted the request";
  const { status } = response;
  return typeof status === "number" && status <= 0 ? "no answer was recorded (status 0)" : undefined;
}

/** Somebody other than the service answered. */
function findSubstitute(entry: UnknownRecord, response: UnknownRecord): string | undefined {
  if (entry._wasFulfilled === true) return "answered by the test and not by the service";
  const cache = entry._fromCache ?? response._fromCache ?? entry.fromDiskCache;
  if (cache !== undefined && cache !== null && cache !== false) {
    return `answered from a cache${typeof cache === "string" ? ` (${cache.slice(0, 20)})` : ""}`;
  }
  const worker = response._serviceWorkerResponseSource ?? entry._serviceWorkerResponseSource;
  if (typeof worker === "string" && worker !== "" && worker !== "network") {
    return `answered by a service worker (${worker.slice(0, 20)})`;
  }
  // What Safari says of it.
  const [, memory] = typeof entry._fetchType === "string" ? (/^(Memory|Disk) Cache$/.exec(entry._fetchType) ?? []) : [];
  if (memory !== undefined) return `answered from a cache (${memory.toLowerCase()})`;
  if (entry._fetchType === "Service Worker") return "answered by a service worker";
  return isFromCache(entry.cache, response) ? "answered from a cache" : undefined;
}

/** What was in the cache before is also noted of answers that the service confirmed (304) or sent anew. */
function isFromCache(cache: unknown, { status, bodySize, content }: UnknownRecord): boolean {
  if (!isPlainObject(cache) || !isPlainObject(cache.beforeRequest) || status === 304 || bodySize !== 0) return false;
  return isPlainObject(content) && typeof content.size === "number" && content.size > 0;
}

function findWebSocket(entry: UnknownRecord, { status }: UnknownRecord): string | undefined {
  const isSocket = entry._resourceType === "websocket" || Array.isArray(entry._webSocketMessages);
  return isSocket || status === 101 ? "a WebSocket, which is no exchange of one request and one answer" : undefined;
}
