import { createHash, scrypt, timingSafeEqual } from "node:crypto";

/**
 * Cost of a password hash (RFC 7914, section 2): 16 MiB and some 40 ms, which is what a service that answers within a
 * quarter of a second can spend on the made-up users of a sandbox.
 */
const SCRYPT_COST = { N: 16_384, r: 8, p: 1 } as const;
const HASH_LENGTH = 32;

/** Sandboxes of one seed have the same users and salts: a process hashes the passwords for the first of them alone. */
const passwordHashes = new Map<string, Promise<Buffer>>();
const MAX_HASHES = 100;

/** A password as it is stored: `scrypt`, its cost, salt and hash, so that a later cost leaves earlier hashes usable. */
export async function hashPassword(password: string, salt: Uint8Array): Promise<string> {
  const key = createHash("sha256").update(salt).update(password).digest("base64url");
  const known = passwordHashes.get(key) ?? deriveHash(password, salt, SCRYPT_COST);
  const [oldest] = passwordHashes.keys();
  if (oldest !== undefined && passwordHashes.size >= MAX_HASHES) passwordHashes.delete(oldest);
  passwordHashes.set(key, known);
  return [
    "scrypt",
    SCRYPT_COST.N,
    SCRYPT_COST.r,
    SCRYPT_COST.p,
    encodeBase64Url(salt),
    encodeBase64Url(await known),
  ].join("$");
}

/**
 * Whether a password is the stored one. Without a stored one the answer is no, after as much work as with one: how long it
 * takes does not tell whether a user is there.
 */
export async function isCorrectPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, N, r, p, salt = "", hash = ""] = (stored ?? DUMMY_HASH).split("$");
  const derived = await deriveHash(password, Buffer.from(salt, "base64url"), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return timingSafeEqual(derived, Buffer.from(hash, "base64url")) && stored !== undefined;
}

const DUMMY_HASH = [
  "scrypt",
  SCRYPT_COST.N,
  SCRYPT_COST.r,
  SCRYPT_COST.p,
  encodeBase64Url(new Uint8Array(16)),
  encodeBase64Url(new Uint8Array(HASH_LENGTH)),
].join("$");

type ScryptCost = { readonly N: number; readonly r: number; readonly p: number };

function deriveHash(password: string, salt: Uint8Array, cost: ScryptCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFC"), salt, HASH_LENGTH, cost, (error, derived) =>
      error === null ? resolve(derived) : reject(error),
    );
  });
}

function encodeBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
