import type { Queries, Row } from "../store/database.js";
import { createBindings, type SqlCondition, whereInView } from "./sql-conditions.js";
import type { TimeWindow } from "./time-window.js";
import { waitForTurn } from "./wait-for-turn.js";

/** The order of a list. */
export type ListOrdering = { readonly column: "updated_at" | "created_at" | "amount"; readonly descending: boolean };

export const UPDATED_AT_ASCENDING: ListOrdering = { column: "updated_at", descending: false };

export type ListQuery = {
  /** A table whose rows are versions (store/tables.ts). */
  readonly table: "orders" | "transactions";
  /** The path of the collection, relative to the base URL. */
  readonly path: string;
  readonly ordering: ListOrdering;
  /** Additional conditions for a row, which the SQL statement calls `item`. */
  readonly conditions: (view: number) => Promise<readonly SqlCondition[]>;
  /** Whether no index finds the rows that meet the conditions, so that many rows may be read for one page. */
  readonly isScan?: boolean;
};

type Position = { readonly key: number; readonly sequence: number };

/** The start of a page: after an item, or at an offset from the start of the window. */
export type PageStart = {
  readonly view: number;
  readonly offset: number;
  readonly after?: Position;
  readonly limit: number;
};

export type RowRange = PageStart & { readonly window: TimeWindow };

/** Selects the rows of a page, and one more if there are further pages. Large bodies are null. */
export async function selectRows(
  businessId: string,
  queries: Queries,
  listing: ListQuery,
  range: RowRange,
): Promise<readonly Row[]> {
  if (listing.isScan === true) return scanRows(businessId, queries, listing, range);
  return selectStep(businessId, queries, listing, range);
}

/** Reads the rows in steps, between which other requests are served: on SQLite, a query blocks all of them. */
async function scanRows(
  businessId: string,
  queries: Queries,
  listing: ListQuery,
  range: RowRange,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let { after, offset } = range;
  for (;;) {
    const step = { ...range, offset: 0, ...(after === undefined ? {} : { after }) };
    const until = await findStepEnd(businessId, queries, listing, step);
    const found = await selectStep(businessId, queries, listing, {
      ...step,
      limit: range.limit + offset - rows.length,
      ...(until === undefined ? {} : { until }),
    });
    rows.push(...found.slice(offset));
    offset -= Math.min(offset, found.length);
    if (until === undefined || rows.length > range.limit) return rows;
    after = until;
    await waitForTurn();
  }
}

/** Larger bodies, in characters, are read when they are sent. */
const MAX_SMALL_BODY = 20_000;

/** Takes about ten milliseconds. */
const ROWS_PER_STEP = 2000;

/** The position of the last row of the next step; undefined when fewer rows are left. */
async function findStepEnd(
  businessId: string,
  queries: Queries,
  { table, ordering }: ListQuery,
  range: RowRange,
): Promise<Position | undefined> {
  const { values, bind } = createBindings();
  const where = joinConditions(buildRangeConditions(businessId, ordering, range), bind);
  const row = await queries.first(
    `SELECT item.${ordering.column} AS key, item.sequence FROM ${table} AS item WHERE ${where}
      ${formatOrdering(ordering)} LIMIT 1 OFFSET ${bind(ROWS_PER_STEP - 1)}`,
    values,
  );
  return row && { key: Number(row.key), sequence: Number(row.sequence) };
}

async function selectStep(
  businessId: string,
  queries: Queries,
  { table, ordering, conditions }: ListQuery,
  range: RowRange & { readonly until?: Position },
): Promise<readonly Row[]> {
  const { values, bind } = createBindings();
  const all = [
    ...buildRangeConditions(businessId, ordering, range),
    whereInView("item", range.view),
    ...(await conditions(range.view)),
  ];
  return queries.all(
    `SELECT item.id, item.sequence, item.updated_at,
        CASE WHEN LENGTH(item.body) <= ${MAX_SMALL_BODY} THEN item.body END AS body
      FROM ${table} AS item WHERE ${joinConditions(all, bind)}
      ${formatOrdering(ordering)} LIMIT ${bind(range.limit + 1)} OFFSET ${bind(range.offset)}`,
    values,
  );
}

function joinConditions(conditions: readonly SqlCondition[], bind: ReturnType<typeof createBindings>["bind"]): string {
  return conditions.map((condition) => condition(bind)).join(" AND ");
}

function formatOrdering({ column, descending }: ListOrdering): string {
  const direction = descending ? "DESC" : "ASC";
  return `ORDER BY item.${column} ${direction}, item.sequence ${direction}`;
}

function buildRangeConditions(
  businessId: string,
  ordering: ListOrdering,
  { after, until, window }: RowRange & { readonly until?: Position },
): readonly SqlCondition[] {
  const compare =
    (operator: string, { key, sequence }: Position): SqlCondition =>
    (bind) =>
      `(item.${ordering.column}, item.sequence) ${operator} (${bind(key)}, ${bind(sequence)})`;
  const [later, upTo] = ordering.descending ? (["<", ">="] as const) : ([">", "<="] as const);
  return [
    (bind) => `item.business_id = ${bind(businessId)}`,
    ...(after === undefined ? [] : [compare(later, after)]),
    ...(until === undefined ? [] : [compare(upTo, until)]),
    ...buildWindowConditions(window, ordering, after !== undefined),
  ];
}

/** Whether next links move the start of the window to the last item; in any other order the window stays the same. */
export function hasMovingStart({ column, descending }: ListOrdering): boolean {
  return column === "updated_at" && !descending;
}

/**
 * Builds the conditions of the time window. They may use an index only if it also gives the order (sql-conditions.ts).
 * Items after the last item are always after the start.
 */
function buildWindowConditions(
  { start, end }: TimeWindow,
  ordering: ListOrdering,
  hasLastItem: boolean,
): readonly SqlCondition[] {
  if (ordering.column !== "updated_at") {
    const since: readonly SqlCondition[] =
      start === undefined ? [] : [(bind) => `NOT (item.updated_at < ${bind(start)})`];
    return [...since, (bind) => `NOT (item.updated_at > ${bind(end)})`];
  }
  const since: readonly SqlCondition[] =
    start === undefined || (hasLastItem && hasMovingStart(ordering))
      ? []
      : [(bind) => `item.updated_at >= ${bind(start)}`];
  return [...since, (bind) => `item.updated_at <= ${bind(end)}`];
}
