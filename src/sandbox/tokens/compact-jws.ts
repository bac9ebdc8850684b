import { isObject, type JsonObject } from "../../document/index.js";
import { readStrictJson } from "../server/strict-json.js";

/** Header and claims of a JSON Web Token, before anybody has looked at its signature. */
export type CompactJws = { readonly header: JsonObject; readonly claims: JsonObject };

/**
 * Reads a JWT in compact serialization (RFC 7515, section 3.1), strictly: three parts of base64url as only one encoder
 * writes it, two of them JSON objects in which no name comes twice (section 4, and RFC 7519, section 4). Undefined for
 * anything else, an encrypted one too.
 */
export function readCompactJws(token: string): CompactJws | undefined {
  const [head, body, signature, ...more] = token.split(".");
  if (head === undefined || body === undefined || signature === undefined || more.length > 0) return undefined;
  if (![head, body, signature].every(isCanonical)) return undefined;
  const header = readJwsPart(head);
  const claims = readJwsPart(body);
  return header === undefined || claims === undefined ? undefined : { header, claims };
}

/** Decoders skip padding, foreign characters and spare bits: a changed text would be the same signature. */
function isCanonical(part: string): boolean {
  return Buffer.from(part, "base64url").toString("base64url") === part;
}

function readJwsPart(part: string): JsonObject | undefined {
  const read = readStrictJson(Buffer.from(part, "base64url"));
  return read.kind === "value" && isObject(read.value) ? read.value : undefined;
}
