/** Keys of all supported types in all formats, generated for each run. */
import { generateKeyPairSync, type KeyObject, webcrypto } from "node:crypto";
import type { PrivateKey } from "../../../src/client/sign-in/sign-assertion.js";

export const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
export const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" });
export const p384 = generateKeyPairSync("ec", { namedCurve: "P-384" });
export const ed25519 = generateKeyPairSync("ed25519");

export function pem(
  { privateKey }: { readonly privateKey: KeyObject },
  type: "pkcs8" | "pkcs1" | "sec1" = "pkcs8",
): string {
  return String(privateKey.export({ format: "pem", type }));
}

export function jwk({ privateKey }: { readonly privateKey: KeyObject }, more: object = {}): { readonly kty: string } {
  return { ...(privateKey.export({ format: "jwk" }) as { readonly kty: string }), ...more };
}

export async function cryptoKey(
  pair: { readonly privateKey: KeyObject },
  algorithm: webcrypto.RsaHashedImportParams | webcrypto.EcKeyImportParams | webcrypto.Algorithm,
): Promise<PrivateKey> {
  const der = pair.privateKey.export({ format: "der", type: "pkcs8" });
  return webcrypto.subtle.importKey("pkcs8", der, algorithm, false, ["sign"]);
}
