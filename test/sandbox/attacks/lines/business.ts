/** B: access to data of others. test/sandbox/attacks/isolation.test.ts tests it with random requests. */
import { expect } from "vitest";
import { type Attack, call, get, hook, ORDER, ORDERS, put, refused, TRANSACTIONS } from "../attack.js";
import type { AttackedSandbox } from "../attacked-sandbox.js";
import { type RawRequest, sendBytes, serializeRequest } from "../raw-http.js";
import { A, B, orderOf } from "../tenants.js";
import { registration } from "./webhooks.js";

const NOWHERE = "00000000-0000-4000-8000-000000000000";

/** Every path of a business with its methods. */
function paths(businessId: string, orderId: string): readonly RawRequest[] {
  const order = `/businesses/${businessId}/orders/${orderId}`;
  const json = { body: JSON.stringify({}) };
  return [
    ...[`/businesses/${businessId}/orders`, order, `${order}/shipments`, `${order}/histories`].map((path) => ({
      path,
    })),
    { path: `/businesses/${businessId}/transactions` },
    { method: "PUT", path: order, ...json },
    { method: "PATCH", path: order, body: JSON.stringify([{ op: "remove", path: "/amounts" }]) },
  ];
}

const foreignBusiness: readonly Attack[] = paths(B.businessId, String(B.orderIds[0])).map((request, index) => ({
  line: "B1",
  title: `${request.method ?? "GET"} ${request.path}: the same as where there is nothing`,
  run: async (field) => {
    const nowhere = paths(NOWHERE, NOWHERE)[index] as RawRequest;
    const both = [await field.send(call(request, field)), await field.send(call(nowhere, field))];
    expect(both.map(({ status }) => status)).toEqual([403, 403]);
    expect(both[0]?.text).toBe(both[1]?.text);
  },
}));

const foreignOrder: readonly Attack[] = paths(A.businessId, String(B.orderIds[0]))
  .filter(({ path, method }) => path.includes(String(B.orderIds[0])) && method !== "PUT")
  .map((request) =>
    refused("B2", `${request.method ?? "GET"} ${request.path}`, (field) => call(request, field), { status: 404 }),
  );

/** A list filtered by ids of B is empty. */
const empty = (path: string): Attack => ({
  line: "B7",
  title: path,
  run: async (field) => {
    const got = await field.send(call({ path }, field));
    expect([got.status, got.json.count, got.json.links], got.text).toEqual([200, 0, []]);
  },
});

const admin = (title: string, request: RawRequest, statuses: readonly number[] = [403]): Attack => ({
  line: "B11",
  title,
  run: async ({ sandbox }) => {
    const { host } = new URL(sandbox.adminUrl);
    const [response] = await sendBytes(sandbox.adminUrl, serializeRequest(request, host));
    expect(statuses).toContain(response?.status);
  },
});

const sequenceOf = (field: AttackedSandbox) => async (): Promise<number> =>
  (await field.state()).split("\n").filter((line) => line.startsWith('{"table":"orders"')).length;

export const BUSINESS_LINES: readonly Attack[] = [
  ...foreignBusiness,
  ...[A.businessId.toUpperCase(), `${A.businessId}%20`, `${A.businessId}%00`, `${A.businessId};${B.businessId}`].map(
    (id) => refused("B1", id, get(`/businesses/${id}/orders`), { status: [400, 403, 404] }),
  ),
  ...foreignOrder,
  refused("B3", "context.businessId", put({ ...orderOf(A, 0), context: { businessId: B.businessId } }), {
    code: "BUSINESS_MISMATCH",
  }),
  refused(
    "B3",
    "context.businessId of a transaction",
    put({
      ...orderOf(A, 0),
      transactions: [{ action: "SALE", context: { businessId: B.businessId } }],
    }),
  ),
  refused("B4", "the id of another order", put(orderOf(A, 1)), { code: "ID_MISMATCH" }),
  refused("B4", "the id of an order of B", put({ ...orderOf(A, 0), id: B.orderIds[0] }), { code: "ID_MISMATCH" }),
  refused("B4", "a transaction of another order", put({ ...orderOf(A, 0), transactions: orderOf(A, 1).transactions }), {
    code: "TRANSACTION_OF_ANOTHER_ORDER",
  }),
  refused("B5", "a hook for B's business", hook(registration({ businessId: B.businessId })), { status: 403 }),
  refused("B5", "a hook for B's application", hook(registration({ applicationId: B.applicationId })), { status: 403 }),
  refused("B5", "a hook for no business", hook(registration({ businessId: NOWHERE })), { status: 403 }),
  ...["subscriptions", `subscriptions/${B.subscriptionId}`, "plans"].flatMap((path) =>
    [B.applicationId, `urn:aid:${NOWHERE}`].map((app) =>
      refused("B6", `${app} ${path}`, get(`/apps/${app}/${path}`), { status: 403, code: "FOREIGN_APPLICATION" }),
    ),
  ),
  refused("B6", "a subscription of B under A", get(`/apps/${A.applicationId}/subscriptions/${B.subscriptionId}`), {
    status: 404,
  }),
  refused("B6", "the filter businessId", get(`/apps/${A.applicationId}/subscriptions?businessId=${B.businessId}`), {
    status: 403,
  }),
  empty(`${ORDERS}?storeId=${B.storeId}`),
  empty(`${ORDERS}?customerUserId=${B.customerUserId}`),
  empty(`${ORDERS}?orderNumber=${B.mark}-0`),
  empty(`${ORDERS}?cardHolderLastName=${B.mark}`),
  empty(`${TRANSACTIONS}?searchKey=${B.mark}`),
  empty(`${TRANSACTIONS}?transactionIds=${B.transactionIds.join()}`),
  empty(`${TRANSACTIONS}?storeId=${B.storeId}`),
  {
    line: "B8",
    title: "links of A, followed to their end, lead to A alone; B's links lead A nowhere",
    run: async (field) => {
      const follow = async (path: string, token: string): Promise<string> => {
        const headers = [["Authorization", `Bearer ${token}`]] as const;
        const { json, text } = await field.send(call({ path, headers }, field));
        const [next] = json.links;
        return next === undefined ? text : text + (await follow(next.href, token));
      };
      const seen = await follow(`${ORDERS}?limit=1`, field.token);
      expect(seen).not.toContain(B.mark);
      const theirs = `/businesses/${B.businessId}/orders?limit=1`;
      const link = (
        await field.send(call({ path: theirs, headers: [["Authorization", `Bearer ${field.foreignToken}`]] }, field))
      ).json.links[0].href;
      expect((await field.send(call({ path: link }, field))).status).toBe(403);
      const under = await field.send(call({ path: link.replace(B.businessId, A.businessId) }, field));
      expect(under.text).not.toContain(B.mark);
    },
  },
  refused("B12", "a request id of A with another payload", (field) => {
    const headers = [["Service-Request-Id", "same id"]] as const;
    return call({ method: "PUT", path: ORDER, headers, body: "[]" }, field);
  }),
  {
    line: "B12",
    title: "the request id of A, sent by B: it belongs to B, and shows nothing of A's response",
    hasEffect: true,
    run: async (field) => {
      const id = ["Service-Request-Id", field.nextId()] as const;
      const body = JSON.stringify({ ...orderOf(A, 2), notes: "answer of A alone" });
      const path = `${ORDERS}/${A.orderIds[2]}`;
      expect((await field.send(call({ method: "PUT", path, headers: [id], body }, field))).status).toBe(200);
      const before = await sequenceOf(field)();
      const theirs = [id, ["Authorization", `Bearer ${field.foreignToken}`]] as const;
      const direct = await field.send(call({ method: "PUT", path, headers: theirs, body }, field));
      const own = `/businesses/${B.businessId}/orders/${B.orderIds[2]}`;
      const replay = await field.send(
        call({ method: "PUT", path: own, headers: theirs, body: JSON.stringify(orderOf(B, 2)) }, field),
      );
      expect([direct.status, replay.status]).toEqual([403, 200]);
      expect(direct.text + replay.text).not.toContain("answer of A");
      expect(await sequenceOf(field)()).toBe(before + 1);
    },
  },
  admin("another Host", { path: "/snapshot", headers: [["Host", "rebound.example"]] }),
  admin("no port in Host", { path: "/snapshot", headers: [["Host", "127.0.0.1"]] }),
  admin("a foreign Origin", { path: "/snapshot", headers: [["Origin", "https://evil.example"]] }),
  admin("Origin null", { path: "/requests.har", headers: [["Origin", "null"]] }),
  admin("a cross-site request", { path: "/overview", headers: [["Sec-Fetch-Site", "cross-site"]] }),
  admin(
    "a form that resets",
    {
      ...{ method: "POST", path: "/reset", body: "a=b" },
      headers: [["Content-Type", "application/x-www-form-urlencoded"]],
    },
    [400],
  ),
  admin(
    "a form of text",
    { method: "POST", path: "/reset", headers: [["Content-Type", "text/plain"]], body: "{}" },
    [400],
  ),
  admin("no type at all", { method: "DELETE", path: "/faults" }, [400]),
  admin("an absolute target", { path: "http://127.0.0.1/snapshot" }, [400, 403, 404]),
  admin("a path behind another", { path: "//snapshot" }, [404]),
  {
    line: "B11",
    title: "without the admin token, where there is one",
    run: async (field) => {
      const guarded = await field.another({ database: ":memory:", adminToken: "canary-admin-token" });
      const { host } = new URL(guarded.adminUrl);
      const ask = async (authorization: string): Promise<number | undefined> => {
        const headers = [["Authorization", authorization]] as const;
        return (await sendBytes(guarded.adminUrl, serializeRequest({ path: "/snapshot", headers }, host)))[0]?.status;
      };
      const statuses = [
        await ask(""),
        await ask("Bearer x"),
        await ask(`Bearer ${field.token}`),
        await ask("Bearer canary-admin-token"),
      ];
      await guarded.close();
      expect(statuses).toEqual([401, 401, 401, 200]);
    },
  },
];
