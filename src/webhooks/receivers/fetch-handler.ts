import { concatBytes } from "./concat-bytes.js";
import { MAX_PAYLOAD_BYTES, type ReceiverOptions, receiver } from "./receiver.js";

/** Answers a `Request`. Where work ends with the answer, as in workers, the second argument is told what to wait for. */
export type FetchHandler = (request: Request, waitUntil?: (work: Promise<unknown>) => void) => Promise<Response>;

/** A receiver for servers that speak fetch: Deno, Bun, workers, and frameworks upon them. Statuses are those of `receiver`. */
export function fetchHandler(options: ReceiverOptions): FetchHandler {
  const receive = receiver(options);
  return async (request, waitUntil) => {
    if (request.method !== "POST") return new Response(null, { status: 405, headers: { Allow: "POST" } });
    const payload = await readFetchBody(request, options.maxBytes ?? MAX_PAYLOAD_BYTES);
    if (!(payload instanceof Uint8Array)) return new Response(null, { status: payload });
    const { status, work } = await receive(payload, request.headers.get("service-webhook-signature"));
    waitUntil?.(work);
    return new Response(null, { status });
  };
}

/** The body; or why there is none: 413 when it is longer than it may be, 400 when it broke off. */
async function readFetchBody(request: Request, limit: number): Promise<Uint8Array | 413 | 400> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    const reader = request.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      length += part.value.length;
      if (length > limit) {
        await reader?.cancel();
        return 413;
      }
      chunks.push(part.value);
    }
  } catch {
    return 400;
  }
  return concatBytes(chunks, length);
}
