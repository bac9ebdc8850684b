import type { JsonObject } from "../../document/index.js";
import { type AssertionAlgorithm, KEY_ID, listAlgorithms, type PublicJwk } from "../tenants/index.js";

/** A way in which the signature may be right. */
export type CandidateKey = { readonly jwk: PublicJwk; readonly algorithm: AssertionAlgorithm };

/**
 * The registered keys that a header allows for, each with the algorithm that the header names; none when it is refused.
 *
 * The header chooses among what is registered and brings nothing along: `jwk`, `jku`, `x5u` and `x5c` are not looked at
 * (RFC 8725, section 3.10), an algorithm is taken only with a key that is registered for it (section 3.1), and `crit`, `b64`,
 * `zip`, `enc` and `cty` ask for what we do not do.
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
