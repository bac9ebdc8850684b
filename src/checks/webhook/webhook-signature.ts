import { createHmac } from "node:crypto";
import { asString, isObject, type Operation, type Parameter, valueAt } from "../../document/index.js";
import { type Exchange, getCombinedHeader, isMask, redactText } from "../../exchange/index.js";
import { type Schemas, toPrintable } from "../../schema/index.js";
import type { CheckContext, CheckFinding } from "../check.js";

/** The result of verifying the signature of a delivery. `unverified`: the spec states how it is signed, but data is missing. */
export type SignatureResult =
  | { readonly kind: "valid" | "unstated" }
  | { readonly kind: "invalid"; readonly finding: CheckFinding }
  | { readonly kind: "unverified"; readonly reason: string };

/**
 * Verifies the signature of a delivery in a header with `x-webhook-signature`, as the recorder or one of the secrets says. A
 * missing header is another finding.
 */
export function verifySignature(
  { exchange, operation, schemas }: Pick<CheckContext, "exchange" | "operation" | "schemas">,
  secrets: readonly string[],
): SignatureResult {
  const { wrongSignature, isVerified = false } = exchange.webhook ?? {};
  if (wrongSignature !== undefined)
    return { kind: "invalid", finding: createInvalidSignatureFinding(operation, wrongSignature) };
  const header = operation.parameters.find((it) => readSignatureConfig(schemas, it) !== undefined);
  const config = header && readSignatureConfig(schemas, header);
  const signature = header && getCombinedHeader(exchange.request.headers, header.name.toLowerCase());
  if (isVerified) return { kind: "valid" };
  if (config === undefined || signature === undefined) return { kind: "unstated" };
  const { algorithm, encoding, prefix } = config;
  const hash = HASHES.get(algorithm);
  if (hash === undefined || !ENCODINGS.has(encoding))
    return unverified(`webhook signatures: ${toPrintable(algorithm)} in ${toPrintable(encoding)} is not supported`);
  if (isMask(signature) || MASKED_CHARACTERS.test(signature))
    return unverified("webhook signatures, which the recorder redacted");
  if (secrets.length === 0) return unverified("webhook signatures, as no secret is recorded (pass --secret)");
  const payload = getPayload(exchange);
  if (payload === undefined) return unverified("webhook signatures, as the payload is not recorded");
  const matches = (secret: string): boolean =>
    `${prefix}${createHmac(hash, secret)
      .update(payload)
      .digest(encoding as "base64")}` === signature;
  if (secrets.some(matches)) return { kind: "valid" };
  // Text that was decoded with errors has lost its bytes.
  if (typeof payload === "string" && payload.includes("\uFFFD"))
    return unverified("webhook signatures of payloads that are not recorded byte by byte");
  const which = secrets.length === 1 ? "with the secret" : `with one of the ${secrets.length} secrets`;
  return { kind: "invalid", finding: createInvalidSignatureFinding(operation, `expected its ${algorithm} ${which}`) };
}

/** Whether the spec states how deliveries of a webhook are signed. */
export function hasStatedSignature(schemas: Schemas, { parameters }: Operation): boolean {
  return parameters.some((it) => readSignatureConfig(schemas, it) !== undefined);
}

/** `webhook.signature.invalid`: the signature does not belong to the payload, or the listener rejected it. */
export function createInvalidSignatureFinding({ parameters, pointer }: Operation, why: string): CheckFinding {
  const header = parameters.find((it) => it.in === "header" && /signature/i.test(it.name));
  return {
    code: "webhook.signature.invalid",
    message: `the signature does not match the payload: ${redactText(why)}`,
    part: "request.headers",
    at: "",
    contract: header?.pointer ?? pointer,
    // The cause, as the recorder found it, without what differs between deliveries.
    valueClass: why.replaceAll(/"[^"]*"|\d+/g, "#").slice(0, 200),
    occurrences: 1,
  };
}

type SignatureConfig = { readonly algorithm: string; readonly encoding: string; readonly prefix: string };

function readSignatureConfig(schemas: Schemas, parameter: Parameter): SignatureConfig | undefined {
  if (parameter.in !== "header") return undefined;
  const value = valueAt(schemas.root, parameter.pointer);
  const config = isObject(value) ? value["x-webhook-signature"] : undefined;
  if (!isObject(config)) return undefined;
  const algorithm = asString(config.algorithm) ?? "no algorithm";
  return { algorithm, encoding: asString(config.encoding) ?? "base64", prefix: asString(config.prefix) ?? "" };
}

function getPayload({ request: { body } }: Exchange): string | Uint8Array | undefined {
  if (body.kind === "missing") return undefined;
  return body.kind === "none" ? "" : body.kind === "text" ? body.text : body.bytes;
}

const unverified = (reason: string): SignatureResult => ({ kind: "unverified", reason });

const HASHES: ReadonlyMap<string, string> = new Map(
  ["SHA1", "SHA256", "SHA384", "SHA512"].map((hash) => [`HMAC-${hash}`, hash.toLowerCase()]),
);
const ENCODINGS: ReadonlySet<string> = new Set(["base64", "hex"]);
/** `contract listen` replaces each character of a signature by one of its class. */
const MASKED_CHARACTERS = /^[aA0+/=]+$/;
