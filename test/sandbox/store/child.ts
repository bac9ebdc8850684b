/** A child process for the tests of the store: `child.ts <task> <target> <number>`. */

import { createDatabaseTables, openDatabase } from "../../../src/sandbox/store/open-database.js";
import { increment } from "./increment.js";

const [task = "", target = "", number = "0"] = process.argv.slice(2);

const TASKS: Readonly<Record<string, () => Promise<void>>> = {
  /** Commits rows forever, and prints each one after its commit. */
  commit: async () => {
    const database = await openDatabase(target);
    for (let count = 1; ; count += 1) {
      await database.transaction(async (queries) => {
        await queries.run("INSERT INTO counters (name, value) VALUES ($1, $2)", [`row ${count}`, count]);
      });
      process.stdout.write(`${count}\n`);
    }
  },
  /** Starts a transaction and never ends it. */
  linger: async () => {
    const database = await openDatabase(target);
    await database.transaction(async (queries) => {
      await queries.run("INSERT INTO counters (name, value) VALUES ($1, $2)", ["lingering", 1]);
      process.stdout.write("in it\n");
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    });
  },
  increment: async () => {
    const database = await openDatabase(target);
    for (let count = 0; count < Number(number); count += 1) await increment(database);
    await database.close();
  },
  createDatabaseTables: async () => {
    const database = await openDatabase(target);
    await createDatabaseTables(database);
    await database.close();
  },
  /** Writes until it fails, and prints the error. */
  fill: async () => {
    const database = await openDatabase(target);
    await createDatabaseTables(database);
    for (let count = 0; ; count += 1) {
      await database.run("INSERT INTO settings (name, value) VALUES ($1, $2)", [`${count}`, "x".repeat(50_000)]);
      process.stdout.write(`${count + 1}\n`);
    }
  },
};

try {
  await TASKS[task]?.();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? `${error.name}: ${error.message}` : error}\n`);
  process.exitCode = 1;
}
