import { expect, test } from "vitest";
import { purgeVersions, VERSION_LIFETIME } from "../../../src/sandbox/orders/order-versions.js";
import { describeEachEngine } from "../engines.js";
import { anOrder, createApi, OTHER_SHOP, type Reply, START, uuid } from "./api.js";
import { at, fill, ORDERS, TRANSACTIONS, walk } from "./walk.js";

describeEachEngine("paging", (makeDatabase) => {
  test("one at a time through many items with the same second, in the order of their writes", async () => {
    const api = await createApi(await makeDatabase());
    await fill(api, 23);
    const { items, replies } = await walk(api, `${ORDERS}?limit=1`);
    expect(replies).toHaveLength(23);
    expect(items.map(({ updatedAt }) => updatedAt)).toEqual(items.map(({ updatedAt }) => updatedAt).sort());
    expect(new Set(items.map(({ id }) => id)).size).toBe(23);
    for (const { body } of replies.slice(0, -1)) expect(body.links).toHaveLength(1);
    expect(replies.at(-1)?.body.links).toEqual([]);
  });

  test("a link names the window, one offset, every filter, and nothing twice", async () => {
    const api = await createApi(await makeDatabase());
    await fill(api, 12);
    const query = `limit=2&storeId=1b9f6c34-8d2a-4e60-b7a5-0c3f5e7d9a21&includeOrderShipments=true&timeType=a%26b%3D%25c`;
    const reply = await api.list(query);
    const link = new URL(reply.body.links[0].href, "https://services.commerce-cloud.example");
    expect([...link.searchParams.keys()]).toEqual(
      "startAt endAt startOffset timeType storeId includeOrderShipments".split(" "),
    );
    expect(link.searchParams.get("timeType")).toBe("a&b=%c");
    expect(link.searchParams.get("startAt")).toBe(reply.body.orders[1].updatedAt);
    expect(link.searchParams.get("endAt")).toBe("2026-03-14T12:00:00Z");
    const ids = `${uuid(1, "f")},${uuid(2, "f")},${uuid(3, "f")}`;
    const other = await api.send({ path: TRANSACTIONS, query: `transactionIds=${ids}&limit=1&authOnly=false` });
    expect(other.body.links[0].href).toContain(`&transactionIds=${ids}&authOnly=false`);
  });

  test("the end of the window is that of the first page", async () => {
    const api = await createApi(await makeDatabase());
    await fill(api, 12);
    const first = await api.list("limit=5");
    api.at(START + 60_000);
    await api.put(anOrder(500, { updatedAt: "2026-03-14T12:00:30Z" }));
    const rest = await walk(api, first.body.links[0].href);
    expect(rest.items).toHaveLength(7);
    expect((await api.list("startAt=2026-03-14T12:00:30Z")).body.count).toBe(1);
    expect((await api.list("startAt=2026-03-14T12:00:31Z")).body.count).toBe(0);
  });

  test("a limit next to the offset of a link applies from there on", async () => {
    const api = await createApi(await makeDatabase());
    await fill(api, 12);
    const [, query] = (await api.list("limit=1")).body.links[0].href.split("?");
    expect((await api.list(query)).body.count).toBe(1);
    expect((await api.list(`${query}&limit=7`)).body.count).toBe(7);
  });

  test("plain offsets count from the first item of the window", async () => {
    const api = await createApi(await makeDatabase());
    await fill(api, 12);
    const all = (await api.list("limit=100")).body.orders;
    expect((await api.list("startOffset=4&limit=3")).body.orders).toEqual(all.slice(4, 7));
    expect((await api.list("startOffset=12")).body).toEqual({ orders: [], links: [], count: 0 });
    expect((await walk(api, `${ORDERS}?startOffset=5&limit=2`)).items).toEqual(all.slice(5));
  });

  test("invalid cursors and cursors of others and of other lists are rejected", async () => {
    const api = await createApi(await makeDatabase());
    await fill(api, 12);
    const link = (await api.list("limit=2")).body.links[0].href;
    const own = new URL(link, "https://services.commerce-cloud.example").searchParams;
    const offset = Number(own.get("startOffset"));
    const request = async (startOffset: number, startAt = own.get("startAt") ?? ""): Promise<Reply> =>
      api.list(`startAt=${startAt}&endAt=${own.get("endAt")}&startOffset=${startOffset}`);
    expect((await request(offset)).status).toBe(200);
    const wrong = [-1, 2 ** 53 - 1, 1e9, 100_001, 1e12, 1e12 + 1e9, offset + 1e9, offset + 5e11, offset + 100];
    for (const startOffset of wrong) {
      expect(await request(startOffset), String(startOffset)).toMatchObject({
        status: 400,
        body: { code: "INVALID_START_OFFSET" },
      });
    }
    expect(await request(offset, "2026-03-14T11:59:59Z")).toMatchObject({ status: 400 });
    expect(await api.list(`startOffset=${offset}`)).toMatchObject({ status: 400 });
    const foreign = { path: `/businesses/${OTHER_SHOP}/orders`, query: link.split("?")[1], as: "other" };
    expect(await api.send(foreign)).toMatchObject({ status: 400 });
  });

  test("lists can be paged for a day after their data has changed", async () => {
    const api = await createApi(await makeDatabase());
    await fill(api, 12);
    const [, query] = (await api.list("limit=5")).body.links[0].href.split("?");
    await api.put(anOrder(12, { updatedAt: at(9), transactions: [] }));
    const purge = (time: number) => api.database.transaction((queries) => purgeVersions(queries, time));
    const versions = async (): Promise<readonly number[]> => {
      const counts = ["orders", "transactions"].map((table) =>
        api.database.first(`SELECT COUNT(*) AS number FROM ${table}`),
      );
      return (await Promise.all(counts)).map((row) => Number(row?.number));
    };
    await purge(START + VERSION_LIFETIME - 1);
    expect(await versions()).toEqual([13, 12]);
    expect((await walk(api, `${ORDERS}?${query}`)).items).toHaveLength(7);
    await purge(START + VERSION_LIFETIME);
    expect(await versions()).toEqual([12, 11]);
    expect(await api.list(query)).toMatchObject({ status: 400, body: { code: "EXPIRED_LISTING" } });
    expect((await walk(api, `${ORDERS}?limit=5`)).items).toHaveLength(12);
  });
});
