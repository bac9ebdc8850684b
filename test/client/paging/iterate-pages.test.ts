import { describe, expect, test } from "vitest";
import { CallError } from "../../../src/client/call-error.js";
import { iterateItems, iteratePages, type Page } from "../../../src/client/paging/iterate-pages.js";
import { createAfterLastReader, createCursorReader } from "../../../src/client/paging/page-readers.js";
import { BASE, type Bodies, COLLECTION, drain, type ListChange, page, serve } from "./serve-pages.js";

test.each<[items: readonly unknown[], body: object, hasMore: string | undefined, next: string | undefined]>([
  [[{ id: 1 }, { id: 2 }], { more: true }, "more", "?limit=2&after=2"],
  [[{ id: 1 }, { id: 2 }], { more: false }, "more", undefined],
  [[{ id: 1 }, { id: 2 }], { more: false }, undefined, "?limit=2&after=2"],
  [[], { more: true }, undefined, undefined],
])("the page after %j, of which %j %s says whether it exists, is %s", (items, body, hasMore, next) => {
  const [, link] = createAfterLastReader("after", "id", hasMore)(items, body, "https://a.example/?limit=2");
  expect(link).toBe(next);
});

const THREE: Bodies = {
  "": page([1, 2], "/businesses/shop/orders?startOffset=2"),
  "?startOffset=2": page([3], "/v1/businesses/shop/orders?startOffset=3&endAt=b"),
  "?startOffset=3&endAt=b": page([4, 4]),
};
const READ = ["", "?startOffset=2", "?startOffset=3&endAt=b"];

type Row = {
  readonly name: string;
  readonly bodies: Bodies;
  readonly more?: ListChange;
  readonly got: readonly unknown[];
  readonly read: readonly string[];
  /** Message of the error that ends the list, if any. */
  readonly message?: RegExp;
  readonly resume?: string;
};

/** Three pages with one change each. */
const second = (body: unknown): Bodies => ({ ...THREE, "?startOffset=2": body });

const ROWS: readonly Row[] = [
  { name: "every page, once, in order, with items that are alike", bodies: THREE, got: [1, 2, 3, 4, 4], read: READ },
  { name: "one page", bodies: { "": page([1]) }, got: [1], read: [""] },
  { name: "none", bodies: { "": page([]) }, got: [], read: [""] },
  {
    name: "a page without items that goes on",
    bodies: second(page([], "/businesses/shop/orders?startOffset=3&endAt=b")),
    got: [1, 2, 4, 4],
    read: READ,
  },
  {
    name: "a page whose array is missing",
    bodies: second({ links: [{ rel: "next", href: "?startOffset=3&endAt=b" }] }),
    got: [1, 2, 4, 4],
    read: READ,
  },
  {
    name: "other links beside the next one",
    bodies: { "": { orders: [1], links: [{ rel: "self", href: "/x" }, null, "next", 7, { rel: "prev", href: "/y" }] } },
    got: [1],
    read: [""],
  },
  {
    name: "the filters of the first page are left to the service",
    bodies: { "?storeId=a&limit=2": page([1], "/businesses/shop/orders?startOffset=2"), "?startOffset=2": page([2]) },
    more: { url: `${COLLECTION}?storeId=a&limit=2` },
    got: [1, 2],
    read: ["?storeId=a&limit=2", "?startOffset=2"],
  },
  {
    name: "from a link on",
    bodies: THREE,
    more: { resume: "/businesses/shop/orders?startOffset=2" },
    got: [3, 4, 4],
    read: READ.slice(1),
  },
  {
    name: "items by another name",
    bodies: { "": { list: [1], links: [] } },
    more: { paging: ["list"] },
    got: [1],
    read: [""],
  },
  {
    name: "from a link that leads elsewhere",
    bodies: THREE,
    more: { resume: "https://evil.example/businesses/shop/orders?startOffset=2" },
    got: [],
    read: [],
    message:
      /^listOrders: paging: next link to https:\/\/evil.example\/businesses\/shop\/orders, not https:.* \{"page":0\}$/,
  },
  {
    name: "a link that leads elsewhere, after the items of its page",
    bodies: second(page([3], "/businesses/other/orders?startOffset=3")),
    got: [1, 2, 3],
    read: READ.slice(0, 2),
    message:
      /: next link to https:\/\/service.example\/businesses\/other\/orders, not https:\/\/service.example\/v1\/businesses\/shop\/orders \{"page":2\}$/,
  },
  {
    name: "a link to itself",
    bodies: second(page([3], "/businesses/shop/orders?startOffset=2")),
    got: [1, 2, 3],
    read: READ.slice(0, 2),
    message: /^listOrders: paging: next link repeats \{"page":2\}$/,
  },
  {
    name: "a link to the first page",
    bodies: second(page([3], "/businesses/shop/orders")),
    got: [1, 2, 3],
    read: READ.slice(0, 2),
    message: /link repeats/,
  },
  {
    name: "a link to a former page that is written in another way",
    bodies: {
      ...THREE,
      "?startOffset=3&endAt=b": page([4], "https://SERVICE.example/v1/businesses/%73hop/orders?startOffset=2#x"),
    },
    got: [1, 2, 3, 4],
    read: READ,
    message: /next link repeats \{"page":3\}/,
  },
  ...[7, null, {}, undefined].map(
    (href): Row => ({
      name: `a link to ${JSON.stringify(href)}`,
      bodies: second({ orders: [3], links: [{ rel: "next", method: "GET", href }] }),
      got: [1, 2, 3],
      read: READ.slice(0, 2),
      message: /^listOrders: paging: links need a GET href \{"page":2\}$/,
    }),
  ),
  {
    name: "a link for another method",
    bodies: second({ orders: [3], links: [{ rel: "next", method: "POST", href: "?startOffset=3" }] }),
    got: [1, 2, 3],
    read: READ.slice(0, 2),
    message: /need a GET href/,
  },
  ...[undefined, null, {}, "links"].map(
    (links): Row => ({
      name: `links that are ${JSON.stringify(links)}`,
      bodies: second({ orders: [3], links }),
      got: [1, 2, 3],
      read: READ.slice(0, 2),
      message: /need a GET href \{"page":2\}$/,
    }),
  ),
  ...[{}, "three", 3].map(
    (orders): Row => ({
      name: `items that are ${JSON.stringify(orders)}`,
      bodies: second({ orders, links: [] }),
      got: [1, 2],
      read: READ.slice(0, 2),
      message: /^listOrders: paging: orders must be an array \{"page":2\}$/,
      resume: "/businesses/shop/orders?startOffset=2",
    }),
  ),
  ...[null, undefined, "<html>", 3].map(
    (body): Row => ({
      name: `a page that is ${JSON.stringify(body)}`,
      bodies: second(body),
      got: [1, 2],
      read: READ.slice(0, 2),
      message: /links need a GET href/,
    }),
  ),
  {
    name: "a page that fails, and where to go on",
    bodies: second(new Error("503")),
    got: [1, 2],
    read: READ.slice(0, 2),
    message: /^listOrders: paging: Error: 503 \{"page":2\}$/,
    resume: "/businesses/shop/orders?startOffset=2",
  },
  {
    name: "more pages than are allowed, and where to go on",
    bodies: THREE,
    more: { maxPages: 2 },
    got: [1, 2, 3],
    read: READ.slice(0, 2),
    message: /^listOrders: paging: maxPages reached \{"page":2\}$/,
    resume: "/v1/businesses/shop/orders?startOffset=3&endAt=b",
  },
  { name: "as many pages as are allowed", bodies: THREE, more: { maxPages: 3 }, got: [1, 2, 3, 4, 4], read: READ },
];

describe("lists with links", () => {
  test.each(ROWS)("$name", async ({ bodies, more, got, read, message, resume }) => {
    const service = serve(bodies, more);
    const drained = await drain(iterateItems(service.pages()));
    expect(drained.got).toEqual(got);
    expect(service.read).toEqual(read);
    if (message === undefined) expect(drained.error).toBeUndefined();
    else {
      expect(drained.error).toBeInstanceOf(CallError);
      expect(drained.error).toMatchObject({ kind: "paging", message: expect.stringMatching(message) });
      expect((drained.error as CallError).resume).toBe(resume);
    }
  });

  test("the first page fails as the call itself does, and later pages with its error as cause", async () => {
    const failure = new Error("404");
    expect((await drain(serve({ "": failure }).pages())).error).toBe(failure);
    expect((await drain(serve(second(failure)).pages())).error).toMatchObject({ cause: failure });
    const resumed = serve(second(failure), { resume: "?startOffset=2" });
    expect((await drain(resumed.pages())).error).toBe(failure);
  });

  test("a page is read on demand, and none after the last one", async () => {
    const { pages, read } = serve(THREE);
    const iterator = pages();
    expect(read).toEqual([]);
    await iterator.next();
    expect(read).toEqual([""]);
    await iterator.return();
    expect(await iterator.next()).toEqual({ value: undefined, done: true });
    expect(read).toEqual([""]);
    const other = serve(THREE);
    for await (const item of iterateItems(other.pages())) if (item === 2) break;
    expect(other.read).toEqual([""]);
  });

  test("a list can resume from every page, and the parts equal the whole", async () => {
    const got: Page<unknown>[] = [];
    let resume: string | undefined;
    do {
      const { value } = await serve(THREE, { resume }).pages().next();
      if (value === undefined) break;
      got.push(value);
      resume = value.next;
    } while (resume !== undefined);
    expect(got.flatMap((one) => one.items)).toEqual([1, 2, 3, 4, 4]);
    expect(got.map(({ body }) => body)).toEqual(Object.values(THREE));
  });

  test("an interrupted list resumes from its error, without lost or repeated items", async () => {
    for (const invalid of READ.slice(1)) {
      const first = await drain(iterateItems(serve({ ...THREE, [invalid]: new Error("reset") }).pages()));
      const { resume } = first.error as CallError;
      const rest = await drain(iterateItems(serve(THREE, { resume }).pages()));
      expect([...first.got, ...rest.got]).toEqual([1, 2, 3, 4, 4]);
    }
  });
});

test.each<[next: string, last: number[], got: number[], message?: string]>([
  ["n1", [1], [1, 1], 'list: paging: the cursor repeats {"page":2}'],
  ["n1", [], [1]],
  ["n2", [1], [1, 1, 3]],
  ["n2", [], [1, 3]],
])("pages whose cursors are n1 and %s, the second with %j", async (next, last, expected, message) => {
  const read = async (url: string) =>
    url.endsWith("after=n2")
      ? { items: [3] }
      : url.includes("after")
        ? { items: last, next }
        : { items: [1], next: "n1" };
  const source = ["items", createCursorReader("after", "next"), BASE, COLLECTION, read] as const;
  const { got, error } = await drain(iterateItems(iteratePages("list", source)));
  expect({ got, message: (error as CallError | undefined)?.message }).toEqual({
    got: expected,
    message,
  });
});
