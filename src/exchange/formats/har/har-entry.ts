import type { ExchangeOrigin, ReadResult } from "../../exchange.js";
import { EntryError, isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";
import { type ParsedEntry, readEntry, requireMethod, requireObject, requireUrl } from "../../reader/parsed-entry.js";
import { type AttachmentReader, NO_ATTACHMENTS } from "../../reader/recorded-body.js";
import { readHarRequestBody, readHarResponseBody } from "./har-body.js";
import { addContentType, type HarHeaders, readHarRequestHeaders, readHarResponseHeaders } from "./har-headers.js";
import { findIncompleteReason } from "./har-incomplete.js";
import { findPartPointers } from "./har-pointers.js";

/** Reads one item of `log.entries`. */
export function readHarEntry(
  entry: unknown,
  { source, index }: Pick<ExchangeOrigin, "source" | "index">,
  attachments: AttachmentReader = NO_ATTACHMENTS,
): ReadResult {
  const at = { source, index, pointer: `/log/entries/${index}` };
  return readEntry(at, () =>
    parseHarEntry(requireObject(entry, "", "an object with request and response"), attachments),
  );
}

function parseHarEntry(entry: UnknownRecord, attachments: AttachmentReader): ParsedEntry {
  const { startedDateTime, _consumer: consumer } = entry;
  const request = requireObject(entry.request, "/request", "an object with method, url and headers");
  const response = readResponseObject(entry.response);
  const url = requireUrl(request.url, "/request/url");
  const incomplete = findIncompleteReason(entry, { url, response });
  const method = readMethod(request.method, incomplete);
  const requestHeaders = readHarRequestHeaders(request);
  const { body, mimeType } = readHarRequestBody(request, { headers: requestHeaders.headers, attachments });
  // Browsers write any status for a request that they did not send.
  const status = incomplete !== undefined && !isStatus(response.status) ? 0 : response.status;
  const received = parseHarResponse({ ...response, status }, method, attachments);
  return {
    request: { method, url, headers: addContentType(requestHeaders, body, mimeType, "/postData/mimeType"), body },
    response: received,
    parts: findPartPointers(request, entry.response),
    startedAt: typeof startedDateTime === "string" ? startedDateTime : undefined,
    durationMs: readDuration(entry),
    incomplete,
    consumer: typeof consumer === "string" ? consumer : undefined,
    notLogged: [
      ...(requestHeaders.isRecorded ? [] : (["request.headers"] as const)),
      ...(received.headers.isRecorded ? [] : (["response.headers"] as const)),
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
function readMethod(method: unknown, incomplete: string | undefined): string {
  return method === "" && incomplete !== undefined ? "GET" : requireMethod(method, "/request/method");
}

type HarResponse = ParsedEntry["response"] & { readonly headers: HarHeaders };

function parseHarResponse(response: UnknownRecord, method: string, attachments: AttachmentReader): HarResponse {
  const { status, content } = response;
  if (!isStatus(status))
    throw new EntryError("/response/status", status, "a number from 100 to 999, or 0 if there was no response");
  const headers = readHarResponseHeaders(response);
  const body = readHarResponseBody(response, { method, status, headers: headers.headers, attachments });
  const mimeType = isPlainObject(content) ? content.mimeType : undefined;
  return {
    status: Math.max(0, status),
    headers: addContentType(headers, body, mimeType, "/content/mimeType"),
    body,
  };
}

/** Recorders write 0 or -1 if there was no response. */
function isStatus(status: unknown): status is number {
  return typeof status === "number" && Number.isInteger(status) && status <= 999 && (status <= 0 || status >= 100);
}
