/** Valid and invalid JSON Web Tokens, signed without the library that verifies them. */
import { constants, createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

export type Algorithm = "RS256" | "PS256" | "ES256" | "EdDSA";
export type Pair = { readonly publicKey: KeyObject; readonly privateKey: KeyObject };

export const rsaPair = (modulusLength = 2048): Pair => generateKeyPairSync("rsa", { modulusLength });
export const ecPair = (namedCurve = "P-256"): Pair => generateKeyPairSync("ec", { namedCurve });

/** Header and claims as values, or as JSON texts for what values cannot represent. */
export type Parts = { readonly header: object | string; readonly claims: object | string };

/** Signs the first two parts. */
export type Signer = (input: string) => Uint8Array;

export function token({ header, claims }: Parts, signer: Signer): string {
  const input = `${encoded(header)}.${encoded(claims)}`;
  return `${input}.${Buffer.from(signer(input)).toString("base64url")}`;
}

export function signer(algorithm: Algorithm, { privateKey }: Pair): Signer {
  const options = {
    RS256: { key: privateKey },
    PS256: { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
    ES256: { key: privateKey, dsaEncoding: "ieee-p1363" as const },
    EdDSA: { key: privateKey },
  };
  return (input) => sign(algorithm === "EdDSA" ? null : "sha256", Buffer.from(input), options[algorithm]);
}

export const unsigned: Signer = () => new Uint8Array();

export function hmac(secret: string | Uint8Array): Signer {
  return (input) => createHmac("sha256", secret).update(input).digest();
}

/** ES256 in the default format of OpenSSL, which JWS does not use. */
export function derSigner({ privateKey }: Pair): Signer {
  return (input) => sign("sha256", Buffer.from(input), privateKey);
}

export function encoded(part: object | string): string {
  return Buffer.from(typeof part === "string" ? part : JSON.stringify(part)).toString("base64url");
}
