/** Runs a concurrent step between two statements, to force a rare interleaving. */
import { setTimeout as pause } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { Database, Queries, Row, Value } from "../../../src/sandbox/store/database.js";

export type InterleavePoint = { readonly before: RegExp } | { readonly after: RegExp };

/**
 * A database that runs a step when a statement first matches. In a transaction the step may have to wait for its end,
 * as all work does in SQLite: then it is started and the statements continue. The test awaits the step.
 */
export function interleave(
  database: Database,
  place: InterleavePoint,
  step: () => Promise<unknown>,
): Database & { readonly stepped: () => Promise<unknown> } {
  let running: Promise<unknown> | undefined;
  const wrapped = (queries: Queries, mustWait: boolean): Queries => {
    const guarded =
      <T>(ask: (sql: string, values?: readonly Value[]) => Promise<T>) =>
      async (sql: string, values?: readonly Value[]): Promise<T> => {
        const [pattern, isBefore] = "before" in place ? [place.before, true] : [place.after, false];
        const isHere = running === undefined && pattern.test(sql);
        const take = async (): Promise<void> => {
          // Another statement that ran at the same time has taken it.
          if (running !== undefined) return;
          running = step();
          // The test awaits it later; avoids an unhandled rejection until then.
          running.catch(() => {});
          await (mustWait ? endOrLock(database, running) : running);
        };
        if (isHere && isBefore) await take();
        const result = await ask(sql, values);
        if (isHere && !isBefore) await take();
        return result;
      };
    return {
      engine: queries.engine,
      all: guarded<readonly Row[]>(queries.all),
      first: guarded<Row | undefined>(queries.first),
      run: guarded<number>(queries.run),
    };
  };
  return {
    ...database,
    ...wrapped(database, false),
    transaction: (work) => database.transaction((queries) => work(wrapped(queries, true))),
    stepped: async () => {
      if (running === undefined) throw new Error(`no statement was ${JSON.stringify(String(Object.values(place)))}`);
      return running;
    },
  };
}

/** Resolves when a step has ended or waits for a lock of the transaction; in SQLite immediately. */
export async function endOrLock(database: Database, step: Promise<unknown>): Promise<void> {
  if (database.engine === "sqlite") return;
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const ended = step.then(
    () => true,
    () => true,
  );
  const waits = async (): Promise<boolean> => {
    while (!isOver && (await database.first(WAITING)) === undefined) await pause(5);
    return true;
  };
  await Promise.race([ended, waits()]);
  isOver = true;
}

const WAITING =
  "SELECT 1 AS found FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' LIMIT 1";

/** A database that rolls back every transaction once and retries it, as after a deadlock or a lost connection. */
export function runningTwice(database: Database): Database {
  return {
    ...database,
    transaction: async (work) => {
      const undone = new Error("undone");
      await database
        .transaction(async (queries) => {
          await work(queries);
          throw undone;
        })
        .catch((error: unknown) => {
          if (error !== undone) throw error;
        });
      return database.transaction(work);
    },
  };
}
