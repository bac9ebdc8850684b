import { createHash, subtle } from "node:crypto";
import { isObject, type Json, type JsonObject, tryParseJson } from "../../document/index.js";
import { type Database, insertRows, type Queries, type Row, type Value } from "../store/database.js";
import { TABLE_NAMES, TABLES, TABLES_VERSION } from "../store/tables.js";

/** The snapshot is invalid or cannot be restored by this version. */
export class SnapshotError extends Error {
  override readonly name = "SnapshotError" as const;
}

/**
 * Exports the state of a sandbox as JSON Lines: a header, a line for each row of a table in insertion order, and an end
 * line. A row is `{"table": "orders", "row": {...}}`, in which bytes are `{"base64": "..."}`. The end line has the number
 * of rows, and the SHA-256 of all lines before it.
 *
 * A snapshot contains secrets: those of hooks, and the hashes of passwords and refresh tokens.
 *
 * @param at the time of the snapshot, for the header
 */
export async function takeSnapshot(database: Database, at: string) {
  return database.transaction(async (queries) => {
    // Created in the work, because a transaction can be retried.
    const lines: Uint8Array[] = [];
    const hash = createHash("sha256");
    const add = (line: object): void => {
      const bytes = formatLine(line);
      lines.push(bytes);
      hash.update(bytes);
    };
    add({ snapshot: FORMAT_NAME, version: TABLES_VERSION, at });
    // A consistent view of all tables while other clients write.
    if (queries.engine === "postgres") await queries.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    for (const table of TABLE_NAMES) {
      for await (const rows of readRowPages(queries, table))
        for (const row of rows)
          if (isState(table, row.name))
            add({ table, row: Object.fromEntries(Object.entries(row).map(serializeColumn)) });
    }
    const rows = lines.length - 1;
    return { rows, content: Buffer.concat([...lines, formatLine({ end: true, rows, sha256: hash.digest("hex") })]) };
  });
}

const FORMAT_NAME = "commerce-contract sandbox";

function formatLine(line: object): Uint8Array {
  return Buffer.from(`${JSON.stringify(line)}\n`);
}

/** Checks that a snapshot is complete, unchanged, and of this version. Returns all lines but the last. @throws SnapshotError */
async function verifySnapshot(bytes: Uint8Array): Promise<Buffer> {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [head] = readLines(content);
  const { snapshot, version } = parseObject(head?.text ?? "");
  if (snapshot !== FORMAT_NAME) throw new SnapshotError(`line 1: expected {"snapshot": "${FORMAT_NAME}", ...}`);
  if (version !== TABLES_VERSION)
    throw new SnapshotError(
      `line 1: the snapshot has version ${JSON.stringify(version)} of the tables, but this program has version ${TABLES_VERSION}: restore it with the program that created it`,
    );
  const start = content.lastIndexOf(10, -2) + 1;
  const { end, sha256 } = parseObject(content.toString("utf8", start));
  if (end !== true) throw new SnapshotError("the file has no end line: it was cut off; take or copy it again");
  const rest = content.subarray(0, start);
  if (sha256 !== Buffer.from(await subtle.digest("SHA-256", rest)).toString("hex"))
    throw new SnapshotError("the file was changed after the snapshot was taken; take or copy it again");
  return rest;
}

function parseObject(text: string): JsonObject {
  const value = tryParseJson(text);
  return isObject(value) ? value : {};
}

type SnapshotLine = { readonly number: number; readonly text: string };

function* readLines(content: Buffer): Generator<SnapshotLine> {
  for (let start = 0, number = 1; start < content.length; number += 1) {
    const found = content.indexOf(10, start);
    const end = found < 0 ? content.length : found;
    yield { number, text: content.toString("utf8", start, end) };
    start = end + 1;
  }
}

/**
 * Replaces the whole state with a snapshot, in one transaction. Returns the number of rows.
 *
 * @param keepAccess gives the demo client access to the restored data
 * @throws SnapshotError when the snapshot is cut off, changed or invalid, or of another version; nothing has changed
 */
export async function restoreSnapshot(
  database: Database,
  bytes: Uint8Array,
  keepAccess?: (queries: Queries) => Promise<void>,
): Promise<number> {
  const verified = await verifySnapshot(bytes);
  return database.transaction(async (queries) => {
    await emptyTables(queries);
    let count = 0;
    let batch: { readonly table: string; readonly names: string; readonly rows: Row[] } | undefined;
    for (const { number, text } of readLines(verified)) {
      if (number === 1) continue;
      count += 1;
      const { table, row } = parseRow(parseObject(text), number);
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
    await keepAccess?.(queries);
    return count;
  });
}

const BATCH_SIZE = 500;

/** Reads the rows of a table in pages, ordered by primary key. */
async function* readRowPages(queries: Queries, table: string): AsyncGenerator<readonly Row[]> {
  const { types, key } = getColumns(table);
  const names = [...types.keys()];
  const order = key.join(", ");
  let last: readonly Value[] | undefined;
  for (;;) {
    const after = last === undefined ? "" : `WHERE (${order}) > (${formatPlaceholders(key)})`;
    const rows = await queries.all(
      `SELECT ${names.join(", ")} FROM ${table} ${after} ORDER BY ${order} LIMIT ${BATCH_SIZE}`,
      last ?? [],
    );
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < BATCH_SIZE) return;
    last = key.map((name) => end[name] ?? null);
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
  const statement = TABLES.find((it) => it.startsWith(`CREATE TABLE ${table} (`)) ?? "";
  const body = statement.slice(statement.indexOf("(") + 1, statement.lastIndexOf(")"));
  const definitions = body
    .replace(/PRIMARY KEY \([^)]*\)/, "")
    .split(",")
    .map((definition) => definition.trim().split(/\s+/))
    .filter(([name]) => name !== "");
  const key =
    /PRIMARY KEY \(([^)]*)\)/.exec(body)?.[1]?.split(/,\s*/) ??
    definitions.filter((words) => words.includes("PRIMARY")).map(([name = ""]) => name);
  return { types: new Map(definitions.map(([name = "", type = ""]) => [name, type])), key };
}

function parseRow({ table, row }: JsonObject, number: number): { readonly table: string; readonly row: Row } {
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
