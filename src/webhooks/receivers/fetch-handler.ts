import { SIGNATURE_HEADER } from "../signature.js";
import { concatBytes, MAX_PAYLOAD_BYTES, type ReceiverOptions, receiver } from "./receiver.js";

/** Handles a `Request`. Pass `waitUntil` in runtimes that stop work after the response, such as workers. */
export type FetchHandler = (request: Request, waitUntil?: (work: Promise<unknown>) => void) => Promise<Response>;

/**
 * Creates a receiver for servers with fetch handlers: Deno, Bun, workers and frameworks for them. Responds with the
 * statuses of `receiver`, 405 to methods other than POST, 413 to a body longer than `maxBytes`, and 400 to an
 * incomplete one.
 */
export function fetchHandler(options: ReceiverOptions): FetchHandler {
  const receive = receiver(options);
  return async (request, waitUntil) => {
    if (request.method !== "POST") return new Response(null, { status: 405, headers: { Allow: "POST" } });
    const payload = await readFetchBody(request, options.maxBytes ?? MAX_PAYLOAD_BYTES);
    if (!(payload instanceof Uint8Array)) return new Response(null, { status: payload });
    const { status, work } = await receive(payload, request.headers.get(SIGNATURE_HEADER));
    waitUntil?.(work);
    return new Response(null, { status });
  };
}

/** Reads the body. Returns 413 when it is longer than `limit`, and 400 when it is incomplete. */
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
