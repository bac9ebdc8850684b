import type { Json } from "../../document/index.js";
import { formatTimestamp, parseTimestamp } from "../context/domain-clock.js";
import { createInvalidTime, Refusal, type RequestContext, type ServiceResponse } from "../context/request-context.js";
import { buildWhere, type Queries, type Row, type SqlCondition, whereColumn } from "../store/database.js";

/** An item, or a function that reads a large one. */
type PageItem = Json | (() => Promise<Json>);

type ListPage = { readonly items: readonly PageItem[]; readonly links: readonly Json[] };

const DEFAULT_LIMIT = 10;

/**
 * Returns one page of a list. The first page fixes a view of the business (the number of its latest write) and the end
 * of the time window. All following pages use the same view, so nothing is lost, repeated or newer than the view, even
 * when many items share one second or change while a client pages.
 *
 * A page continues after the last item of the previous one through an index, so all pages cost the same.
 *
 * @throws Refusal when the window or the offset is invalid
 */
export async function listPage(call: RequestContext, queries: Queries, listing: ListQuery): Promise<ListPage> {
  const window = readTimeWindow(call);
  const source: ListSource = { ...listing, queries, businessId: String(call.parameters.businessId) };
  const start = await resolvePageStart(call, source, window);
  const limit = typeof call.parameters.limit === "number" ? call.parameters.limit : start.limit;
  const rows = await selectRows(source, { ...start, window, limit });
  // Checked after the rows are read, because versions can be deleted between two statements.
  if (await isViewExpired(source, start.view)) {
    if (start.after === undefined) return listPage(call, queries, listing);
    throw createExpired();
  }
  const path = `/businesses/${encodeURIComponent(source.businessId)}/${source.table}`;
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  const next = last && {
    startAt: hasMovingStart(listing.ordering) ? Number(last.updated_at) : (window.start ?? MIN_TIME),
    endAt: window.end,
    startOffset: encodeCursor({ view: start.view, last: Number(last.sequence), limit }),
  };
  return {
    items: items.map((row) =>
      row.body === null ? () => readItem(source, row) : (JSON.parse(String(row.body)) as Json),
    ),
    links: next === undefined ? [] : [buildNextLink(path, call.parameters, next)],
  };
}

async function readItem({ businessId, queries, table }: ListSource, row: Row): Promise<Json> {
  const found = await queries.first(`SELECT body FROM ${table} WHERE business_id = $1 AND id = $2 AND sequence = $3`, [
    businessId,
    row.id ?? null,
    row.sequence ?? null,
  ]);
  if (found === undefined) throw new Error("a listed version was deleted before it was sent");
  return JSON.parse(String(found.body)) as Json;
}

async function resolvePageStart(call: RequestContext, source: ListSource, window: TimeWindow): Promise<PageStart> {
  const business = await source.queries.first("SELECT sequence FROM businesses WHERE id = $1", [source.businessId]);
  if (business === undefined) throw new Refusal(404, "UNKNOWN_BUSINESS", "no business has this id");
  const start = readStartOffset(Number(call.parameters.startOffset ?? 0));
  if (start.kind === "invalid") throw createInvalidOffset();
  if (start.kind === "offset") return { view: Number(business.sequence), offset: start.offset, limit: DEFAULT_LIMIT };
  const { cursor } = start;
  if (cursor.view > Number(business.sequence)) throw createInvalidOffset();
  const key = await findOrderingKey(source, cursor, window);
  if (key === undefined) throw (await isViewExpired(source, cursor.view)) ? createExpired() : createInvalidOffset();
  return { view: cursor.view, offset: 0, after: { key, sequence: cursor.last }, limit: cursor.limit };
}

/** Whether a version that belongs to the view may have been deleted. */
async function isViewExpired({ businessId, queries }: ListSource, view: number): Promise<boolean> {
  const row = await queries.first("SELECT oldest_view FROM businesses WHERE id = $1", [businessId]);
  return view < Number(row?.oldest_view ?? 0);
}

function createExpired(): Refusal {
  return new Refusal(400, "EXPIRED_LISTING", "this list has expired; request it again without startOffset");
}

function createInvalidOffset(): Refusal {
  return new Refusal(
    400,
    "INVALID_START_OFFSET",
    `startOffset must be an offset from 0 to ${MAX_OFFSET} or come from a next link of this list; use next links unchanged`,
  );
}

/** The ordering key of the last item of the previous page; undefined for a cursor of another list or business. */
async function findOrderingKey(
  { businessId, queries, table, ordering }: ListSource,
  cursor: Cursor,
  window: TimeWindow,
): Promise<number | undefined> {
  const isByUpdate = hasMovingStart(ordering);
  if (isByUpdate && window.start === undefined) return undefined;
  const row = await queries.first(
    `SELECT ${ordering.column} AS key FROM ${table} WHERE business_id = $1 AND sequence = $2${
      isByUpdate ? " AND updated_at = $3" : ""
    }`,
    [businessId, cursor.last, ...(isByUpdate ? [window.start ?? 0] : [])],
  );
  return row === undefined ? undefined : Number(row.key);
}

/**
 * The position of the next page of a list: the view of the business, the last item of the previous page and the page
 * size. Views and items are identified by the sequence numbers of their writes (store/tables.ts).
 */
type Cursor = { readonly view: number; readonly last: number; readonly limit: number };

/** The value of `startOffset`: a cursor made by the service, or a plain offset from the first item. */
type StartOffset =
  | { readonly kind: "cursor"; readonly cursor: Cursor }
  | { readonly kind: "offset"; readonly offset: number }
  | { readonly kind: "invalid" };

/** Offsets from this value on are cursors. */
const FIRST_CURSOR = 1e12;
const VIEW_FACTOR = 1e9;
const LAST_FACTOR = 100;

/** A plain offset reads all items that it skips, so it is limited. */
const MAX_OFFSET = 100_000;

/** Encodes a cursor as an integer, which is a safe one for the first eight million writes of a business. */
export function encodeCursor({ view, last, limit }: Cursor): number {
  return FIRST_CURSOR + view * VIEW_FACTOR + last * LAST_FACTOR + (limit - 1);
}

export function readStartOffset(startOffset: number): StartOffset {
  if (!Number.isSafeInteger(startOffset) || startOffset < 0) return { kind: "invalid" };
  if (startOffset < FIRST_CURSOR)
    return startOffset > MAX_OFFSET ? { kind: "invalid" } : { kind: "offset", offset: startOffset };
  const packed = startOffset - FIRST_CURSOR;
  const view = Math.floor(packed / VIEW_FACTOR);
  const last = Math.floor((packed % VIEW_FACTOR) / LAST_FACTOR);
  return last > view || last === 0
    ? { kind: "invalid" }
    : { kind: "cursor", cursor: { view, last, limit: (packed % LAST_FACTOR) + 1 } };
}

/** The parameters of a `next` link in addition to the filters of the request (seed, "Pagination"). */
type NextPage = { readonly startAt: number; readonly endAt: number; readonly startOffset: number };

const EXCLUDED_PARAMETERS = new Set(["startAt", "endAt", "startOffset", "limit", "businessId"]);

/**
 * Builds the link to the next page: a path relative to the base URL with all filters of the request, so that the next
 * page belongs to the same list. Uses no headers, which a proxy or a client could forge.
 */
export function buildNextLink(path: string, parameters: Readonly<Record<string, Json>>, next: NextPage): Json {
  const filters = Object.entries(parameters)
    .filter(([name]) => !EXCLUDED_PARAMETERS.has(name))
    .map(([name, value]) => {
      // Commas between the items of a list stay, those within an item are percent-encoded.
      const items = [value].flat().map((item: Json) => encodeURIComponent(String(item)));
      return `${encodeURIComponent(name)}=${items.join(",")}`;
    });
  const window = [
    `startAt=${encodeURIComponent(formatTimestamp(next.startAt))}`,
    `endAt=${encodeURIComponent(formatTimestamp(next.endAt))}`,
    `startOffset=${next.startOffset}`,
  ];
  return { href: `${path}?${[...window, ...filters].join("&")}`, rel: "next", method: "GET" };
}

/**
 * Builds the response of a list. If it has large items, they are read and sent one after the other, so that they neither
 * fill the memory nor delay other requests.
 *
 * @param select returns the part of an item that the list shows
 */
export function createListResponse(
  name: "orders" | "transactions",
  { items, links }: ListPage,
  select: (item: Json) => Json = (item) => item,
): ServiceResponse {
  const loaded = items.filter((item) => typeof item !== "function");
  const rest = { links, count: items.length };
  if (loaded.length === items.length) return { status: 200, body: { [name]: loaded.map(select), ...rest } };
  return { status: 200, parts: streamList() };

  async function* streamList(): AsyncGenerator<string> {
    yield `{"${name}":[`;
    for (const [index, item] of items.entries()) {
      const value = select(typeof item === "function" ? await item() : item);
      yield `${index === 0 ? "" : ","}${JSON.stringify(value)}`;
      await waitForTurn();
    }
    yield `],${JSON.stringify(rest).slice(1)}`;
  }
}

/** The order of a list. */
export type ListOrdering = { readonly column: "updated_at" | "created_at" | "amount"; readonly descending: boolean };

export const UPDATED_AT_ASCENDING: ListOrdering = { column: "updated_at", descending: false };

/** Where the rows of a list are read. */
type ListSource = ListQuery & { readonly businessId: string; readonly queries: Queries };

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
type PageStart = {
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
function hasMovingStart({ column, descending }: ListOrdering): boolean {
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
type TimeWindow = ReturnType<typeof readTimeWindow>;

/** The earliest time that can be formatted, for links that need a start when the request had none. */
const MIN_TIME = Date.parse("0000-01-01T00:00:00Z");

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
function waitForTurn(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
