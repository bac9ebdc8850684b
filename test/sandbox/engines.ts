/** Runs suites on SQLite and on a real PostgreSQL. */

import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, describe } from "vitest";
import type { Database, Engine } from "../../src/sandbox/store/database.js";
import { createDatabaseTables, openDatabase } from "../../src/sandbox/store/open-database.js";
import { clusterAddress, postgresBinaries, startCluster } from "./postgres-cluster.js";

/** Opens a new database with its tables, or the one at `target`; closed at the end of the suite. */
export type MakeDatabase = (target?: string) => Promise<Database>;

export type EngineUnderTest = {
  readonly engine: Engine;
  /** The path or PostgreSQL address of a new, empty database, which is deleted at the end of the suite. */
  readonly newTarget: () => Promise<string>;
};

if (postgresBinaries === undefined) {
  if (process.env.CI === "true")
    throw new Error("no PostgreSQL: install Debian's package postgresql, or unset CI to test SQLite alone");
  process.stderr.write("tests on PostgreSQL are skipped: no initdb and pg_ctl on the PATH or in /usr/lib/postgresql\n");
}

type Suite = (makeDatabase: MakeDatabase, underTest: EngineUnderTest) => void;

/** Runs a suite on each engine. Without PostgreSQL it is skipped there, or fails in CI. */
export function describeEachEngine(name: string, suite: Suite): void {
  describeEngine("sqlite", name, suite);
  describeEngine("postgres", name, suite);
}

/** Runs a suite on one engine only. */
export function describeEngine(engine: Engine, name: string, suite: Suite): void {
  describe.skipIf(engine === "postgres" && postgresBinaries === undefined)(`${name} (${engine})`, () => {
    const opened: Database[] = [];
    const targets: Target[] = [];
    afterAll(async () => {
      await Promise.all(opened.map((database) => database.close()));
      await Promise.all(targets.map((target) => target.remove()));
    });
    const newTarget = async (): Promise<string> => {
      const target = engine === "sqlite" ? newFile() : await newPostgresDatabase();
      targets.push(target);
      return target.address;
    };
    const makeDatabase: MakeDatabase = async (target) => {
      const database = await openDatabase(target ?? (await newTarget()));
      opened.push(database);
      await createDatabaseTables(database);
      return database;
    };
    suite(makeDatabase, { engine, newTarget });
  });
}

type Target = { readonly address: string; readonly remove: () => Promise<void> };

function newFile(): Target {
  const folder = mkdtempSync(join(tmpdir(), "commerce-contract-sqlite-"));
  return {
    address: join(folder, "sandbox.db"),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function newPostgresDatabase(): Promise<Target> {
  const folder = await cluster();
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const ask = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: clusterAddress(folder, "postgres") });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await ask(`CREATE DATABASE ${name}`);
  return { address: clusterAddress(folder, name), remove: () => ask(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** The directory of the cluster of the run. The first suite that needs it starts it; the others wait. */
export async function cluster(): Promise<string> {
  const { TEST_ENGINES_FOLDER: folder, TEST_ENGINES_OWNER: owner } = process.env;
  if (folder === undefined) throw new Error("vitest.config.ts must name test/sandbox/global-setup.ts as globalSetup");
  const place = join(folder, "cluster");
  const outcome = join(folder, "outcome");
  if (isFirst(place)) {
    const failure = await startCluster({ folder: place, owner: Number(owner) }).then(
      () => "",
      (error: unknown) => String(error),
    );
    writeFileSync(`${outcome}.new`, failure);
    renameSync(`${outcome}.new`, outcome);
  }
  while (!existsSync(outcome)) await pause(50);
  const failure = readFileSync(outcome, "utf8");
  if (failure !== "") throw new Error(`PostgreSQL did not start: ${failure}`);
  return place;
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
