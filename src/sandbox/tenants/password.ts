import { createHash, scrypt, timingSafeEqual } from "node:crypto";

/**
 * Cost of a password hash (RFC 7914, section 2): 16 MiB and about 40 ms. This is enough for the fictitious users of a
 * sandbox, whose responses should take less than 250 ms.
 */
const SCRYPT_COST = { N: 16_384, r: 8, p: 1 } as const;
const HASH_LENGTH = 32;

/** Cache of hashes: sandboxes with the same seed have the same users and salts. */
const passwordHashes = new Map<string, Promise<Buffer>>();
const MAX_HASHES = 100;

/**
 * Hashes a password to its stored form: `scrypt`, cost, salt and hash. Stored hashes stay valid if the cost changes.
 */
export async function hashPassword(password: string, salt: Uint8Array): Promise<string> {
  const key = createHash("sha256").update(salt).update(password).digest("base64url");
  const hash = passwordHashes.get(key) ?? deriveHash(password, salt, SCRYPT_COST);
  const [oldest] = passwordHashes.keys();
  if (oldest !== undefined && passwordHashes.size >= MAX_HASHES) passwordHashes.delete(oldest);
  passwordHashes.set(key, hash);
  return [
    "scrypt",
    SCRYPT_COST.N,
    SCRYPT_COST.r,
    SCRYPT_COST.p,
    encodeBase64Url(salt),
    encodeBase64Url(await hash),
  ].join("$");
}

/**
 * Whether a password matches the stored one. Returns false without a stored password, but after the same work, so that
 * the response time does not reveal whether a user exists.
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
