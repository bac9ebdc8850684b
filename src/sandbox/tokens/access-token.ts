import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { compactVerify, errors, SignJWT } from "jose";
import type { JsonObject } from "../../document/index.js";
import type { AppContext } from "../context/app-context.js";
import { deriveBytes, deriveUuid } from "../context/derived-ids.js";
import type { Caller } from "../context/request-context.js";
import { readCompactJws } from "./compact-jws.js";
import type { TokenGrant } from "./grant-context.js";
import { getIssuer } from "./issuer.js";

/** The content of an access token. `purpose` is unique to the token; `now` is in milliseconds. */
export type AccessTokenOptions = {
  readonly grant: TokenGrant;
  readonly family: string;
  readonly purpose: readonly string[];
  readonly now: number;
};

/** The holder of a token, and the family of refresh tokens with which it was issued. */
export type VerifiedAccessToken = { readonly caller: Caller; readonly family: string };

const ALGORITHM = "EdDSA";
/** The `typ` keeps access tokens and assertions from being confused (RFC 9068, section 2.1). */
const TYPE = "at+jwt";

/**
 * Signs an access token (RFC 9068, section 2) with a key derived from the seed. The same seed, time and request give
 * the same bytes, because Ed25519 signatures are deterministic (RFC 8032).
 *
 * Additional claims: `aid` (application), `businessIds` (accessible businesses), `sid` (family of refresh tokens), and
 * `username` after a password grant.
 */
export async function signAccessToken(app: AppContext, options: AccessTokenOptions): Promise<string> {
  const { grant, family, purpose, now } = options;
  const { applicationId, businessIds, username } = grant;
  const issued = Math.floor(now / 1000);
  const user = username === undefined ? {} : { username };
  const subject = username === undefined ? applicationId : deriveUuid(app.seed, "user", businessIds.join(), username);
  return new SignJWT({ aid: applicationId, businessIds: [...businessIds], sid: family, ...user })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(getIssuer(app))
    .setSubject(subject)
    .setAudience(getIssuer(app))
    .setIssuedAt(issued)
    .setExpirationTime(issued + app.policies.tokenLifetime)
    .setJti(deriveUuid(app.seed, "access-token", ...purpose))
    .sign(getSigningKeys(app).privateKey);
}

/**
 * Verifies an access token. Checks only the time `exp`, because the domain clock may have been set back to before
 * `iat`.
 *
 * @param now domain time in milliseconds
 * @returns undefined when the token was not issued by this sandbox or has expired
 */
export async function readAccessToken(
  app: AppContext,
  token: string,
  now: number,
): Promise<VerifiedAccessToken | undefined> {
  const claims = await verifyClaims(app, token);
  if (claims === undefined) return undefined;
  const { iss, aud, exp } = claims;
  if (iss !== getIssuer(app) || aud !== getIssuer(app) || Number(exp) <= Math.floor(now / 1000)) return undefined;
  return toVerifiedToken(claims);
}

/** Claims of tokens with a verified signature, cached because every request has a token and verification is slow. */
const verifiedTokens = new WeakMap<AppContext, Map<string, JsonObject>>();
const MAX_VERIFIED_TOKENS = 1000;

async function verifyClaims(app: AppContext, token: string): Promise<JsonObject | undefined> {
  const verified = verifiedTokens.get(app) ?? new Map<string, JsonObject>();
  verifiedTokens.set(app, verified);
  const cached = verified.get(token);
  if (cached !== undefined) return cached;
  const jws = readCompactJws(token);
  if (jws === undefined || jws.header.typ !== TYPE) return undefined;
  try {
    await compactVerify(token, getSigningKeys(app).publicKey, { algorithms: [ALGORITHM] });
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
  const [oldest] = verified.keys();
  if (oldest !== undefined && verified.size >= MAX_VERIFIED_TOKENS) verified.delete(oldest);
  verified.set(token, jws.claims);
  return jws.claims;
}

/** The claims were signed by the sandbox, so their types are valid. */
function toVerifiedToken({ aid, businessIds, sid, username }: JsonObject): VerifiedAccessToken {
  return {
    caller: {
      applicationId: String(aid),
      businessIds: Array.isArray(businessIds) ? businessIds.map(String) : [],
      ...(username === undefined ? {} : { username: String(username) }),
    },
    family: String(sid),
  };
}

type SigningKeyPair = { readonly privateKey: KeyObject; readonly publicKey: KeyObject };

const signingKeyCache = new WeakMap<AppContext, SigningKeyPair>();

/** Derives the signing keys from the seed, once per sandbox. */
function getSigningKeys(app: AppContext): SigningKeyPair {
  const cached = signingKeyCache.get(app);
  if (cached !== undefined) return cached;
  const key = Buffer.concat([PKCS8_ED25519, deriveBytes(app.seed, "access-token-key")]);
  const privateKey = createPrivateKey({ key, format: "der", type: "pkcs8" });
  const keys = { privateKey, publicKey: createPublicKey(privateKey) };
  signingKeyCache.set(app, keys);
  return keys;
}

/** The prefix of the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");
