import { getPayloadBytes, type Payload } from "../payload.js";
import { verify } from "../verify.js";
import {
  CANDIDATE_ALGORITHMS,
  CANDIDATE_ENCODINGS,
  listPayloadCandidates,
  listSecretCandidates,
} from "./signature-candidates.js";
import type { SignatureCause } from "./signature-cause.js";

export type { SignatureCause } from "./signature-cause.js";

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
  if (typeof signature !== "string" || signature.trim() === "") return { valid: false, causes: [MISSING] };
  return { valid: false, causes: (await findFewestChanges(delivery, signature)) ?? [createUnknownCause(signature)] };
}

/** Returns the smallest set of causes that explains the signature; undefined when none does. */
async function findFewestChanges(delivery: SignedDelivery, signature: string): Promise<SignatureCause[] | undefined> {
  const variants = listHeaderVariants(signature);
  let fewest: SignatureCause[] | undefined;
  for await (const { text, causes } of generatePossibleSignatures(delivery)) {
    const match = variants.find((variant) => variant.text === text);
    const all = [...causes, ...(match?.cause === undefined ? [] : [match.cause])];
    if (match !== undefined && (fewest === undefined || all.length < fewest.length)) fewest = all;
  }
  return fewest;
}

type PossibleSignature = { readonly text: string; readonly causes: SignatureCause[] };

/** Generates the signatures of all combinations of candidates, each with its causes. */
async function* generatePossibleSignatures(delivery: SignedDelivery): AsyncIterable<PossibleSignature> {
  const payloads = listPayloadCandidates(new Uint8Array(getPayloadBytes(delivery.payload)));
  for (const key of listSecretCandidates(delivery.secret, delivery.otherSecrets ?? [])) {
    for (const algorithm of CANDIDATE_ALGORITHMS) {
      const hmac = { name: "HMAC", hash: algorithm.name };
      const imported = await crypto.subtle.importKey("raw", key.value, hmac, false, ["sign"]);
      const digests = await Promise.all(payloads.map(({ value }) => crypto.subtle.sign("HMAC", imported, value)));
      for (const [index, payload] of payloads.entries()) {
        const digest = new Uint8Array(digests[index] ?? []);
        for (const encoding of CANDIDATE_ENCODINGS) {
          const causes = [key, payload, algorithm, encoding].flatMap(({ cause }) => cause ?? []);
          yield { text: encoding.write(digest), causes };
        }
      }
    }
  }
}

/** The header value, and the value without surrounding quotes or an algorithm prefix. */
function listHeaderVariants(signature: string): readonly { readonly text: string; readonly cause?: SignatureCause }[] {
  const bare = signature.trim().replace(/^(["'])(.*)\1$/s, "$2");
  const unnamed = bare.replace(/^(?:hmac-)?sha\d+[=:]\s*/i, "");
  return [
    { text: signature },
    ...(bare === signature ? [] : [{ text: bare, cause: SURROUNDED }]),
    ...(unnamed === bare ? [] : [{ text: unnamed, cause: PREFIXED }]),
  ];
}

function createUnknownCause(signature: string): SignatureCause {
  const format = /^[A-Za-z0-9+/]{27}=$/.test(signature)
    ? "The format is valid, so the secret differs or the payload was changed in transit"
    : `It has ${signature.length} characters; base64 of an HMAC-SHA1 has 28 and ends with "="`;
  return { code: "unknown", message: `${format}. No other cause was found` };
}

const MISSING: SignatureCause = {
  code: "signature.missing",
  message: "No signature: read the header Service-Webhook-Signature, and let proxies forward it",
};
const SURROUNDED: SignatureCause = {
  code: "signature.whitespace",
  message: "The signature has surrounding white space or quotation marks: remove them",
};
const PREFIXED: SignatureCause = {
  code: "signature.prefix",
  message: "The signature starts with an algorithm name; this service sends only base64",
};
