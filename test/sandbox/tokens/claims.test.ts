/** Claims and headers of assertions, limits of failed sign-ins, and the statements of refresh tokens. */

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/document/index.js";
import type { PublicJwk } from "../../../src/sandbox/tenants/public-key.js";
import { createUnauthorized } from "../../../src/sandbox/tokens/access-token.js";
import { readFormField } from "../../../src/sandbox/tokens/create-token.js";
import {
  countFailure,
  findRefreshToken,
  getLimitWait,
  getLoginFailureLimits,
  purgeLoginFailures,
  revokeFamily,
  storeRefreshToken,
  useRefreshToken,
} from "../../../src/sandbox/tokens/refresh-tokens.js";
import { findCandidateKeys, readClaims, useAssertionOnce } from "../../../src/sandbox/tokens/verify-assertion.js";
import { catchRefusal } from "../catch-refusal.js";
import { fillStatement as fill, recordQueries } from "../record-queries.js";
import { makeContext } from "../seed-data/make-context.js";

const NOW = 1_700_000_000;
const CLAIMS = { sub: "app", aud: "me", jti: "j", exp: NOW + 10 };
const read = (changes: JsonObject, lenient = false) =>
  readClaims({ ...CLAIMS, ...changes }, { applicationId: "app", audience: "me", now: NOW, lenient });
const HINT = "like milliseconds; send seconds (RFC 7519, section 2) or set the policy lenientAssertions";
const YEAR = 366 * 86_400;
const MS = NOW * 1000;

test.each<[changes: JsonObject, expiresAt: number | undefined, lenient?: boolean]>([
  [{}, NOW + 10],
  [{ aud: ["me"] }, NOW + 10],
  [{ aud: ["me", "me"] }, undefined],
  [{ aud: [] }, undefined],
  [{ aud: "you" }, undefined],
  [{ sub: "other" }, undefined],
  [{ jti: 7 }, undefined],
  [{ jti: "" }, undefined],
  [{ jti: "j".repeat(128) }, NOW + 10],
  [{ jti: "j".repeat(129) }, undefined],
  [{ jti: "j\n" }, undefined],
  [{ jti: "\ud800" }, undefined],
  [{ exp: NOW + 1 }, NOW + 1],
  [{ exp: NOW }, undefined],
  [{ exp: NOW + 600 }, NOW + 600],
  [{ exp: NOW + 601 }, undefined],
  [{ exp: NOW + YEAR }, NOW + YEAR, true],
  [{ exp: NOW + YEAR + 1 }, undefined, true],
  [{ exp: String(NOW + 10) }, undefined],
  [{ exp: NOW + 1.5 }, undefined],
  [{ iat: NOW - 590 }, NOW + 10],
  [{ iat: NOW - 591 }, undefined],
  [{ iat: NOW + 9 }, NOW + 10],
  [{ iat: NOW + 10 }, undefined],
  [{ iat: NOW + 60, exp: NOW + 70 }, NOW + 70],
  [{ iat: NOW + 61, exp: NOW + 70 }, undefined],
  [{ iat: -1 }, undefined],
  [{ iat: 0 }, undefined],
  [{ iat: 0, exp: NOW + 10 }, undefined, true],
  [{ nbf: 0 }, NOW + 10],
  [{ nbf: NOW + 60 }, NOW + 10],
  [{ nbf: NOW + 61 }, undefined],
  [{ nbf: "x" }, undefined],
  [{ exp: MS + 10_999, iat: MS, nbf: MS + 60_999 }, NOW + 10, true],
  [{ nbf: MS + 61_000 }, undefined, true],
  [{ exp: 99_999_999_999 }, undefined],
])("the claims %j", (changes, expiresAt, lenient) => {
  expect(read(changes, lenient)).toEqual(
    expiresAt === undefined ? { kind: "refused" } : { kind: "accepted", jti: changes.jti ?? "j", expiresAt },
  );
});

test.each<[changes: JsonObject, hint: string]>([
  [{ exp: MS }, `exp looks ${HINT}`],
  [{ exp: 100_000_000_000 }, `exp looks ${HINT}`],
  [{ exp: MS, iat: MS }, `exp and iat look ${HINT}`],
  [{ iat: MS, nbf: MS, exp: "x" }, `iat and nbf look ${HINT}`],
])("the claims %j are refused with a hint", (changes, hint) => {
  expect(read(changes)).toEqual({ kind: "refused", hint });
});

test("an expiry is required", () => {
  const { exp: _, ...rest } = CLAIMS;
  const required = { applicationId: "app", audience: "me", now: NOW, lenient: true };
  expect(readClaims(rest, required)).toEqual({ kind: "refused" });
});

const RSA: PublicJwk = { kid: "r", kty: "RSA", n: "n", e: "e" };
const EC: PublicJwk = { kid: "e", kty: "EC", crv: "P-256", x: "x", y: "y" };
const PSS: PublicJwk = { ...RSA, kid: "p", alg: "PS256" };

test.each<[header: JsonObject, keys: readonly string[]]>([
  [{ alg: "RS256" }, ["r"]],
  [{ alg: "PS256" }, ["r", "p"]],
  [{ alg: "ES256" }, ["e"]],
  [{ alg: "PS256", kid: "p" }, ["p"]],
  [{ alg: "RS256", kid: "p" }, []],
  [{ alg: "RS256", kid: "none" }, []],
  [{ alg: "RS256", kid: 7 }, []],
  [{ alg: "RS256", kid: "r r" }, []],
  [{ alg: "none" }, []],
  [{}, []],
  [{ alg: "RS256", typ: "JWT" }, ["r"]],
  [{ alg: "RS256", typ: "at+jwt" }, []],
  [{ alg: "RS256", jwk: {} }, ["r"]],
  ...["crit", "b64", "zip", "enc", "cty"].map((name): [JsonObject, string[]] => [{ alg: "RS256", [name]: null }, []]),
])("the keys for the header %j", (header, keys) => {
  const found = findCandidateKeys(header, [RSA, EC, PSS]);
  expect(found.map(({ jwk }) => jwk.kid)).toEqual(keys);
  expect(found.every(({ algorithm }) => algorithm === header.alg)).toBe(true);
});

const USER = createHash("sha256").update('["b","u"]').digest("hex");
const LIMITS = [
  { subject: `user:${USER}`, failures: 5 },
  { subject: "application:a", failures: 30 },
];
const AT = 100_000;

test("limits of failed sign-ins", async () => {
  expect(getLoginFailureLimits("a", "b", "u")).toEqual(LIMITS);
  const { statements, queries } = recordQueries({ first: [{ at: 40_001 }, { at: 60_500 }] });
  expect(await getLimitWait(queries, LIMITS, AT)).toBe(21);
  const select = (subject: string, offset: number): string =>
    `SELECT at FROM login_failures WHERE subject = "${subject}" AND at > 40000 AND at <= 100000 ORDER BY at DESC LIMIT 1 OFFSET ${offset}`;
  expect(statements.map(fill)).toEqual([select(`user:${USER}`, 4), select("application:a", 29)]);
  expect(await getLimitWait(recordQueries({ first: [{ at: 40_001 }] }).queries, LIMITS, AT)).toBe(1);
  expect(await getLimitWait(recordQueries().queries, LIMITS, AT)).toBe(undefined);
});

test("a failure takes a free slot of each limit", async () => {
  const insert = (subject: string, slot: number): string =>
    `INSERT INTO login_failures (subject, slot, at) VALUES ("${subject}", ${slot}, 100000) ON CONFLICT (subject, slot) DO UPDATE SET at = excluded.at WHERE login_failures.at <= 40000 OR login_failures.at > 100000`;
  const limits = [
    { subject: "x", failures: 3 },
    { subject: "y", failures: 1 },
  ];
  const { statements, queries } = recordQueries({ all: [[{ slot: 0 }], [{ slot: 0 }]], run: [0, 1] });
  expect(await countFailure(queries, limits, AT)).toBe(false);
  const select = (subject: string): string =>
    `SELECT slot FROM login_failures WHERE subject = "${subject}" AND at > 40000 AND at <= 100000`;
  expect(statements.map(fill)).toEqual([select("x"), insert("x", 1), insert("x", 2), select("y")]);
  expect(await countFailure(recordQueries().queries, limits, AT)).toBe(true);
  expect(await countFailure(recordQueries({ run: [0, 0, 0] }).queries, limits, AT)).toBe(false);
  const purge = recordQueries();
  await purgeLoginFailures(purge.queries, AT);
  expect(purge.statements.map(fill)).toEqual(["DELETE FROM login_failures WHERE at <= 40000"]);
});

test("refresh tokens are stored by their hash, found, used once and revoked", async () => {
  const app = makeContext();
  const { statements, queries } = recordQueries({ run: [1, 1, 0, 1] });
  const grant = { applicationId: "a", businessIds: ["b"], username: undefined };
  await storeRefreshToken({ queries, app, now: 1 }, { hash: "h", family: "f", grant });
  await storeRefreshToken(
    { queries, app, now: 1 },
    { hash: "h", family: "f", grant: { ...grant, username: "u" }, predecessor: "p" },
  );
  expect(await useRefreshToken(queries, { hash: "h", successor: "s", now: 2 })).toBe(false);
  expect(await useRefreshToken(queries, { hash: "h", successor: "s", now: 2 })).toBe(true);
  await revokeFamily(queries, "f", 9);
  const expiresAt = 2_592_000_001;
  expect(statements.map(([, values]) => values)).toEqual([
    ["h", "f", "a", '["b"]', null, expiresAt, null],
    ["h", "f", "a", '["b"]', "u", expiresAt, "p"],
    ...[
      [2, "s", "h"],
      [2, "s", "h"],
    ],
    ["f", 9],
  ]);
});

test("a stored refresh token", async () => {
  const row = {
    ...{ hash: "h", family: "f", application_id: "a", business_ids: '["b"]', username: null, expires_at: 5 },
    ...{ used_at: null, revoked: 0 },
  };
  const found = { hash: "h", family: "f", expiresAt: 5, usedAt: undefined, revoked: false };
  const grant = { applicationId: "a", businessIds: ["b"], username: undefined };
  const first = [row, { ...row, username: "u", used_at: 0, revoked: 1 }, undefined];
  const { queries } = recordQueries({ first });
  expect(await findRefreshToken(queries, "h")).toEqual({ ...found, grant });
  expect(await findRefreshToken(queries, "h")).toEqual({
    ...{ ...found, usedAt: 0, revoked: true },
    grant: { ...grant, username: "u" },
  });
  expect(await findRefreshToken(queries, "h")).toBe(undefined);
});

test("an assertion is used once", async () => {
  const { statements, queries } = recordQueries({ run: [1, 0] });
  const use = () => useAssertionOnce(queries, { issuer: "i", jti: "j", expiresAt: 5 }, 2);
  expect([await use(), await use()]).toEqual([true, false]);
  expect(statements.map(fill)[0]).toBe(
    'INSERT INTO used_assertions (issuer, jti, expires_at) VALUES ("i", "j", 5) ON CONFLICT (issuer, jti) DO UPDATE SET expires_at = excluded.expires_at WHERE used_assertions.expires_at <= 2',
  );
});

test("challenges", () => {
  const body = { status: 401, code: "C", message: "m" };
  const realm = 'Bearer realm="commerce-contract sandbox"';
  expect(createUnauthorized("C", "m").toResponse()).toEqual({
    ...{ status: 401, body, headers: { "WWW-Authenticate": realm } },
  });
  expect(createUnauthorized("C", "m", { error: "invalid_grant", retryAfter: 0 }).toResponse()).toEqual({
    ...{ status: 401, body },
    headers: { "WWW-Authenticate": `${realm}, error="invalid_grant"`, "Retry-After": "0" },
  });
});

test("fields of forms", () => {
  const rule = { pattern: /^a$/, expected: "an a" };
  const refuse = (code: string, message: string) => ({ status: 400, body: { status: 400, code, message } });
  expect(readFormField({ f: "a" }, "f", rule)).toBe("a");
  expect(catchRefusal(() => readFormField({}, "f", rule))).toEqual(
    refuse("MISSING_FIELD", "the form field f is required: an a"),
  );
  for (const value of ["b", 7, ["a"]])
    expect(catchRefusal(() => readFormField({ f: value }, "f", rule))).toEqual(
      refuse("INVALID_FIELD", "the form field f: expected an a"),
    );
});
