/** The seed of a database is kept, and another one is refused with what to do. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readOrCreateSeed } from "../../src/sandbox/open-engine.js";
import { REAL_CLOCK } from "../../src/sandbox/real-clock.js";
import { createDatabaseTables, openDatabase } from "../../src/sandbox/store/open-database.js";
import { createFolder } from "../cli/run-contract.js";

const OMIT = "omit the seed, delete FILE, or pass --database :memory:";

test.each([
  ["guide", "guide", undefined],
  ["guide", undefined, undefined],
  ["start", "guide", `the database FILE has the seed "start", not "guide"; ${OMIT}`],
  [undefined, "guide", `the database FILE has a random seed, not "guide"; ${OMIT}`],
])("a database with the seed %s, opened with %s", async (first, second, message) => {
  const file = join(createFolder({}), "sandbox.db");
  const database = await openDatabase(file);
  onTestFinished(() => database.close());
  await createDatabaseTables(database);
  const open = (seed: string | undefined) =>
    readOrCreateSeed(database, { database: file, ...(seed === undefined ? {} : { seed }) }, REAL_CLOCK);
  const seed = await open(first);
  if (message === undefined) expect(await open(second)).toBe(seed);
  else await expect(open(second)).rejects.toMatchObject({ message: message.replaceAll("FILE", file) });
});

test("the URL of a database is not shown", async () => {
  const database = await openDatabase(":memory:");
  onTestFinished(() => database.close());
  await createDatabaseTables(database);
  const open = (seed: string) => readOrCreateSeed(database, { database: "postgres://a:secret@b/c", seed }, REAL_CLOCK);
  await open("start");
  await expect(open("guide")).rejects.toThrow(
    'the database has the seed "start", not "guide"; omit the seed, use an empty database',
  );
});
