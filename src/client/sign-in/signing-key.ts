/**
 * A private key: PKCS #8 as PEM (text or bytes) or DER, a JSON Web Key, a CryptoKey with the usage `sign`, or a
 * KeyObject of Node. Supports RSA, EC (P-256, P-384) and Ed25519.
 */
export type PrivateKey = string | Uint8Array | JsonWebKeyLike | CryptoKeyLike | KeyObjectLike;

/** A JSON Web Key (RFC 7517). Its `alg` restricts the algorithm, and its `kid` is sent. */
export type JsonWebKeyLike = {
  readonly kty: string;
  readonly kid?: string;
  readonly alg?: string;
  readonly [member: string]: unknown;
};

/** A CryptoKey, without the types of a platform. */
export type CryptoKeyLike = {
  readonly type: "private" | "public" | "secret";
  readonly algorithm: { readonly name: string };
  readonly usages: readonly string[];
};

/** A KeyObject of Node, which can become a JSON Web Key. */
export type KeyObjectLike = {
  readonly type: string;
  readonly export: (options: { readonly format: "jwk" }) => object;
};

/** `alg` of a JSON Web Signature (RFC 7518, section 3.1; RFC 8037, section 3.1). */
export type SigningAlgorithm = "RS256" | "ES256" | "ES384" | "PS256" | "EdDSA";
