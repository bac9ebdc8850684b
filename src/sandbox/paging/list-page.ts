import type { Json } from "../../document/index.js";
import { createErrorResponse, type RequestContext, type ServiceResponse } from "../context/request-context.js";
import type { Queries, Row } from "../store/database.js";
import { type Cursor, encodeCursor, MAX_OFFSET, readStartOffset } from "./cursor.js";
import { buildNextLink, type NextPage } from "./next-link.js";
import { createBindings, type SqlCondition, whereInView } from "./sql-conditions.js";
import { MIN_TIME, readTimeWindow, type TimeWindow } from "./time-window.js";

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
};

export type ListPage = { readonly items: readonly Json[]; readonly links: readonly Json[] };

const DEFAULT_LIMIT = 10;

/**
 * Returns one page of a list. The first page fixes a view of the business (the number of its latest write) and the end
 * of the time window. All following pages use the same view, so nothing is lost, repeated or newer than the view, even
 * when many items share one second or change while a client pages.
 *
 * A page continues after the last item of the previous one through an index, so all pages cost the same.
 *
 * @returns an error response when the window or the offset is invalid
 */
export async function listPage(
  call: RequestContext,
  queries: Queries,
  listing: ListQuery,
): Promise<ListPage | ServiceResponse> {
  const window = readTimeWindow(call);
  if ("status" in window) return window;
  const start = await resolvePageStart(call, queries, listing, window);
  if ("status" in start) return start;
  const limit = typeof call.parameters.limit === "number" ? call.parameters.limit : start.limit;
  const businessId = String(call.parameters.businessId);
  const rows = await selectRows(businessId, queries, listing, { ...start, window, limit });
  // Checked after the rows are read, because versions can be deleted between two statements.
  if (await isViewExpired(businessId, queries, start.view))
    return start.after === undefined ? listPage(call, queries, listing) : createExpiredResponse();
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const next =
    last === undefined || rows.length <= limit ? undefined : buildNextPage({ listing, window, start, limit, items });
  return {
    items: items.map(({ body }) => JSON.parse(String(body)) as Json),
    links: next === undefined ? [] : [buildNextLink(listing.path, call.parameters, next)],
  };
}

/** The start of a page: after an item, or at an offset from the start of the window. */
type PageStart = {
  readonly view: number;
  readonly offset: number;
  readonly after?: { readonly key: number; readonly sequence: number };
  readonly limit: number;
};

async function resolvePageStart(
  call: RequestContext,
  queries: Queries,
  listing: ListQuery,
  window: TimeWindow,
): Promise<PageStart | ServiceResponse> {
  const businessId = String(call.parameters.businessId);
  const business = await queries.first("SELECT sequence FROM businesses WHERE id = $1", [businessId]);
  if (business === undefined) return createErrorResponse(404, "UNKNOWN_BUSINESS", "no business has this id");
  const start = readStartOffset(Number(call.parameters.startOffset ?? 0));
  if (start.kind === "invalid") return createInvalidOffsetResponse();
  if (start.kind === "offset") return { view: Number(business.sequence), offset: start.offset, limit: DEFAULT_LIMIT };
  const { cursor } = start;
  if (cursor.view > Number(business.sequence)) return createInvalidOffsetResponse();
  const key = await findOrderingKey(businessId, queries, listing, { cursor, window });
  if (key === undefined)
    return (await isViewExpired(businessId, queries, cursor.view))
      ? createExpiredResponse()
      : createInvalidOffsetResponse();
  return { view: cursor.view, offset: 0, after: { key, sequence: cursor.last }, limit: cursor.limit };
}

/** Whether a version that belongs to the view may have been deleted. */
async function isViewExpired(businessId: string, queries: Queries, view: number): Promise<boolean> {
  const row = await queries.first("SELECT oldest_view FROM businesses WHERE id = $1", [businessId]);
  return view < Number(row?.oldest_view ?? 0);
}

function createExpiredResponse(): ServiceResponse {
  return createErrorResponse(400, "EXPIRED_LISTING", "this list has expired; request it again without startOffset");
}

function createInvalidOffsetResponse(): ServiceResponse {
  return createErrorResponse(
    400,
    "INVALID_START_OFFSET",
    `startOffset must be an offset from 0 to ${MAX_OFFSET} or come from a next link of this list; use next links unchanged`,
  );
}

/** The ordering key of the last item of the previous page; undefined for a cursor of another list or business. */
async function findOrderingKey(
  businessId: string,
  queries: Queries,
  { table, ordering }: ListQuery,
  { cursor, window }: { readonly cursor: Cursor; readonly window: TimeWindow },
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

/** Whether next links move the start of the window to the last item; in any other order the window stays the same. */
function hasMovingStart({ column, descending }: ListOrdering): boolean {
  return column === "updated_at" && !descending;
}

async function selectRows(
  businessId: string,
  queries: Queries,
  { table, ordering, conditions }: ListQuery,
  { view, offset, after, limit, window }: PageStart & { readonly window: TimeWindow },
): Promise<readonly Row[]> {
  const { values, bind } = createBindings();
  const { column, descending } = ordering;
  const direction = descending ? "DESC" : "ASC";
  const isAfterLast: SqlCondition = (bind) =>
    `(item.${column}, item.sequence) ${descending ? "<" : ">"} (${bind(after?.key ?? 0)}, ${bind(after?.sequence ?? 0)})`;
  const all: readonly SqlCondition[] = [
    (bind) => `item.business_id = ${bind(businessId)}`,
    ...(after === undefined ? [] : [isAfterLast]),
    ...buildWindowConditions(window, ordering, after !== undefined),
    whereInView("item", view),
    ...(await conditions(view)),
  ];
  const where = all.map((condition) => condition(bind)).join(" AND ");
  return queries.all(
    `SELECT item.sequence, item.updated_at, item.body FROM ${table} AS item WHERE ${where}
      ORDER BY item.${column} ${direction}, item.sequence ${direction} LIMIT ${bind(limit + 1)} OFFSET ${bind(offset)}`,
    values,
  );
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

type ShownPage = {
  readonly listing: ListQuery;
  readonly window: TimeWindow;
  readonly start: PageStart;
  readonly limit: number;
  readonly items: readonly Row[];
};

function buildNextPage({ listing, window, start, limit, items }: ShownPage): NextPage {
  const last = items.at(-1);
  const updatedAt = Number(last?.updated_at);
  const startAt = hasMovingStart(listing.ordering) ? updatedAt : (window.start ?? MIN_TIME);
  const cursor = encodeCursor({ view: start.view, last: Number(last?.sequence), limit });
  return {
    startAt,
    endAt: window.end,
    startOffset: cursor ?? computePlainOffset({ listing, window, start, limit, items }),
  };
}

/** The offset that the seed specifies, for views without a cursor: the number of items returned since `startAt`. */
function computePlainOffset({ listing, window, start, items }: ShownPage): number {
  if (!hasMovingStart(listing.ordering)) return start.offset + items.length;
  const updatedAt = Number(items.at(-1)?.updated_at);
  const countAtThatTime = items.filter((row) => Number(row.updated_at) === updatedAt).length;
  return countAtThatTime + (window.start === updatedAt ? start.offset : 0);
}
