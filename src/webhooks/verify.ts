import { importHmacKey } from "./hmac-key.js";
import { getPayloadBytes, type Payload } from "./payload.js";
import { isSignedRequest, type SignedRequest } from "./signed-request.js";

export type { SignedRequest } from "./signed-request.js";

/** The registered secret, or several while they are being changed. */
export type Secrets = string | readonly string[];

/**
 * Whether a signature is that of the payload by the secret, or by one of several while secrets are being changed. Every
 * secret is tried, and the comparison, which is the platform's, takes as long for a wrong signature as for the right one. A
 * signature that did not come, or that is written otherwise (hexadecimal, base64url, with a line end), is wrong and no
 * error.
 *
 * Of a `Request` the header is read, and a copy of the body: the body can still be read by the caller. How long it may be
 * is for the caller to limit; the ready handlers do.
 *
 * A right signature says who sent an event and not when: deliveries are repeated, so tell events apart by their `id`.
 *
 * @throws {TypeError} when the payload was parsed, the body of the request was read before, or a secret is missing: then
 * nothing can be verified.
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
    const signature = signed.headers.get("service-webhook-signature");
    // The overload of a request has the secrets in the second place.
    return verify(await signed.clone().arrayBuffer(), signature, first as Secrets);
  }
  const bytes = getPayloadBytes(signed);
  // What has no other form would be decoded leniently: one signature has one way to be written.
  const [given = ""] = CANONICAL_BASE64_SHA1.exec(first as string) ?? [];
  const digest = Uint8Array.from(atob(given), (char) => char.charCodeAt(0));
  const answers = (second?.length ? [second].flat() : [""]).map(async (secret) =>
    crypto.subtle.verify("HMAC", await importHmacKey(secret), digest, bytes),
  );
  return (await Promise.all(answers)).includes(true);
}

/** Base64 of twenty bytes: the last character before the padding leaves two bits unused. */
const CANONICAL_BASE64_SHA1 = /^[A-Za-z0-9+/]{26}[AEIMQUYcgkosw048]=$/;
