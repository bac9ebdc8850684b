import { isObject, type Json, type JsonObject } from "../../document/index.js";
import type { Database, Queries, Row, Value } from "./database.js";
import { insertRows } from "./insert-rows.js";
import { TABLE_NAMES, TABLES } from "./tables.js";

/**
 * Exports the state of a sandbox as JSON Lines. The first line is a header; every other line is a row of a table,
 * `{"table": "orders", "row": {...}}`, in insertion order. Bytes are `{"base64": "..."}`.
 *
 * A snapshot contains secrets: those of hooks, and the hashes of passwords and refresh tokens.
 *
 * @param at the time of the snapshot, for the header
 */
export async function takeSnapshot(database: Database, at: string): Promise<Uint8Array> {
  const parts = await database.transaction(async (queries) => {
    // Created in the work, because a transaction can be retried.
    const chunks: Uint8Array[] = [];
    const add = (lines: readonly object[]): void => {
      chunks.push(Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join("")));
    };
    // A consistent view of all tables while other clients write.
    if (queries.engine === "postgres") await queries.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    add([{ snapshot: "commerce-contract sandbox", version: TABLES.length, at }]);
    for (const table of TABLE_NAMES) {
      for await (const rows of readRowPages(queries, table))
        add(rows.filter((row) => isState(table, row.name)).map((row) => formatLine(table, row)));
    }
    return chunks;
  });
  return Buffer.concat(parts);
}

/** The snapshot is invalid or cannot be restored by this version. */
export class SnapshotError extends Error {
  override readonly name = "SnapshotError" as const;
}

/**
 * Replaces the whole state with a snapshot, in one transaction. Returns the number of rows.
 *
 * @throws SnapshotError when the snapshot is invalid or has another version of the tables
 */
export async function restoreSnapshot(database: Database, bytes: Uint8Array): Promise<number> {
  const head = parseLines(bytes).next().value;
  if (head === undefined || !isObject(head.value) || head.value.snapshot !== "commerce-contract sandbox")
    throw new SnapshotError('line 1: expected {"snapshot": "commerce-contract sandbox", ...}');
  if (head.value.version !== TABLES.length)
    throw new SnapshotError(
      `the snapshot has version ${JSON.stringify(head.value.version)} of the tables, but this program has version ${TABLES.length}: restore it with the program that created it`,
    );
  return database.transaction(async (queries) => {
    await emptyTables(queries);
    let count = 0;
    let batch: { readonly table: string; readonly names: readonly string[]; readonly rows: Value[][] } | undefined;
    for (const { number, value } of parseLines(bytes)) {
      if (number === head.number) continue;
      const { table, names, values } = parseRow(value, number);
      if (batch?.table !== table || batch.rows.length === BATCH_SIZE || batch.names.join() !== names.join()) {
        if (batch !== undefined) await insertRows(queries, batch.table, batch.names, batch.rows);
        batch = { table, names, rows: [] };
      }
      batch.rows.push(values);
      count += 1;
    }
    if (batch !== undefined) await insertRows(queries, batch.table, batch.names, batch.rows);
    // The senders of the snapshot's time no longer run.
    await queries.run("UPDATE deliveries SET lease_until = 0, lease_by = NULL");
    return count;
  });
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
const MUTABLE_SETTINGS: readonly string[] = ["clock", "faults"];

function formatPlaceholders(values: readonly unknown[]): string {
  return values.map((_, at) => `$${at + 1}`).join(", ");
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

type TableRow = { readonly table: string; readonly names: readonly string[]; readonly values: Value[] };

function parseRow(line: Json, number: number): TableRow {
  const { table, row } = isObject(line) ? line : ({} as JsonObject);
  if (typeof table !== "string" || !COLUMNS.has(table) || !isObject(row))
    throw new SnapshotError(`line ${number}: expected {"table": ..., "row": {...}} with a table of the sandbox`);
  if (!isState(table, row.name))
    throw new SnapshotError(`line ${number}: expected one of the settings ${MUTABLE_SETTINGS.join(", ")}`);
  const { types } = getColumns(table);
  const names = Object.keys(row);
  const values = names.map((name) => {
    const value = row[name];
    const read = readValue(types.get(name), value);
    if (read !== undefined) return read;
    const column = JSON.stringify(name.slice(0, 60));
    throw new SnapshotError(`line ${number}: table ${table} has no column ${column} of this type`);
  });
  return { table, names, values };
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

/** @throws SnapshotError at the first line that is not JSON */
function* parseLines(bytes: Uint8Array): Generator<{ readonly number: number; readonly value: Json }, undefined> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = 0, number = 1; start < buffer.length; number += 1) {
    const found = buffer.indexOf(10, start);
    const end = found < 0 ? buffer.length : found;
    const line = buffer.toString("utf8", start, end).trim();
    start = end + 1;
    if (line === "") continue;
    let value: Json;
    try {
      value = JSON.parse(line) as Json;
    } catch {
      throw new SnapshotError(`line ${number}: not JSON`);
    }
    yield { number, value };
  }
  return undefined;
}
