/** The pages of lists, and the responses that show them. */

import { expect, test } from "vitest";
import type { Json } from "../../../src/document/index.js";
import type { RequestContext } from "../../../src/sandbox/context/request-context.js";
import {
  createListResponse,
  type ListOrdering,
  listPage,
  UPDATED_AT_ASCENDING,
} from "../../../src/sandbox/paging/list-page.js";
import type { Row } from "../../../src/sandbox/store/database.js";
import { whereColumn } from "../../../src/sandbox/store/database.js";
import { awaitRefusal } from "../catch-refusal.js";
import { fillStatement as fill, recordQueries } from "../record-queries.js";

const listing = (ordering: ListOrdering) => ({
  ...{ table: "orders" as const, ordering },
  conditions: async (view: number) => whereColumn("item.view", view),
});

const NOW = 1_000_000;
const call = (parameters: Record<string, Json>): RequestContext => ({
  ...{ operationId: "o", method: "GET", path: "/p", headers: {}, body: undefined, bytes: new Uint8Array() },
  ...{ contentType: undefined, caller: { applicationId: "a", businessIds: [] }, now: NOW },
  parameters: { businessId: "b", ...parameters },
});
const item = (id: number, body: string | null = `{"id":${id}}`): Row => ({
  id: `i${id}`,
  sequence: id,
  updated_at: 5000,
  body,
});
const href = (query: string): Json => ({ href: `/businesses/b/orders?${query}`, rel: "next", method: "GET" });
const WINDOW = "endAt=1970-01-01T00%3A16%3A40Z";
const refuse = (status: number, code: string, message: string) => ({ status, body: { status, code, message } });
const INVALID = refuse(
  400,
  "INVALID_START_OFFSET",
  "startOffset must be an offset from 0 to 100000 or come from a next link of this list; use next links unchanged",
);
const EXPIRED = refuse(400, "EXPIRED_LISTING", "this list has expired; request it again without startOffset");
/** A cursor of view 9 after item 2 with pages of 2. */
const CURSOR = 1_009_000_000_201;
const VIEW = { sequence: 9 };
const LIVE = { oldest_view: 9 };
const EXPIRED_VIEW = { oldest_view: 10 };
const AMOUNT: ListOrdering = { column: "amount", descending: false };
const startAt = "1970-01-01T00:00:05Z";

test.each<{
  name: string;
  parameters?: Record<string, Json>;
  ordering?: ListOrdering;
  first: readonly (Row | undefined)[];
  all?: readonly (readonly Row[])[];
  expected: object;
}>([
  {
    name: "an unknown business",
    first: [undefined],
    expected: refuse(404, "UNKNOWN_BUSINESS", "no business has this id"),
  },
  {
    name: "an invalid time",
    parameters: { startAt: "x" },
    first: [],
    expected: refuse(400, "INVALID_TIME", "startAt is not a valid time; expected a time such as 2026-01-31T09:30:00Z"),
  },
  { name: "no items", first: [VIEW, LIVE], expected: { items: [], links: [] } },
  {
    name: "a full page without another",
    parameters: { limit: 2 },
    first: [VIEW, LIVE],
    all: [[item(1), item(2)]],
    expected: { items: [{ id: 1 }, { id: 2 }], links: [] },
  },
  {
    name: "a page and another",
    parameters: { limit: 2, storeId: "s" },
    first: [VIEW, LIVE],
    all: [[item(1), item(2), item(3)]],
    expected: {
      items: [{ id: 1 }, { id: 2 }],
      links: [href(`startAt=1970-01-01T00%3A00%3A05Z&${WINDOW}&startOffset=${CURSOR}&storeId=s`)],
    },
  },
  {
    name: "the default page size",
    first: [VIEW, LIVE],
    all: [Array.from({ length: 11 }, (_, index) => item(index + 1))],
    expected: {
      items: Array.from({ length: 10 }, (_, index) => ({ id: index + 1 })),
      links: [href(`startAt=1970-01-01T00%3A00%3A05Z&${WINDOW}&startOffset=1009000001009`)],
    },
  },
  {
    name: "another order, whose window stays the same",
    ordering: AMOUNT,
    parameters: { limit: 2 },
    first: [VIEW, LIVE],
    all: [[item(1), item(2), item(3)]],
    expected: {
      items: [{ id: 1 }, { id: 2 }],
      links: [href(`startAt=0000-01-01T00%3A00%3A00Z&${WINDOW}&startOffset=${CURSOR}`)],
    },
  },
  {
    name: "the page of a cursor, with its page size",
    parameters: { startAt, startOffset: CURSOR },
    first: [VIEW, { key: 5000 }, LIVE],
    all: [[item(3), item(4), item(5)]],
    expected: {
      items: [{ id: 3 }, { id: 4 }],
      links: [href(`startAt=1970-01-01T00%3A00%3A05Z&${WINDOW}&startOffset=1009000000401`)],
    },
  },
  { name: "an invalid offset", parameters: { startOffset: -1 }, first: [VIEW], expected: INVALID },
  {
    name: "a cursor of a later view",
    parameters: { startAt, startOffset: CURSOR },
    first: [{ sequence: 8 }],
    expected: INVALID,
  },
  {
    name: "a cursor of the same view",
    parameters: { startAt, startOffset: CURSOR },
    first: [VIEW, { key: 1 }, LIVE],
    expected: { items: [], links: [] },
  },
  { name: "a cursor without its window", parameters: { startOffset: CURSOR }, first: [VIEW, LIVE], expected: INVALID },
  {
    name: "a cursor of another list",
    parameters: { startAt, startOffset: CURSOR },
    first: [VIEW, undefined, LIVE],
    expected: INVALID,
  },
  {
    name: "a cursor of a deleted item",
    parameters: { startAt, startOffset: CURSOR },
    first: [VIEW, undefined, EXPIRED_VIEW],
    expected: EXPIRED,
  },
  {
    name: "an expired cursor",
    parameters: { startAt, startOffset: CURSOR },
    first: [VIEW, { key: 1 }, EXPIRED_VIEW],
    expected: EXPIRED,
  },
  {
    name: "a view that expires while the first page is read",
    first: [VIEW, EXPIRED_VIEW, { sequence: 10 }, EXPIRED_VIEW],
    all: [[], [item(7)]],
    expected: { items: [{ id: 7 }], links: [] },
  },
  { name: "a business that is deleted meanwhile", first: [VIEW, undefined], expected: { items: [], links: [] } },
])("$name", async ({ parameters = {}, ordering = UPDATED_AT_ASCENDING, first, all = [], expected }) => {
  const { queries } = recordQueries({ first, all });
  expect(await awaitRefusal(listPage(call(parameters), queries, listing(ordering)))).toEqual(expected);
});

test("the item of a cursor is looked up in its window, and large items when they are sent", async () => {
  const { statements, queries } = recordQueries({
    first: [VIEW, { key: 5000 }, LIVE, { body: '{"large":1}' }, undefined],
    all: [[item(3, null)]],
  });
  const page = await listPage(call({ startAt, startOffset: CURSOR }), queries, listing(UPDATED_AT_ASCENDING));
  const read = "items" in page ? page.items[0] : undefined;
  if (typeof read !== "function") throw new Error("not read later");
  expect(await read()).toEqual({ large: 1 });
  await expect(read()).rejects.toThrow("a listed version was deleted before it was sent");
  expect(statements.map(fill).filter((sql) => !sql.includes(" AS item "))).toEqual([
    'SELECT sequence FROM businesses WHERE id = "b"',
    'SELECT updated_at AS key FROM orders WHERE business_id = "b" AND sequence = 2 AND updated_at = 5000',
    'SELECT oldest_view FROM businesses WHERE id = "b"',
    ...Array(2).fill('SELECT body FROM orders WHERE business_id = "b" AND id = "i3" AND sequence = 3'),
  ]);
  const other = recordQueries({ first: [VIEW, { key: 1 }, LIVE] });
  await listPage(call({ startOffset: CURSOR }), other.queries, listing(AMOUNT));
  expect(other.statements.slice(1, 2).map(fill)).toEqual([
    'SELECT amount AS key FROM orders WHERE business_id = "b" AND sequence = 2',
  ]);
});

test("a list with large items is sent in parts, other lists at once", async () => {
  const wrap = (value: Json): Json => ({ value });
  const links = [href("a=1")];
  expect(createListResponse("orders", { items: [1, 2], links }, wrap)).toEqual({
    status: 200,
    body: { orders: [{ value: 1 }, { value: 2 }], links, count: 2 },
  });
  const { status, parts, body } = createListResponse("transactions", { items: [1, async () => 2, 3], links: [] }, wrap);
  const texts: string[] = [];
  for await (const text of parts ?? []) texts.push(text);
  expect({ status, body, texts }).toEqual({
    status: 200,
    body: undefined,
    texts: ['{"transactions":[', '{"value":1}', ',{"value":2}', ',{"value":3}', '],"links":[],"count":3}'],
  });
});
