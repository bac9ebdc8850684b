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

/** A delivery as it came, and what is known about who may have signed it. */
export type SignedDelivery = {
  readonly payload: Payload;
  /** The header `Service-Webhook-Signature`. */
  readonly signature: string | null | undefined;
  /** The secret by which the signature should be right. */
  readonly secret: string;
  /** Secrets of other registrations, among which the right one may be. */
  readonly otherSecrets?: readonly string[];
};

export type SignatureExplanation =
  | { readonly valid: true }
  | { readonly valid: false; readonly causes: readonly SignatureCause[] };

/**
 * Why a signature is wrong: the fewest changes of secret, payload and encoding under which it would be right, and what each
 * of them comes from. It is for finding a fault while developing: it is slow, takes no constant time, and is not for the
 * eyes of whoever sent. It never tells a secret or the right signature.
 *
 * @throws {TypeError} when the payload was parsed, or the secret is empty.
 */
export async function explainSignature(delivery: SignedDelivery): Promise<SignatureExplanation> {
  const { payload, signature, secret } = delivery;
  if (await verify(payload, signature, secret)) return { valid: true };
  if (typeof signature !== "string" || signature.trim() === "") return { valid: false, causes: [MISSING] };
  return { valid: false, causes: (await findFewestChanges(delivery, signature)) ?? [createUnknownCause(signature)] };
}

/** What would have to be otherwise, when that explains the signature; undefined when nothing known does. */
async function findFewestChanges(delivery: SignedDelivery, signature: string): Promise<SignatureCause[] | undefined> {
  const given = listHeaderVariants(signature);
  let least: SignatureCause[] | undefined;
  for await (const { text, causes } of generatePossibleSignatures(delivery)) {
    const form = given.find((written) => written.text === text);
    const all = [...causes, ...(form?.cause === undefined ? [] : [form.cause])];
    if (form !== undefined && (least === undefined || all.length < least.length)) least = all;
  }
  return least;
}

type PossibleSignature = { readonly text: string; readonly causes: SignatureCause[] };

/** Every signature that could have been meant, with what would have to be otherwise. */
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

/** A header as it stands, and without what may have been written around it. */
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
  const form = /^[A-Za-z0-9+/]{27}=$/.test(signature)
    ? "It has the right form, so the secret is another one, or the payload was changed on its way"
    : `It has ${signature.length} characters; base64 of an HMAC-SHA1 has 28, the last of them "="`;
  return { code: "unknown", message: `${form}. Nothing known makes it right` };
}

const MISSING: SignatureCause = {
  code: "signature.missing",
  message: "No signature came: read the header Service-Webhook-Signature, and let proxies pass it on",
};
const SURROUNDED: SignatureCause = {
  code: "signature.whitespace",
  message: "The signature stands within white space or quotation marks: compare it without them",
};
const PREFIXED: SignatureCause = {
  code: "signature.prefix",
  message: "The signature begins with the name of an algorithm; this service sends base64 alone",
};
