import { createPublicKey } from "node:crypto";
import { compactVerify, errors } from "jose";
import type { Answer } from "../call.js";
import { keysOf } from "../registry/index.js";
import { timestamp } from "../timestamps.js";
import { LONGEST_LIFE, readClaims } from "./assertion-claims.js";
import { type Candidate, candidateKeys } from "./assertion-header.js";
import { readCompactJws } from "./compact-jws.js";
import { issuer } from "./issuer.js";
import type { Setting } from "./setting.js";
import { unauthorized } from "./unauthorized.js";
import { useOnce } from "./used-assertions.js";

/** The longest assertion, in characters. */
export const LONGEST_ASSERTION = 8192;

/** Who has signed an assertion; its `jti` has been used by now. */
export type Accepted = { readonly applicationId: string; readonly jti: string };

/**
 * Judges a self-signed JWT: its form, then its signature by a registered key of the application that it names, then its
 * claims, then that it comes for the first time, here or at any replica.
 *
 * The answer that refuses says what is accepted and, but for times in milliseconds, not what was wrong.
 */
export async function acceptAssertion(assertion: string, setting: Setting): Promise<Accepted | Answer> {
  const { queries, world, now } = setting;
  const jws = assertion.length > LONGEST_ASSERTION ? undefined : readCompactJws(assertion);
  const applicationId = jws?.claims.iss;
  if (jws === undefined || typeof applicationId !== "string") return refused(setting);
  const candidates = candidateKeys(jws.header, (await keysOf(queries, applicationId)) ?? []);
  const reading = readClaims(jws.claims, {
    applicationId,
    audience: issuer(world),
    now: Math.floor(now / 1000),
    lenient: world.policies.lenientAssertions,
  });
  if (!(await isSigned(assertion, candidates)) || reading.kind === "refused")
    return refused(setting, reading.kind === "refused" ? reading.hint : undefined);
  const { jti, expiresAt } = reading;
  const first = await useOnce(queries, { issuer: applicationId, jti, expiresAt: expiresAt * 1000 }, now);
  return first ? { applicationId, jti } : refused(setting);
}

/** Judges the assertion of an Authorization header: alone or behind `Bearer `, since the seed does not show which. */
export async function acceptAuthorization(header: string, setting: Setting): Promise<Accepted | Answer> {
  return acceptAssertion(header.replace(/^Bearer (?=[^ ])/, ""), setting);
}

async function isSigned(assertion: string, candidates: readonly Candidate[]): Promise<boolean> {
  for (const { jwk, algorithm } of candidates)
    try {
      await compactVerify(assertion, createPublicKey({ key: jwk, format: "jwk" }), { algorithms: [algorithm] });
      return true;
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  return false;
}

function refused({ world, now }: Setting, hint?: string): Answer {
  const life = world.policies.lenientAssertions ? "a year" : `${LONGEST_LIFE} seconds`;
  const accepted = [
    "a JWT that is signed with RS256, PS256 or ES256 by a registered key of the application",
    "iss and sub: the application's id",
    `aud: ${issuer(world)} and nothing else`,
    `exp: not past, at most ${life} after iat`,
    "iat and nbf, where they are given: not in the future",
    "jti: 1 to 128 characters, used for the first time",
  ];
  const words = `the assertion is not accepted${hint === undefined ? "" : ` (${hint})`}; what is accepted is ${accepted.join("; ")}`;
  return unauthorized({
    code: "INVALID_ASSERTION",
    message: `${words}. The time of the service is ${timestamp(now)}`,
    error: "invalid_token",
  });
}
