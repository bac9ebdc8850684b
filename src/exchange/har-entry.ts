import type { Exchange, Header, Origin, PartPointers, Reading, RecordedRequest, RecordedResponse } from "./exchange.js";
import { requestBody, responseBody } from "./har-body.js";
import { isRecord, type UnknownRecord, UnreadableEntry } from "./unreadable-entry.js";

/** Makes an exchange of one item of `log.entries`, or says why it is none. */
export function harReading(entry: unknown, { source, index }: Pick<Origin, "source" | "index">): Reading {
  const pointer = `/log/entries/${index}`;
  try {
    return { kind: "exchange", exchange: exchangeOf(entry, { source, index, pointer }) };
  } catch (error) {
    if (!(error instanceof UnreadableEntry)) throw error;
    const unreadable = { source, pointer: `${pointer}${error.pointer}`, reason: error.message };
    return { kind: "unreadable", unreadable };
  }
}

function exchangeOf(entry: unknown, at: Pick<Origin, "source" | "index" | "pointer">): Exchange {
  const { request, response, startedDateTime, _error } = record(entry, "", "an object with request and response");
  const recordedRequest = requestOf(record(request, "/request", "an object with method, url and headers"));
  const answer = record(response, "/response", "an object with status, headers and content");
  const recordedResponse = responseOf(answer, recordedRequest.method);
  const origin: Origin =
    typeof startedDateTime === "string" ? { ...at, startedAt: startedDateTime, parts } : { ...at, parts };
  const exchange = { request: recordedRequest, response: recordedResponse, origin };
  const incomplete = whyIncomplete(answer, _error);
  return incomplete === undefined ? exchange : { ...exchange, incomplete };
}

function requestOf(request: UnknownRecord): RecordedRequest {
  const { method, url } = request;
  if (typeof method !== "string" || method === "") {
    throw new UnreadableEntry("/request/method", method, 'an HTTP method such as "GET"');
  }
  if (typeof url !== "string" || !URL.canParse(url)) {
    throw new UnreadableEntry("/request/url", url, 'an absolute URL such as "https://host/path"');
  }
  return {
    method: method.toUpperCase(),
    url,
    headers: headersOf(request.headers, "/request/headers"),
    body: requestBody(request),
  };
}

function responseOf(response: UnknownRecord, method: string): RecordedResponse {
  const { status } = response;
  // A recorder writes 0, some write -1, when no answer came.
  if (typeof status !== "number" || !Number.isInteger(status) || status > 999 || (status > 0 && status < 100)) {
    throw new UnreadableEntry("/response/status", status, "a number from 100 to 999, or 0 when no answer came");
  }
  const headers = headersOf(response.headers, "/response/headers");
  return { status: Math.max(0, status), headers, body: responseBody(response, { method, status, headers }) };
}

function headersOf(headers: unknown, pointer: string): readonly Header[] {
  if (!Array.isArray(headers)) {
    throw new UnreadableEntry(pointer, headers, "an array of { name, value }");
  }
  const pairs: Header[] = [];
  for (const header of headers) {
    if (!isHeader(header)) throw unreadableHeader(header, `${pointer}/${headers.indexOf(header)}`);
    // HTTP/2 carries the request line as pseudo headers such as ":authority"; they are no header fields.
    if (!header.name.startsWith(":")) pairs.push([header.name, header.value]);
  }
  return pairs;
}

function isHeader(header: unknown): header is { readonly name: string; readonly value: string } {
  return isRecord(header) && typeof header.name === "string" && typeof header.value === "string";
}

function unreadableHeader(header: unknown, pointer: string): UnreadableEntry {
  if (!isRecord(header)) return new UnreadableEntry(pointer, header, "an object with name and value");
  const wrong = typeof header.name === "string" ? "value" : "name";
  return new UnreadableEntry(`${pointer}/${wrong}`, header[wrong], "a string");
}

/** Recorders note a failed exchange in ways of their own beside the status 0. */
function whyIncomplete(response: UnknownRecord, entryError: unknown): string | undefined {
  for (const note of [response._error, response._failureText, entryError]) {
    if (typeof note === "string" && note !== "") return `the recorder noted a failure: ${note}`;
    if (isRecord(note)) return "the recorder noted a failure";
  }
  const { status } = response;
  return typeof status === "number" && status <= 0 ? "no answer was recorded (status 0)" : undefined;
}

function record(value: unknown, pointer: string, wanted: string): UnknownRecord {
  if (isRecord(value)) return value;
  throw new UnreadableEntry(pointer, value, wanted);
}

const parts: PartPointers = Object.freeze({
  "request.method": "/request/method",
  "request.url": "/request/url",
  "request.headers": "/request/headers",
  "request.body": "/request/postData/text",
  "response.status": "/response/status",
  "response.headers": "/response/headers",
  "response.body": "/response/content/text",
});
