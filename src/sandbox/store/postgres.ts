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
/** With pauses that double up to a second, about five seconds: enough for a server restart. */
const MAX_ATTEMPTS = 9;
/** Maximum number of named statements. They are planned once per connection. */
const MAX_NAMED_STATEMENTS = 200;
const PREPARABLE_STATEMENT = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;

/**
 * Opens PostgreSQL 15 or newer, for any number of replicas. The address is
 * `postgres://user:password@host:port/database`. It must lead to the server or to a proxy with session pooling, because
 * replicas wake each other with LISTEN and NOTIFY.
 *
 * Transactions run at READ COMMITTED. They are retried from the start after a deadlock, and when the connection is lost
 * before the commit. Single statements are retried after a deadlock, reads also after a lost connection.
 *
 * @throws DatabaseError when the server cannot be reached or is not supported
 */
export async function openPostgres(address: string): Promise<Database> {
  const pg = await import("pg");
  const settings = buildPostgresSettings(address, pg);
  const newClient = (): Client => new pg.Client(settings);
  const server = await verifyServer(newClient);
  const pool: Pool = new pg.Pool({ ...(settings as ClientConfig), max: POOL_SIZE, idleTimeoutMillis: 30_000 });
  // Ignores the loss of an idle connection: the pool replaces it.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));

  const listeners: (() => void)[] = [];
  let listening: WakeUpListener | undefined;
  let closed: Promise<void> | undefined;
  const names = new Map<string, string>();
  const query = (client: PoolClient, text: string, values: readonly Value[] = []): Promise<QueryResult<Row>> => {
    if (!names.has(text) && names.size < MAX_NAMED_STATEMENTS && PREPARABLE_STATEMENT.test(text))
      names.set(text, `statement_${names.size}`);
    const name = names.get(text);
    return client.query<Row>({ text, values: [...assertPortable(values)], ...(name === undefined ? {} : { name }) });
  };
  const retry = async <T>(attempt: () => Promise<T>, isRetryable: (error: unknown) => boolean): Promise<T> => {
    for (let count = 1; ; count += 1) {
      if (closed !== undefined) throw new DatabaseError("closed", `PostgreSQL at ${server}: the database is closed`);
      try {
        return await attempt();
      } catch (error) {
        if (count === MAX_ATTEMPTS || !isRetryable(error)) throw toPostgresDatabaseError(error, server);
        await pause(Math.min(25 * 2 ** count, 1_000));
      }
    }
  };
  const single = (sql: string, values?: readonly Value[]): Promise<QueryResult<Row>> => {
    const isRead = /^\s*SELECT\b(?!.*\bFOR\s+(UPDATE|SHARE)\b)/is.test(sql);
    return retry(
      () => withClient(pool, (client) => query(client, sql, values)),
      (error) => error instanceof NoConnectionError || isCollision(error) || (isRead && isConnectionLoss(error)),
    );
  };
  const wakeListeners = (): void => {
    for (const listener of listeners) listener();
  };
  const notify = createNotifier((sql) => single(sql));

  return {
    ...createQueries(single),
    transaction: (work) =>
      retry(
        () => withClient(pool, (client) => runTransaction(client, (sql, values) => query(client, sql, values), work)),
        (error) => error instanceof NoConnectionError || isConnectionLoss(error) || isCollision(error),
      ),
    leaseNow: async () => {
      const { rows } = await single(
        "SELECT CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT) AS now",
      );
      return Number(rows[0]?.now);
    },
    wake: () => {
      wakeListeners();
      return notify();
    },
    onWake: (listener) => {
      listeners.push(listener);
      if (closed === undefined) listening ??= listenForWakeUps(newClient, wakeListeners);
    },
    close: () => {
      closed ??= Promise.all([listening?.stop(), pool.end()]).then(() => {});
      return closed;
    },
  };
}

/** The pool could not connect, so no query was sent. */
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
    // Discards a connection that is lost or in an unknown state.
    client.release(isConnectionLoss(error) || error instanceof DatabaseError);
    throw error;
  }
}

type RunQuery = (sql: string, values?: readonly Value[]) => Promise<QueryResult<Row>>;

async function runTransaction<T>(
  client: PoolClient,
  query: RunQuery,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  let result: T;
  try {
    await client.query("BEGIN ISOLATION LEVEL READ COMMITTED");
    result = await runTransactionWork(createQueries(query), work);
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
      "the connection to PostgreSQL was lost during a commit, which may or may not have succeeded: repeat the request with the same request id",
      { cause },
    );
  }
  return result;
}

function createQueries(query: RunQuery): Queries & { readonly engine: "postgres" } {
  return {
    engine: "postgres",
    all: async (sql, values) => (await query(sql, values)).rows,
    first: async (sql, values) => (await query(sql, values)).rows[0],
    run: async (sql, values) => (await query(sql, values)).rowCount ?? 0,
  };
}

/** Connects once without retries, so that a wrong address fails immediately. Returns host, port and database. */
async function verifyServer(newClient: () => Client): Promise<string> {
  const client = newClient();
  const server = `${client.host}:${client.port}/${client.database ?? ""}`;
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Row>(
      `SELECT CAST(current_setting('server_version_num') AS INTEGER) AS version,
        current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS standby`,
    );
    const { version, encoding, standby } = rows[0] ?? {};
    const major = Math.floor(Number(version) / 10_000);
    const reason =
      (major < MIN_VERSION && `version ${major} is not supported: expected ${MIN_VERSION} or newer`) ||
      (encoding !== "UTF8" &&
        `the encoding is ${encoding}: create a database with createdb --encoding=UTF8 --template=template0`) ||
      (standby === 1 && "the server is a read-only standby: use the address of the primary server");
    if (reason) throw new DatabaseError("unsuitable", `PostgreSQL at ${server}: ${reason}`);
    return server;
  } catch (error) {
    throw toPostgresDatabaseError(error, server);
  } finally {
    await client.end().catch(() => {});
  }
}
