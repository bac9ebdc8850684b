import { isObject, type JsonObject } from "../../document/index.js";
import { readStrictJson } from "../server/strict-json.js";

/** Header and claims of a JSON Web Token whose signature is not verified. */
export type CompactJws = { readonly header: JsonObject; readonly claims: JsonObject };

/**
 * Parses a JWT in compact serialization (RFC 7515, section 3.1) strictly. It must have three parts in canonical
 * base64url; the first two must be JSON objects without duplicate names (section 4, and RFC 7519, section 4).
 *
 * @returns undefined for anything else, including encrypted tokens
 */
export function readCompactJws(token: string): CompactJws | undefined {
  const [head, body, signature, ...more] = token.split(".");
  if (head === undefined || body === undefined || signature === undefined || more.length > 0) return undefined;
  if (![head, body, signature].every(isCanonical)) return undefined;
  const header = readJwsPart(head);
  const claims = readJwsPart(body);
  return header === undefined || claims === undefined ? undefined : { header, claims };
}

/** Decoders ignore padding, foreign characters and spare bits, so a changed text could have the same signature. */
function isCanonical(part: string): boolean {
  return Buffer.from(part, "base64url").toString("base64url") === part;
}

function readJwsPart(part: string): JsonObject | undefined {
  const read = readStrictJson(Buffer.from(part, "base64url"));
  return read.kind === "value" && isObject(read.value) ? read.value : undefined;
}
