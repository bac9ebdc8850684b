import type { Exchange, RecordedMessage, RecordedRequest, RecordedResponse } from "../../exchange.js";
import { getBodySize, getCombinedHeader, isAbsoluteUrl, toTextBody } from "../../message.js";

type HarWriterOptions = {
  /** Start time (RFC 3339) of exchanges without a recorded time; HAR requires one. */
  readonly startedAt: string;
};

/**
 * Serializes exchanges as a HAR 1.2 recording with one entry a line, without redaction. It reads back as the same exchanges.
 *
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */
export function writeHar(exchanges: Iterable<Exchange>, options: HarWriterOptions): string {
  const entries = Array.from(exchanges, (exchange) => JSON.stringify(toHarEntry(exchange, options)));
  return `{"log":{"version":"1.2","creator":{"name":"commerce-contract","version":"1"},"entries":[\n${entries.join(",\n")}\n]}}\n`;
}

/** Converts an exchange to an item of `log.entries`. */
export function toHarEntry(exchange: Exchange, { startedAt }: HarWriterOptions): object {
  const { request, response, origin, incomplete, durationMs = 0, consumer } = exchange;
  return {
    startedDateTime: origin.startedAt ?? startedAt,
    time: durationMs,
    ...(consumer === undefined ? {} : { _consumer: consumer }),
    request: createHarRequest(request),
    response: {
      ...createHarResponse(response),
      // The HAR reader adds this prefix when it reads `_error`.
      ...(incomplete === undefined ? {} : { _error: incomplete.replace(/^the recorder reported an error: /, "") }),
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
  };
}

function createHarRequest(request: RecordedRequest): object {
  const { method, url, headers, body } = request;
  const mimeType = getCombinedHeader(headers, "content-type") ?? "";
  const isRecorded = body.kind === "text" || body.kind === "bytes";
  return {
    method,
    url,
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: headers.map(toNameValue),
    queryString: isAbsoluteUrl(url) ? [...new URL(url).searchParams].map(toNameValue) : [],
    ...(isRecorded ? { postData: { mimeType, ...createHarContent(request) } } : {}),
    headersSize: -1,
    bodySize: estimateBodySize(request),
    ...(body.kind === "missing" ? { comment: body.reason } : {}),
  };
}

function createHarResponse(response: RecordedResponse): object {
  const { status, headers, body } = response;
  const mimeType = getCombinedHeader(headers, "content-type") ?? "";
  const size = estimateBodySize(response);
  const comment = body.kind === "missing" ? { comment: body.reason } : {};
  return {
    status,
    statusText: "",
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: headers.map(toNameValue),
    content: { size, mimeType, ...createHarContent(response), ...comment },
    redirectURL: getCombinedHeader(headers, "location") ?? "",
    headersSize: -1,
    bodySize: size,
  };
}

function toNameValue([name, value]: readonly [string, string]): object {
  return { name, value };
}

function createHarContent(message: RecordedMessage): object {
  const body = toTextBody(message.body, message.headers);
  if (body.kind === "text") return { text: body.text };
  return body.kind === "bytes" ? { text: Buffer.from(body.bytes).toString("base64"), encoding: "base64" } : {};
}

/** A missing body has a positive size, so that readers know that there was a body. */
function estimateBodySize({ body, headers }: RecordedMessage): number {
  return body.kind === "missing" ? Number(getCombinedHeader(headers, "content-length")) || 1 : getBodySize(body);
}
