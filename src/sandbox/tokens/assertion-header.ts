import type { JsonObject } from "../../document/index.js";
import { type AssertionAlgorithm, KEY_ID, listAlgorithms, type PublicJwk } from "../tenants/index.js";

/** A key and algorithm that may verify the signature. */
export type CandidateKey = { readonly jwk: PublicJwk; readonly algorithm: AssertionAlgorithm };

/**
 * Finds the registered keys for the `kid` and `alg` of a header; none when the header is refused.
 *
 * Uses registered keys only: ignores `jwk`, `jku`, `x5u` and `x5c` (RFC 8725, section 3.10), and accepts an algorithm
 * only with a key registered for it (section 3.1). Refuses the unsupported members `crit`, `b64`, `zip`, `enc` and
 * `cty`.
 */
export function findCandidateKeys(header: JsonObject, keys: readonly PublicJwk[]): readonly CandidateKey[] {
  const { alg, typ, kid } = header;
  if (typ !== undefined && typ !== "JWT") return [];
  if (UNSUPPORTED_MEMBERS.some((name) => Object.hasOwn(header, name))) return [];
  if (kid !== undefined && (typeof kid !== "string" || !KEY_ID.test(kid))) return [];
  return keys
    .filter((jwk) => kid === undefined || jwk.kid === kid)
    .flatMap((jwk) => {
      const algorithm = listAlgorithms(jwk).find((it) => it === alg);
      return algorithm === undefined ? [] : [{ jwk, algorithm }];
    });
}

const UNSUPPORTED_MEMBERS = ["crit", "b64", "zip", "enc", "cty"];
