import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { compactVerify, errors, SignJWT } from "jose";
import { asArray, isObject, type JsonObject, memoizeByObject } from "../../document/index.js";
import type { AppContext } from "../context/app-context.js";
import { deriveBytes, deriveUuid } from "../context/derived-ids.js";
import { type Caller, Refusal } from "../context/request-context.js";
import { readStrictJson } from "../server/strict-json.js";
import type { Queries } from "../store/database.js";

/** The content of an access token. `purpose` is unique to the token; `now` is in milliseconds. */
export type AccessTokenOptions = {
  readonly grant: Caller;
  readonly family: string;
  readonly purpose: readonly string[];
  readonly now: number;
};

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
 * @returns the holder of the token, and the family of refresh tokens with which it was issued; undefined when the token
 * was not issued by this sandbox or has expired
 */
async function readAccessToken(app: AppContext, token: string, now: number) {
  const { iss, aud, exp, aid, businessIds, sid, username } = (await verifyClaims(app, token)) ?? {};
  if (iss !== getIssuer(app) || aud !== getIssuer(app) || Number(exp) <= Math.floor(now / 1000)) return undefined;
  // The claims were signed by the sandbox, so their types are valid.
  const caller: Caller = {
    applicationId: String(aid),
    businessIds: asArray(businessIds).map(String),
    username: username === undefined ? undefined : String(username),
  };
  return { caller, family: String(sid) };
}

/** Claims of tokens with a verified signature, cached because every request has a token and verification is slow. */
const getVerifiedTokens = memoizeByObject((_: AppContext) => new Map<string, JsonObject>());
const MAX_VERIFIED_TOKENS = 1000;

async function verifyClaims(app: AppContext, token: string): Promise<JsonObject | undefined> {
  const verified = getVerifiedTokens(app);
  const cached = verified.get(token);
  if (cached !== undefined) return cached;
  const jws = readCompactJws(token);
  if (jws === undefined || jws.header.typ !== TYPE) return undefined;
  if (!(await isSignedBy(token, getSigningKeys(app).publicKey, ALGORITHM))) return undefined;
  const [oldest] = verified.keys();
  if (oldest !== undefined && verified.size >= MAX_VERIFIED_TOKENS) verified.delete(oldest);
  verified.set(token, jws.claims);
  return jws.claims;
}

/** Whether the signature of a token is of a KeyObject and an algorithm. The declarations of the package need no types of Node. */
export async function isSignedBy(token: string, key: object, algorithm: string): Promise<boolean> {
  try {
    await compactVerify(token, key as KeyObject, { algorithms: [algorithm] });
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}

/** Derives the signing keys from the seed, once per sandbox. */
const getSigningKeys = memoizeByObject((app: AppContext) => {
  const key = Buffer.concat([PKCS8_ED25519, deriveBytes(app.seed, "access-token-key")]);
  const privateKey = createPrivateKey({ key, format: "der", type: "pkcs8" });
  return { privateKey, publicKey: createPublicKey(privateKey) };
});

/** The prefix of the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410, section 7). */
const PKCS8_ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");

/**
 * Parses a JWT in compact serialization (RFC 7515, section 3.1) strictly. It must have three parts in canonical
 * base64url; the first two must be JSON objects without duplicate names (section 4, and RFC 7519, section 4).
 *
 * @returns undefined for anything else, including encrypted tokens
 */
export function readCompactJws(token: string) {
  const [head, body, signature, ...more] = token.split(".");
  if (head === undefined || body === undefined || signature === undefined || more.length > 0) return undefined;
  // Decoders ignore padding, foreign characters and spare bits, so a changed text could have the same signature.
  const isCanonical = (part: string): boolean => Buffer.from(part, "base64url").toString("base64url") === part;
  if (![head, body, signature].every(isCanonical)) return undefined;
  const header = readJwsPart(head);
  const claims = readJwsPart(body);
  return header === undefined || claims === undefined ? undefined : { header, claims };
}

function readJwsPart(part: string): JsonObject | undefined {
  const read = readStrictJson(Buffer.from(part, "base64url"));
  return read.kind === "value" && isObject(read.value) ? read.value : undefined;
}

/**
 * The issuer identifier of a sandbox: its base URL. It is the `iss` and `aud` of access tokens, and must be the only
 * `aud` of assertions. Otherwise one server could use an assertion meant for another (draft-ietf-oauth-rfc7523bis,
 * section 4). The seed does not specify `aud`.
 *
 * All replicas of a sandbox need the same base URL, because they accept each other's tokens.
 */
export function getIssuer(app: AppContext): string {
  return app.baseUrl();
}

/** Dependencies of a grant. `now` is domain time in milliseconds. */
export type GrantContext = { readonly queries: Queries; readonly app: AppContext; readonly now: number };

/**
 * Authenticates a request by its access token (seed, "Authentication", 1 and 5; RFC 6750, section 2.1). Ignores tokens
 * in the query, the form or a cookie.
 *
 * Parses the header strictly: the scheme `Bearer`, one space, one token. RFC 9110 also allows `bearer` and more spaces,
 * but not every server does.
 *
 * @param authorization all Authorization headers of the request, in order
 * @param now domain time in milliseconds
 * @throws Refusal with a challenge that does not reveal why the token was refused
 */
export async function authenticate(
  authorization: readonly string[],
  queries: Queries,
  app: AppContext,
  now: number,
): Promise<Caller> {
  const [header, ...more] = authorization;
  if (header === undefined)
    throw createUnauthorized(
      "MISSING_TOKEN",
      "an access token is required; expected Authorization: Bearer <access token from POST /token>",
    );
  const token = more.length > 0 || header.length > MAX_HEADER_LENGTH ? undefined : BEARER_HEADER.exec(header)?.[1];
  const verified = token === undefined ? undefined : await readAccessToken(app, token, now);
  if (verified === undefined || !(await isTokenActive(queries, verified.caller.applicationId, verified.family)))
    throw createUnauthorized(
      "INVALID_TOKEN",
      "the access token is invalid or expired; expected one header Authorization: Bearer <access token from POST /token>",
      { error: "invalid_token" },
    );
  return verified.caller;
}

const BEARER_HEADER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/;
const MAX_HEADER_LENGTH = 16_384;

/** Whether the application is still registered and the token's family is not revoked. */
async function isTokenActive(queries: Queries, applicationId: string, family: string): Promise<boolean> {
  const row = await queries.first(
    `SELECT 1 AS found FROM applications WHERE id = $1
      AND NOT EXISTS (SELECT 1 FROM refresh_tokens WHERE family = $2 AND revoked = 1)`,
    [applicationId, family],
  );
  return row !== undefined;
}

/** What a challenge says beside its realm (RFC 6750, section 3). */
type ChallengeDetails = {
  /** Omitted when the request had no credentials (section 3.1). */
  readonly error?: "invalid_token" | "invalid_grant";
  /** Seconds until another attempt is allowed. */
  readonly retryAfter?: number;
};

/** "A missing or invalid token yields 401" (seed, "Authentication", 5), with the challenge required by RFC 9110. */
export function createUnauthorized(
  code: string,
  message: string,
  { error, retryAfter }: ChallengeDetails = {},
): Refusal {
  const details = error === undefined ? "" : `, error="${error}"`;
  return new Refusal(401, code, message, {
    "WWW-Authenticate": `Bearer realm="${CHALLENGE_REALM}"${details}`,
    ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }),
  });
}

const CHALLENGE_REALM = "commerce-contract sandbox";
