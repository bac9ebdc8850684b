import { expect, test } from "vitest";
import type { Database } from "../../../src/sandbox/store/database.js";
import { openDatabase } from "../../../src/sandbox/store/open-database.js";
import { describeEachEngine } from "../engines.js";
import { increment } from "./increment.js";
import { startChild } from "./process.js";

describeEachEngine("several processes", (makeDatabase, { newTarget }) => {
  test("committed data survives a killed process", async () => {
    const target = await newTarget();
    const database = await makeDatabase(target);
    for (let round = 1; round <= 3; round += 1) {
      await database.run("DELETE FROM counters");
      const child = startChild(["commit", nameSessions(target, "killed")]);
      await child.lines(20 * round);
      child.process.kill("SIGKILL");
      expect(await child.ended).toBe("SIGKILL");
      await waitForEndOfSessions(database, "killed");
      const count = child.stdout().trim().split("\n").length;
      const row = await database.first("SELECT COUNT(*) AS count, MAX(value) AS max FROM counters");
      expect(Number(row?.count)).toBeGreaterThanOrEqual(count);
      // The last row may be committed but not printed, and no other row is missing.
      expect(Number(row?.count)).toBeLessThanOrEqual(count + 1);
      expect(row?.max).toBe(row?.count);
    }
  });

  test("uncommitted data of a killed process is gone, and locks nothing", async () => {
    const target = await newTarget();
    const database = await makeDatabase(target);
    const child = startChild(["linger", target]);
    await child.lines(1);
    expect(await database.all("SELECT name FROM counters")).toEqual([]);
    child.process.kill("SIGKILL");
    await child.ended;
    await increment(database);
    expect(await database.all("SELECT name FROM counters")).toEqual([{ name: "count" }]);
  });

  test("write to the same row, and lose no update", async () => {
    const target = await newTarget();
    const database = await makeDatabase(target);
    const children = [startChild(["increment", target, "100"]), startChild(["increment", target, "100"])];
    for (let count = 0; count < 50; count += 1) await increment(database);
    expect(await Promise.all(children.map(({ ended }) => ended))).toEqual([0, 0]);
    expect(await database.first("SELECT value FROM counters WHERE name = 'count'")).toEqual({ value: 250 });
  });

  test("have the same clock for leases, which is the real one", async () => {
    const target = await newTarget();
    const [one, other] = [await makeDatabase(target), await makeDatabase(target)];
    const times = [Date.now(), await one.leaseNow(), await other.leaseNow(), Date.now()];
    expect([...times].sort()).toEqual(times);
    // It is also available in a transaction.
    expect(await one.transaction(() => one.leaseNow())).toBeGreaterThanOrEqual(times[3] ?? 0);
  });

  test("leave no process running", async () => {
    const target = await newTarget();
    await makeDatabase(target);
    const child = startChild(["increment", target, "1"]);
    expect(await child.ended).toBe(0);
  });

  test("a closed database reports that, and can be closed twice", async () => {
    const database = await openDatabase(await newTarget());
    await database.first("SELECT 1 AS one");
    await Promise.all([database.close(), database.close()]);
    await database.close();
    const closed = {
      name: "DatabaseError",
      kind: "closed",
      message: expect.stringContaining("the database is closed"),
    };
    await expect(database.first("SELECT 1")).rejects.toMatchObject(closed);
    await expect(database.run("DELETE FROM counters")).rejects.toMatchObject(closed);
    await expect(database.transaction(async () => {})).rejects.toMatchObject(closed);
    await expect(database.leaseNow()).rejects.toMatchObject(closed);
  });

  test("closing waits for running work", async () => {
    const database = await makeDatabase();
    const work = Array.from({ length: 5 }, () => increment(database));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const closing = database.close();
    const outcomes = await Promise.allSettled([...work, closing]);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ kind: "closed" });
    expect(outcomes.at(-1)?.status).toBe("fulfilled");
    expect(outcomes[0]?.status).toBe("fulfilled");
  });
});

/** Names the PostgreSQL sessions of an address. */
function nameSessions(target: string, name: string): string {
  return target.includes("://") ? `${target}${target.includes("?") ? "&" : "?"}application_name=${name}` : target;
}

/** A PostgreSQL session outlives its killed client for a moment, and may still commit. */
async function waitForEndOfSessions(database: Database, name: string): Promise<void> {
  if (database.engine !== "postgres") return;
  const sql =
    "SELECT COUNT(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1";
  await expect.poll(async () => Number((await database.first(sql, [name]))?.count), { interval: 10 }).toBe(0);
}
