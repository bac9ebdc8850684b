import type { Queries } from "./database.js";
import { DatabaseError } from "./database-error.js";
import type { Mutex } from "./mutex.js";
import { runTransactionWork } from "./run-transaction-work.js";
import type { SqliteConnection } from "./sqlite-module.js";
import { MAX_WAIT, type ReadGate, tryUntilFree } from "./sqlite-waits.js";

/** Runs work in a transaction. It rejects when the work could not begin within the wait. */
export type RunInTransaction = <T>(work: (queries: Queries) => Promise<T>, wait?: number) => Promise<T>;

export type TransactionGroupOptions = {
  readonly path: string;
  readonly connection: SqliteConnection;
  readonly queries: Queries;
  readonly gate: ReadGate;
  readonly mutex: Mutex;
  /** Refuses to run when the database is closed, and converts errors. */
  readonly runChecked: <T>(work: () => Promise<T>) => Promise<T>;
};

/**
 * Runs the transactions that wait at the same time one after the other in a common one, each in a savepoint. A commit
 * waits for the disk however much it contains, so the rate of writes does not depend on the disk alone. Results are
 * returned after the commit.
 */
export function createTransactionGroups(options: TransactionGroupOptions): RunInTransaction {
  const { path, mutex, runChecked } = options;
  const waiting: Member[] = [];
  let isScheduled = false;
  const runNext = async (): Promise<void> => {
    isScheduled = false;
    const members = waiting.filter(({ isLate }) => !isLate());
    waiting.length = 0;
    waiting.push(...members.splice(MAX_GROUP_SIZE));
    if (waiting.length > 0) schedule();
    if (members.length === 0) return;
    const failure = await runChecked(() => runGroup(members, options)).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    for (const { settle } of members) settle(failure);
  };
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    // Later than the requests that have already arrived, so that they are in the same group.
    setImmediate(() => void mutex(runNext));
  };
  return (work, wait = MAX_WAIT) =>
    new Promise((resolve, reject) => {
      waiting.push(createMember(work, { path, wait, resolve, reject, runChecked }));
      schedule();
    });
}

/** A bound for the time that the first member of a group waits for the last one. */
const MAX_GROUP_SIZE = 64;

type Member = {
  /** Ends the wait of the member. */
  readonly begin: () => void;
  /** Whether the member was rejected because it waited too long. */
  readonly isLate: () => boolean;
  /** Runs the work and keeps its result. Returns its failure. */
  readonly run: (queries: Queries) => Promise<Failure | undefined>;
  /** Returns the result to the caller, or the failure of the whole group. */
  readonly settle: (failure: Failure | undefined) => void;
};

type Failure = { readonly error: unknown };

type MemberOptions<T> = Pick<TransactionGroupOptions, "path" | "runChecked"> & {
  readonly wait: number;
  readonly resolve: (result: T) => void;
  readonly reject: (error: unknown) => void;
};

function createMember<T>(
  work: (queries: Queries) => Promise<T>,
  { path, wait, resolve, reject, runChecked }: MemberOptions<T>,
): Member {
  let isLate = false;
  let giveResult = (): void => undefined;
  const timer = setTimeout(() => {
    isLate = true;
    reject(createBusyError(path, wait));
  }, wait);
  return {
    begin: () => clearTimeout(timer),
    isLate: () => isLate,
    run: async (queries) => {
      try {
        const result = await runChecked(() => runTransactionWork(queries, work));
        giveResult = () => resolve(result);
        return undefined;
      } catch (error) {
        giveResult = () => reject(error);
        return { error };
      }
    },
    settle: (failure) => {
      clearTimeout(timer);
      if (failure === undefined) giveResult();
      else reject(failure.error);
    },
  };
}

function createBusyError(path: string, wait: number): DatabaseError {
  const seconds = wait / 1000;
  return new DatabaseError(
    "busy",
    `database ${path}: it has been locked for ${seconds} s by another process or a long transaction; repeat the request`,
  );
}

async function runGroup(
  members: readonly Member[],
  { connection, queries, gate }: Pick<TransactionGroupOptions, "connection" | "queries" | "gate">,
): Promise<void> {
  await tryUntilFree(
    async () => connection.exec("BEGIN IMMEDIATE"),
    () => members.every(({ isLate }) => isLate()),
  );
  const begun = members.filter(({ isLate }) => !isLate());
  for (const { begin } of begun) begin();
  await gate.runTransaction(async () => {
    try {
      for (const member of begun) await runMember(member, queries);
      connection.exec("COMMIT");
    } catch (error) {
      rollBack(connection);
      throw error;
    }
  });
}

async function runMember({ run }: Member, queries: Queries): Promise<void> {
  await queries.run("SAVEPOINT member");
  const failure = await run(queries);
  try {
    if (failure !== undefined) await queries.run("ROLLBACK TO member");
    await queries.run("RELEASE member");
  } catch (error) {
    // SQLite has rolled back the whole transaction, as it does when the disk is full.
    throw failure?.error ?? error;
  }
}

function rollBack(connection: SqliteConnection): void {
  try {
    connection.exec("ROLLBACK");
  } catch {
    // SQLite has already rolled back.
  }
}
