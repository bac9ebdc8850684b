import type { Json } from "../../document/index.js";
import { createErrorResponse, type RequestContext, type ServiceResponse } from "../context/request-context.js";
import type { Queries, Row } from "../store/database.js";
import { type Cursor, encodeCursor, MAX_OFFSET, readStartOffset } from "./cursor.js";
import { buildNextLink, type NextPage } from "./next-link.js";
import { createBindings, type SqlCondition, whereInView } from "./sql-conditions.js";
import { MIN_TIME, readTimeWindow, type TimeWindow } from "./time-window.js";

/** A table whose rows are versions (store/tables.ts), and the column they are listed by. */
export type ListOrdering = { readonly column: "updated_at" | "created_at" | "amount"; readonly descending: boolean };

export const UPDATED_AT_ASCENDING: ListOrdering = { column: "updated_at", descending: false };

export type ListQuery = {
  readonly table: "orders" | "transactions";
  /** Of the collection, below the base address. */
  readonly path: string;
  readonly ordering: ListOrdering;
  /** What else is asked of a row, which the statement calls `item`. */
  readonly conditions: (view: number) => Promise<readonly SqlCondition[]>;
};

export type ListPage = { readonly items: readonly Json[]; readonly links: readonly Json[] };

const DEFAULT_LIMIT = 10;

/**
 * One page of a listing. The first page takes a view of the business, the number of its latest write, and freezes the end
 * of its window; every following page is of the same view, so that nothing is lost, repeated or newer than the view, even
 * when hundreds of items share one second or change while a client pages.
 *
 * A page goes on behind the last item of the former one, by an index: it costs the same wherever it is in the listing.
 *
 * @returns a refusal when the window or the offset is none that there is
 */
export async function listPage(
  call: RequestContext,
  queries: Queries,
  listing: ListQuery,
): Promise<ListPage | ServiceResponse> {
  const window = readTimeWindow(call);
  if ("status" in window) return window;
  const place = await resolvePageStart(call, queries, listing, window);
  if ("status" in place) return place;
  const limit = typeof call.parameters.limit === "number" ? call.parameters.limit : place.limit;
  const businessId = String(call.parameters.businessId);
  const rows = await selectRows(businessId, queries, listing, { ...place, window, limit });
  // Looked at behind the rows: versions may have been deleted between any two statements.
  if (await isViewExpired(businessId, queries, place.view))
    return place.after === undefined ? listPage(call, queries, listing) : createExpiredResponse();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next =
    last === undefined || rows.length <= limit ? undefined : buildNextPage({ listing, window, place, limit, shown });
  return {
    items: shown.map(({ body }) => JSON.parse(String(body)) as Json),
    links: next === undefined ? [] : [buildNextLink(listing.path, call.parameters, next)],
  };
}

/** Where a page begins: behind an item, or so many items behind the start of the window. */
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
  if (business === undefined) return createErrorResponse(404, "UNKNOWN_BUSINESS", "there is no such business");
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

/** Whether some version of a view has been deleted. */
async function isViewExpired(businessId: string, queries: Queries, view: number): Promise<boolean> {
  const row = await queries.first("SELECT oldest_view FROM businesses WHERE id = $1", [businessId]);
  return view < Number(row?.oldest_view ?? 0);
}

function createExpiredResponse(): ServiceResponse {
  return createErrorResponse(
    400,
    "EXPIRED_LISTING",
    "this listing was begun too long ago; begin it again without startOffset",
  );
}

function createInvalidOffsetResponse(): ServiceResponse {
  return createErrorResponse(
    400,
    "INVALID_START_OFFSET",
    `startOffset is neither an offset from 0 to ${MAX_OFFSET} nor one of a next link of this listing; follow the links as they are`,
  );
}

/** What the last item of the former page is ordered by. A cursor of another listing or business names no item here. */
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

/** Whether the start of the window goes along with the items; in any other order the window stays as it is. */
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
  const isBehind: SqlCondition = (bind) =>
    `(item.${column}, item.sequence) ${descending ? "<" : ">"} (${bind(after?.key ?? 0)}, ${bind(after?.sequence ?? 0)})`;
  const all: readonly SqlCondition[] = [
    (bind) => `item.business_id = ${bind(businessId)}`,
    ...(after === undefined ? [] : [isBehind]),
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

/** The window asks an index only when it gives the order too; an item behind another is behind the start (conditions.ts). */
function buildWindowConditions(
  { start, end }: TimeWindow,
  ordering: ListOrdering,
  isBehindAnother: boolean,
): readonly SqlCondition[] {
  if (ordering.column !== "updated_at") {
    const since: readonly SqlCondition[] =
      start === undefined ? [] : [(bind) => `NOT (item.updated_at < ${bind(start)})`];
    return [...since, (bind) => `NOT (item.updated_at > ${bind(end)})`];
  }
  const since: readonly SqlCondition[] =
    start === undefined || (isBehindAnother && hasMovingStart(ordering))
      ? []
      : [(bind) => `item.updated_at >= ${bind(start)}`];
  return [...since, (bind) => `item.updated_at <= ${bind(end)}`];
}

type ShownPage = {
  readonly listing: ListQuery;
  readonly window: TimeWindow;
  readonly place: PageStart;
  readonly limit: number;
  readonly shown: readonly Row[];
};

function buildNextPage({ listing, window, place, limit, shown }: ShownPage): NextPage {
  const last = shown.at(-1);
  const updatedAt = Number(last?.updated_at);
  const startAt = hasMovingStart(listing.ordering) ? updatedAt : (window.start ?? MIN_TIME);
  const cursor = encodeCursor({ view: place.view, last: Number(last?.sequence), limit });
  return {
    startAt,
    endAt: window.end,
    startOffset: cursor ?? computePlainOffset({ listing, window, place, limit, shown }),
  };
}

/** Where a cursor would not fit, the offset that the seed describes: how many items from `startAt` on were shown. */
function computePlainOffset({ listing, window, place, shown }: ShownPage): number {
  if (!hasMovingStart(listing.ordering)) return place.offset + shown.length;
  const updatedAt = Number(shown.at(-1)?.updated_at);
  const shownOfThatTime = shown.filter((row) => Number(row.updated_at) === updatedAt).length;
  return shownOfThatTime + (window.start === updatedAt ? place.offset : 0);
}
