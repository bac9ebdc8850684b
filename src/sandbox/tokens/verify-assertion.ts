import { createPrivateKey, createPublicKey } from "node:crypto";
import { SignJWT } from "jose";
import type { Json, JsonObject } from "../../document/index.js";
import { formatTimestamp } from "../context/domain-clock.js";
import type { Refusal } from "../context/request-context.js";
import type { Queries } from "../store/database.js";
import { type AssertionAlgorithm, KEY_ID, listAlgorithms, type PublicJwk } from "../tenants/public-key.js";
import { findApplicationKeys } from "../tenants/tenants.js";
import { createUnauthorized, type GrantContext, getIssuer, isSignedBy, readCompactJws } from "./access-token.js";

/** Maximum length of an assertion, in characters. */
export const MAX_ASSERTION_LENGTH = 8192;

/** The signer of a valid assertion. Its `jti` is marked as used. */
export type VerifiedAssertion = { readonly applicationId: string; readonly jti: string };

/**
 * Verifies a self-signed JWT: its format, its signature by a registered key of the application in `iss`, its claims,
 * and that no replica has seen it before.
 *
 * @throws Refusal that lists what is accepted. It does not reveal the reason, except for times in milliseconds.
 */
export async function verifyAssertion(assertion: string, context: GrantContext): Promise<VerifiedAssertion> {
  const { queries, app, now } = context;
  const jws = assertion.length > MAX_ASSERTION_LENGTH ? undefined : readCompactJws(assertion);
  const applicationId = jws?.claims.iss;
  if (jws === undefined || typeof applicationId !== "string") throw createInvalidAssertion(context);
  const candidates = findCandidateKeys(jws.header, (await findApplicationKeys(queries, applicationId)) ?? []);
  const reading = readClaims(jws.claims, {
    applicationId,
    audience: getIssuer(app),
    now: Math.floor(now / 1000),
    lenient: app.policies.lenientAssertions,
  });
  if (!(await isSigned(assertion, candidates)) || reading.kind === "refused")
    throw createInvalidAssertion(context, reading.kind === "refused" ? reading.hint : undefined);
  const { jti, expiresAt } = reading;
  const first = await useAssertionOnce(queries, { issuer: applicationId, jti, expiresAt: expiresAt * 1000 }, now);
  if (!first) throw createInvalidAssertion(context);
  return { applicationId, jti };
}

/** Verifies the assertion of an Authorization header, with or without `Bearer `, because the seed leaves that open. */
export async function verifyAuthorization(header: string, context: GrantContext): Promise<VerifiedAssertion> {
  return verifyAssertion(header.replace(/^Bearer (?=[^ ])/, ""), context);
}

async function isSigned(assertion: string, candidates: readonly CandidateKey[]): Promise<boolean> {
  for (const { jwk, algorithm } of candidates)
    if (await isSignedBy(assertion, createPublicKey({ key: jwk, format: "jwk" }), algorithm)) return true;
  return false;
}

function createInvalidAssertion({ app, now }: GrantContext, hint?: string): Refusal {
  const lifetime = app.policies.lenientAssertions ? "a year" : `${MAX_ASSERTION_LIFETIME} seconds`;
  const expected = [
    "a JWT signed with RS256, PS256 or ES256 by a registered key of the application",
    "iss and sub: the application id",
    `aud: only ${getIssuer(app)}`,
    `exp: in the future, at most ${lifetime} after iat`,
    "iat and nbf, if present: not in the future",
    "jti: 1 to 128 characters, not used before",
  ];
  const problem = `the assertion is invalid${hint === undefined ? "" : ` (${hint})`}`;
  const message = `${problem}; expected ${expected.join("; ")}. The time of the service is ${formatTimestamp(now)}`;
  return createUnauthorized("INVALID_ASSERTION", message, { error: "invalid_token" });
}

/** A key and algorithm that may verify the signature. */
type CandidateKey = { readonly jwk: PublicJwk; readonly algorithm: AssertionAlgorithm };

/**
 * Finds the registered keys for the `kid` and `alg` of a header; none when the header is refused.
 *
 * Uses registered keys only: ignores `jwk`, `jku`, `x5u` and `x5c` (RFC 8725, section 3.10), and accepts an algorithm
 * only with a key registered for it (section 3.1). Refuses the unsupported members `crit`, `b64`, `zip`, `enc` and
 * `cty`.
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

/** The identity of an assertion; `expiresAt` is in milliseconds. */
type UsedAssertion = { readonly issuer: string; readonly jti: string; readonly expiresAt: number };

/**
 * Marks an assertion as used. Returns whether this is its first use, decided by one atomic statement for all replicas.
 * A `jti` can be used again after the assertion has expired.
 */
export async function useAssertionOnce(queries: Queries, assertion: UsedAssertion, now: number): Promise<boolean> {
  const changed = await queries.run(
    `INSERT INTO used_assertions (issuer, jti, expires_at) VALUES ($1, $2, $3)
      ON CONFLICT (issuer, jti) DO UPDATE SET expires_at = excluded.expires_at WHERE used_assertions.expires_at <= $4`,
    [assertion.issuer, assertion.jti, assertion.expiresAt, now],
  );
  return changed === 1;
}

/** Requirements for the claims of an assertion. Times are in seconds. */
type ClaimsRequirements = {
  /** The `iss` of the assertion, whose keys verify its signature. */
  readonly applicationId: string;
  readonly audience: string;
  readonly now: number;
  /** Also accepts times in milliseconds and lifetimes of up to a year. */
  readonly lenient: boolean;
};

type ClaimsReading = { readonly kind: "accepted"; readonly jti: string; readonly expiresAt: number } | RefusedClaims;

type RefusedClaims = { readonly kind: "refused"; readonly hint?: string };

/** Maximum lifetime of an assertion, in seconds. */
const MAX_ASSERTION_LIFETIME = 600;
/** A year in seconds: the lifetime that some client libraries use. */
const MAX_LENIENT_LIFETIME = 366 * 86_400;
/** Tolerated clock skew of a client that is ahead, in seconds. */
const MAX_CLOCK_SKEW = 60;

/**
 * Validates the claims of an assertion (RFC 7523, section 3). `iss` and `sub` must be the application, and `aud` only
 * this server. `exp` must be in the future and at most ten minutes after `iat` (or now). `iat` and `nbf` must not be in
 * the future. `jti` has up to 128 characters. All times are whole seconds of the domain clock.
 */
export function readClaims(claims: JsonObject, required: ClaimsRequirements): ClaimsReading {
  const { sub, aud, jti } = claims;
  const audience = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud;
  const times = readTimes(claims, required);
  if (times.kind === "refused") return times;
  const isAddressed = sub === required.applicationId && audience === required.audience;
  if (!isAddressed || typeof jti !== "string" || !JTI.test(jti) || !isTimely(times, required))
    return { kind: "refused" };
  return { kind: "accepted", jti, expiresAt: times.exp };
}

const JTI = /^[^\p{Cc}\p{Surrogate}]{1,128}$/u;

type Times = {
  readonly kind: "times";
  readonly exp: number;
  readonly iat: number | undefined;
  readonly nbf: number | undefined;
};

function isTimely({ exp, iat, nbf }: Times, { now, lenient }: ClaimsRequirements): boolean {
  const maxLifetime = lenient ? MAX_LENIENT_LIFETIME : MAX_ASSERTION_LIFETIME;
  const from = iat ?? now;
  return (
    exp > now &&
    exp > from &&
    exp - from <= maxLifetime &&
    from <= now + MAX_CLOCK_SKEW &&
    (nbf ?? now) <= now + MAX_CLOCK_SKEW
  );
}

function readTimes({ exp, iat, nbf }: JsonObject, { lenient }: ClaimsRequirements): Times | RefusedClaims {
  const given = Object.entries({ exp, iat, nbf }).filter(([, value]) => value !== undefined);
  const hasInvalid = given.some(([, value]) => !isTime(value));
  const inMilliseconds = given.filter(([, value]) => isTime(value) && value >= MIN_MILLISECONDS).map(([name]) => name);
  if (!lenient && inMilliseconds.length > 0) return { kind: "refused", hint: formatMillisecondsHint(inMilliseconds) };
  if (hasInvalid || !isTime(exp)) return { kind: "refused" };
  const seconds = (value: number): number => (value >= MIN_MILLISECONDS ? Math.floor(value / 1000) : value);
  const read = (value: Json | undefined): number | undefined => (isTime(value) ? seconds(value) : undefined);
  return { kind: "times", exp: seconds(exp), iat: read(iat), nbf: read(nbf) };
}

/** Whether a value is a NumericDate (RFC 7519, section 2) in whole seconds. */
function isTime(value: Json | undefined): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Larger values are milliseconds: this is the year 5138 in seconds, and 1973 in milliseconds. */
const MIN_MILLISECONDS = 100_000_000_000;

function formatMillisecondsHint(names: readonly string[]): string {
  const verb = names.length === 1 ? "looks" : "look";
  return `${names.join(" and ")} ${verb} like milliseconds; send seconds (RFC 7519, section 2) or set the policy lenientAssertions`;
}

/** Options of a self-signed assertion. */
export type AssertionOrder = {
  readonly applicationId: string;
  /** An RSA or P-256 key in PKCS #8, PKCS #1 or SEC 1. */
  readonly privateKeyPem: string;
  /** The issuer identifier of the sandbox, which is its base URL. */
  readonly audience: string;
  /** Domain time of the sandbox in milliseconds. */
  readonly now: number;
  /** Unique per assertion. */
  readonly jti: string;
  /** In seconds; the maximum by default. */
  readonly lifetime?: number;
};

/**
 * Signs an assertion for the token endpoint, with ES256 or, for an RSA key, RS256. An assertion is valid for one
 * request.
 *
 * @throws the error of node:crypto when the private key is invalid
 */
export async function selfSignedAssertion(order: AssertionOrder): Promise<string> {
  const { applicationId, privateKeyPem, audience, now, jti, lifetime = MAX_ASSERTION_LIFETIME } = order;
  const key = createPrivateKey(privateKeyPem);
  const issued = Math.floor(now / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: key.asymmetricKeyType === "rsa" ? "RS256" : "ES256", typ: "JWT" })
    .setIssuer(applicationId)
    .setSubject(applicationId)
    .setAudience(audience)
    .setIssuedAt(issued)
    .setExpirationTime(issued + lifetime)
    .setJti(jti)
    .sign(key);
}
