import type { Json, JsonObject } from "../../document/index.js";

/** Requirements for the claims of an assertion. Times are in seconds. */
export type ClaimsRequirements = {
  /** The `iss` of the assertion, whose keys verify its signature. */
  readonly applicationId: string;
  readonly audience: string;
  readonly now: number;
  /** Also accepts times in milliseconds and lifetimes of up to a year. */
  readonly lenient: boolean;
};

export type ClaimsReading =
  | { readonly kind: "accepted"; readonly jti: string; readonly expiresAt: number }
  | RefusedClaims;

type RefusedClaims = { readonly kind: "refused"; readonly hint?: string };

/** Maximum lifetime of an assertion, in seconds. */
export const MAX_ASSERTION_LIFETIME = 600;
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
