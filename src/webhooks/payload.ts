import { encodeUtf8 } from "./encodings.js";

/** The body of a delivery exactly as it came: text as UTF-8 has it, or bytes. */
export type Payload = string | Uint8Array | ArrayBuffer;

/**
 * The payload as WebCrypto takes it.
 *
 * @throws {TypeError} when the payload is neither text nor bytes.
 */
export function getPayloadBytes(payload: Payload): Uint8Array | ArrayBuffer {
  const bytes = typeof payload === "string" ? encodeUtf8(payload) : payload;
  // What was parsed is what no type says.
  if ((bytes as Uint8Array | undefined)?.byteLength === undefined) {
    throw new TypeError(
      'Give the raw body, not a parsed one: express.raw({ type: "*/*" }), Fastify with parseAs: "buffer", request.arrayBuffer()',
    );
  }
  return bytes;
}
