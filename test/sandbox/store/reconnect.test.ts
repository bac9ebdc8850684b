import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import type { Database, Queries } from "../../../src/sandbox/store/database.js";
import { createDatabaseTables, openDatabase } from "../../../src/sandbox/store/open-database.js";
import { describeEngine } from "../engines.js";
import { clusterAddress, postgresBinaries, restartCluster, startCluster, stopCluster } from "../postgres-cluster.js";
import { increment } from "./increment.js";

const OTHERS =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
const count = async (queries: Queries) =>
  (await queries.first("SELECT value FROM counters WHERE name = 'count'"))?.value;

/** Terminates all other connections to the database, as an administrator does. */
async function endConnections(target: string): Promise<void> {
  const client = new pg.Client({ connectionString: target });
  await client.connect();
  await client.query(OTHERS);
  await client.end();
}

/** Terminates all other connections while one of them executes a sleep. */
async function endSleeping(target: string): Promise<void> {
  const client = new pg.Client({ connectionString: target });
  await client.connect();
  const asleep = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'";
  while ((await client.query(asleep)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await client.query(OTHERS);
  await client.end();
}

describeEngine("postgres", "a connection that is lost", (makeDatabase, { newTarget }) => {
  test("while idle reconnects without an error", async () => {
    const target = await newTarget();
    const database = await makeDatabase(target);
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(Array.from({ length: 12 }, () => increment(database)));
      await endConnections(target);
      // Immediately, before the pool detects the loss.
      expect(await count(database)).toBe(12 * (round + 1));
    }
  });

  test("in a transaction repeats the work, once", async () => {
    const target = await newTarget();
    const database = await makeDatabase(target);
    let runs = 0;
    await database.transaction(async (queries) => {
      runs += 1;
      await queries.run("INSERT INTO counters (name, value) VALUES ('count', 1)");
      if (runs === 1) await endConnections(target);
      await queries.run("UPDATE counters SET value = value + 1");
    });
    expect([runs, await count(database)]).toEqual([2, 2]);
  });

  test("during a read repeats it; a write outside of a transaction reports an error", async () => {
    const target = await newTarget();
    const database = await makeDatabase(target);
    // The retried query does not sleep again.
    await database.run("CREATE SEQUENCE asked");
    const slow = "FROM pg_sleep(CASE nextval('asked') WHEN 1 THEN 3600 ELSE 0 END)";
    const [rows] = await Promise.all([database.all(`SELECT 1 AS one ${slow}`), endSleeping(target)]);
    expect(rows).toEqual([{ one: 1 }]);
    await database.run("ALTER SEQUENCE asked RESTART");
    const write = database.run(`INSERT INTO counters (name, value) SELECT 'slow', 1 ${slow}`);
    const [outcome] = await Promise.all([write.catch((error) => error), endSleeping(target)]);
    expect(outcome).toMatchObject({ name: "DatabaseError", kind: "unreachable" });
  });

  test("permanently is reported in time", async () => {
    const target = await newTarget();
    const database = await makeDatabase(target);
    const client = new pg.Client({ connectionString: target.replace(/test_\w+/, "postgres") });
    await client.connect();
    await client.query(`DROP DATABASE ${/test_\w+/.exec(target)?.[0]} WITH (FORCE)`);
    await client.end();
    await expect(database.first("SELECT 1")).rejects.toMatchObject({ kind: "unsuitable" });
  });
});

describe.skipIf(postgresBinaries === undefined)("a restarted server", () => {
  const folder = mkdtempSync(join(tmpdir(), "commerce-contract-restart-"));
  chmodSync(folder, 0o711);
  const place = mkdtempSync(join(folder, "cluster-"));
  let database: Database | undefined;
  afterAll(async () => {
    await database?.close();
    stopCluster(place);
    rmSync(folder, { recursive: true, force: true });
  });

  test("causes a pause, and no transaction is lost or repeated", async () => {
    await startCluster({ folder: place, owner: process.pid, durable: true });
    database = await openDatabase(clusterAddress(place, "postgres"));
    await createDatabaseTables(database);
    const store = database;
    let [done, uncertain] = [0, 0];
    let stop = false;
    const writers = Array.from({ length: 4 }, async () => {
      while (!stop) {
        try {
          await increment(store);
          done += 1;
        } catch (error) {
          // The outcome is unknown: the connection was lost before the response to the commit.
          expect(error).toMatchObject({ kind: "uncertain" });
          uncertain += 1;
        }
      }
    });
    await until(() => done > 20);
    restartCluster(place);
    const before = done;
    await until(() => done > before + 20);
    stop = true;
    await Promise.all(writers);
    const value = Number(await count(store));
    expect(value).toBeGreaterThanOrEqual(done);
    expect(value).toBeLessThanOrEqual(done + uncertain);
  });
});

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}
