/** The statements that take, store and restore snapshots. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { emptyTables, restoreSnapshot, takeSnapshot } from "../../../src/sandbox/snapshots/snapshot.js";
import type { Queries, Row } from "../../../src/sandbox/store/database.js";
import { TABLE_NAMES, TABLES_VERSION } from "../../../src/sandbox/store/tables.js";
import { fillStatement as fill, recordDatabase } from "../record-queries.js";

const AT = "2026-03-14T09:30:00Z";

function write(...rows: readonly object[]): Uint8Array {
  const head = { snapshot: "commerce-contract sandbox", version: TABLES_VERSION, at: AT };
  const lines = [head, ...rows].map((line) => `${JSON.stringify(line)}\n`).join("");
  const sha256 = createHash("sha256").update(lines).digest("hex");
  return Buffer.from(`${lines}${JSON.stringify({ end: true, rows: rows.length, sha256 })}`);
}

const hook = (id: string, more: object = {}) => ({ table: "hooks", row: { id, active: 1, ...more } });
const DELETES = [...TABLE_NAMES]
  .reverse()
  .map((table) =>
    table === "settings" ? 'DELETE FROM settings WHERE name IN ("clock", "faults", "records")' : `DELETE FROM ${table}`,
  );
const UNLEASE = "UPDATE deliveries SET lease_until = 0, lease_by = NULL";

async function restore(bytes: Uint8Array, keepAccess?: (queries: Queries) => Promise<void>) {
  const { statements, database } = recordDatabase();
  const rows = await restoreSnapshot(database, bytes, keepAccess);
  return { rows, sql: statements.map(fill) };
}

test("rows of one table with the same columns are inserted together", async () => {
  const payload = Buffer.from("{}");
  const delivery = { table: "deliveries", row: { id: "d", payload: { base64: payload.toString("base64") } } };
  const clock = { table: "settings", row: { name: "clock", value: "{}" } };
  const bytes = write(hook("a"), hook("b"), hook("c", { secret: null }), delivery, clock);
  expect(await restore(bytes)).toEqual({
    rows: 5,
    sql: [
      ...DELETES,
      'INSERT INTO hooks (id, active) VALUES ("a",1), ("b",1)',
      'INSERT INTO hooks (id, active, secret) VALUES ("c",1,null)',
      `INSERT INTO deliveries (id, payload) VALUES ("d",${JSON.stringify(payload)})`,
      'INSERT INTO settings (name, value) VALUES ("clock","{}")',
      UNLEASE,
    ],
  });
  expect(await restore(write())).toEqual({ rows: 0, sql: [...DELETES, UNLEASE] });
});

test("an application gets its access at the end", async () => {
  const { sql } = await restore(write(), async (queries) => void (await queries.run("INSERT INTO it")));
  expect(sql.slice(-2)).toEqual([UNLEASE, "INSERT INTO it"]);
});

const EXPECTED = 'line 2: expected {"table": ..., "row": {...}} with a table of the sandbox';
const wrongType = (name: string): string => `line 2: table hooks has no column "${name}" of this type`;

test.each<[line: object, message: string]>([
  [{ row: {} }, EXPECTED],
  [{ table: "hooks" }, EXPECTED],
  [{ table: "hooks", row: [] }, EXPECTED],
  [{ table: "nothing", row: {} }, EXPECTED],
  [
    { table: "settings", row: { name: "seed", value: "x" } },
    "line 2: expected one of the settings clock, faults, records",
  ],
  [hook("a", { other: 1 }), wrongType("other")],
  [hook("a", { ["x".repeat(70)]: 1 }), wrongType("x".repeat(60))],
  [hook("a", { active: "1" }), wrongType("active")],
  [hook("a", { active: 0.5 }), wrongType("active")],
  [hook("a", { secret: 1 }), wrongType("secret")],
  [{ table: "deliveries", row: { payload: "x" } }, wrongType("payload").replace("hooks", "deliveries")],
  [{ table: "deliveries", row: { payload: { base64: 1 } } }, wrongType("payload").replace("hooks", "deliveries")],
])("the line %j is refused", async (line, message) => {
  await expect(restore(write(line))).rejects.toMatchObject({ name: "SnapshotError", message });
});

test("a snapshot has the rows of all tables in pages, without the settings that identify the sandbox", async () => {
  const index = (table: string): number => TABLE_NAMES.indexOf(table);
  const all: (readonly Row[])[] = TABLE_NAMES.map(() => []);
  const page = Array.from({ length: 500 }, (_, at) => ({ id: `h${at}` }));
  const rest = [{ id: "last" }];
  all[index("settings")] = [
    { name: "clock", value: "{}" },
    { name: "seed", value: "secret" },
  ];
  all.splice(index("hooks"), 1, page, rest);
  const { statements, database } = recordDatabase({ all });
  const { content, rows } = await takeSnapshot(database, AT);
  expect(rows).toBe(502);
  const lines = Buffer.from(content).toString().trimEnd().split("\n").slice(1, -1);
  const hooks = [...page, ...rest].map((row) => ({ table: "hooks", row }));
  const clock = { table: "settings", row: { name: "clock", value: "{}" } };
  const isClockFirst = index("settings") < index("hooks");
  const shown = lines.map((line) => JSON.parse(line) as { readonly table: string; readonly row: Row });
  expect(shown.map(({ table, row }) => ({ table, row }))).toEqual(isClockFirst ? [clock, ...hooks] : [...hooks, clock]);
  const selects = statements.map(fill).filter((sql) => sql.includes(" FROM hooks "));
  expect(selects.map((sql) => sql.replace(/SELECT .* FROM/, "SELECT … FROM"))).toEqual([
    "SELECT … FROM hooks ORDER BY id LIMIT 500",
    'SELECT … FROM hooks WHERE (id) > ("h499") ORDER BY id LIMIT 500',
  ]);
  const paged = statements.map(fill).find((sql) => sql.includes(" FROM orders "));
  expect(paged).toBe(
    "SELECT business_id, id, sequence, until_sequence, gone_at, updated_at, order_number, store_id, status, customer_user_id, is_stay, body FROM orders ORDER BY business_id, id, sequence LIMIT 500",
  );
  expect(statements).toHaveLength(TABLE_NAMES.length + 1);
});

test("PostgreSQL takes snapshots of one moment, and locks all tables before it empties them", async () => {
  const { statements, database, queries } = recordDatabase();
  const postgres = { ...queries, engine: "postgres" as const };
  await takeSnapshot({ ...database, engine: "postgres", transaction: (work) => work(postgres) }, AT);
  expect(statements.map(fill)[0]).toBe("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
  statements.length = 0;
  await emptyTables(postgres);
  const lock = statements.map(fill)[0] ?? "";
  expect(lock).toMatch(/^LOCK TABLE request_ids, settings, counters, deliveries, hooks, .* IN EXCLUSIVE MODE$/);
  const locked = lock.replace(/^LOCK TABLE | IN EXCLUSIVE MODE$/g, "").split(", ");
  expect([...locked].sort()).toEqual([...TABLE_NAMES].sort());
  expect(statements.slice(1).map(fill)).toEqual(DELETES);
});
