import type { Json } from "../../document/index.js";
import { formatTimestamp } from "../context/domain-clock.js";
import { Refusal, type RequestContext, type ServiceResponse } from "../context/request-context.js";
import type { Queries, Row } from "../store/database.js";
import {
  hasMovingStart,
  type ListQuery,
  type ListSource,
  MIN_TIME,
  type PageStart,
  readTimeWindow,
  selectRows,
  type TimeWindow,
  waitForTurn,
} from "./select-rows.js";

/** An item, or a function that reads a large one. */
type PageItem = Json | (() => Promise<Json>);

export type ListPage = { readonly items: readonly PageItem[]; readonly links: readonly Json[] };

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
