import { expect, test } from "vitest";
import type { Database, Queries } from "../../../src/sandbox/store/database.js";
import { describeEachEngine } from "../engines.js";
import { increment } from "./increment.js";

const INSERT = "INSERT INTO counters (name, value) VALUES ($1, $2)";
const names = async (queries: Queries) =>
  (await queries.all("SELECT name FROM counters ORDER BY name")).map(({ name }) => name);

describeEachEngine("a transaction", (makeDatabase, { newTarget }) => {
  test("is committed as a whole, and returns the result of its work", async () => {
    const database = await makeDatabase();
    const given = await database.transaction(async (queries) => {
      expect(await queries.run(INSERT, ["a", 1])).toBe(1);
      await queries.run(INSERT, ["b", 2]);
      return names(queries);
    });
    expect(given).toEqual(["a", "b"]);
    expect(await names(database)).toEqual(["a", "b"]);
  });

  test("is rolled back if its work throws, with the error", async () => {
    const database = await makeDatabase();
    const refusal = new Error("refused");
    await expect(
      database.transaction(async (queries) => {
        await queries.run(INSERT, ["a", 1]);
        throw refusal;
      }),
    ).rejects.toBe(refusal);
    expect(await names(database)).toEqual([]);
  });

  test("is rolled back if a statement failed, even if the work continues", async () => {
    const database = await makeDatabase();
    await expect(
      database.transaction(async (queries) => {
        await queries.run(INSERT, ["a", 1]);
        await queries.run(INSERT, ["a", 2]).catch(() => {});
        return "went on";
      }),
    ).rejects.toMatchObject({ name: "DatabaseError", kind: "constraint" });
    expect(await names(database)).toEqual([]);
    await database.run(INSERT, ["after", 1]);
    expect(await names(database)).toEqual(["after"]);
  });

  test("rolls back the creation of tables as well", async () => {
    const database = await makeDatabase();
    const work = async (queries: Queries) => {
      await queries.run("CREATE TABLE short_lived (id TEXT)");
      throw new Error("no");
    };
    await expect(database.transaction(work)).rejects.toThrow("no");
    await expect(database.all("SELECT * FROM short_lived")).rejects.toThrow(/short_lived/);
  });

  test("shows nothing to others before its commit", async () => {
    const database = await makeDatabase();
    let seen: unknown;
    let reading: Promise<void> | undefined;
    const writing = database.transaction(async (queries) => {
      await queries.run(INSERT, ["a", 1]);
      reading = names(database).then((found) => {
        seen = found;
      });
      for (let turn = 0; turn < 20; turn += 1) await queries.first("SELECT 1 AS one");
    });
    await writing;
    await reading;
    // SQLite makes readers wait, PostgreSQL shows the state before; neither shows a partial transaction.
    expect([[], ["a"]]).toContainEqual(seen);
    expect(await names(database)).toEqual(["a"]);
  });

  test("rejects statements after its end", async () => {
    const database = await makeDatabase();
    let escaped: Queries | undefined;
    await database.transaction(async (queries) => {
      escaped = queries;
    });
    await expect(escaped?.run(INSERT, ["late", 1])).rejects.toThrow(/the transaction has ended/);
    expect(await names(database)).toEqual([]);
  });

  test("loses no update when 50 read and write the same row", async () => {
    const database = await makeDatabase();
    await Promise.all(Array.from({ length: 50 }, () => increment(database)));
    expect(await value(database)).toBe(50);
  });

  test("loses no update when two connections write the same row", async () => {
    const target = await newTarget();
    const one = await makeDatabase(target);
    const other = await makeDatabase(target);
    await Promise.all(Array.from({ length: 50 }, (_, index) => increment(index % 2 === 0 ? one : other)));
    expect(await value(one)).toBe(50);
  });

  test("runs again after a deadlock", async () => {
    const database = await makeDatabase();
    await database.run(INSERT, ["a", 0]);
    await database.run(INSERT, ["b", 0]);
    const both = (first: string, second: string) =>
      database.transaction(async (queries) => {
        await queries.run("UPDATE counters SET value = value + 1 WHERE name = $1", [first]);
        await new Promise((resolve) => setTimeout(resolve, 30));
        await queries.run("UPDATE counters SET value = value + 1 WHERE name = $1", [second]);
      });
    await Promise.all([both("a", "b"), both("b", "a"), both("a", "b"), both("b", "a")]);
    expect(await database.all("SELECT value FROM counters ORDER BY name")).toEqual([{ value: 4 }, { value: 4 }]);
  });

  test("of two inserts with the same key, lets one wait and see the conflict", async () => {
    const database = await makeDatabase();
    const claim = (name: string) =>
      database.transaction(async (queries) => {
        const row = await queries.first(
          "INSERT INTO counters (name, value) VALUES ($1, 1) ON CONFLICT (name) DO NOTHING RETURNING name",
          [name],
        );
        await new Promise((resolve) => setTimeout(resolve, 5));
        return row !== undefined;
      });
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim("once")));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });
});

async function value(database: Database): Promise<unknown> {
  return (await database.first("SELECT value FROM counters WHERE name = 'count'"))?.value;
}
