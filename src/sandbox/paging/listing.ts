import type { Json } from "../../document/index.js";
import { type Answer, type Call, refuse } from "../call.js";
import type { Queries, Row } from "../store/database.js";
import { type Condition, createValues, isOfView } from "./conditions.js";
import { type Cursor, MAX_OFFSET, packCursor, readStartOffset } from "./cursor.js";
import { type NextPage, nextLink } from "./next-link.js";
import { EARLIEST, readWindow, type Window } from "./window.js";

/** A table whose rows are versions (store/tables.ts), and the column they are listed by. */
export type Ordering = { readonly column: "updated_at" | "created_at" | "amount"; readonly descending: boolean };

export const BY_UPDATE: Ordering = { column: "updated_at", descending: false };

export type Listing = {
  readonly table: "orders" | "transactions";
  /** Of the collection, below the base address. */
  readonly path: string;
  readonly ordering: Ordering;
  /** What else is asked of a row, which the statement calls `item`. */
  readonly conditions: (view: number) => Promise<readonly Condition[]>;
};

export type Page = { readonly items: readonly Json[]; readonly links: readonly Json[] };

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
export async function listPage(call: Call, queries: Queries, listing: Listing): Promise<Page | Answer> {
  const window = readWindow(call);
  if ("status" in window) return window;
  const place = await placeOf(call, queries, listing, window);
  if ("status" in place) return place;
  const limit = typeof call.parameters.limit === "number" ? call.parameters.limit : place.limit;
  const businessId = String(call.parameters.businessId);
  const rows = await rowsOf(businessId, queries, listing, { ...place, window, limit });
  // Looked at behind the rows: versions may have been deleted between any two statements.
  if (await isPast(businessId, queries, place.view))
    return place.after === undefined ? listPage(call, queries, listing) : expired();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next =
    last === undefined || rows.length <= limit ? undefined : nextPage({ listing, window, place, limit, shown });
  return {
    items: shown.map(({ body }) => JSON.parse(String(body)) as Json),
    links: next === undefined ? [] : [nextLink(listing.path, call.parameters, next)],
  };
}

/** Where a page begins: behind an item, or so many items behind the start of the window. */
type Place = {
  readonly view: number;
  readonly offset: number;
  readonly after?: { readonly key: number; readonly sequence: number };
  readonly limit: number;
};

async function placeOf(call: Call, queries: Queries, listing: Listing, window: Window): Promise<Place | Answer> {
  const businessId = String(call.parameters.businessId);
  const business = await queries.first("SELECT sequence FROM businesses WHERE id = $1", [businessId]);
  if (business === undefined) return refuse(404, "UNKNOWN_BUSINESS", "there is no such business");
  const start = readStartOffset(Number(call.parameters.startOffset ?? 0));
  if (start.kind === "invalid") return invalidOffset();
  if (start.kind === "offset") return { view: Number(business.sequence), offset: start.offset, limit: DEFAULT_LIMIT };
  const { cursor } = start;
  if (cursor.view > Number(business.sequence)) return invalidOffset();
  const key = await keyOf(businessId, queries, listing, { cursor, window });
  if (key === undefined) return (await isPast(businessId, queries, cursor.view)) ? expired() : invalidOffset();
  return { view: cursor.view, offset: 0, after: { key, sequence: cursor.last }, limit: cursor.limit };
}

/** Whether some version of a view has been deleted. */
async function isPast(businessId: string, queries: Queries, view: number): Promise<boolean> {
  const row = await queries.first("SELECT oldest_view FROM businesses WHERE id = $1", [businessId]);
  return view < Number(row?.oldest_view ?? 0);
}

function expired(): Answer {
  return refuse(400, "EXPIRED_LISTING", "this listing was begun too long ago; begin it again without startOffset");
}

function invalidOffset(): Answer {
  return refuse(
    400,
    "INVALID_START_OFFSET",
    `startOffset is neither an offset from 0 to ${MAX_OFFSET} nor one of a next link of this listing; follow the links as they are`,
  );
}

/** What the last item of the former page is ordered by. A cursor of another listing or business names no item here. */
async function keyOf(
  businessId: string,
  queries: Queries,
  { table, ordering }: Listing,
  { cursor, window }: { readonly cursor: Cursor; readonly window: Window },
): Promise<number | undefined> {
  const isByUpdate = advances(ordering);
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
function advances({ column, descending }: Ordering): boolean {
  return column === "updated_at" && !descending;
}

async function rowsOf(
  businessId: string,
  queries: Queries,
  { table, ordering, conditions }: Listing,
  { view, offset, after, limit, window }: Place & { readonly window: Window },
): Promise<readonly Row[]> {
  const { values, bind } = createValues();
  const { column, descending } = ordering;
  const direction = descending ? "DESC" : "ASC";
  const isBehind: Condition = (bind) =>
    `(item.${column}, item.sequence) ${descending ? "<" : ">"} (${bind(after?.key ?? 0)}, ${bind(after?.sequence ?? 0)})`;
  const all: readonly Condition[] = [
    (bind) => `item.business_id = ${bind(businessId)}`,
    ...(after === undefined ? [] : [isBehind]),
    ...isWithin(window, ordering, after !== undefined),
    isOfView("item", view),
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
function isWithin({ start, end }: Window, ordering: Ordering, isBehindAnother: boolean): readonly Condition[] {
  if (ordering.column !== "updated_at") {
    const since: readonly Condition[] = start === undefined ? [] : [(bind) => `NOT (item.updated_at < ${bind(start)})`];
    return [...since, (bind) => `NOT (item.updated_at > ${bind(end)})`];
  }
  const since: readonly Condition[] =
    start === undefined || (isBehindAnother && advances(ordering))
      ? []
      : [(bind) => `item.updated_at >= ${bind(start)}`];
  return [...since, (bind) => `item.updated_at <= ${bind(end)}`];
}

type Shown = {
  readonly listing: Listing;
  readonly window: Window;
  readonly place: Place;
  readonly limit: number;
  readonly shown: readonly Row[];
};

function nextPage({ listing, window, place, limit, shown }: Shown): NextPage {
  const last = shown.at(-1);
  const updatedAt = Number(last?.updated_at);
  const startAt = advances(listing.ordering) ? updatedAt : (window.start ?? EARLIEST);
  const cursor = packCursor({ view: place.view, last: Number(last?.sequence), limit });
  return { startAt, endAt: window.end, startOffset: cursor ?? plainOffset({ listing, window, place, limit, shown }) };
}

/** Where a cursor would not fit, the offset that the seed describes: how many items from `startAt` on were shown. */
function plainOffset({ listing, window, place, shown }: Shown): number {
  if (!advances(listing.ordering)) return place.offset + shown.length;
  const updatedAt = Number(shown.at(-1)?.updated_at);
  const shownOfThatTime = shown.filter((row) => Number(row.updated_at) === updatedAt).length;
  return shownOfThatTime + (window.start === updatedAt ? place.offset : 0);
}
