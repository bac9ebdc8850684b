/** Requests built from options: safe paths, serialization styles of the spec, headers and bodies. */
import { describe, expect, test } from "vitest";
import { createClient, createFixedQueryWriter } from "../../../src/client/index.js";
import type { BusinessId, OrderId, TransactionId } from "../../../src/index.js";
import { createScriptedClient, createScriptedServer } from "../scripted-server.js";

const businessId = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11" as BusinessId;
const orderId = "3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41" as OrderId;
const good = { status: 200 } as const;

describe("a path parameter", () => {
  test.each<[given: string, written: string]>([
    ["plain-id", "plain-id"],
    ["../../token", "..%2F..%2Ftoken"],
    ["a/b", "a%2Fb"],
    ["a\\..\\b", "a%5C..%5Cb"],
    ["a?limit=1", "a%3Flimit%3D1"],
    ["a#b", "a%23b"],
    ["a%2fb", "a%252fb"],
    ["a;b=c", "a%3Bb%3Dc"],
    ["{orderId}", "%7BorderId%7D"],
    ["$&", "%24%26"],
    ["...", "..."],
    ["__proto__", "__proto__"],
    ["名😀", "%E5%90%8D%F0%9F%98%80"],
    ["a\r\nX-Evil: 1", "a%0D%0AX-Evil%3A%201"],
    ["%2e%2e", "%252e%252e"],
    ["é\n", "%C3%A9%0A"],
  ])("%j stays one segment of the path", async (given, written) => {
    const service = createScriptedServer([good]);
    const params = { path: { businessId: given as BusinessId, orderId } };
    await createScriptedClient(service).getOrder({ params });
    const { url } = service.sent[0] ?? { url: "" };
    expect(url).toBe(`https://api.example/businesses/${written}/orders/${orderId}`);
    // Resolving the URL gives the same path.
    expect(new URL(url).href).toBe(url);
  });

  test.each<[title: string, given: unknown, message: RegExp]>([
    ["empty", "", /businessId must not be empty/],
    ["missing", undefined, /businessId must not be empty/],
    ["null", null, /businessId must not be empty/],
    ["an empty list", [], /businessId must not be empty/],
    ["one dot", ".", /businessId must not be empty, \. or \.\./],
    ["two dots", "..", /businessId must not be empty, \. or \.\./],
    ["half a character", "\ud800", /businessId cannot be written/],
  ])("that is %s is rejected, and nothing is sent", async (_, given, message) => {
    const service = createScriptedServer([good]);
    const params = { path: { businessId: given as BusinessId, orderId } };
    const call = createScriptedClient(service).getOrder({ params });
    await expect(call).rejects.toMatchObject({ name: "CallError", kind: "request", attempts: 0, message });
    await expect(call).rejects.toThrow(/^getOrder: request: /);
    expect(service.sent).toEqual([]);
  });
});

test.each<[template: string, written: string]>([
  ["/a/{id}", "/a/1?b=2"],
  ["/a/{id}?beta=true", "/a/1?beta=true&b=2"],
  ["/a/{id}#shared", "/a/1?b=2"],
])("the path %s with a query", async (template, written) => {
  const sent: string[] = [];
  const send = async (url: unknown) => Response.json({ url: sent.push(String(url)) });
  const [, fixed] = template.split("?");
  const prepare = fixed === undefined ? {} : { prepare: createFixedQueryWriter(fixed) };
  const client = createClient(
    { get: { call: `GET ${template}`, ...prepare } },
    { baseUrl: "https://a.example", fetch: send },
  );
  await (client.get as (options: object) => Promise<unknown>)({ params: { path: { id: "1" }, query: { b: 2 } } });
  expect(sent).toEqual([`https://a.example${written}`]);
});

describe("the query", () => {
  test.each<[title: string, query: Readonly<Record<string, unknown>>, written: string]>([
    ["numbers and booleans", { limit: 100, authOnly: false }, "?limit=100&authOnly=false"],
    ["what is undefined is left out", { limit: undefined, tid: "7" }, "?tid=7"],
    ["nothing at all", {}, ""],
    ["a list without explode", { transactionIds: ["a", "b,c"] }, "?transactionIds=a,b%2Cc"],
    ["an empty list", { transactionIds: [] }, ""],
    ["text", { cardHolderLastName: "O'Neill & Söhne+1" }, "?cardHolderLastName=O'Neill%20%26%20S%C3%B6hne%2B1"],
    ["an empty text", { searchKey: "" }, "?searchKey="],
    [
      "a point in time",
      { startAt: new Date(Date.UTC(2026, 2, 14, 9, 26, 53, 589)) },
      "?startAt=2026-03-14T09%3A26%3A53Z",
    ],
    [
      "a point in time of a far year",
      { startAt: new Date(Date.UTC(12_000, 1, 1)) },
      "?startAt=%2B012000-02-01T00%3A00%3A00Z",
    ],
    ["a list of a parameter that has none", { tid: ["1", "2"] }, "?tid=1&tid=2"],
    ["what is null is left out", { limit: null, tid: "7" }, "?tid=7"],
    [
      "a list that holds what its writing looks like",
      { transactionIds: [",transactionIds=", "b"] },
      "?transactionIds=%2CtransactionIds%3D,b",
    ],
    ["an empty list that explodes", { tid: [] }, ""],
    [
      "names that objects have",
      JSON.parse('{"__proto__":"1","constructor":["2"],"toString":3}'),
      "?__proto__=1&constructor=2&toString=3",
    ],
  ])("%s", async (_, query, written) => {
    const service = createScriptedServer([good]);
    await createScriptedClient(service).listTransactions({ params: { path: { businessId }, query } });
    expect(service.sent[0]?.url).toBe(`https://api.example/businesses/${businessId}/transactions${written}`);
  });
});

describe("headers", () => {
  const headersOf = async (send: (client: ReturnType<typeof createScriptedClient>) => Promise<unknown>) => {
    const service = createScriptedServer([good]);
    await send(createScriptedClient(service));
    return Object.fromEntries(service.sent[0]?.headers ?? []);
  };
  const ID = "00000000-0000-4000-8000-000000000001";

  test("of a read", async () => {
    expect(await headersOf((client) => client.listOrders({ params: { path: { businessId } } }))).toEqual({
      "api-version": "1.2",
      authorization: "Bearer token-1",
      "service-request-id": ID,
    });
  });

  test("of a write", async () => {
    expect(await headersOf((client) => client.createHook({ body: {} as never }))).toEqual({
      "api-version": "1.2",
      authorization: "Bearer token-1",
      "content-type": "application/json",
      "service-request-id": ID,
    });
  });

  test("of a patch, which is not JSON of an order", async () => {
    const sent = await headersOf((client) =>
      client.updateOrder({ params: { path: { businessId, orderId } }, body: [] }),
    );
    expect(sent["content-type"]).toBe("application/json-patch+json");
  });

  test("of the billing service, which has only the token", async () => {
    const params = { path: { appId: "urn:aid:1" as never } };
    expect(await headersOf((client) => client.listPlans({ params }))).toEqual({ authorization: "Bearer token-1" });
  });

  test("of sign-in, which has no token", async () => {
    const sent = await headersOf((client) => client.createToken({ body: { grantType: "PASSWORD" } as never }));
    expect(sent).toEqual({
      "api-version": "1.2",
      "content-type": "application/x-www-form-urlencoded",
      "service-request-id": ID,
    });
  });

  test("of the caller override all others", async () => {
    const params = {
      path: { businessId },
      header: { "If-Modified-Since": new Date(0), "Api-Version": "1.2" as const },
    };
    const headers = { Authorization: "Bearer mine", "X-Trace": "7" };
    expect(await headersOf((client) => client.listOrders({ params, headers }))).toEqual({
      "api-version": "1.2",
      authorization: "Bearer mine",
      "if-modified-since": "1970-01-01T00:00:00Z",
      "service-request-id": ID,
      "x-trace": "7",
    });
  });

  test("with an empty id are sent as without one", async () => {
    for (const id of ["", " "]) {
      const params = { path: { businessId, orderId }, header: { "Service-Request-Id": id } };
      const sent = await headersOf((client) => client.recordOrder({ params }));
      expect(sent["service-request-id"]).toBe(ID);
    }
  });

  test("that no message can carry are rejected, and not shown", async () => {
    const call = headersOf((client) =>
      client.listOrders({ params: { path: { businessId } }, headers: { Authorization: "se\ncret" } }),
    );
    await expect(call).rejects.toThrow("listOrders: request: cannot serialize Authorization");
  });
});

describe("a body", () => {
  const bodyOf = async (send: (client: ReturnType<typeof createScriptedClient>) => Promise<unknown>) => {
    const service = createScriptedServer([good]);
    await send(createScriptedClient(service));
    return service.sent[0]?.body;
  };
  test("is JSON", async () => {
    expect(await bodyOf((client) => client.createHook({ body: { deliveryUrl: "ä" } as never }))).toBe(
      '{"deliveryUrl":"ä"}',
    );
  });
  test("is a form if the spec has a form", async () => {
    const body = { grantType: "PASSWORD", username: "a b&c", password: "ü+", businessId: undefined };
    expect(await bodyOf((client) => client.createToken({ body: body as never }))).toBe(
      "grantType=PASSWORD&username=a+b%26c&password=%C3%BC%2B",
    );
  });
  test("that is missing is not sent", async () => {
    const service = createScriptedServer([good]);
    await createScriptedClient(service).recordOrder({ params: { path: { businessId, orderId } } });
    expect(service.sent[0]?.body).toBe("");
    expect(service.sent[0]?.headers.has("content-type")).toBe(false);
  });
  test("with a cycle is rejected", async () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    await expect(bodyOf((client) => client.createHook({ body: circle as never }))).rejects.toMatchObject({
      kind: "request",
    });
  });
});

test("a path that is not in the spec is rejected by the types and at run time", () => {
  // @ts-expect-error unknown path
  const call = () => createScriptedClient(createScriptedServer([good])).GET("/businesses/{businessId}/order", {});
  expect(call).toThrow("the spec has no GET /businesses/{businessId}/order");
});

test("ids of transactions are sent as a list", async () => {
  const service = createScriptedServer([good]);
  const transactionIds = ["a", "b"] as readonly string[] as readonly TransactionId[];
  await createScriptedClient(service).listTransactions({ params: { path: { businessId }, query: { transactionIds } } });
  expect(service.sent[0]?.url).toMatch(/transactionIds=a,b$/);
});
