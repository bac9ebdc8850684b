import { encodeBase64 } from "./encodings.js";
import { importHmacKey } from "./hmac-key.js";
import { getPayloadBytes, type Payload } from "./payload.js";

/**
 * Returns the value of `Service-Webhook-Signature` (seed, "Delivery", 2). It is the base64 (RFC 4648, section 4) of the
 * binary HMAC-SHA1 of the payload, with the registered secret in UTF-8 as the key. For tests of receivers.
 *
 * @throws {TypeError} when the payload was parsed, which loses its exact bytes.
 */
export async function sign(payload: Payload, secret: string): Promise<string> {
  const bytes = getPayloadBytes(payload);
  const digest = await crypto.subtle.sign("HMAC", await importHmacKey(secret), bytes);
  return encodeBase64(new Uint8Array(digest));
}
