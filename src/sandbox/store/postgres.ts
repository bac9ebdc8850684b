import { setTimeout as pause } from "node:timers/promises";
import type { Client, ClientConfig, Pool, PoolClient, QueryResult } from "pg";
import {
  assertPortable,
  type Database,
  DatabaseError,
  type Queries,
  type Row,
  runTransactionWork,
  type Value,
} from "./database.js";

const POOL_SIZE = 10;
const MIN_VERSION = 15;
/** With pauses that double up to a second, about five seconds: enough for a server restart. */
const MAX_ATTEMPTS = 9;
/** Maximum number of named statements. They are planned once per connection. */
const MAX_NAMED_STATEMENTS = 200;
const PREPARABLE_STATEMENT = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;

/**
 * Opens PostgreSQL 15 or newer, for any number of replicas. The address is
 * `postgres://user:password@host:port/database`.
 *
 * Transactions run at READ COMMITTED. They are retried from the start after a deadlock, and when the connection is lost
 * before the commit. Single statements are retried after a deadlock, reads also after a lost connection.
 *
 * @throws DatabaseError when the server cannot be reached or is not supported
 */
export async function openPostgres(address: string): Promise<Database> {
  const pg = await import("pg");
  const settings = buildPostgresSettings(address, pg);
  const server = await verifyServer(new pg.Client(settings));
  const pool: Pool = new pg.Pool({ ...(settings as ClientConfig), max: POOL_SIZE, idleTimeoutMillis: 30_000 });
  // Ignores the loss of an idle connection: the pool replaces it.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));

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
    close: () => {
      closed ??= pool.end();
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
async function verifyServer(client: Client): Promise<string> {
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

/** Network errors and SQLSTATE codes that mean a lost or temporarily unavailable connection. */
const CONNECTION_LOSS_CODES = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "ENOENT", "EHOSTUNREACH", "ENETUNREACH"],
  // Terminated by an administrator or a crash, server starting or shutting down, too many connections, idle timeout.
  ...["57P01", "57P02", "57P03", "57P05", "53300", "25P03", "08000", "08001", "08003", "08004", "08006"],
]);
const CONNECTION_LOSS_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired)/;

/** SQLSTATE codes of transactions that were rolled back because of others and can be retried. */
const COLLISION_CODES = new Set(["40001", "40P01"]);

export function isConnectionLoss(error: unknown): boolean {
  return (
    CONNECTION_LOSS_CODES.has(codeOf(error)) || (error instanceof Error && CONNECTION_LOSS_MESSAGE.test(error.message))
  );
}

export function isCollision(error: unknown): boolean {
  return COLLISION_CODES.has(codeOf(error));
}

/**
 * Converts an error that is not caused by the SQL to a DatabaseError (PostgreSQL, appendix A); returns others
 * unchanged.
 *
 * @param server host and port, for the message
 */
export function toPostgresDatabaseError(error: unknown, server: string): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseError) return error;
  const code = codeOf(error);
  const create = (kind: DatabaseError["kind"], message: string): DatabaseError =>
    new DatabaseError(kind, `PostgreSQL at ${server}: ${message} (${error.message})`, { cause: error });
  if (code === "28P01" || code === "28000" || error.message.startsWith("SASL"))
    return create("refused", "authentication failed: check the user and password in the address");
  if (code === "3D000") return create("unsuitable", "the database does not exist: create it with createdb");
  if (code === "42501")
    return create("refused", "permission denied: allow the user to create and use tables in the database");
  if (code === "57014" || code === "55P03") return create("busy", "other clients hold locks for too long");
  if (code.startsWith("23")) return create("constraint", "a row violates a constraint");
  if (code === "53100") return create("full", "the disk is full");
  if (code === "25006") return create("read-only", "the database is read-only: use the address of the primary server");
  if (isCollision(error)) return create("busy", "other clients repeatedly changed the same rows at the same time");
  if (isConnectionLoss(error) || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return create("unreachable", "no response: check the host and port, and that the server is running");
  return error;
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "";
}

/** Timeout of a statement, and of an idle client in a transaction, in milliseconds. */
const STATEMENT_TIMEOUT = 30_000;

/** Settings of every session: commits are durable regardless of the server's setting; no JIT for short statements. */
const SESSION_OPTIONS = "-c synchronous_commit=on -c jit=off";

/**
 * Builds the connection settings from an address.
 *
 * @throws DatabaseError when the address is invalid; the message omits it because it may contain a password
 */
export function buildPostgresSettings(address: string, pg: typeof import("pg")): ClientConfig {
  const [base = "", query = ""] = address.split("?", 2);
  const parameters = new URLSearchParams(query);
  parameters.set("options", [parameters.get("options") ?? "", SESSION_OPTIONS].join(" ").trim());
  if (!parameters.has("application_name")) parameters.set("application_name", "commerce-contract sandbox");
  const settings: ClientConfig = {
    connectionString: `${base}?${parameters.toString().replaceAll("+", "%20")}`,
    types: { getTypeParser: (oid: number, format?: "text" | "binary") => chooseTypeParser(oid, format, pg) },
    connectionTimeoutMillis: 15_000,
    statement_timeout: STATEMENT_TIMEOUT,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT,
    query_timeout: STATEMENT_TIMEOUT + 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  try {
    new pg.Client(settings);
  } catch {
    throw new DatabaseError(
      "unsuitable",
      "invalid database address: expected postgres://user:password@host:port/database, with special characters percent-encoded",
    );
  }
  return settings;
}

/** Returns numbers as numbers and booleans as 0 and 1, as SQLite does; for these connections only. */
function chooseTypeParser(
  oid: number,
  format: "text" | "binary" | undefined,
  pg: typeof import("pg"),
): (text: string) => unknown {
  const { builtins } = pg.types;
  if (oid === builtins.INT8 || oid === builtins.NUMERIC) return parseWholeNumber;
  if (oid === builtins.BOOL) return (text) => (text === "t" ? 1 : 0);
  return pg.types.getTypeParser(oid, format) as (text: string) => unknown;
}

function parseWholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && !Number.isSafeInteger(number))
    throw new RangeError(`the database contains a number that cannot be represented exactly: ${text}`);
  return number;
}
