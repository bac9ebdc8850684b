import { createHmac } from "node:crypto";
import {
  asObject,
  asString,
  type Document,
  type Json,
  memoizeByPair,
  type Operation,
  type Pointer,
  valueAt,
} from "../document/index.js";

/** What a spec states about an operation that registers webhooks: `x-registers-webhooks`. */
export type RegistrationFacts = {
  /** JSON Pointer to the URL for deliveries in the request body. */
  readonly url: Pointer;
  /** JSON Pointer to the signing secret in the request body. */
  readonly secret: Pointer | undefined;
  /** By a JSON Pointer into an event, the JSON Pointer to what the registration has for it, in its request or its response. */
  readonly delivers: Readonly<Record<Pointer, Pointer>>;
  /** JSON Pointer to the id of an event. */
  readonly event: Pointer | undefined;
  /** By a JSON Pointer to URLs in an event, the JSON Pointer to the id of what one of them leads to. */
  readonly leadsTo: Readonly<Record<Pointer, Pointer>>;
};

/** Reads what the spec states about the registration of webhooks by an operation. */
export const getRegistrationFacts = memoizeByPair(
  (document: Document, operation: Operation): RegistrationFacts | undefined => {
    const stated = asObject(asObject(valueAt(document.root, operation.pointer))?.["x-registers-webhooks"]);
    const url = asString(stated?.url);
    if (stated === undefined || url === undefined) return undefined;
    const readTable = (value: Json | undefined): Readonly<Record<Pointer, Pointer>> =>
      Object.fromEntries(Object.entries(asObject(value) ?? {}).map(([at, from]) => [at, String(from)]));
    const [secret, event] = [stated.secret, stated.event].map(asString);
    return { url, secret, delivers: readTable(stated.delivers), event, leadsTo: readTable(stated.leadsTo) };
  },
);

/** How a spec states that deliveries are signed, in a header parameter of a webhook: `x-webhook-signature`. */
export type SignatureFacts = { readonly algorithm: string; readonly encoding: string; readonly prefix: string };

/** The header with the signature, and what the spec states about it; undefined if it states nothing. */
export function findSignatureHeader(document: Document, { parameters }: Pick<Operation, "parameters">) {
  for (const header of parameters) {
    const stated = asObject(asObject(valueAt(document.root, header.pointer))?.["x-webhook-signature"]);
    if (header.in !== "header" || stated === undefined) continue;
    const algorithm = asString(stated.algorithm) ?? "no algorithm";
    const [encoding = "base64", prefix = ""] = [stated.encoding, stated.prefix].map(asString);
    return { header, facts: { algorithm, encoding, prefix } satisfies SignatureFacts };
  }
  return undefined;
}

export function isKnownSignature({ algorithm, encoding }: SignatureFacts): boolean {
  return HASHES.has(algorithm) && (encoding === "base64" || encoding === "hex");
}

/** The signature of a payload; only for facts that are known. */
export function createSignature(
  { algorithm, encoding, prefix }: SignatureFacts,
  payload: string | Uint8Array,
  secret: string,
): string {
  const digest = createHmac(HASHES.get(algorithm) ?? "sha256", secret).update(payload);
  return `${prefix}${digest.digest(encoding as "base64" | "hex")}`;
}

const HASHES: ReadonlyMap<string, string> = new Map(
  ["SHA1", "SHA256", "SHA384", "SHA512"].map((hash) => [`HMAC-${hash}`, hash.toLowerCase()]),
);
