/** Errors and settings of PostgreSQL, without a server. */
import { describe, expect, test } from "vitest";
import { DatabaseError } from "../../../src/sandbox/store/database.js";
import {
  buildPostgresSettings,
  isCollision,
  isConnectionLoss,
  toPostgresDatabaseError,
} from "../../../src/sandbox/store/postgres.js";

const pg = await import("pg");
const fail = (message: string, members: object = {}): Error => Object.assign(new Error(message), members);
const show = (error: unknown): unknown => (error instanceof DatabaseError ? `${error.kind} ${error.message}` : error);

const LOST = "unreachable PostgreSQL at h: no response: check the host and port, and that the server is running (m)";
const REFUSED = "refused PostgreSQL at h: authentication failed: check the user and password in the address (m)";

describe("an error of the server (postgres)", () => {
  test.each<[code: unknown, shown: string]>([
    ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "ENOENT", "EHOSTUNREACH"].map(
      (code): [string, string] => [code, LOST],
    ),
    ...["ENETUNREACH", "57P01", "57P02", "57P03", "57P05", "53300", "25P03", "08000", "08001", "08003", "08004"].map(
      (code): [string, string] => [code, LOST],
    ),
    ["08006", LOST],
    ["ENOTFOUND", LOST],
    ["EAI_AGAIN", LOST],
    ["28P01", REFUSED],
    ["28000", REFUSED],
    ["3D000", "unsuitable PostgreSQL at h: the database does not exist: create it with createdb (m)"],
    [
      "42501",
      "refused PostgreSQL at h: permission denied: allow the user to create and use tables in the database (m)",
    ],
    ["57014", "busy PostgreSQL at h: other clients hold locks for too long (m)"],
    ["55P03", "busy PostgreSQL at h: other clients hold locks for too long (m)"],
    ["23505", "constraint PostgreSQL at h: a row violates a constraint (m)"],
    ["53100", "full PostgreSQL at h: the disk is full (m)"],
    ["25006", "read-only PostgreSQL at h: the database is read-only: use the address of the primary server (m)"],
    ["40001", "busy PostgreSQL at h: other clients repeatedly changed the same rows at the same time (m)"],
    ["40P01", "busy PostgreSQL at h: other clients repeatedly changed the same rows at the same time (m)"],
  ])("with the code %s", (code, shown) => {
    const error = fail("m", { code });
    const converted = toPostgresDatabaseError(error, "h");
    expect(show(converted)).toBe(shown);
    expect(converted).toMatchObject({ cause: error });
    expect(isCollision(error)).toBe(code === "40001" || code === "40P01");
    expect(isConnectionLoss(error)).toBe(shown === LOST && code !== "ENOTFOUND" && code !== "EAI_AGAIN");
  });

  test.each([
    "Connection terminated unexpectedly",
    "timeout exceeded when trying to connect",
    "Client has encountered a connection error and is not queryable",
    "Client was closed and is not queryable",
    "Query read timeout",
    "timeout expired",
  ])("with the message %s", (message) => {
    expect(isConnectionLoss(fail(message))).toBe(true);
    expect(isConnectionLoss(fail(`x ${message}`))).toBe(false);
    expect(isConnectionLoss({ message })).toBe(false);
    expect(show(toPostgresDatabaseError(fail(message), "h"))).toBe(LOST.replace("(m)", `(${message})`));
  });

  test.each([
    fail("m", { code: "42601" }),
    fail("m", { code: 23 }),
    fail("m"),
    fail("not SASL"),
    { code: "28P01" },
    new DatabaseError("closed", "Connection terminated"),
    undefined,
  ])("that is none of these stays the same: %s", (error) => {
    expect(toPostgresDatabaseError(error, "h")).toBe(error);
  });

  test("during sign-in without a code", () => {
    expect(show(toPostgresDatabaseError(fail("SASL: no password"), "h"))).toBe(
      REFUSED.replace("(m)", "(SASL: no password)"),
    );
  });
});

describe("the settings of a connection (postgres)", () => {
  const OPTIONS = "options=-c%20synchronous_commit%3Don%20-c%20jit%3Doff";
  test.each([
    ["postgres://u:p@h/d", `postgres://u:p@h/d?${OPTIONS}&application_name=commerce-contract%20sandbox`],
    [
      "postgres://h/d?application_name=me&options=-c%20a%3Db",
      "postgres://h/d?application_name=me&options=-c%20a%3Db%20-c%20synchronous_commit%3Don%20-c%20jit%3Doff",
    ],
  ])("of %s", (address, connectionString) => {
    expect(buildPostgresSettings(address, pg)).toEqual({
      ...{ connectionString, connectionTimeoutMillis: 15_000, statement_timeout: 30_000, query_timeout: 35_000 },
      ...{ idle_in_transaction_session_timeout: 30_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 },
      types: { getTypeParser: expect.any(Function) },
    });
  });

  test("of an invalid address", () => {
    expect(() => buildPostgresSettings("postgres://u:p%@h:x/d", pg)).toThrow(
      new DatabaseError(
        "unsuitable",
        "invalid database address: expected postgres://user:password@host:port/database, with special characters percent-encoded",
      ),
    );
  });

  test("read whole numbers and flags as numbers", () => {
    const { types } = buildPostgresSettings("postgres://h/d", pg);
    const parse = (oid: number, text: string): unknown => types?.getTypeParser(oid, "text")(text);
    const { BOOL, INT8, NUMERIC, INT4, TEXT } = pg.types.builtins;
    expect([parse(BOOL, "t"), parse(BOOL, "f")]).toEqual([1, 0]);
    expect([parse(INT8, "9007199254740991"), parse(NUMERIC, "1.5"), parse(INT4, "7"), parse(TEXT, "7")]).toEqual([
      ...[Number.MAX_SAFE_INTEGER, 1.5, 7, "7"],
    ]);
    expect(() => parse(INT8, "9007199254740992")).toThrow(
      new RangeError("the database contains a number that cannot be represented exactly: 9007199254740992"),
    );
  });
});
