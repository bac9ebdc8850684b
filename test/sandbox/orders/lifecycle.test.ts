import { expect, test } from "vitest";
import { describeEachEngine } from "../engines.js";
import { anOrder, aTransaction, createApi, orderPath, uuid } from "../paging/api.js";

describeEachEngine("an order is recorded, read and updated", (makeDatabase) => {
  test("the lifecycle of one order", async () => {
    const api = await createApi(await makeDatabase());
    const order = anOrder(1, { transactions: [aTransaction(1)], orderHistories: [{ id: 1, event: "ACCEPTED" }] });
    expect(await api.put(order)).toMatchObject({ status: 201, body: order });
    expect(await api.put(order)).toMatchObject({ status: 200, body: order });
    expect((await api.send({ path: orderPath(uuid(1)) })).body).toEqual(order);
    expect((await api.send({ path: `${orderPath(uuid(1))}/histories` })).body).toEqual([{ id: 1, event: "ACCEPTED" }]);
    expect((await api.send({ path: `${orderPath(uuid(1))}/shipments` })).body).toEqual([]);
    const patched = await api.patch(uuid(1), [{ op: "replace", path: "/amounts/netTotal", value: 7 }]);
    expect(patched).toMatchObject({
      status: 200,
      body: { updatedAt: "2026-03-14T12:00:00Z", amounts: { netTotal: 7 } },
    });
    const list = await api.list();
    expect(list.body.orders).toHaveLength(1);
    expect(list.body.orders[0]).not.toHaveProperty("orderHistories");
    expect((await api.list("includeOrderHistories=true")).body.orders[0]).toHaveProperty("orderHistories");
  });
});
