import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { isObject, type Json, type JsonObject } from "../../document/index.js";
import { type Database, insertRows, type Queries, type Row, type Value } from "../store/database.js";
import { TABLE_NAMES, TABLES } from "../store/tables.js";
import { createSnapshotWriter, readSnapshotRows, SnapshotError, verifySnapshot } from "./snapshot-lines.js";

/**
 * Exports the state of a sandbox as JSON Lines: a header, a line for each row of a table in insertion order, such as
 * `{"table": "orders", "row": {...}}`, and an end line. Bytes are `{"base64": "..."}`.
 *
 * A snapshot contains secrets: those of hooks, and the hashes of passwords and refresh tokens.
 *
 * @param at the time of the snapshot, for the header
 */
export async function takeSnapshot(database: Database, at: string): Promise<Uint8Array> {
  return database.transaction(async (queries) => {
    // Created in the work, because a transaction can be retried.
    const writer = createSnapshotWriter(at);
    // A consistent view of all tables while other clients write.
    if (queries.engine === "postgres") await queries.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    for (const table of TABLE_NAMES) {
      for await (const rows of readRowPages(queries, table))
        for (const row of rows) if (isState(table, row.name)) writer.add(formatLine(table, row));
    }
    return writer.end();
  });
}

/**
 * Replaces the whole state with a snapshot, in one transaction. Returns the number of rows.
 *
 * @param keptApplication the id of an application that keeps its access, even if the snapshot lacks it.
 * @throws SnapshotError when the snapshot is cut off, changed or invalid, or of another version; nothing has changed
 */
export async function restoreSnapshot(
  database: Database,
  bytes: Uint8Array,
  keptApplication?: string,
): Promise<number> {
  const count = await verifySnapshot(bytes);
  return database.transaction(async (queries) => {
    const kept = keptApplication === undefined ? undefined : await readKeptApplication(queries, keptApplication);
    await emptyTables(queries);
    let batch: { readonly table: string; readonly names: string; readonly rows: Row[] } | undefined;
    for (const { number, value } of readSnapshotRows(bytes)) {
      const { table, row } = parseRow(value, number);
      const names = Object.keys(row).join();
      if (batch?.table !== table || batch.rows.length === BATCH_SIZE || batch.names !== names) {
        if (batch !== undefined) await insertRows(queries, batch.table, batch.rows);
        batch = { table, names, rows: [] };
      }
      batch.rows.push(row);
    }
    if (batch !== undefined) await insertRows(queries, batch.table, batch.rows);
    // The senders of the snapshot's time no longer run.
    await queries.run("UPDATE deliveries SET lease_until = 0, lease_by = NULL");
    if (kept !== undefined) await addKeptApplication(queries, kept);
    return count;
  });
}

const BATCH_SIZE = 500;

/** Reads the rows of a table in pages, ordered by primary key. */
async function* readRowPages(queries: Queries, table: string): AsyncGenerator<readonly Row[]> {
  const { types, key } = getColumns(table);
  const names = [...types.keys()];
  const order = key.length === 0 ? names : key;
  // The only table without a key, `login_failures`, is small and read at once.
  const isPaged = key.length > 0;
  let last: readonly Value[] | undefined;
  for (;;) {
    const after = last === undefined ? "" : `WHERE (${order.join(", ")}) > (${formatPlaceholders(order)})`;
    const rows = await queries.all(
      `SELECT ${names.join(", ")} FROM ${table} ${after} ORDER BY ${order.join(", ")} ${isPaged ? `LIMIT ${BATCH_SIZE}` : ""}`,
      last ?? [],
    );
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (end === undefined || !isPaged || rows.length < BATCH_SIZE) return;
    last = order.map((name) => end[name] ?? null);
  }
}

/** The column types of a table by name, and the columns of its primary key. */
type TableColumns = { readonly types: ReadonlyMap<string, string>; readonly key: readonly string[] };

/** Parsed from the CREATE statements, so that no text of a snapshot becomes SQL. */
const COLUMNS: ReadonlyMap<string, TableColumns> = new Map(TABLE_NAMES.map((table) => [table, readColumns(table)]));

function getColumns(table: string): TableColumns {
  return COLUMNS.get(table) ?? { types: new Map(), key: [] };
}

function readColumns(table: string): TableColumns {
  const statements = TABLES.flat();
  const statement = statements.find((it) => it.startsWith(`CREATE TABLE ${table} (`)) ?? "";
  const body = statement.slice(statement.indexOf("(") + 1, statement.lastIndexOf(")"));
  const added = statements.flatMap((it) => new RegExp(`^ALTER TABLE ${table} ADD COLUMN (.*)`).exec(it)?.[1] ?? []);
  const definitions = [...body.replace(/PRIMARY KEY \([^)]*\)/, "").split(","), ...added]
    .map((definition) => definition.trim().split(/\s+/))
    .filter(([name]) => name !== "");
  const key =
    /PRIMARY KEY \(([^)]*)\)/.exec(body)?.[1]?.split(/,\s*/) ??
    definitions.filter((words) => words.includes("PRIMARY")).map(([name = ""]) => name);
  return { types: new Map(definitions.map(([name = "", type = ""]) => [name, type])), key };
}

function parseRow(line: Json, number: number): { readonly table: string; readonly row: Row } {
  const { table, row } = isObject(line) ? line : ({} as JsonObject);
  if (typeof table !== "string" || !COLUMNS.has(table) || !isObject(row))
    throw new SnapshotError(`line ${number}: expected {"table": ..., "row": {...}} with a table of the sandbox`);
  if (!isState(table, row.name))
    throw new SnapshotError(`line ${number}: expected one of the settings ${MUTABLE_SETTINGS.join(", ")}`);
  const { types } = getColumns(table);
  const columns = Object.entries(row).map(([name, value]) => {
    const read = readValue(types.get(name), value);
    if (read !== undefined) return [name, read] as const;
    const column = JSON.stringify(name.slice(0, 60));
    throw new SnapshotError(`line ${number}: table ${table} has no column ${column} of this type`);
  });
  return { table, row: Object.fromEntries(columns) };
}

/** Whether a row belongs to the state that changes while a sandbox runs. */
function isState(table: string, name: unknown): boolean {
  return table !== "settings" || MUTABLE_SETTINGS.includes(String(name));
}

function formatLine(table: string, row: Row): object {
  return { table, row: Object.fromEntries(Object.entries(row).map(serializeColumn)) };
}

function serializeColumn([name, value]: readonly [string, Value]): [string, unknown] {
  return [name, value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : value];
}

/** Returns undefined when the column does not exist or has another type. */
function readValue(type: string | undefined, value: Json | undefined): Value | undefined {
  if (type === undefined || value === undefined) return undefined;
  if (value === null) return null;
  if (type === "TEXT") return typeof value === "string" ? value : undefined;
  if (type === "BIGINT") return Number.isSafeInteger(value) ? Number(value) : undefined;
  return isObject(value) && typeof value.base64 === "string" ? Buffer.from(value.base64, "base64") : undefined;
}

/** An application of this sandbox that must be able to sign in after a restore. */
type KeptApplication = {
  readonly application: Row;
  readonly businesses: readonly Row[];
  readonly users: readonly Row[];
};

/** Reads an application with its businesses and their users; undefined when it does not exist. */
export async function readKeptApplication(queries: Queries, id: string): Promise<KeptApplication | undefined> {
  const application = await queries.first("SELECT * FROM applications WHERE id = $1", [id]);
  if (application === undefined) return undefined;
  const ofApplication = "SELECT business_id FROM application_businesses WHERE application_id = $1";
  return {
    application,
    businesses: await queries.all(`SELECT * FROM businesses WHERE id IN (${ofApplication}) ORDER BY id`, [id]),
    users: await queries.all(
      `SELECT * FROM users WHERE business_id IN (${ofApplication}) ORDER BY business_id, username`,
      [id],
    ),
  };
}

/**
 * Adds an application to restored data that lacks it, with its businesses, and gives it access to all businesses of the
 * snapshot. Otherwise the credentials of this sandbox would be invalid after restoring the snapshot of another one.
 */
export async function addKeptApplication(
  queries: Queries,
  { application, businesses, users }: KeptApplication,
): Promise<void> {
  const id = application.id ?? null;
  if ((await queries.first("SELECT id FROM applications WHERE id = $1", [id])) !== undefined) return;
  await insertMissing(queries, "applications", [application], "id");
  await insertMissing(queries, "businesses", businesses, "id");
  await insertMissing(queries, "users", users, "business_id, username");
  await queries.run(
    "INSERT INTO application_businesses (application_id, business_id) SELECT CAST($1 AS TEXT), id FROM businesses",
    [id],
  );
}

async function insertMissing(queries: Queries, table: string, rows: readonly Row[], key: string): Promise<void> {
  for (const row of rows) {
    const names = Object.keys(row);
    const values: Value[] = Object.values(row);
    const places = names.map((_, index) => `$${index + 1}`).join(", ");
    await queries.run(
      `INSERT INTO ${table} (${names.join(", ")}) VALUES (${places}) ON CONFLICT (${key}) DO NOTHING`,
      values,
    );
  }
}

/**
 * Deletes all data except settings that identify the sandbox, such as its seed. Waits for writes in progress; later
 * writes wait until the transaction ends. Therefore no write sees a partly deleted state.
 */
export async function emptyTables(queries: Queries): Promise<void> {
  // SQLite needs no lock: write transactions exclude each other.
  if (queries.engine === "postgres")
    await queries.run(`LOCK TABLE ${[...new Set([...LOCKED_FIRST, ...TABLE_NAMES])].join(", ")} IN EXCLUSIVE MODE`);
  for (const table of TABLE_NAMES.toReversed())
    await queries.run(
      table === "settings"
        ? `DELETE FROM settings WHERE name IN (${formatPlaceholders(MUTABLE_SETTINGS)})`
        : `DELETE FROM ${table}`,
      table === "settings" ? MUTABLE_SETTINGS : [],
    );
}

/**
 * Locked in the same order as by other transactions, to avoid deadlocks. Writes start with `request_ids`, changes of
 * fault rules with `settings`, registrations with `counters`, and outcomes of deliveries with `deliveries`.
 */
const LOCKED_FIRST: readonly string[] = ["request_ids", "settings", "counters", "deliveries", "hooks"];

/** Settings that the admin API changes. The others identify the sandbox and are never replaced. */
const MUTABLE_SETTINGS: readonly string[] = ["clock", "faults", "records"];

function formatPlaceholders(values: readonly unknown[]): string {
  return values.map((_, at) => `$${at + 1}`).join(", ");
}

/** A snapshot that the database keeps under a name. Resets and restores do not touch it. */
type StoredSnapshot = {
  readonly name: string;
  /** The domain time at which it was taken. */
  readonly at: string;
  readonly rows: number;
  /** The size in the database, compressed. */
  readonly bytes: number;
};

const MAX_STORED_SNAPSHOTS = 100;

/** The snapshots in order of their names. */
export async function listSnapshots(queries: Queries): Promise<readonly StoredSnapshot[]> {
  const rows = await queries.all("SELECT name, at, row_count, size FROM snapshots ORDER BY name");
  return rows.map(({ name, at, row_count, size }) => ({
    name: String(name),
    at: String(at),
    rows: Number(row_count),
    bytes: Number(size),
  }));
}

/**
 * Stores a snapshot and replaces one of the same name.
 *
 * @throws SnapshotError when there are too many
 */
export async function storeSnapshot(
  database: Database,
  { name, at, rows }: Omit<StoredSnapshot, "bytes">,
  content: Uint8Array,
): Promise<StoredSnapshot> {
  const compressed = await promisify(gzip)(content);
  const bytes = compressed.length;
  await database.transaction(async (queries) => {
    await queries.run(
      `INSERT INTO snapshots (name, at, row_count, size, content) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (name)
        DO UPDATE SET at = excluded.at, row_count = excluded.row_count, size = excluded.size, content = excluded.content`,
      [name, at, rows, bytes, compressed],
    );
    const count = await queries.first("SELECT COUNT(*) AS total FROM snapshots");
    if (Number(count?.total) > MAX_STORED_SNAPSHOTS)
      throw new SnapshotError(`there are ${MAX_STORED_SNAPSHOTS} snapshots, which is the maximum: delete some first`);
  });
  return { name, at, rows, bytes };
}

/** Returns undefined when no snapshot has this name. */
export async function readStoredSnapshot(queries: Queries, name: string): Promise<Uint8Array | undefined> {
  const row = await queries.first("SELECT content FROM snapshots WHERE name = $1", [name]);
  return row?.content instanceof Uint8Array ? promisify(gunzip)(row.content) : undefined;
}

/** Returns whether there was a snapshot of this name. */
export async function deleteStoredSnapshot(queries: Queries, name: string): Promise<boolean> {
  return (await queries.run("DELETE FROM snapshots WHERE name = $1", [name])) === 1;
}
