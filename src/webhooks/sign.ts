import { createHmac } from "node:crypto";

/** The body of a delivery exactly as it came: text as UTF-8 has it, or bytes. */
export type Payload = string | Uint8Array | ArrayBuffer;

/**
 * The value of `Service-Webhook-Signature`: base64 (RFC 4648, section 4) of the binary HMAC-SHA1 of the payload, keyed with
 * the registered secret in UTF-8 (seed, "Delivery", 2).
 *
 * @throws {TypeError} when the payload was parsed: another text may stand for the same value, so its bytes are gone.
 */
export function sign(payload: Payload, secret: string): string {
  return createHmac("sha1", secret).update(payloadBytes(payload)).digest("base64");
}

/** @throws {TypeError} when the payload is neither text nor bytes. */
export function payloadBytes(payload: Payload): Uint8Array {
  if (typeof payload === "string") return Buffer.from(payload, "utf8");
  if (ArrayBuffer.isView(payload)) return new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength);
  // One of another realm, as test runners have them, is no instance of this one's class.
  if (Object.prototype.toString.call(payload) === "[object ArrayBuffer]") return new Uint8Array(payload);
  throw new TypeError(
    `The payload is ${typeName(payload)}, and a signature is of the bytes that came: give the raw body, a string or a ` +
      'Uint8Array. In Express it is `express.raw({ type: "application/json" })`, in Fastify a content type parser with ' +
      '`parseAs: "buffer"`, in a fetch handler `await request.arrayBuffer()`. Parse it after it is verified',
  );
}

function typeName(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  return typeof value === "object" ? "a parsed object" : `a ${typeof value}`;
}
