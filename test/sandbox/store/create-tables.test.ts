import { expect, test } from "vitest";
import { createDatabaseTables, openDatabase } from "../../../src/sandbox/store/open-database.js";
import { TABLE_NAMES, TABLES_VERSION } from "../../../src/sandbox/store/tables.js";
import { describeEachEngine } from "../engines.js";
import { startChild } from "./process.js";

describeEachEngine("tables", (makeDatabase, { newTarget, engine }) => {
  test("are all created", async () => {
    const database = await makeDatabase();
    for (const table of TABLE_NAMES)
      expect(await database.first(`SELECT COUNT(*) AS count FROM ${table}`), table).toEqual({ count: 0 });
  });

  test("are created once by four processes in parallel", async () => {
    const target = await newTarget();
    const children = Array.from({ length: 4 }, () => startChild(["createDatabaseTables", target]));
    const codes = await Promise.all(children.map(({ ended }) => ended));
    expect(children.map(({ stderr }) => stderr()).join("")).toBe("");
    expect(codes).toEqual([0, 0, 0, 0]);
    const database = await makeDatabase(target);
    expect(await database.all("SELECT version FROM schema_versions")).toEqual([{ version: TABLES_VERSION }]);
  });

  test("keep their data", async () => {
    const database = await makeDatabase();
    await database.run("INSERT INTO counters (name, value) VALUES ('a', 1)");
    await createDatabaseTables(database);
    expect(await database.all("SELECT name, value FROM counters")).toEqual([{ name: "a", value: 1 }]);
  });

  test("are not created if one of them exists", async () => {
    const database = await openDatabase(await newTarget());
    await database.run("CREATE TABLE records (id TEXT)");
    await expect(createDatabaseTables(database)).rejects.toThrow(/records/);
    await expect(database.all("SELECT * FROM settings")).rejects.toThrow(/settings/);
    await database.run("DROP TABLE records");
    await createDatabaseTables(database);
    expect(await database.all("SELECT * FROM settings")).toEqual([]);
    await database.close();
  });

  test.each([TABLES_VERSION - 1, TABLES_VERSION + 1])("of another version are refused: %i", async (version) => {
    const database = await makeDatabase();
    await database.run("UPDATE schema_versions SET version = $1", [version]);
    await expect(createDatabaseTables(database)).rejects.toMatchObject({
      name: "DatabaseError",
      kind: "unsuitable",
      message: `the tables of the database have version ${version}, but this program has version ${TABLES_VERSION}: use the program that created it, or another database`,
    });
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
