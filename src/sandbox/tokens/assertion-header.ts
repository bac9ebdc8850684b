import type { JsonObject } from "../../document/index.js";
import { algorithmsOf, KEY_ID, type PublicJwk, type SigningAlgorithm } from "../registry/index.js";

/** A way in which the signature may be right. */
export type Candidate = { readonly jwk: PublicJwk; readonly algorithm: SigningAlgorithm };

/**
 * The registered keys that a header allows for, each with the algorithm that the header names; none when it is refused.
 *
 * The header chooses among what is registered and brings nothing along: `jwk`, `jku`, `x5u` and `x5c` are not looked at
 * (RFC 8725, section 3.10), an algorithm is taken only with a key that is registered for it (section 3.1), and `crit`, `b64`,
 * `zip`, `enc` and `cty` ask for what we do not do.
 */
export function candidateKeys(header: JsonObject, keys: readonly PublicJwk[]): readonly Candidate[] {
  const { alg, typ, kid } = header;
  if (typ !== undefined && typ !== "JWT") return [];
  if (UNSUPPORTED.some((name) => Object.hasOwn(header, name))) return [];
  if (kid !== undefined && (typeof kid !== "string" || !KEY_ID.test(kid))) return [];
  return keys
    .filter((jwk) => kid === undefined || jwk.kid === kid)
    .flatMap((jwk) => {
      const algorithm = algorithmsOf(jwk).find((it) => it === alg);
      return algorithm === undefined ? [] : [{ jwk, algorithm }];
    });
}

const UNSUPPORTED = ["crit", "b64", "zip", "enc", "cty"];
