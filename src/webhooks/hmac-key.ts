import { encodeUtf8 } from "./encodings.js";

/** What this runtime's own types call a key, be they Node's or a browser's. */
export type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/**
 * The key that the characters of a secret are.
 *
 * @throws {TypeError} when there is no secret: anybody could sign with an empty one.
 */
export function importHmacKey(secret: string): Promise<HmacKey> {
  if (!secret) throw new TypeError("The secret is missing or empty");
  return crypto.subtle.importKey("raw", encodeUtf8(secret), { name: "HMAC", hash: "SHA-1" }, false, ["sign", "verify"]);
}
