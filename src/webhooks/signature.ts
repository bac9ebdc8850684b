import type { operations } from "../../generated/types.js";
import { encodeBase64, encodeUtf8 } from "./encodings.js";

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

type WebhookHeader = keyof operations["onOrderOpened"]["parameters"]["header"];

/** The header with the signature of a delivery, in lower case as Node has it. */
export const SIGNATURE_HEADER = "service-webhook-signature" satisfies Lowercase<WebhookHeader>;

/** The part of a fetch `Request` that is used, which may be of another runtime. */
export type SignedRequest = {
  readonly headers: { readonly get: (name: string) => string | null };
  readonly clone: () => { readonly arrayBuffer: () => Promise<ArrayBuffer> };
};

export function isSignedRequest(signed: SignedRequest | Payload): signed is SignedRequest {
  return Boolean((signed as SignedRequest | null)?.headers?.get);
}

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
