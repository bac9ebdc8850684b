import { encodeUtf8 } from "./encodings.js";

/** The body of a delivery exactly as received: text decoded from UTF-8, or bytes. */
export type Payload = string | Uint8Array | ArrayBuffer;

/**
 * Returns the bytes of a payload.
 *
 * @throws {TypeError} when the payload is neither text nor bytes.
 */
export function getPayloadBytes(payload: Payload): Uint8Array | ArrayBuffer {
  const bytes = typeof payload === "string" ? encodeUtf8(payload) : payload;
  // Untyped callers may pass a parsed body.
  if ((bytes as Uint8Array | undefined)?.byteLength === undefined) {
    throw new TypeError(
      'Pass the raw body, not a parsed one: express.raw({ type: "*/*" }), Fastify with parseAs: "buffer", request.arrayBuffer()',
    );
  }
  return bytes;
}
