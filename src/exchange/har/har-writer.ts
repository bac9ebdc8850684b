import type { Body, Exchange, Header, RecordedRequest, RecordedResponse } from "../exchange.js";
import { withoutSecrets } from "../exchange-secrets.js";
import { joinedHeader } from "../headers.js";
import { isUrl } from "../is-url.js";

export type HarOptions = {
  /** Stands as the time of exchanges that do not say theirs, for HAR asks for one (RFC 3339). */
  readonly startedAt: string;
  /** Secrets are taken out unless they are asked for. */
  readonly secrets?: "redact" | "keep";
  readonly creator?: { readonly name: string; readonly version: string };
};

/**
 * Exchanges as the text of a HAR 1.2 recording, which reads back as the same exchanges.
 *
 * What is taken out as a secret keeps its kind, a text a text and a number a number, so that the recording gets the
 * verdict that the traffic would have got.
 *
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */
export function writeHar(exchanges: Iterable<Exchange>, options: HarOptions): string {
  const creator = options.creator ?? { name: "commerce-contract", version: "1" };
  const entries = Array.from(exchanges, (exchange) => harEntry(exchange, options));
  return `${JSON.stringify({ log: { version: "1.2", creator, entries } }, null, 1)}\n`;
}

/** One item of `log.entries`. */
export function harEntry(exchange: Exchange, { startedAt, secrets = "redact" }: HarOptions): object {
  const { request, response, origin, incomplete } = secrets === "keep" ? exchange : withoutSecrets(exchange);
  return {
    startedDateTime: origin.startedAt ?? startedAt,
    time: 0,
    request: writtenRequest(request),
    response: {
      ...writtenResponse(response),
      // A recorder notes a failure here; the reader puts its own words before the note.
      ...(incomplete === undefined ? {} : { _error: incomplete.replace(/^the recorder noted a failure: /, "") }),
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  };
}

function writtenRequest({ method, url, headers, body }: RecordedRequest): object {
  const mimeType = joinedHeader(headers, "content-type") ?? "";
  const isRecorded = body.kind === "text" || body.kind === "bytes";
  return {
    method,
    url,
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: headers.map(named),
    queryString: isUrl(url) ? [...new URL(url).searchParams].map(named) : [],
    ...(isRecorded ? { postData: { mimeType, ...writtenText(body) } } : {}),
    headersSize: -1,
    bodySize: sizeOf(body, headers),
    ...(body.kind === "missing" ? { comment: body.reason } : {}),
  };
}

function writtenResponse({ status, headers, body }: RecordedResponse): object {
  const mimeType = joinedHeader(headers, "content-type") ?? "";
  const size = sizeOf(body, headers);
  const comment = body.kind === "missing" ? { comment: body.reason } : {};
  return {
    status,
    statusText: "",
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: headers.map(named),
    content: { size, mimeType, ...writtenText(body), ...comment },
    redirectURL: joinedHeader(headers, "location") ?? "",
    headersSize: -1,
    bodySize: size,
  };
}

function named([name, value]: readonly [string, string]): object {
  return { name, value };
}

function writtenText(body: Body): object {
  if (body.kind === "text") return { text: body.text };
  return body.kind === "bytes" ? { text: Buffer.from(body.bytes).toString("base64"), encoding: "base64" } : {};
}

/** A body that is missing has a size all the same, by which a reader knows that there was one. */
function sizeOf(body: Body, headers: readonly Header[]): number {
  if (body.kind === "text") return Buffer.byteLength(body.text);
  if (body.kind === "bytes") return body.bytes.length;
  return body.kind === "none" ? 0 : Number(joinedHeader(headers, "content-length")) || 1;
}
