import { parseTimestamp } from "../context/domain-clock.js";
import { createInvalidTime, Refusal, type RequestContext } from "../context/request-context.js";
import { buildWhere, type Queries, type Row, type SqlCondition, whereColumn } from "../store/database.js";

/** The order of a list. */
export type ListOrdering = { readonly column: "updated_at" | "created_at" | "amount"; readonly descending: boolean };

export const UPDATED_AT_ASCENDING: ListOrdering = { column: "updated_at", descending: false };

/** Where the rows of a list are read. */
export type ListSource = ListQuery & { readonly businessId: string; readonly queries: Queries };

export type ListQuery = {
  /** A table whose rows are versions (store/tables.ts); also the last segment of the path of the list. */
  readonly table: "orders" | "transactions";
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
export async function selectRows(source: ListSource, range: RowRange): Promise<readonly Row[]> {
  return source.isScan === true ? scanRows(source, range) : selectStep(source, range);
}

/** Reads the rows in steps, between which other requests are served: on SQLite, a query blocks all of them. */
async function scanRows(source: ListSource, range: RowRange): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let { after, offset } = range;
  for (;;) {
    const step = { ...range, offset: 0, ...(after === undefined ? {} : { after }) };
    const until = await findStepEnd(source, step);
    const found = await selectStep(source, {
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
async function findStepEnd(source: ListSource, range: RowRange): Promise<Position | undefined> {
  const { queries, table, ordering } = source;
  const { where, values, bind } = buildWhere(buildRangeConditions(source, range));
  const row = await queries.first(
    `SELECT item.${ordering.column} AS key, item.sequence FROM ${table} AS item WHERE ${where}
      ${formatOrdering(ordering)} LIMIT 1 OFFSET ${bind(ROWS_PER_STEP - 1)}`,
    values,
  );
  return row && { key: Number(row.key), sequence: Number(row.sequence) };
}

async function selectStep(
  source: ListSource,
  range: RowRange & { readonly until?: Position },
): Promise<readonly Row[]> {
  const { queries, table, ordering, conditions } = source;
  const { where, values, bind } = buildWhere([
    ...buildRangeConditions(source, range),
    whereInView("item", range.view),
    ...(await conditions(range.view)),
  ]);
  return queries.all(
    `SELECT item.id, item.sequence, item.updated_at,
        CASE WHEN LENGTH(item.body) <= ${MAX_SMALL_BODY} THEN item.body END AS body
      FROM ${table} AS item WHERE ${where}
      ${formatOrdering(ordering)} LIMIT ${bind(range.limit + 1)} OFFSET ${bind(range.offset)}`,
    values,
  );
}

function formatOrdering({ column, descending }: ListOrdering): string {
  const direction = descending ? "DESC" : "ASC";
  return `ORDER BY item.${column} ${direction}, item.sequence ${direction}`;
}

function buildRangeConditions(
  { businessId, ordering }: ListSource,
  { after, until, window }: RowRange & { readonly until?: Position },
): readonly SqlCondition[] {
  const compare =
    (operator: string, { key, sequence }: Position): SqlCondition =>
    (bind) =>
      `(item.${ordering.column}, item.sequence) ${operator} (${bind(key)}, ${bind(sequence)})`;
  const [later, upTo] = ordering.descending ? (["<", ">="] as const) : ([">", "<="] as const);
  return [
    ...whereColumn("item.business_id", businessId),
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
 * Builds the conditions of the time window. They may use an index only if it also gives the order.
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
  const since = hasLastItem && hasMovingStart(ordering) ? undefined : start;
  return [...whereColumn("item.updated_at", since, ">="), ...whereColumn("item.updated_at", end, "<=")];
}

/** Requires a column of lower-case text to contain a text, in which `%`, `_` and `\` are literal characters. */
export function whereContains(column: string, text: string): SqlCondition {
  const literal = text.toLowerCase().replaceAll(/[\\%_]/g, "\\$&");
  return (bind) => `${column} LIKE ${bind(`%${literal}%`)} ESCAPE '\\'`;
}

/**
 * Requires a version to be visible in a view. Nearly all versions are older than the view, so an index on `sequence`
 * would not help. `NOT` keeps SQLite's planner, which has no statistics, from choosing one.
 */
export function whereInView(name: string, view: number): SqlCondition {
  return (bind) => `NOT (${name}.sequence > ${bind(view)}) AND ${name}.until_sequence > ${bind(view)}`;
}

/** An inclusive range of update times, in milliseconds of whole seconds. */
export type TimeWindow = ReturnType<typeof readTimeWindow>;

/** The earliest time that can be formatted, for links that need a start when the request had none. */
export const MIN_TIME = Date.parse("0000-01-01T00:00:00Z");

/**
 * Reads the time window of a list. `startAt` takes precedence over `If-Modified-Since`; `endAt` defaults to now (seed,
 * "Pagination"). Both filter by `updatedAt` regardless of `timeType`, because the seed names no other time.
 *
 * @throws Refusal when a time is invalid, such as 30 February, or the window ends before it starts
 */
export function readTimeWindow({ parameters, headers, now }: RequestContext) {
  const startAt = parameters.startAt ?? undefined;
  const times = { startAt, endAt: parameters.endAt, "If-Modified-Since": headers["if-modified-since"] };
  const read: Partial<Record<keyof typeof times, number>> = {};
  for (const [name, text] of Object.entries(times)) {
    if (text === undefined || (name === "If-Modified-Since" && startAt !== undefined)) continue;
    const time = parseTimestamp(String(text));
    if (time === undefined) throw createInvalidTime(name);
    read[name as keyof typeof times] = time;
  }
  if (read.startAt !== undefined && read.endAt !== undefined && read.startAt > read.endAt)
    throw new Refusal(400, "INVALID_WINDOW", "startAt must not be later than endAt");
  // To the second, the precision of the service.
  return {
    /** Undefined when the range has no lower bound. */
    start: read.startAt ?? read["If-Modified-Since"],
    end: read.endAt ?? now - (now % 1000),
  };
}

/** Lets other requests run, which a long computation would hold up. */
export function waitForTurn(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
