import type { ExchangeOrigin, PartPointers, ReadResult } from "../../exchange.js";
import { getHeaderValues } from "../../headers.js";
import { EntryError, isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";
import { type HeaderList, readHeaderItems } from "../../reader/header-list.js";
import { type ParsedEntry, readEntry, requireMethod, requireObject, requireUrl } from "../../reader/parsed-entry.js";
import { type AttachmentReader, NO_ATTACHMENTS } from "../../reader/recorded-body.js";
import { readHarRequestBody, readHarResponseBody } from "./har-body.js";
import { findIncompleteReason } from "./har-incomplete.js";

/** Makes an exchange of one item of `log.entries`, or says why it is none. */
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
  const { startedDateTime } = entry;
  const request = requireObject(entry.request, "/request", "an object with method, url and headers");
  const response = requireObject(entry.response, "/response", "an object with status, headers and content");
  const method = requireMethod(request.method, "/request/method");
  const url = requireUrl(request.url, "/request/url");
  const headers = addCookieHeader(readHeaderItems(request.headers, "/request/headers"), request.cookies);
  const asked = { method, url, headers, body: readHarRequestBody(request, { headers: headers.headers, attachments }) };
  return {
    request: asked,
    response: parseHarResponse(response, asked.method, attachments),
    parts: HAR_PART_POINTERS,
    startedAt: typeof startedDateTime === "string" ? startedDateTime : undefined,
    incomplete: findIncompleteReason(entry, response),
  };
}

/** Some recorders take the Cookie header apart and keep only its pieces. */
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
  // A recorder writes 0, some write -1, when no answer came.
  if (typeof status !== "number" || !Number.isInteger(status) || status > 999 || (status > 0 && status < 100)) {
    throw new EntryError("/response/status", status, "a number from 100 to 999, or 0 when no answer came");
  }
  const headers = readHeaderItems(response.headers, "/response/headers");
  const body = readHarResponseBody(response, { method, status, headers: headers.headers, attachments });
  return { status: Math.max(0, status), headers, body };
}

/** Where the parts of an exchange stand in an entry. */
export const HAR_PART_POINTERS: PartPointers = Object.freeze({
  "request.method": "/request/method",
  "request.url": "/request/url",
  "request.headers": "/request/headers",
  "request.body": "/request/postData/text",
  "response.status": "/response/status",
  "response.headers": "/response/headers",
  "response.body": "/response/content/text",
});
