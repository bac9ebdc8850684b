import type { Origin, PartPointers, Reading } from "../exchange.js";
import { type HeaderList, headersOfItems } from "../header-list.js";
import { headerValues } from "../headers.js";
import { type Attachments, noAttachments } from "../recorded-body.js";
import { type Found, methodOf, readingOf, record, urlOf } from "../recorded-fields.js";
import { isRecord, type UnknownRecord, UnreadableEntry } from "../unreadable-entry.js";
import { requestBody, responseBody } from "./har-body.js";
import { whyIncomplete } from "./har-incomplete.js";

/** Makes an exchange of one item of `log.entries`, or says why it is none. */
export function harReading(
  entry: unknown,
  { source, index }: Pick<Origin, "source" | "index">,
  attachments: Attachments = noAttachments,
): Reading {
  const at = { source, index, pointer: `/log/entries/${index}` };
  return readingOf(at, () => found(record(entry, "", "an object with request and response"), attachments));
}

function found(entry: UnknownRecord, attachments: Attachments): Found {
  const { startedDateTime } = entry;
  const request = record(entry.request, "/request", "an object with method, url and headers");
  const response = record(entry.response, "/response", "an object with status, headers and content");
  const method = methodOf(request.method, "/request/method");
  const url = urlOf(request.url, "/request/url");
  const headers = withCookies(headersOfItems(request.headers, "/request/headers"), request.cookies);
  const asked = { method, url, headers, body: requestBody(request, { headers: headers.headers, attachments }) };
  return {
    request: asked,
    response: answer(response, asked.method, attachments),
    parts: harParts,
    startedAt: typeof startedDateTime === "string" ? startedDateTime : undefined,
    incomplete: whyIncomplete(entry, response),
  };
}

/** Some recorders take the Cookie header apart and keep only its pieces. */
function withCookies(list: HeaderList, cookies: unknown): HeaderList {
  if (!Array.isArray(cookies) || headerValues(list.headers, "cookie").length > 0) return list;
  const pairs = cookies.flatMap((it: unknown) =>
    isRecord(it) && typeof it.name === "string" && typeof it.value === "string" ? [`${it.name}=${it.value}`] : [],
  );
  if (pairs.length === 0) return list;
  const headers = [...list.headers, ["Cookie", pairs.join("; ")] as const];
  return { headers, places: [...(list.places ?? list.headers.map((_, index) => `/${index}`)), ""] };
}

function answer(response: UnknownRecord, method: string, attachments: Attachments): Found["response"] {
  const { status } = response;
  // A recorder writes 0, some write -1, when no answer came.
  if (typeof status !== "number" || !Number.isInteger(status) || status > 999 || (status > 0 && status < 100)) {
    throw new UnreadableEntry("/response/status", status, "a number from 100 to 999, or 0 when no answer came");
  }
  const headers = headersOfItems(response.headers, "/response/headers");
  const body = responseBody(response, { method, status, headers: headers.headers, attachments });
  return { status: Math.max(0, status), headers, body };
}

/** Where the parts of an exchange stand in an entry. */
export const harParts: PartPointers = Object.freeze({
  "request.method": "/request/method",
  "request.url": "/request/url",
  "request.headers": "/request/headers",
  "request.body": "/request/postData/text",
  "response.status": "/response/status",
  "response.headers": "/response/headers",
  "response.body": "/response/content/text",
});
