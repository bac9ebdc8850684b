import { isObject, type Json, type JsonObject } from "../../document/index.js";
import type { Database, Queries, Row, Value } from "./database.js";
import { insertRows } from "./insert-rows.js";
import { TABLE_NAMES, TABLES } from "./tables.js";

/**
 * Everything that a sandbox remembers, as JSON lines: the first says what it is, every other one is a row of a table,
 * `{"table": "orders", "row": {...}}`, in the order in which they can be filled. Bytes stand as `{"base64": "..."}`.
 *
 * It is whole, and so holds what opens things: the secrets of hooks, and hashes of passwords and refresh tokens.
 */
export async function takeSnapshot(database: Database, at: string): Promise<Uint8Array> {
  const whole = await database.transaction(async (queries) => {
    // Within the work, which may be run again from its start.
    const chunks: Uint8Array[] = [];
    const add = (lines: readonly object[]): void => {
      chunks.push(Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join("")));
    };
    // One view of all tables, while others go on writing.
    if (queries.engine === "postgres") await queries.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    add([{ snapshot: "commerce-contract sandbox", version: TABLES.length, at }]);
    for (const table of TABLE_NAMES) {
      for await (const rows of readRowPages(queries, table))
        add(rows.filter((row) => isState(table, row.name)).map((row) => formatLine(table, row)));
    }
    return chunks;
  });
  return Buffer.concat(whole);
}

/** Why a text is no snapshot that can be restored here. */
export class SnapshotError extends Error {
  override readonly name = "SnapshotError" as const;
}

/**
 * Puts a snapshot in the place of all there is, in one transaction: all of it, or nothing when it throws.
 *
 * @throws SnapshotError when it is none, or one of another version of the tables
 */
export async function restoreSnapshot(database: Database, bytes: Uint8Array): Promise<number> {
  const head = parseLines(bytes).next().value;
  if (head === undefined || !isObject(head.value) || head.value.snapshot !== "commerce-contract sandbox")
    throw new SnapshotError('line 1: a snapshot begins with {"snapshot": "commerce-contract sandbox", ...}');
  if (head.value.version !== TABLES.length)
    throw new SnapshotError(
      `the snapshot is of version ${JSON.stringify(head.value.version)} of the tables, and this program has version ${TABLES.length}: restore it with the program that took it`,
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
    // Who was sending then is not sending now.
    await queries.run("UPDATE deliveries SET lease_until = 0, lease_by = NULL");
    return count;
  });
}

/**
 * Forgets everything but what this sandbox is, such as its seed; the tables stay. Writes that are under way come to their end
 * first, and later ones wait until the transaction has ended: none sees a business go, or leaves a half of itself behind.
 */
export async function emptyTables(queries: Queries): Promise<void> {
  // In SQLite every transaction is alone already.
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
 * In the order in which others ask for them, so that who is waited for holds nothing that this waits for: nearly every write
 * begins with its request id, a change of fault rules with the settings, a registration with its count, and what came of a
 * delivery with the delivery.
 */
const LOCKED_FIRST: readonly string[] = ["request_ids", "settings", "counters", "deliveries", "hooks"];

/** Settings that requests to the admin address change. Others say what a sandbox is, and stay with it. */
const MUTABLE_SETTINGS: readonly string[] = ["clock", "faults"];

function formatPlaceholders(values: readonly unknown[]): string {
  return values.map((_, at) => `$${at + 1}`).join(", ");
}

const BATCH_SIZE = 500;

/** The rows of a table in pages, in the order of its primary key. */
async function* readRowPages(queries: Queries, table: string): AsyncGenerator<readonly Row[]> {
  const { types, key } = getColumns(table);
  const names = [...types.keys()];
  const order = key.length === 0 ? names : key;
  // Only a table without a key is read at once: the failures of logins, of which there are few.
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

/** The columns of a table by their types, and those of its primary key. */
type TableColumns = { readonly types: ReadonlyMap<string, string>; readonly key: readonly string[] };

/** Read from the statements that make the tables, once: nothing of a snapshot ever becomes SQL. */
const COLUMNS: ReadonlyMap<string, TableColumns> = new Map(TABLE_NAMES.map((table) => [table, readColumns(table)]));

function getColumns(table: string): TableColumns {
  return COLUMNS.get(table) ?? { types: new Map(), key: [] };
}

function readColumns(table: string): TableColumns {
  const statements = TABLES.flat();
  const made = statements.find((it) => it.startsWith(`CREATE TABLE ${table} (`)) ?? "";
  const body = made.slice(made.indexOf("(") + 1, made.lastIndexOf(")"));
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
    throw new SnapshotError(`line ${number}: a snapshot holds the settings ${MUTABLE_SETTINGS.join(" and ")} only`);
  const { types } = getColumns(table);
  const names = Object.keys(row);
  const values = names.map((name) => {
    const value = row[name];
    const read = readValue(types.get(name), value);
    if (read !== undefined) return read;
    const shown = JSON.stringify(name.slice(0, 60));
    throw new SnapshotError(`line ${number}: ${table} has no column ${shown} of this type`);
  });
  return { table, names, values };
}

/** Whether a row of a table is of what changes while a sandbox runs. */
function isState(table: string, name: unknown): boolean {
  return table !== "settings" || MUTABLE_SETTINGS.includes(String(name));
}

function formatLine(table: string, row: Row): object {
  return { table, row: Object.fromEntries(Object.entries(row).map(serializeColumn)) };
}

function serializeColumn([name, value]: readonly [string, Value]): [string, unknown] {
  return [name, value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : value];
}

/** Undefined when the column is not there, or is of another type. */
function readValue(type: string | undefined, value: Json | undefined): Value | undefined {
  if (type === undefined || value === undefined) return undefined;
  if (value === null) return null;
  if (type === "TEXT") return typeof value === "string" ? value : undefined;
  if (type === "BIGINT") return Number.isSafeInteger(value) ? Number(value) : undefined;
  return isObject(value) && typeof value.base64 === "string" ? Buffer.from(value.base64, "base64") : undefined;
}

/** @throws SnapshotError at the first line that is no JSON */
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
