import { expect, test } from "vitest";
import { migrate, openDatabase } from "../../../src/sandbox/store/open-database.js";
import { TABLE_NAMES, TABLES } from "../../../src/sandbox/store/tables.js";
import { describeEachEngine } from "../engines.js";
import { startChild } from "./process.js";

const NEXT = [...TABLES, ["CREATE TABLE newer (id TEXT PRIMARY KEY)", "ALTER TABLE counters ADD COLUMN note TEXT"]];

describeEachEngine("migrations", (makeDatabase, { newTarget, engine }) => {
  test("create every table", async () => {
    const database = await makeDatabase();
    for (const table of TABLE_NAMES)
      expect(await database.first(`SELECT COUNT(*) AS count FROM ${table}`), table).toEqual({ count: 0 });
  });

  test("of four processes in parallel run once", async () => {
    const target = await newTarget();
    const children = Array.from({ length: 4 }, () => startChild(["migrate", target]));
    const codes = await Promise.all(children.map(({ ended }) => ended));
    expect(children.map(({ stderr }) => stderr()).join("")).toBe("");
    expect(codes).toEqual([0, 0, 0, 0]);
    const database = await makeDatabase(target);
    expect(await database.all("SELECT version FROM schema_versions ORDER BY version")).toEqual(
      TABLES.map((_, index) => ({ version: index + 1 })),
    );
  });

  test("keep existing data, and add new columns", async () => {
    const database = await makeDatabase();
    await database.run("INSERT INTO counters (name, value) VALUES ('a', 1)");
    await migrate(database, NEXT);
    await migrate(database, NEXT);
    expect(await database.all("SELECT name, value, note FROM counters")).toEqual([{ name: "a", value: 1, note: null }]);
  });

  test("that fail in the middle leave the tables unchanged", async () => {
    const database = await makeDatabase();
    await expect(migrate(database, [...TABLES, ["CREATE TABLE newer (id TEXT)", "CREATE NONSENSE"]])).rejects.toThrow();
    await expect(database.all("SELECT * FROM newer")).rejects.toThrow(/newer/);
    await migrate(database, NEXT);
    expect(await database.all("SELECT id FROM newer")).toEqual([]);
  });

  test("reject tables of a newer version with a message", async () => {
    const target = await newTarget();
    const newer = await makeDatabase(target);
    await migrate(newer, NEXT);
    const older = await openDatabase(target);
    await expect(migrate(older)).rejects.toMatchObject({
      name: "DatabaseError",
      kind: "unsuitable",
      message: expect.stringContaining(`version ${NEXT.length}, but this program supports up to ${TABLES.length}`),
    });
    await older.close();
  });

  test("order every text by its bytes", async () => {
    const database = await makeDatabase();
    if (engine === "postgres")
      expect(
        await database.all(
          `SELECT table_name, column_name FROM information_schema.columns
            WHERE table_schema = 'public' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'`,
        ),
      ).toEqual([]);
    else
      expect(
        await database.all("SELECT name FROM sqlite_schema WHERE sql LIKE '%COLLATE%' OR sql LIKE '%BYTES%'"),
      ).toEqual([]);
  });
});
