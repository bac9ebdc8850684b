import { decodeUtf8, encodeBase64, encodeHex, encodeLatin1, encodeUtf8 } from "./encodings.js";
import { getPayloadBytes, type Payload, verify } from "./signature.js";

/** A delivery as received, and the secrets that may have signed it. */
export type SignedDelivery = {
  readonly payload: Payload;
  /** The header `Service-Webhook-Signature`. */
  readonly signature: string | null | undefined;
  /** The secret that should have signed it. */
  readonly secret: string;
  /** Secrets of other registrations, which may have signed it instead. */
  readonly otherSecrets?: readonly string[];
};

/** A cause of a wrong signature; the message says how to fix it. */
export type SignatureCause = { readonly code: string; readonly message: string };

export type SignatureExplanation =
  | { readonly valid: true }
  | { readonly valid: false; readonly causes: readonly SignatureCause[] };

/**
 * Explains why a signature is wrong: finds the fewest changes of secret, payload and encoding that would make it match,
 * and the cause of each. For debugging during development only: it is slow, does not run in constant time, and its
 * result must not be sent to the sender. It never returns a secret or a valid signature.
 *
 * @throws {TypeError} when the payload is not text or bytes, or the secret is empty.
 */
export async function explainSignature(delivery: SignedDelivery): Promise<SignatureExplanation> {
  const { payload, signature, secret } = delivery;
  if (await verify(payload, signature, secret)) return { valid: true };
  if (typeof signature !== "string" || signature.trim() === "") return { valid: false, causes: [CAUSES.missing] };
  return { valid: false, causes: (await findFewestChanges(delivery, signature)) ?? [createUnknownCause(signature)] };
}

/** A value that may have been used, with the causes of its difference from the right one. */
type Candidate<Value> = readonly [value: Value, ...causes: readonly SignatureCause[]];

/** Returns the smallest set of causes that explains the signature; undefined when none does. */
async function findFewestChanges(delivery: SignedDelivery, signature: string): Promise<SignatureCause[] | undefined> {
  let fewest: SignatureCause[] | undefined;
  for await (const [text, ...causes] of generateSignatures(delivery))
    if (text === signature && (fewest === undefined || causes.length < fewest.length)) fewest = causes;
  return fewest;
}

/** Generates the signatures of all combinations of candidates. */
async function* generateSignatures(delivery: SignedDelivery): AsyncIterable<Candidate<string>> {
  const payloads = listPayloadCandidates(new Uint8Array(getPayloadBytes(delivery.payload)));
  for (const [key, ...keyCauses] of listSecretCandidates(delivery.secret, delivery.otherSecrets ?? [])) {
    for (const hash of ["SHA-1", "SHA-256", "SHA-384", "SHA-512"]) {
      const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash }, false, ["sign"]);
      const digests = await Promise.all(payloads.map(([payload]) => crypto.subtle.sign("HMAC", imported, payload)));
      for (const [index, [, ...payloadCauses]] of payloads.entries())
        for (const [text, ...encodingCauses] of listEncodings(new Uint8Array(digests[index] ?? [])))
          yield [text, ...keyCauses, ...payloadCauses, ...listAlgorithmCauses(hash), ...encodingCauses];
    }
  }
}

function listAlgorithmCauses(hash: string): readonly SignatureCause[] {
  const message = `The signature uses HMAC-${hash.replace("-", "")}; expected HMAC-SHA1`;
  return hash === "SHA-1" ? [] : [{ code: "algorithm", message }];
}

function listEncodings(digest: Uint8Array): readonly Candidate<string>[] {
  const [base64, hex] = [encodeBase64(digest), encodeHex(digest)];
  return [[base64], [hex, CAUSES.hex], [hex.toUpperCase(), CAUSES.hex]];
}

/** The secret and values that are easily used instead. */
function listSecretCandidates(secret: string, others: readonly string[]): readonly Candidate<Uint8Array>[] {
  const trimmed = secret.trim();
  const bare = secret.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
  // One leftover character encodes no byte, so the text is not base64.
  const isBase64 = /^[A-Za-z0-9+/]{4,}$/.test(bare) && bare.length % 4 !== 1;
  const spaced = (where: string): SignatureCause => ({
    code: "secret.whitespace",
    message: `The secret was used ${where} leading or trailing white space`,
  });
  const createOther = (index: number): SignatureCause => ({
    code: "secret.other",
    message: `The signature matches another secret, number ${index + 1} of the others`,
  });
  return [
    [encodeUtf8(secret)],
    ...(trimmed === "" ? [] : [[encodeUtf8(trimmed), spaced("without")] as const]),
    ...["\n", "\r\n", " "].map((end) => [encodeUtf8(trimmed + end), spaced("with")] as const),
    ...others
      .filter((other) => other !== secret && other !== "")
      .map((other, index) => [encodeUtf8(other), createOther(index)] as const),
    ...(isBase64 ? [[encodeLatin1(atob(bare)), CAUSES.decoded] as const] : []),
  ];
}

/** The payload, and what it may have been before a program changed its white space, or parsed and serialized it. */
function listPayloadCandidates(bytes: Uint8Array): readonly Candidate<Uint8Array>[] {
  const text = decodeUtf8(bytes);
  const trimmed = text.replace(/\s+$/, "");
  const lines = [
    trimmed,
    `${trimmed}\n`,
    `${trimmed}\r\n`,
    ...["\n", "\r\n"].map((end) => text.replaceAll(/\r?\n/g, end)),
  ];
  const changed = [...lines, ...listSerializations(text)];
  return [[bytes], ...changed.map((it) => [encodeUtf8(it), CAUSES.changed] as const)];
}

/** The serializations by common JSON libraries of the value of a JSON text; none when it is not JSON. */
function listSerializations(text: string): readonly string[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const compact = JSON.stringify(value);
  // Python adds a space after every comma and colon outside strings.
  const spaced = compact.replace(/"(?:[^"\\]|\\.)*"|[,:]/g, (token) => (token.length === 1 ? `${token} ` : token));
  const plain = [compact, spaced, JSON.stringify(value, null, 2), JSON.stringify(value, null, 4)];
  return [...plain, ...plain.map(escapeNonAscii), ...plain.map((json) => json.replaceAll("/", "\\/"))];
}

function escapeNonAscii(json: string): string {
  return json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function createUnknownCause(signature: string): SignatureCause {
  const format = /^[A-Za-z0-9+/]{27}=$/.test(signature)
    ? "The format is valid, so the secret differs or the payload was changed in transit"
    : `It has ${signature.length} characters; base64 of an HMAC-SHA1 has 28 and ends with "="`;
  return { code: "unknown", message: `${format}. No other cause was found` };
}

const CAUSES = {
  missing: {
    code: "signature.missing",
    message: "No signature: read the header Service-Webhook-Signature, and let proxies forward it",
  },
  hex: { code: "encoding.hex", message: "The signature is hexadecimal; expected 28 characters of base64" },
  decoded: { code: "secret.decoded", message: "The secret was decoded as base64; use its characters as the key" },
  changed: {
    code: "payload.changed",
    message: "The payload was parsed and serialized again, or its line ends were changed: verify the raw body",
  },
} as const;
