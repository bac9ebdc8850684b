/** `commerce-contract/verify`: only the verification of webhook signatures. Requires only WebCrypto. */

import { importHmacKey } from "./hmac-key.js";
import { getPayloadBytes, type Payload } from "./payload.js";
import { isSignedRequest, SIGNATURE_HEADER, type SignedRequest } from "./signed-request.js";

export type { SignedRequest } from "./signed-request.js";

/** The registered secret, or several during rotation. */
export type Secrets = string | readonly string[];

/**
 * Whether a signature matches the payload and one of the secrets. Tries every secret and compares in constant time.
 * Returns false for a missing signature or another encoding (hexadecimal, base64url, a trailing line end).
 *
 * Of a `Request`, it reads the header and a copy of the body, so you can still read the body. It does not limit the
 * length of the body; the ready-made handlers do.
 *
 * A valid signature does not protect against replays: deliveries are repeated, so identify events by their `id`.
 *
 * @throws {TypeError} when the payload was parsed, the body of the request was already read, or a secret is missing.
 */
export async function verify(request: SignedRequest, secrets: Secrets): Promise<boolean>;
export async function verify(
  payload: Payload,
  signature: string | null | undefined,
  secrets: Secrets,
): Promise<boolean>;
export async function verify(
  signed: SignedRequest | Payload,
  first: Secrets | null | undefined,
  second?: Secrets,
): Promise<boolean> {
  if (isSignedRequest(signed)) {
    const signature = signed.headers.get(SIGNATURE_HEADER);
    // In the overload for a request, the secrets are the second argument.
    return verify(await signed.clone().arrayBuffer(), signature, first as Secrets);
  }
  const bytes = getPayloadBytes(signed);
  // `atob` also decodes other spellings; only the canonical one is accepted.
  const [base64 = ""] = CANONICAL_BASE64_SHA1.exec(first as string) ?? [];
  const digest = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const results = (second?.length ? [second].flat() : [""]).map(async (secret) =>
    crypto.subtle.verify("HMAC", await importHmacKey(secret), digest, bytes),
  );
  return (await Promise.all(results)).includes(true);
}

/** Canonical base64 of 20 bytes: the last character before the padding has two unused bits, which must be zero. */
const CANONICAL_BASE64_SHA1 = /^[A-Za-z0-9+/]{26}[AEIMQUYcgkosw048]=$/;
