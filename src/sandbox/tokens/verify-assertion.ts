import { createPublicKey } from "node:crypto";
import { compactVerify, errors } from "jose";
import type { ServiceResponse } from "../context/request-context.js";
import { formatTimestamp } from "../context/timestamps.js";
import { findApplicationKeys } from "../tenants/index.js";
import { MAX_ASSERTION_LIFETIME, readClaims } from "./assertion-claims.js";
import { type CandidateKey, findCandidateKeys } from "./assertion-header.js";
import { readCompactJws } from "./compact-jws.js";
import type { GrantContext } from "./grant-context.js";
import { getIssuer } from "./issuer.js";
import { createUnauthorizedResponse } from "./unauthorized-response.js";
import { useAssertionOnce } from "./used-assertions.js";

/** The longest assertion, in characters. */
export const MAX_ASSERTION_LENGTH = 8192;

/** Who has signed an assertion; its `jti` has been used by now. */
export type VerifiedAssertion = { readonly applicationId: string; readonly jti: string };

/**
 * Judges a self-signed JWT: its form, then its signature by a registered key of the application that it names, then its
 * claims, then that it comes for the first time, here or at any replica.
 *
 * The answer that refuses says what is accepted and, but for times in milliseconds, not what was wrong.
 */
export async function verifyAssertion(
  assertion: string,
  context: GrantContext,
): Promise<VerifiedAssertion | ServiceResponse> {
  const { queries, app, now } = context;
  const jws = assertion.length > MAX_ASSERTION_LENGTH ? undefined : readCompactJws(assertion);
  const applicationId = jws?.claims.iss;
  if (jws === undefined || typeof applicationId !== "string") return createInvalidAssertion(context);
  const candidates = findCandidateKeys(jws.header, (await findApplicationKeys(queries, applicationId)) ?? []);
  const reading = readClaims(jws.claims, {
    applicationId,
    audience: getIssuer(app),
    now: Math.floor(now / 1000),
    lenient: app.policies.lenientAssertions,
  });
  if (!(await isSigned(assertion, candidates)) || reading.kind === "refused")
    return createInvalidAssertion(context, reading.kind === "refused" ? reading.hint : undefined);
  const { jti, expiresAt } = reading;
  const first = await useAssertionOnce(queries, { issuer: applicationId, jti, expiresAt: expiresAt * 1000 }, now);
  return first ? { applicationId, jti } : createInvalidAssertion(context);
}

/** Judges the assertion of an Authorization header: alone or behind `Bearer `, since the seed does not show which. */
export async function verifyAuthorization(
  header: string,
  context: GrantContext,
): Promise<VerifiedAssertion | ServiceResponse> {
  return verifyAssertion(header.replace(/^Bearer (?=[^ ])/, ""), context);
}

async function isSigned(assertion: string, candidates: readonly CandidateKey[]): Promise<boolean> {
  for (const { jwk, algorithm } of candidates)
    try {
      await compactVerify(assertion, createPublicKey({ key: jwk, format: "jwk" }), { algorithms: [algorithm] });
      return true;
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  return false;
}

function createInvalidAssertion({ app, now }: GrantContext, hint?: string): ServiceResponse {
  const life = app.policies.lenientAssertions ? "a year" : `${MAX_ASSERTION_LIFETIME} seconds`;
  const accepted = [
    "a JWT that is signed with RS256, PS256 or ES256 by a registered key of the application",
    "iss and sub: the application's id",
    `aud: ${getIssuer(app)} and nothing else`,
    `exp: not past, at most ${life} after iat`,
    "iat and nbf, where they are given: not in the future",
    "jti: 1 to 128 characters, used for the first time",
  ];
  const words = `the assertion is not accepted${hint === undefined ? "" : ` (${hint})`}; what is accepted is ${accepted.join("; ")}`;
  return createUnauthorizedResponse({
    code: "INVALID_ASSERTION",
    message: `${words}. The time of the service is ${formatTimestamp(now)}`,
    error: "invalid_token",
  });
}
