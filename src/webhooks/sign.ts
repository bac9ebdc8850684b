import { encodeBase64 } from "./encodings.js";
import { importHmacKey } from "./hmac-key.js";
import { getPayloadBytes, type Payload } from "./payload.js";

/**
 * The value of `Service-Webhook-Signature`: base64 (RFC 4648, section 4) of the binary HMAC-SHA1 of the payload, keyed with
 * the registered secret in UTF-8 (seed, "Delivery", 2). For tests: the service signs, a receiver verifies.
 *
 * @throws {TypeError} when the payload was parsed: another text may stand for the same value, so its bytes are gone.
 */
export async function sign(payload: Payload, secret: string): Promise<string> {
  const bytes = getPayloadBytes(payload);
  const digest = await crypto.subtle.sign("HMAC", await importHmacKey(secret), bytes);
  return encodeBase64(new Uint8Array(digest));
}
