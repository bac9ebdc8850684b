import { realClock } from "../retries/real-clock.js";

/** How a service signs the webhooks that it sends. */
export type WebhookScheme = {
  /** The header with the signature. */
  readonly header: string;
  /** The member of the header with the signature, as in `t=1,v1=…`. Other members can be used in `signed`. */
  readonly field?: string;
  /** What precedes a signature, such as `sha256=`. The header can have several signatures, with spaces between them. */
  readonly prefix?: string;
  /** How the signature is written; `hex` by default. */
  readonly encoding?: "hex" | "base64";
  /** The hash of the HMAC; `SHA-256` by default. */
  readonly hash?: "SHA-1" | "SHA-256" | "SHA-384" | "SHA-512";
  /** What is signed: `{body}`, and other headers or members by their names, such as `{timestamp}.{body}`. */
  readonly signed?: string;
  /** The header or member with the time of the request, in Unix seconds. Older requests are refused. */
  readonly timestamp?: string;
  /** How far the time may be away, in seconds; 300 by default. */
  readonly tolerance?: number;
  /** What precedes a secret that is base64, such as `whsec_`. Without it, a secret is text. */
  readonly secretPrefix?: string;
};

/** A delivery: a `Request`, or its headers and its body as it was received. */
export type WebhookDelivery =
  | Request
  | { readonly headers: Headers | Readonly<Record<string, string>>; readonly body: string | Uint8Array };

/** Whether a delivery is signed with the secret, or with one of several. Reads a copy of a `Request`. */
export type WebhookVerifier = (delivery: WebhookDelivery, secrets: string | readonly string[]) => Promise<boolean>;

/** The signatures of Standard Webhooks (standardwebhooks.com). */
export const STANDARD_WEBHOOKS: WebhookScheme = {
  header: "webhook-signature",
  prefix: "v1,",
  encoding: "base64",
  signed: "{webhook-id}.{webhook-timestamp}.{body}",
  timestamp: "webhook-timestamp",
  secretPrefix: "whsec_",
};

/**
 * Creates the function that verifies deliveries. It compares in constant time, and resolves to false for every delivery that it
 * cannot verify.
 *
 * @param now the time in milliseconds, for tests
 */
export function createWebhookVerifier(scheme: WebhookScheme, now: () => number = realClock.now): WebhookVerifier {
  const { hash = "SHA-256", signed = "{body}", timestamp, tolerance = 300, secretPrefix } = scheme;
  return async (delivery, secrets) => {
    const headers = new Headers(delivery.headers);
    const members = splitMembers(headers.get(scheme.header) ?? "");
    const readPart = (name: string) => members.find(([key]) => key === name)?.[1] ?? headers.get(name) ?? "";
    // A missing time is NaN, which is within no tolerance.
    const age = timestamp === undefined ? 0 : now() / 1000 - Number(readPart(timestamp) || Number.NaN);
    const signatures = findSignatures(scheme, headers);
    if (signatures.length === 0 || !(Math.abs(age) <= tolerance)) return false;
    const body = "clone" in delivery ? await delivery.clone().arrayBuffer() : delivery.body;
    // The body is signed as bytes: decoding and encoding could change them.
    const parts = signed.split(/\{([^{}]+)\}/).map((part, index) => {
      if (index % 2 === 0) return part;
      return part === "body" ? body : readPart(part);
    });
    const bytes = await new Blob(parts as BlobPart[]).arrayBuffer();
    const keys = await Promise.all([secrets].flat().map((secret) => importKey(secret, secretPrefix, hash)));
    return verifyAny(keys, signatures, bytes);
  };
}

async function verifyAny(
  keys: readonly (HmacKey | undefined)[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
  bytes: ArrayBuffer,
): Promise<boolean> {
  for (const key of keys)
    for (const signature of signatures)
      if (key !== undefined && (await crypto.subtle.verify("HMAC", key, signature, bytes))) return true;
  return false;
}

/** The members of a header such as `t=1,v1=…`. */
function splitMembers(value: string): [name: string, value?: string][] {
  return value.split(",").map((it) => it.trim().split(/=(.*)/s) as [string, string?]);
}

function findSignatures(
  { header, field, prefix = "", encoding = "hex" }: WebhookScheme,
  headers: Headers,
): readonly Uint8Array<ArrayBuffer>[] {
  const value = headers.get(header) ?? "";
  const texts =
    field === undefined
      ? value.split(" ").flatMap((it) => (it.startsWith(prefix) ? [it.slice(prefix.length)] : []))
      : splitMembers(value).flatMap(([name, text = ""]) => (name === field ? [text] : []));
  return texts.flatMap((text) => decode(text, encoding) ?? []);
}

type BlobPart = string | ArrayBuffer;

type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Returns nothing for an empty secret, with which anyone could sign. */
async function importKey(secret: string, prefix: string | undefined, hash: string): Promise<HmacKey | undefined> {
  const bytes =
    prefix === undefined
      ? new TextEncoder().encode(secret)
      : decode(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, "base64");
  if (bytes === undefined || bytes.length === 0) return undefined;
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash }, false, ["verify"]);
}

/** Decodes a signature. Returns undefined for other spellings, which several texts could have for one signature. */
function decode(text: string, encoding: "hex" | "base64"): Uint8Array<ArrayBuffer> | undefined {
  if (encoding === "hex")
    return /^([0-9a-f]{2})+$/.test(text)
      ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
      : undefined;
  try {
    const decoded = atob(text);
    return btoa(decoded) === text ? Uint8Array.from(decoded, (char) => char.charCodeAt(0)) : undefined;
  } catch {
    return undefined;
  }
}
