/** The statements that read lists and write rows. */
import { expect, test } from "vitest";
import { type ListOrdering, type RowRange, selectRows } from "../../../src/sandbox/paging/list-page.js";
import {
  assertPortable,
  buildWhere,
  insertRows,
  type Row,
  type Value,
  whereColumn,
  whereIn,
} from "../../../src/sandbox/store/database.js";
import { fillStatement as fill, recordQueries } from "../record-queries.js";

const BY_UPDATE: ListOrdering = { column: "updated_at", descending: false };
const listing = (ordering: ListOrdering, isScan = false) => ({
  ...{ table: "orders" as const, ordering, isScan },
  conditions: async (view: number) => whereColumn("item.view", view),
});
const RANGE: RowRange = { view: 9, offset: 2, limit: 3, window: { start: 10, end: 20 } };
const UPDATE_WINDOW = "item.updated_at >= 10 AND item.updated_at <= 20";
const OTHER_WINDOW = "NOT (item.updated_at < 10) AND NOT (item.updated_at > 20)";
const VISIBLE = "NOT (item.sequence > 9) AND item.until_sequence > 9 AND item.view = 9";
const SELECT =
  'SELECT item.id, item.sequence, item.updated_at, CASE WHEN LENGTH(item.body) <= 20000 THEN item.body END AS body FROM orders AS item WHERE item.business_id = "b" AND';
const ascending = (column: string): string => `ORDER BY item.${column} ASC, item.sequence ASC`;
const descending = (column: string): string => `ORDER BY item.${column} DESC, item.sequence DESC`;

test.each<[ordering: ListOrdering, range: Partial<RowRange>, sql: string]>([
  [BY_UPDATE, {}, `${UPDATE_WINDOW} AND ${VISIBLE} ${ascending("updated_at")} LIMIT 4 OFFSET 2`],
  [
    BY_UPDATE,
    { window: { start: undefined, end: 20 }, offset: 0, limit: 1 },
    `item.updated_at <= 20 AND ${VISIBLE} ${ascending("updated_at")} LIMIT 2 OFFSET 0`,
  ],
  [
    BY_UPDATE,
    { after: { key: 5, sequence: 6 } },
    `(item.updated_at, item.sequence) > (5, 6) AND item.updated_at <= 20 AND ${VISIBLE} ${ascending("updated_at")} LIMIT 4 OFFSET 2`,
  ],
  [
    { column: "updated_at", descending: true },
    { after: { key: 5, sequence: 6 } },
    `(item.updated_at, item.sequence) < (5, 6) AND ${UPDATE_WINDOW} AND ${VISIBLE} ${descending("updated_at")} LIMIT 4 OFFSET 2`,
  ],
  [
    { column: "amount", descending: false },
    { after: { key: 5, sequence: 6 } },
    `(item.amount, item.sequence) > (5, 6) AND ${OTHER_WINDOW} AND ${VISIBLE} ${ascending("amount")} LIMIT 4 OFFSET 2`,
  ],
  [
    { column: "created_at", descending: true },
    { window: { start: undefined, end: 20 } },
    `NOT (item.updated_at > 20) AND ${VISIBLE} ${descending("created_at")} LIMIT 4 OFFSET 2`,
  ],
])("the statement of a list by %j with %j", async (ordering, range, sql) => {
  const { statements, queries } = recordQueries({ all: [[{ id: "a" }]] });
  expect(await selectRows({ ...listing(ordering), businessId: "b", queries }, { ...RANGE, ...range })).toEqual([
    { id: "a" },
  ]);
  expect(statements.map(fill)).toEqual([`${SELECT} ${sql}`]);
});

const rows = (...ids: readonly string[]): readonly Row[] => ids.map((id) => ({ id }));

test("a scan reads in steps, skips the offset over several of them, and ends with a full page", async () => {
  const { statements, queries } = recordQueries({
    first: [
      { key: 1, sequence: 2 },
      { key: 3, sequence: 4 },
      { key: 5, sequence: 6 },
    ],
    all: [rows("skipped"), rows("skipped", "a"), rows("b", "c", "d")],
  });
  expect(
    await selectRows({ ...listing({ column: "amount", descending: true }, true), businessId: "b", queries }, RANGE),
  ).toEqual(rows("a", "b", "c", "d"));
  const order = descending("amount");
  const end = (after: string): string =>
    `SELECT item.amount AS key, item.sequence FROM orders AS item WHERE item.business_id = "b" AND ${after}${OTHER_WINDOW} ${order} LIMIT 1 OFFSET 1999`;
  const step = (bounds: string, limit: number): string =>
    `${SELECT} ${bounds} AND ${OTHER_WINDOW} AND ${VISIBLE} ${order} LIMIT ${limit} OFFSET 0`;
  const position = "(item.amount, item.sequence)";
  expect(statements.map(fill)).toEqual([
    end(""),
    step(`${position} >= (1, 2)`, 6),
    end(`${position} < (1, 2) AND `),
    step(`${position} < (1, 2) AND ${position} >= (3, 4)`, 5),
    end(`${position} < (3, 4) AND `),
    step(`${position} < (3, 4) AND ${position} >= (5, 6)`, 3),
  ]);
});

test("a scan continues after the last item, and ends with the last step", async () => {
  const { statements, queries } = recordQueries({ first: [{ key: 1, sequence: 2 }], all: [rows("a", "b", "c")] });
  const range = { ...RANGE, offset: 0, after: { key: 0, sequence: 1 } };
  expect(await selectRows({ ...listing(BY_UPDATE, true), businessId: "b", queries }, range)).toEqual(
    rows("a", "b", "c"),
  );
  const position = "(item.updated_at, item.sequence)";
  expect(statements.map(fill).map((sql) => sql.replace(/.*"b" AND | AND item\.updated_at.*/g, ""))).toEqual([
    `${position} > (0, 1)`,
    `${position} > (0, 1) AND ${position} <= (1, 2)`,
    `${position} > (1, 2)`,
    `${position} > (1, 2)`,
  ]);
});

test("conditions for values", () => {
  const conditions = [
    ...whereColumn("a", undefined),
    ...whereColumn("b", null),
    whereIn("c", []),
    whereIn("d", [1, 2]),
  ];
  const { where, values, bind } = buildWhere(conditions);
  expect([where, bind("x")]).toEqual(["b = $1 AND 1 = 0 AND d IN ($2, $3)", "$4"]);
  expect(values).toEqual([null, 1, 2, "x"]);
  expect(buildWhere([]).where).toBe("1 = 1");
});

test("rows are inserted in batches of 50", async () => {
  const { statements, queries } = recordQueries();
  const all = Array.from({ length: 52 }, (_, index) => ({ a: index, b: "x" }));
  await insertRows(queries, "t", all.slice(0, 50));
  expect(statements).toHaveLength(1);
  await insertRows(queries, "t", all);
  expect(statements[1]?.[1]).toEqual(all.slice(0, 50).flatMap(({ a, b }) => [a, b]));
  expect(statements.slice(2)).toEqual([["INSERT INTO t (a, b) VALUES ($1,$2), ($3,$4)", [50, "x", 51, "x"]]]);
});

test.each<[value: Value, message: string | undefined]>([
  [Number.MAX_SAFE_INTEGER, undefined],
  ["a", undefined],
  [null, undefined],
  [new Uint8Array(1), undefined],
  [2 ** 53, "$2 is not an integer from -(2^53-1) to 2^53-1"],
  [0.5, "$2 is not an integer from -(2^53-1) to 2^53-1"],
  ["a\0b", "$2 contains the character U+0000, which databases cannot store"],
])("the value %j can be stored or not", (value, message) => {
  const values = [1, value];
  if (message === undefined) expect(assertPortable(values)).toBe(values);
  else expect(() => assertPortable(values)).toThrow(new RangeError(message));
});
