import type { Json, JsonObject } from "../../document/index.js";

/** What an assertion is judged by. Times are in seconds. */
export type ClaimsRequirements = {
  /** The `iss` of the assertion, by whose keys it is signed. */
  readonly applicationId: string;
  readonly audience: string;
  readonly now: number;
  /** Times in milliseconds and lives of a year are taken too. */
  readonly lenient: boolean;
};

export type ClaimsReading =
  | { readonly kind: "accepted"; readonly jti: string; readonly expiresAt: number }
  | RefusedClaims;

type RefusedClaims = { readonly kind: "refused"; readonly hint?: string };

/** The longest life of an assertion, in seconds. */
export const MAX_ASSERTION_LIFETIME = 600;
/** A year, by which some client libraries let theirs live. */
const MAX_LENIENT_LIFETIME = 366 * 86_400;
/** How far ahead a client's clock may be, in seconds. */
const MAX_CLOCK_SKEW = 60;

/**
 * Judges the claims of an assertion (RFC 7523, section 3). `iss` and `sub` are the application; `aud` is this server alone;
 * `exp` is there, not past and at most ten minutes after `iat`, or after now without one; `iat` and `nbf` are not in the
 * future; `jti` is a text of up to 128 characters. All times are whole seconds, by the domain clock.
 */
export function readClaims(claims: JsonObject, rule: ClaimsRequirements): ClaimsReading {
  const { sub, aud, jti } = claims;
  const audience = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud;
  const times = readTimes(claims, rule);
  if (times.kind === "refused") return times;
  const named = sub === rule.applicationId && audience === rule.audience;
  if (!named || typeof jti !== "string" || !JTI.test(jti) || !isTimely(times, rule)) return { kind: "refused" };
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
  const life = lenient ? MAX_LENIENT_LIFETIME : MAX_ASSERTION_LIFETIME;
  const from = iat ?? now;
  return (
    exp > now &&
    exp > from &&
    exp - from <= life &&
    from <= now + MAX_CLOCK_SKEW &&
    (nbf ?? now) <= now + MAX_CLOCK_SKEW
  );
}

function readTimes({ exp, iat, nbf }: JsonObject, { lenient }: ClaimsRequirements): Times | RefusedClaims {
  const given = Object.entries({ exp, iat, nbf }).filter(([, value]) => value !== undefined);
  const wrong = given.some(([, value]) => !isTime(value));
  const inMilliseconds = given.filter(([, value]) => isTime(value) && value >= MIN_MILLISECONDS).map(([name]) => name);
  if (!lenient && inMilliseconds.length > 0) return { kind: "refused", hint: formatMillisecondsHint(inMilliseconds) };
  if (wrong || !isTime(exp)) return { kind: "refused" };
  const seconds = (value: Json | undefined): number | undefined => {
    if (!isTime(value)) return undefined;
    return value >= MIN_MILLISECONDS ? Math.floor(value / 1000) : value;
  };
  return { kind: "times", exp: seconds(exp) ?? 0, iat: seconds(iat), nbf: seconds(nbf) };
}

/** A NumericDate (RFC 7519, section 2), of which we take whole seconds only. */
function isTime(value: Json | undefined): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** In seconds the year 5138, in milliseconds 1973. */
const MIN_MILLISECONDS = 100_000_000_000;

function formatMillisecondsHint(names: readonly string[]): string {
  const verb = names.length === 1 ? "looks" : "look";
  return `${names.join(" and ")} ${verb} like milliseconds: times are in seconds (RFC 7519, section 2), unless the policy lenientAssertions is set`;
}
