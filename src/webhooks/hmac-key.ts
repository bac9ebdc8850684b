import { encodeUtf8 } from "./encodings.js";

/** The type of a key in Node's or a browser's types. */
export type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/**
 * Imports the UTF-8 bytes of a secret as an HMAC key.
 *
 * @throws {TypeError} when the secret is missing or empty, because an empty secret is no protection.
 */
export function importHmacKey(secret: string): Promise<HmacKey> {
  if (!secret) throw new TypeError("The secret is missing or empty");
  return crypto.subtle.importKey("raw", encodeUtf8(secret), { name: "HMAC", hash: "SHA-1" }, false, ["sign", "verify"]);
}
