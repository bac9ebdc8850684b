import { EXCHANGE_PART_POINTERS, type Exchange, type ExchangeOrigin, type RecordedMessage } from "./exchange.js";
import { decodeBodyText, getCombinedHeader, getMediaType } from "./message.js";

/** The location of a live exchange: the service and its position in the run. */
export type FetchOrigin = Pick<ExchangeOrigin, "source" | "index" | "startedAt">;

/** Sends a request and records the exchange. The body of the returned response is still readable. */
export async function recordFetch(
  fetch: (request: Request) => Promise<Response>,
  request: Request,
  at: FetchOrigin,
): Promise<{ readonly exchange: Exchange; readonly response: Response }> {
  // Sending consumes the request body.
  const sent = request.clone();
  const response = await fetch(request);
  return { exchange: await createFetchExchange(sent, response, at), response };
}

/**
 * Creates an exchange from a `fetch` request and response. Both bodies stay readable.
 *
 * A body that was already consumed is recorded as missing, so clone the request before sending it.
 */
export async function createFetchExchange(request: Request, response: Response, at: FetchOrigin): Promise<Exchange> {
  const incomplete = explainIncompleteResponse(response);
  return {
    request: {
      method: request.method.toUpperCase(),
      // Clients do not send the fragment.
      url: request.url.replace(/#.*$/s, ""),
      ...(await readMessage(request)),
    },
    response: { status: response.status, ...(await readMessage(response)) },
    origin: { ...at, pointer: `/${at.index}`, parts: EXCHANGE_PART_POINTERS },
    ...(incomplete === undefined ? {} : { incomplete }),
  };
}

async function readMessage(message: Request | Response): Promise<RecordedMessage> {
  const headers = [...message.headers];
  if (message.body === null) return { headers, body: { kind: "none" } };
  if (message.bodyUsed) {
    return { headers, body: { kind: "missing", reason: "the body was consumed before it could be recorded" } };
  }
  const bytes = new Uint8Array(await message.clone().arrayBuffer());
  if (bytes.length === 0) return { headers, body: { kind: "none" } };
  const encoding = getCombinedHeader(headers, "content-encoding");
  const isUnpacked = encoding === undefined || ("status" in message && DECODED_BY_FETCH.test(encoding));
  if (!isUnpacked) return { headers, body: { kind: "bytes", bytes } };
  const body = decodeBodyText({ kind: "bytes", bytes }, getMediaType(headers)?.parameters.charset);
  if (body.kind === "text") return { headers, body };
  // `fetch` keeps the Content-Encoding header of a decoded body; remove it so that the bytes are not decoded again.
  return { headers: headers.filter(([name]) => name !== "content-encoding"), body: { kind: "bytes", bytes } };
}

function explainIncompleteResponse({ type, redirected, status }: Response): string | undefined {
  if (redirected) return "fetch followed a redirect, so the response belongs to another request";
  if (type === "error" || type === "opaque" || type === "opaqueredirect") return `fetch hides the response (${type})`;
  return status === 0 ? "no response was recorded (status 0)" : undefined;
}

const DECODED_BY_FETCH = /^((gzip|x-gzip|deflate|br|identity)(\s*,\s*|$))+$/i;
