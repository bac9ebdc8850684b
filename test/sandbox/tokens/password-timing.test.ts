/**
 * The duration of a refusal does not reveal whether a user exists. Counts work, because times depend on the machine.
 */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { Queries } from "../../../src/sandbox/store/database.js";
import { createDatabaseTables, openDatabase } from "../../../src/sandbox/store/open-database.js";
import { createTokenEndpoint, OTHER_SHOP, openShop, PASSWORD, SHOP, USERNAME } from "./token-endpoint.js";

const hashed: unknown[] = [];
const real = crypto.scrypt;

// Replaces the function for modules that another test file of this worker has already loaded.
beforeAll(() => {
  vi.spyOn(crypto, "scrypt").mockImplementation((...given: readonly unknown[]) => {
    const [password, salt, length] = given as [string, Uint8Array, number];
    hashed.push({ password, saltLength: salt.length, length });
    (real as (...all: readonly unknown[]) => void)(...given);
  });
  syncBuiltinESMExports();
});
afterAll(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const WRONG = "a wrong password";

/** The statements and hashes of a sign-in, in order. */
async function workOf(form: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
  const database = await openDatabase(":memory:");
  onTestFinished(() => database.close());
  await createDatabaseTables(database);
  await openShop(database);
  const desk = createTokenEndpoint(database);
  const work: unknown[] = [];
  const reported =
    <Result>(ask: (sql: string, values?: never) => Promise<Result>) =>
    async (sql: string, values?: unknown): Promise<Result> => {
      work.push(...hashed.splice(0), sql);
      return ask(sql, values as never);
    };
  const queries: Queries = {
    ...database,
    first: reported(database.first),
    all: reported(database.all),
    run: reported(database.run),
  };
  hashed.length = 0;
  const credentials = { grantType: "PASSWORD", businessId: SHOP, username: USERNAME, password: WRONG };
  const { status } = await desk.untied({ ...credentials, ...form }, desk.forged(), queries);
  return [...work, ...hashed.splice(0), status];
}

test.each<[string, Record<string, string>]>([
  ["an unknown user", { username: "nobody@shop.example" }],
  ["a user of another business", { username: "max@other.example", password: PASSWORD }],
  ["another business, which the application may not open", { businessId: OTHER_SHOP, username: "max@other.example" }],
])("O5 %s takes the same work as a wrong password", async (_, form) => {
  const known = await workOf(form.password === undefined ? {} : { password: `${PASSWORD} ` });
  const isHash = (step: unknown): boolean => typeof step === "object";
  expect(known.filter(isHash)).toHaveLength(1);
  expect(known.at(-1)).toBe(401);
  const withoutPassword = (step: unknown): unknown =>
    isHash(step) ? { ...(step as object), password: undefined } : step;
  expect((await workOf(form)).map(withoutPassword)).toEqual(known.map(withoutPassword));
});
