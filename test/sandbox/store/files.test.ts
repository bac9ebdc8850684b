import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSqlite } from "../../../src/sandbox/store/sqlite.js";

test("a closed database is one file with all written data", async () => {
  const folder = mkdtempSync(join(tmpdir(), "files-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const count of [1, 2]) {
    const database = await openSqlite(join(folder, "a.db"));
    await database.run("CREATE TABLE IF NOT EXISTS t (x INTEGER)");
    await database.run("INSERT INTO t VALUES ($1)", [count]);
    expect(readdirSync(folder)).toContain("a.db-wal");
    expect(await database.all("SELECT x FROM t")).toHaveLength(count);
    await database.close();
    expect(readdirSync(folder)).toEqual(["a.db"]);
  }
});
