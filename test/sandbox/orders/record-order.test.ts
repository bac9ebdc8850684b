import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/document/index.js";
import { describeEachEngine } from "../engines.js";
import { anOrder, aTransaction, createApi, OTHER_SHOP, orderPath, SHOP, START, uuid } from "../paging/api.js";

describeEachEngine("what is recorded", (makeDatabase) => {
  test("is stored as passed: times, histories, statuses, negative amounts and unknown members (M1 to M4, M7, M8)", async () => {
    const api = await createApi(await makeDatabase());
    const passed = anOrder(1, {
      ...{ createdAt: "1999-12-31T23:59:59Z", updatedAt: "2031-01-01T00:00:00Z" },
      orderHistories: [{ id: 9, timestamp: "2001-01-01T00:00:00Z", event: "ACCEPTED" }],
      statuses: { status: "CANCELLED", fulfillmentStatus: "FULFILLED", transactionStatusSummary: "PENDING" },
      amounts: { netTotal: -9007199254740991, currency: "usd", voidedTotals: { tipAmount: -1 } },
      transactions: [aTransaction(1, { settled: true, voided: true })],
      customer: { id: 7 },
      sequence: 1,
      business_id: OTHER_SHOP,
      constructor: { toString: 1 },
    });
    expect(await api.put(passed, { mayDrift: true })).toMatchObject({ status: 201, body: passed });
    const again = { ...passed, customer: { id: 8 }, createdAt: "2000-01-01T00:00:00Z" };
    expect(await api.put(again, { mayDrift: true })).toMatchObject({ status: 200, body: again });
    expect((await api.send({ path: orderPath(uuid(1)), mayDrift: true })).body).toEqual(again);
    const [row] = await api.database.all("SELECT business_id, id FROM orders WHERE gone_at IS NULL");
    expect(row).toEqual({ business_id: SHOP, id: uuid(1) });
  });

  test("gets an id, times and ids of its transactions if they were not passed", async () => {
    const api = await createApi(await makeDatabase());
    const bare = { transactions: [{ action: "SALE" }, { action: "REFUND" }] };
    const request = { method: "PUT", path: orderPath(uuid(1)), body: bare };
    const { body } = await api.send(request);
    const times = { createdAt: "2026-03-14T12:00:00Z", updatedAt: "2026-03-14T12:00:00Z" };
    expect(body).toMatchObject({ id: uuid(1), ...times, transactions: [times, times] });
    expect(new Set(body.transactions.map(({ id }: JsonObject) => id)).size).toBe(2);
    api.at(START + 5000);
    const second = (await api.send(request)).body;
    expect(second).toMatchObject({ createdAt: times.createdAt, updatedAt: "2026-03-14T12:00:05Z" });
    const ids = (order: { transactions: JsonObject[] }) => order.transactions.map(({ id }) => id);
    expect(ids(second)).toEqual(ids(body));
  });

  test("has the time of the write with that policy", async () => {
    const api = await createApi(await makeDatabase(), { updatedAt: "server" });
    expect((await api.put(anOrder(1))).body).toMatchObject({
      createdAt: "2026-03-14T09:00:00Z",
      updatedAt: "2026-03-14T12:00:00Z",
    });
  });

  test("is found by its id in any case, and ignores links of the client", async () => {
    const api = await createApi(await makeDatabase());
    const links = [{ href: `/businesses/${OTHER_SHOP}/orders/1`, rel: "related", method: "GET" }];
    const id = uuid(1).replace("3e5a7c91", "3e5a7c9f").toUpperCase();
    expect(id).not.toBe(id.toLowerCase());
    await api.put(anOrder(1, { id, links }), { path: orderPath(id.toLowerCase()) });
    const { body } = await api.send({ path: orderPath(id) });
    expect(body.id).toBe(id);
    expect(body).not.toHaveProperty("links");
    expect((await api.put(anOrder(1, { id }))).status).toBe(200);
  });

  test("belongs to its business: the same ids elsewhere are others", async () => {
    const api = await createApi(await makeDatabase());
    const other = anOrder(1, {
      context: { businessId: OTHER_SHOP },
      notes: "other",
      transactions: [aTransaction(1)],
    });
    await api.put(anOrder(1, { transactions: [aTransaction(1)] }));
    const path = orderPath(uuid(1), OTHER_SHOP);
    expect((await api.put(other, { path, as: "other" })).status).toBe(201);
    expect((await api.send({ path: orderPath(uuid(1)) })).body).not.toHaveProperty("notes");
    await api.patch(uuid(1), [{ op: "replace", path: "/amounts/netTotal", value: 1 }], { path, as: "other" });
    expect((await api.send({ path: orderPath(uuid(1)) })).body.amounts.netTotal).toBe(100);
  });

  test("omitted transactions are removed, unchanged ones keep their number", async () => {
    const api = await createApi(await makeDatabase());
    const versions = () =>
      api.database.all("SELECT id, sequence FROM transactions WHERE gone_at IS NULL ORDER BY sequence");
    await api.put(anOrder(1, { transactions: [1, 2, 3].map((number) => aTransaction(number)) }));
    const [first, second] = await versions();
    const changed = aTransaction(2, { notes: "changed" });
    await api.put(anOrder(1, { transactions: [aTransaction(1), changed] }));
    expect(await versions()).toEqual([first, { id: second?.id, sequence: 7 }]);
    const moved = anOrder(2, { transactions: [aTransaction(3)] });
    expect((await api.put(moved)).status).toBe(201);
    await api.put(anOrder(1));
    expect(await versions()).toEqual([{ id: uuid(3, "f"), sequence: 9 }]);
  });

  test("three hundred transactions in one write", async () => {
    const api = await createApi(await makeDatabase());
    const transactions = Array.from({ length: 300 }, (_, number) => aTransaction(number));
    await api.put(anOrder(1, { transactions }));
    await api.put(anOrder(1, { transactions: transactions.slice(250) }));
    const row = await api.database.first("SELECT COUNT(*) AS number FROM transactions WHERE gone_at IS NULL");
    expect(Number(row?.number)).toBe(50);
  });
});

describeEachEngine("what is updated", (makeDatabase) => {
  test("amounts by every operation, items and discounts as a whole, and the time of the write", async () => {
    const api = await createApi(await makeDatabase());
    await api.put(anOrder(1, { items: [{ id: 1 }], discounts: [{ any: 1 }] }));
    api.at(START + 7000);
    const { body } = await api.patch(
      uuid(1),
      [
        { op: "add", path: "/amounts/capturedTotals", value: { tipAmount: 5 } },
        { op: "remove", path: "/amounts/authorizedTotals" },
        { op: "replace", path: "/amounts/capturedTotals/tipAmount", value: 6 },
        { op: "replace", path: "/items", value: [{ id: 2 }] },
        { op: "replace", path: "/discounts", value: [] },
      ],
      { headers: { "Content-Type": "application/json-patch+json" } },
    );
    const amounts = { netTotal: 100, currency: "USD", capturedTotals: { tipAmount: 6 } };
    const { statuses, ...rest } = anOrder(1);
    expect(body).toEqual({
      ...rest,
      statuses,
      amounts,
      items: [{ id: 2 }],
      discounts: [],
      updatedAt: "2026-03-14T12:00:07Z",
    });
  });

  test("never moves its time backwards", async () => {
    const api = await createApi(await makeDatabase());
    await api.put(anOrder(1, { items: [], updatedAt: "2031-01-01T00:00:00Z" }));
    const { body } = await api.patch(uuid(1), [{ op: "replace", path: "/items", value: [] }]);
    expect(body.updatedAt).toBe("2031-01-01T00:00:00Z");
  });

  test("has the same size limit as an order that is recorded at once", async () => {
    const api = await createApi(await makeDatabase());
    await api.put(anOrder(1));
    const fees = { transactionFees: ["x".repeat(600_000)] };
    const large = (name: string) => [{ op: "add", path: `/amounts/${name}`, value: fees }];
    expect((await api.patch(uuid(1), large("voidedTotals"), { mayDrift: true })).status).toBe(200);
    expect(await api.patch(uuid(1), large("capturedTotals"))).toMatchObject({
      status: 400,
      body: { code: "ORDER_TOO_LARGE" },
    });
  });
});

describeEachEngine("events", (makeDatabase) => {
  test("each write enqueues the events of its change, once", async () => {
    const api = await createApi(await makeDatabase());
    const reported = async (): Promise<readonly unknown[]> => {
      const events = await api.database.all("SELECT event_type FROM events");
      await api.database.run("DELETE FROM events");
      return events.map(({ event_type }) => event_type).sort();
    };
    const put = (status: string | undefined, number = 1) =>
      api.put(anOrder(number, status === undefined ? { statuses: {} } : { statuses: { status } }), { mayDrift: true });
    await put("OPENED");
    expect(await reported()).toEqual(["ORDER_OPENED"]);
    await put("OPENED");
    expect(await reported()).toEqual(["ORDER_UPDATED"]);
    await put("COMPLETED");
    expect(await reported()).toEqual(["ORDER_COMPLETED", "ORDER_UPDATED"]);
    await put("CANCELLED");
    expect(await reported()).toEqual(["ORDER_CANCELLED", "ORDER_UPDATED"]);
    await api.patch(uuid(1), [{ op: "replace", path: "/amounts/netTotal", value: 1 }]);
    expect(await reported()).toEqual(["ORDER_UPDATED"]);
    await put("OPENED");
    expect(await reported()).toEqual(["ORDER_OPENED", "ORDER_UPDATED"]);
    for (const [number, status] of [undefined, "LOST", "toString"].entries()) await put(status, 10 + number);
    expect(await reported()).toEqual([]);
    await put("COMPLETED", 20);
    await put("CANCELLED", 21);
    expect(await reported()).toEqual(["ORDER_CANCELLED", "ORDER_COMPLETED"]);
    await api.put(anOrder(22, { id: uuid(23) }), { path: orderPath(uuid(22)) });
    expect(await reported()).toEqual([]);
  });
});
