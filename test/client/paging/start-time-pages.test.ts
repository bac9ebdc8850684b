import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CallError } from "../../../src/client/call-error.js";
import { iterateItems, iteratePages } from "../../../src/client/paging/iterate-pages.js";
import { drain, OFFSET, toSource } from "./serve-pages.js";

type Subscription = { readonly id: number; readonly createdAt: string };

const BASE = "https://billing.example";
const at = (second: number): string =>
  new Date(Date.UTC(2026, 2, 14) + second * 1000).toISOString().replace(".000", "");

/** Creation times in seconds, in order. */
const of = (...seconds: number[]): Subscription[] => seconds.map((second, id) => ({ id, createdAt: at(second) }));

type Service = {
  readonly all: Subscription[];
  readonly withTotals?: boolean;
  readonly query?: string;
  /** Called with the number of a page before its response. */
  readonly before?: (page: number, all: Subscription[]) => void;
  readonly response?: (list: readonly Subscription[]) => unknown;
};

/** The responses of `GET {billing_url}/apps/{appId}/subscriptions` (src/sandbox/billing/list-subscriptions.ts). */
async function list({ all, withTotals = true, query = "", before, response: reply = (it) => it }: Service) {
  const read: string[] = [];
  const listing = iteratePages<Subscription>("listSubscriptions", [
    ...toSource(OFFSET),
    BASE,
    `${BASE}/apps/one/subscriptions${query}`,
    async (url: string) => {
      const { searchParams, search } = new URL(url);
      read.push(decodeURIComponent(search));
      before?.(read.length, all);
      const start = searchParams.get("start") ?? "";
      const count = Number(searchParams.get("count") ?? 3);
      if (count > 100) throw new Error("400: count is from 1 to 100");
      const since = all.filter(({ createdAt }) => createdAt >= start);
      const page = since.slice(0, count);
      const totals = withTotals ? { start: all.length - since.length, total: all.length } : {};
      return { list: reply(page), count: page.length, ...totals };
    },
  ]);
  return { ...(await drain(iterateItems(listing))), read };
}

const START = `?start=${at(2)}`;
const ROWS: readonly (Service & {
  readonly name: string;
  readonly got: readonly number[];
  readonly read: readonly string[];
  readonly message?: RegExp;
})[] = [
  { name: "none", all: [], got: [], read: [""] },
  { name: "one page", all: of(0, 1, 2), got: [0, 1, 2], read: [""] },
  { name: "several", all: of(0, 1, 2, 3, 4), got: [0, 1, 2, 3, 4], read: ["", START] },
  {
    name: "several whose times are alike where a page ends",
    all: of(0, 2, 2, 2, 3),
    got: [0, 1, 2, 3, 4],
    read: ["", START, `?start=${at(2)}&count=6`],
  },
  {
    name: "more of one time than a page has",
    all: of(2, 2, 2, 2, 2, 2, 2, 2, 3),
    got: [0, 1, 2, 3, 4, 5, 6, 7, 8],
    read: ["", START, `?start=${at(2)}&count=6`, `?start=${at(2)}&count=12`],
  },
  {
    name: "a start and a count of the caller's",
    all: of(0, 1, 2, 3),
    query: `?businessId=b&start=${at(1)}&count=2`,
    got: [1, 2, 3],
    read: [`?businessId=b&start=${at(1)}&count=2`, `?businessId=b&start=${at(2)}&count=2`],
  },
  {
    name: "a start of the caller's that fills its page",
    all: of(1, 1, 1),
    query: `?start=${at(1)}&count=2`,
    got: [0, 1, 2],
    read: [`?start=${at(1)}&count=2`, `?start=${at(1)}&count=4`],
  },
  {
    name: "without totals, until a page is shorter than asked for",
    all: of(0, 1, 2, 3, 4),
    withTotals: false,
    query: "?count=3",
    got: [0, 1, 2, 3, 4],
    read: ["?count=3", `?count=3&start=${at(2)}`, `?count=3&start=${at(4)}`],
  },
  { name: "without totals, when nothing is there", all: [], withTotals: false, got: [], read: [""] },
  {
    name: "one that comes meanwhile is listed, once",
    all: of(0, 1, 2),
    before: (page, all) => {
      if (page === 1) all.push({ id: 3, createdAt: at(2) });
    },
    got: [0, 1, 2, 3],
    read: ["", START],
  },
  {
    name: "one that ends meanwhile hides no other",
    all: of(0, 1, 2, 3, 4),
    before: (page, all) => {
      if (page === 2) all.shift();
    },
    got: [0, 1, 2, 3, 4],
    read: ["", START],
  },
  {
    name: "a service that knows no start is not asked for ever",
    all: of(0, 1, 2, 3, 4),
    withTotals: false,
    query: "?count=3",
    response: () => of(0, 1, 2),
    got: [0, 1, 2],
    read: ["?count=3", `?count=3&start=${at(2)}`],
    message: /^listSubscriptions: paging: createdAt must ascend \{"page":2\}$/,
  },
  {
    name: "a service that lists the latest first",
    all: of(0, 1, 2, 3, 4),
    response: (page) => page.toReversed(),
    got: [2, 1, 0],
    read: [""],
    message: /createdAt must ascend \{"page":1\}/,
  },
  {
    name: "items without a time",
    all: of(0, 1, 2, 3),
    response: (page) => page.map(({ id }) => ({ id })),
    got: [0, 1, 2],
    read: [""],
    message: /createdAt must ascend/,
  },
];

describe("lists with start and count", () => {
  test.each(ROWS)("$name", async ({ got, read, message, ...service }) => {
    const listed = await list(service);
    expect(listed.got.map(({ id }) => id)).toEqual(got);
    expect(listed.read).toEqual(read);
    expect(listed.error).toEqual(
      message === undefined ? undefined : expect.objectContaining({ message: expect.stringMatching(message) }),
    );
  });

  test("more items with the same time than a page holds are an error that names where to resume", async () => {
    const { got, error } = await list({ all: of(...Array.from({ length: 150 }, () => 7)) });
    expect(got).toHaveLength(96);
    expect(error).toMatchObject({ message: expect.stringContaining("400: count is from 1 to 100") });
    expect((error as CallError).resume).toBe(`?start=${encodeURIComponent(at(7))}&count=192`);
  });

  test("with any times, each item is returned once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(6), { maxLength: 40 }),
        fc.integer({ min: 1, max: 8 }),
        fc.boolean(),
        async (seconds, count, withTotals) => {
          const all = of(...seconds.sort((one, other) => one - other));
          const { got, error } = await list({ all, withTotals, query: `?count=${count}` });
          expect(error).toBeUndefined();
          expect(got).toEqual(all);
        },
      ),
      { numRuns: 300, seed: 20260314 },
    );
  });
});
