import { createECDH, createPrivateKey } from "node:crypto";
import { deriveBytes } from "../context/derived-ids.js";
import { type PublicJwk, readPublicKey } from "./public-key.js";

/** A key pair for ES256: the private key as PEM (PKCS #8), the public key as registered. */
export type DemoKey = { readonly privateKeyPem: string; readonly publicJwk: PublicJwk };

/** Derives the key pair of the demo application from the seed. */
export function deriveDemoKey(seed: string): DemoKey {
  const derived = BigInt(`0x${Buffer.from(deriveBytes(seed, "demo-key")).toString("hex")}`);
  const scalar = Buffer.from(((derived % (P256_ORDER - 1n)) + 1n).toString(16).padStart(64, "0"), "hex");
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(scalar);
  const point = pair.getPublicKey();
  const publicKey = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  } as const;
  const privateKey = createPrivateKey({ key: { ...publicKey, d: scalar.toString("base64url") }, format: "jwk" });
  return {
    privateKeyPem: privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    publicJwk: readPublicKey({ ...publicKey, alg: "ES256" }, "/keys/0"),
  };
}

/** The order of P-256; private keys are from 1 to one less (SEC 2, section 2.4.2). */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
