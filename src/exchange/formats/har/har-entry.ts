import type { ExchangeOrigin, PartPointers, ReadResult } from "../../exchange.js";
import { getHeaderValues } from "../../headers.js";
import { EntryError, isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";
import { type HeaderList, readHeaderItems } from "../../reader/header-list.js";
import { type ParsedEntry, readEntry, requireMethod, requireObject, requireUrl } from "../../reader/parsed-entry.js";
import { type AttachmentReader, NO_ATTACHMENTS } from "../../reader/recorded-body.js";
import { readHarRequestBody, readHarResponseBody } from "./har-body.js";
import { findIncompleteReason } from "./har-incomplete.js";

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
  const { startedDateTime, time } = entry;
  const request = requireObject(entry.request, "/request", "an object with method, url and headers");
  const response = requireObject(entry.response, "/response", "an object with status, headers and content");
  const method = requireMethod(request.method, "/request/method");
  const url = requireUrl(request.url, "/request/url");
  const headers = addCookieHeader(readHeaderItems(request.headers, "/request/headers"), request.cookies);
  const body = readHarRequestBody(request, { headers: headers.headers, attachments });
  return {
    request: { method, url, headers, body },
    response: parseHarResponse(response, method, attachments),
    parts: HAR_PART_POINTERS,
    startedAt: typeof startedDateTime === "string" ? startedDateTime : undefined,
    durationMs: typeof time === "number" && time >= 0 ? time : undefined,
    incomplete: findIncompleteReason(entry, response),
  };
}

/** Restores the Cookie header, which some recorders write only as parsed cookies. */
function addCookieHeader(list: HeaderList, cookies: unknown): HeaderList {
  if (!Array.isArray(cookies) || getHeaderValues(list.headers, "cookie").length > 0) return list;
  const pairs = cookies.flatMap((it: unknown) =>
    isPlainObject(it) && typeof it.name === "string" && typeof it.value === "string" ? [`${it.name}=${it.value}`] : [],
  );
  if (pairs.length === 0) return list;
  const headers = [...list.headers, ["Cookie", pairs.join("; ")] as const];
  return { headers, pointers: [...(list.pointers ?? list.headers.map((_, index) => `/${index}`)), ""] };
}

function parseHarResponse(
  response: UnknownRecord,
  method: string,
  attachments: AttachmentReader,
): ParsedEntry["response"] {
  const { status } = response;
  // Recorders write 0 or -1 if there was no response.
  if (typeof status !== "number" || !Number.isInteger(status) || status > 999 || (status > 0 && status < 100)) {
    throw new EntryError("/response/status", status, "a number from 100 to 999, or 0 if there was no response");
  }
  const headers = readHeaderItems(response.headers, "/response/headers");
  const body = readHarResponseBody(response, { method, status, headers: headers.headers, attachments });
  return { status: Math.max(0, status), headers, body };
}

/** JSON Pointers of the parts of an exchange in a HAR entry. */
export const HAR_PART_POINTERS: PartPointers = Object.freeze({
  "request.method": "/request/method",
  "request.url": "/request/url",
  "request.headers": "/request/headers",
  "request.body": "/request/postData/text",
  "response.status": "/response/status",
  "response.headers": "/response/headers",
  "response.body": "/response/content/text",
});
