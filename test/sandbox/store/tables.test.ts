import { expect, test } from "vitest";
import { describeEngine } from "../engines.js";

describeEngine("sqlite", "tables", (makeDatabase) => {
  test("tables and indexes are these", async () => {
    const database = await makeDatabase();
    const rows = await database.all("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name");
    expect(rows.map(({ sql }) => String(sql).replaceAll(/\s+/g, " ")).join("\n")).toMatchSnapshot();
  });
});
