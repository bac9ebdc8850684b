import { setTimeout as pause } from "node:timers/promises";
import type { Client, ClientConfig, Pool, PoolClient, QueryResult } from "pg";
import { assertPortable } from "./assert-portable.js";
import type { Database, Queries, Row, Value } from "./database.js";
import { DatabaseError } from "./database-error.js";
import { isCollision, isConnectionLoss, toPostgresDatabaseError } from "./postgres-errors.js";
import { buildPostgresSettings } from "./postgres-settings.js";
import { createNotifier, listenForWakeUps, type WakeUpListener } from "./postgres-wake.js";
import { runTransactionWork } from "./run-transaction-work.js";

const POOL_SIZE = 10;
const MIN_VERSION = 15;
/** With pauses that double up to a second: about five seconds, in which a server is started again. */
const MAX_ATTEMPTS = 9;
/** Statements with a name are planned once a connection; how many names there may be. */
const MAX_NAMED_STATEMENTS = 200;
const PREPARABLE_STATEMENT = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;

/**
 * PostgreSQL 15 or newer, for any number of replicas. The address is `postgres://user:password@host:port/database`; it must
 * lead to the server itself, or to a proxy that keeps sessions, since replicas wake each other by LISTEN and NOTIFY.
 *
 * Transactions run at READ COMMITTED, and are run again, from their start, after a deadlock and when the connection is lost
 * before the commit. A statement outside of a transaction is asked again after a deadlock, which has undone it whole; a read
 * also when the connection is lost.
 *
 * @throws DatabaseError when there is no such server, or one that cannot be used
 */
export async function openPostgres(address: string): Promise<Database> {
  const pg = await import("pg");
  const settings = buildPostgresSettings(address, pg);
  const newClient = (): Client => new pg.Client(settings);
  const place = await verifyServer(newClient);
  const pool: Pool = new pg.Pool({ ...(settings as ClientConfig), max: POOL_SIZE, idleTimeoutMillis: 30_000 });
  // A connection that is lost while nobody uses it is replaced when it is needed.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));

  const listeners: (() => void)[] = [];
  let listening: WakeUpListener | undefined;
  let closed: Promise<void> | undefined;
  const names = new Map<string, string>();
  const ask = (client: PoolClient, text: string, values: readonly Value[] = []): Promise<QueryResult<Row>> => {
    if (!names.has(text) && names.size < MAX_NAMED_STATEMENTS && PREPARABLE_STATEMENT.test(text))
      names.set(text, `statement_${names.size}`);
    const name = names.get(text);
    return client.query<Row>({ text, values: [...assertPortable(values)], ...(name === undefined ? {} : { name }) });
  };
  const trying = async <T>(attempt: () => Promise<T>, again: (error: unknown) => boolean): Promise<T> => {
    for (let count = 1; ; count += 1) {
      if (closed !== undefined) throw new DatabaseError("closed", `PostgreSQL at ${place}: it is closed`);
      try {
        return await attempt();
      } catch (error) {
        if (count === MAX_ATTEMPTS || !again(error)) throw toPostgresDatabaseError(error, place);
        await pause(Math.min(25 * 2 ** count, 1_000));
      }
    }
  };
  const single = (sql: string, values?: readonly Value[]): Promise<QueryResult<Row>> => {
    const reads = /^\s*SELECT\b(?!.*\bFOR\s+(UPDATE|SHARE)\b)/is.test(sql);
    return trying(
      () => withClient(pool, (client) => ask(client, sql, values)),
      (error) => error instanceof NoConnectionError || isCollision(error) || (reads && isConnectionLoss(error)),
    );
  };
  const wakeHere = (): void => {
    for (const listener of listeners) listener();
  };
  const notify = createNotifier((sql) => single(sql));

  return {
    ...createQueries(single),
    transaction: (work) =>
      trying(
        () => withClient(pool, (client) => runTransaction(client, (sql, values) => ask(client, sql, values), work)),
        (error) => error instanceof NoConnectionError || isConnectionLoss(error) || isCollision(error),
      ),
    leaseNow: async () => {
      const { rows } = await single(
        "SELECT CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT) AS now",
      );
      return Number(rows[0]?.now);
    },
    wake: () => {
      wakeHere();
      return notify();
    },
    onWake: (listener) => {
      listeners.push(listener);
      if (closed === undefined) listening ??= listenForWakeUps(newClient, wakeHere);
    },
    close: () => {
      closed ??= Promise.all([listening?.stop(), pool.end()]).then(() => {});
      return closed;
    },
  };
}

/** There was no connection to be had, so nothing was asked. */
class NoConnectionError extends Error {
  override readonly name = "NoConnectionError";
}

async function withClient<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  let client: PoolClient;
  try {
    client = await pool.connect();
  } catch (cause) {
    if (isConnectionLoss(cause)) throw new NoConnectionError(cause instanceof Error ? cause.message : "", { cause });
    throw cause;
  }
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    // One that is lost, or in the middle of something, is not given to others.
    client.release(isConnectionLoss(error) || error instanceof DatabaseError);
    throw error;
  }
}

type RunQuery = (sql: string, values?: readonly Value[]) => Promise<QueryResult<Row>>;

async function runTransaction<T>(
  client: PoolClient,
  ask: RunQuery,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  let result: T;
  try {
    await client.query("BEGIN ISOLATION LEVEL READ COMMITTED");
    result = await runTransactionWork(createQueries(ask), work);
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
  try {
    await client.query("COMMIT");
  } catch (cause) {
    if (!isConnectionLoss(cause)) throw cause;
    throw new DatabaseError(
      "uncertain",
      "the connection to PostgreSQL was lost during a commit: the write may have been kept, or not; ask again with the same request id",
      { cause },
    );
  }
  return result;
}

function createQueries(ask: RunQuery): Queries & { readonly engine: "postgres" } {
  return {
    engine: "postgres",
    all: async (sql, values) => (await ask(sql, values)).rows,
    first: async (sql, values) => (await ask(sql, values)).rows[0],
    run: async (sql, values) => (await ask(sql, values)).rowCount ?? 0,
  };
}

/** Connects once, and says where to: a wrong address is told at once, and not after many attempts. */
async function verifyServer(newClient: () => Client): Promise<string> {
  const client = newClient();
  const place = `${client.host}:${client.port}/${client.database ?? ""}`;
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Row>(
      `SELECT CAST(current_setting('server_version_num') AS INTEGER) AS version,
        current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS standby`,
    );
    const { version, encoding, standby } = rows[0] ?? {};
    const major = Math.floor(Number(version) / 10_000);
    const wrong =
      (major < MIN_VERSION && `it has version ${major}: ${MIN_VERSION} or newer is needed`) ||
      (encoding !== "UTF8" &&
        `it keeps text as ${encoding}: make a database with createdb --encoding=UTF8 --template=template0`) ||
      (standby === 1 && "it is a standby, which cannot be written: give the address of the primary server");
    if (wrong) throw new DatabaseError("unsuitable", `PostgreSQL at ${place}: ${wrong}`);
    return place;
  } catch (error) {
    throw toPostgresDatabaseError(error, place);
  } finally {
    await client.end().catch(() => {});
  }
}
