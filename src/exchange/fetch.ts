import { decodeBodyText } from "./decode.js";
import type { Exchange, HeaderField, RecordedBody } from "./exchange.js";
import { EXCHANGE_PART_POINTERS } from "./exchange-part-pointers.js";
import { getCombinedHeader } from "./headers.js";
import { parseMediaType } from "./media-type.js";

/** Where a live exchange stands: what it was sent to, and its number in the run. */
export type FetchOrigin = {
  /** Such as the base URL. */
  readonly source: string;
  readonly index: number;
  /** RFC 3339. */
  readonly startedAt?: string;
};

/** Sends a request and keeps both sides of it; the answer can still be read. */
export async function recordFetch(
  fetch: (request: Request) => Promise<Response>,
  request: Request,
  at: FetchOrigin,
): Promise<{ readonly exchange: Exchange; readonly response: Response }> {
  // Sending uses a body up.
  const sent = request.clone();
  const response = await fetch(request);
  return { exchange: await createFetchExchange(sent, response, at), response };
}

/**
 * Makes an exchange of a request and its answer as `fetch` knows them, and leaves both readable.
 *
 * A body that has been read already is missing; so clone the request before it is sent.
 */
export async function createFetchExchange(request: Request, response: Response, at: FetchOrigin): Promise<Exchange> {
  const incomplete = explainIncompleteResponse(response);
  return {
    request: {
      method: request.method.toUpperCase(),
      // A fragment is never sent.
      url: request.url.replace(/#.*$/s, ""),
      ...(await readMessage(request)),
    },
    response: { status: response.status, ...(await readMessage(response)) },
    origin: { ...at, pointer: `/${at.index}`, parts: EXCHANGE_PART_POINTERS },
    ...(incomplete === undefined ? {} : { incomplete }),
  };
}

type RecordedMessage = { readonly headers: readonly HeaderField[]; readonly body: RecordedBody };

async function readMessage(message: Request | Response): Promise<RecordedMessage> {
  const headers = [...message.headers];
  if (message.body === null) return { headers, body: { kind: "none" } };
  if (message.bodyUsed) {
    return { headers, body: { kind: "missing", reason: "the body had been read before it could be recorded" } };
  }
  const bytes = new Uint8Array(await message.clone().arrayBuffer());
  if (bytes.length === 0) return { headers, body: { kind: "none" } };
  const encoding = getCombinedHeader(headers, "content-encoding");
  const isUnpacked = encoding === undefined || ("status" in message && DECODED_BY_FETCH.test(encoding));
  if (!isUnpacked) return { headers, body: { kind: "bytes", bytes } };
  const charset = parseMediaType(getCombinedHeader(headers, "content-type") ?? "")?.parameters.charset;
  const body = decodeBodyText({ kind: "bytes", bytes }, charset);
  if (body.kind === "text") return { headers, body };
  // By the header that `fetch` leaves these bytes would be unpacked once more.
  return { headers: headers.filter(([name]) => name !== "content-encoding"), body: { kind: "bytes", bytes } };
}

function explainIncompleteResponse({ type, redirected, status }: Response): string | undefined {
  if (redirected) return "fetch followed a redirect, so that the answer is to another request";
  if (type === "error" || type === "opaque" || type === "opaqueredirect") return `fetch hides the answer (${type})`;
  return status === 0 ? "no answer was recorded (status 0)" : undefined;
}

const DECODED_BY_FETCH = /^((gzip|x-gzip|deflate|br|identity)(\s*,\s*|$))+$/i;
