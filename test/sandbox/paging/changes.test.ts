import fc from "fast-check";
import { expect, test } from "vitest";
import { describeEachEngine } from "../engines.js";
import { type Api, anOrder, aTransaction, createApi, SHOP, START, uuid } from "./api.js";
import { at, byId, fill, type Item, ORDERS, TRANSACTIONS, walk } from "./walk.js";

const COUNT = 250;

/** Changes while a client pages: an order moves to another second, is new, or is updated now. */
type Change = { readonly kind: "move" | "insert" | "patch"; readonly number: number; readonly second: number };

const changes = fc.array(
  fc.record({
    kind: fc.constantFrom("move", "insert", "patch"),
    number: fc.integer({ min: 1, max: COUNT }),
    second: fc.integer({ min: 0, max: 8 }),
  }) as fc.Arbitrary<Change>,
  { maxLength: 15 },
);

const listings = fc.record({
  path: fc.constantFrom(ORDERS, TRANSACTIONS),
  orderBy: fc.constantFrom("", "updatedAt", "-updatedAt", "createdAt", "-amount"),
  startAt: fc.option(fc.constantFrom(1, 3)),
  endAt: fc.option(fc.constantFrom(3, 6)),
  limit: fc.integer({ min: 8, max: 100 }),
});
type RequestInput = typeof listings extends fc.Arbitrary<infer T> ? T : never;

function queryOf({ path, orderBy, startAt, endAt, limit }: RequestInput): string {
  const parts = [`limit=${limit}`];
  if (startAt !== null) parts.push(`startAt=${at(startAt)}`);
  if (endAt !== null) parts.push(`endAt=${at(endAt)}`);
  if (orderBy !== "" && path === TRANSACTIONS) parts.push(`orderBy=${orderBy}`);
  return parts.join("&");
}

/** The current orders, as the list must show them. */
async function shownNow(api: Api, { path, startAt, endAt }: RequestInput): Promise<Item[]> {
  const rows = await api.database.all(
    `SELECT body FROM ${path === ORDERS ? "orders" : "transactions"}
      WHERE business_id = $1 AND gone_at IS NULL AND updated_at >= $2 AND updated_at <= $3`,
    [SHOP, startAt === null ? 0 : Date.parse(at(startAt)), endAt === null ? START : Date.parse(at(endAt))],
  );
  return rows.map(({ body }) => JSON.parse(String(body)) as Item);
}

describeEachEngine("paging through a shop that changes", (makeDatabase) => {
  test("every item of the window is returned once, as at the first page", async () => {
    const api = await createApi(await makeDatabase());
    await fill(api, COUNT);
    let newest = 1000;
    let pages = 0;
    const make = async ({ kind, number, second }: Change): Promise<void> => {
      newest += 1;
      const id = kind === "insert" ? newest : number;
      const parts = { updatedAt: at(second), notes: `${newest}` };
      if (kind === "patch") await api.patch(uuid(id), [{ op: "replace", path: "/amounts/netTotal", value: newest }]);
      else await api.put(anOrder(id, { ...parts, transactions: [aTransaction(id, parts)] }));
    };
    await fc.assert(
      fc.asyncProperty(listings, changes, async (request, some) => {
        const expected = await shownNow(api, request);
        const { items, replies } = await walk(api, `${request.path}?${queryOf(request)}`, async (page) => {
          for (const change of some.filter((_, index) => index % 3 === page % 3)) await make(change);
        });
        pages += replies.length;
        expect(items).toHaveLength(expected.length);
        expect(byId(items)).toEqual(byId(expected));
      }),
      { numRuns: 30, seed: 4 },
    );
    expect(pages).toBeGreaterThan(100);
  });
});
