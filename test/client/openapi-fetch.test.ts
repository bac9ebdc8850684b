/** openapi-fetch with the middleware: each case has one setting more than the first, and other requests or results. */
import createFetch, { type Middleware } from "openapi-fetch";
import { describe, expect, test } from "vitest";
import { operations } from "../../generated/operations.js";
import type { BusinessId, OrderId, paths } from "../../generated/types.js";
import { validators } from "../../generated/validators.js";
import { clientCredentials, createHeaderPlacement, createQueryPlacement } from "../../src/client/index.js";
import {
  createLinkedReader,
  createMiddleware,
  iterateList,
  type OpenapiFetchOptions,
} from "../../src/client/openapi-fetch.js";
import type { Clock } from "../../src/client/retries/real-clock.js";
import { validateCalls } from "../../src/client/validate-calls.js";

const path = {
  businessId: "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11" as BusinessId,
  orderId: "3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41" as OrderId,
};
const ORDERS = "/businesses/{businessId}/orders/{orderId}";
const header = { "Api-Version": "1.2" } as const;
const empty = { id: path.orderId };

type Sent = { readonly line: string; readonly headers: Headers; readonly body: string; readonly at: number };
type ScriptedResponse = readonly [status: number, body?: unknown, headers?: Readonly<Record<string, string>>];

/** A client of openapi-fetch whose requests get these responses, and the requests. Waits pass at once. */
function connect(options: OpenapiFetchOptions, responses: readonly (ScriptedResponse | "broken")[]) {
  let time = 0;
  const sent: Sent[] = [];
  const clock: Clock = {
    now: () => time,
    random: () => 0.5,
    uuid: () => `key-${sent.length}`,
    after: (ms, then) => {
      if (ms >= 30_000) return () => {};
      time += ms;
      queueMicrotask(then);
      return () => {};
    },
  };
  const send = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const body = await request.text();
    sent.push({ line: `${request.method} ${pathname}${search}`, headers: request.headers, body, at: time });
    const scripted = responses[Math.min(sent.length, responses.length) - 1] ?? "broken";
    if (scripted === "broken") throw new TypeError("fetch failed");
    const [status, content, headers] = scripted;
    const text = content === undefined ? null : JSON.stringify(content);
    return new Response(text, { status, headers: { "content-type": "application/json", ...headers } });
  };
  const client = createFetch<paths>({ baseUrl: "https://api.example/", fetch: send });
  const middleware: Middleware = createMiddleware({ clock, ...options });
  client.use(middleware);
  return { client, sent };
}

const get = ({ client }: ReturnType<typeof connect>) => client.GET(ORDERS, { params: { path, header } });
const patch = ({ client }: ReturnType<typeof connect>) =>
  client.PATCH(ORDERS, { params: { path, header: { ...header, "Service-Request-Id": "r" } }, body: [] });

describe("retries", () => {
  test.each<[string, OpenapiFetchOptions, readonly (ScriptedResponse | "broken")[], readonly number[], number]>([
    ["a success ends it", {}, [[200, empty]], [0], 200],
    ["503 is tried again", {}, [[503], [200, empty]], [0, 250], 200],
    [
      "Retry-After is waited for",
      {},
      [
        [503, {}, { "retry-after": "3" }],
        [200, empty],
      ],
      [0, 3250],
      200,
    ],
    ["a broken connection is tried again", {}, ["broken", [200, empty]], [0, 250], 200],
    ["retries are bounded", { retries: 1 }, [[503, { message: "busy" }]], [0, 250], 503],
    ["404 is not tried again", {}, [[404, { message: "no" }]], [0], 404],
  ])("%s", async (_, options, responses, at, status) => {
    const connection = connect(options, responses);
    const { response, data, error } = await get(connection);
    expect([response.status, connection.sent.map((it) => it.at)]).toEqual([status, at]);
    expect(status === 200 ? data : error).toEqual(status === 200 ? empty : responses[0]?.[1]);
  });

  test("another method is sent once, or with one idempotency key", async () => {
    const once = connect({}, [[503], [200, empty]]);
    expect((await patch(once)).response.status).toBe(503);
    const keyed = connect({ idempotencyKey: "Idempotency-Key" }, [[503], [200, empty]]);
    expect((await patch(keyed)).data).toEqual(empty);
    expect([once.sent.length, once.sent[0]?.headers.has("idempotency-key")]).toEqual([1, false]);
    expect(keyed.sent.map(({ headers, body }) => [headers.get("idempotency-key"), body])).toEqual([
      ["key-0", "[]"],
      ["key-0", "[]"],
    ]);
  });

  test.each<[string, ScriptedResponse | "broken", object]>([
    ["no response", "broken", { kind: "connection", attempts: 3, operation: `GET ${ORDERS}` }],
    ["a redirect", [302, {}, { location: "https://other.example/" }], { kind: "redirected", status: 302 }],
  ])("%s is a CallError", async (_, scripted, facts) => {
    await expect(get(connect({}, [scripted]))).rejects.toMatchObject(facts);
  });

  test("an invalid limit is refused", () => {
    expect(() => createMiddleware({ retries: -1 })).toThrow("retries must be an integer >= 0, not -1");
  });

  test("an aborted call is not tried again", async () => {
    const { client, sent } = connect({}, [[503]]);
    const call = client.GET(ORDERS, { params: { path, header }, signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ kind: "aborted" });
    expect(sent).toEqual([]);
  });
});

describe("sign-in", () => {
  test.each<[string, OpenapiFetchOptions, readonly ScriptedResponse[], readonly (string | null)[]]>([
    ["none", {}, [[200, empty]], [null]],
    ["a token", { signIn: "t" }, [[200, empty]], ["Bearer t"]],
    ["a function, asked again after 401", { signIn: countUp() }, [[401], [200, empty]], ["Bearer 1", "Bearer 2"]],
    [
      "client credentials",
      { signIn: clientCredentials({ tokenUrl: "https://api.example/t", clientId: "a", clientSecret: "b" }) },
      [
        [200, { access_token: "issued", token_type: "bearer" }],
        [200, empty],
      ],
      ["Basic YTpi", "Bearer issued"],
    ],
  ])("%s", async (_, options, responses, expected) => {
    const connection = connect(options, responses);
    expect((await get(connection)).response.status).toBe(200);
    expect(connection.sent.map(({ headers }) => headers.get("authorization"))).toEqual(expected);
  });

  test("a credential has its place", async () => {
    const inHeader = connect({ signIn: "k", place: createHeaderPlacement("X-Key") }, [[200, empty]]);
    const inQuery = connect({ signIn: "k", place: createQueryPlacement("key") }, [[200, empty]]);
    await get(inHeader);
    await get(inQuery);
    expect(inHeader.sent[0]?.headers.get("x-key")).toBe("k");
    expect(inQuery.sent[0]?.line).toMatch(/\?key=k$/);
  });
});

test("calls are validated, and their bodies stay readable", async () => {
  const found: string[] = [];
  const validate = validateCalls({
    validators,
    onViolation: ({ operation, direction, pointer }) => found.push(`${operation} ${direction} ${pointer}`),
  });
  const connection = connect({ validate, operations }, [[200, { id: 7 }]]);
  expect((await get(connection)).data).toEqual({ id: 7 });
  const params = { path: { businessId: path.businessId }, header, query: { limit: 101 } };
  await connection.client.GET("/businesses/{businessId}/orders", { params });
  await patch(connection);
  expect(found).toEqual([
    "getOrder response /body/id",
    "listOrders request /query/limit",
    "listOrders response /body",
    "listOrders response /body",
    "updateOrder response /body/id",
  ]);
});

test("a stream stays a stream, and a response without a body has none", async () => {
  const { client } = connect({}, [[200, [1]], [204]]);
  const streamed = await client.GET(ORDERS, { params: { path, header }, parseAs: "stream" });
  expect(await new Response(streamed.data).text()).toBe("[1]");
  expect((await client.GET(ORDERS, { params: { path, header } })).data).toBeUndefined();
});

function countUp(): () => string {
  let count = 0;
  return () => `${++count}`;
}

describe("a list", () => {
  const page = (id: string, href?: string): ScriptedResponse => [
    200,
    { orders: [{ id }], links: href === undefined ? [] : [{ rel: "next", href }] },
  ];
  const read = async (responses: readonly ScriptedResponse[]) => {
    const { client, sent } = connect({ signIn: "t", retries: 0 }, responses);
    const params = { path: { businessId: path.businessId }, header };
    const getPage = (query: object) =>
      client.GET("/businesses/{businessId}/orders", { params: { ...params, query: { limit: 1, ...query } } });
    const ids: (string | undefined)[] = [];
    let failure: unknown;
    try {
      for await (const { id } of iterateList(getPage, ({ orders }) => orders, createLinkedReader())) ids.push(id);
    } catch (error) {
      failure = error;
    }
    return [ids, sent.map(({ line }) => line.slice(line.indexOf("?"))), failure];
  };

  test.each<
    [string, readonly ScriptedResponse[], ids: readonly string[], queries: readonly string[], failure?: object]
  >([
    ["of one page", [page("a")], ["a"], ["?limit=1"]],
    ["of two pages", [page("a", "?limit=1&after=a"), page("b")], ["a", "b"], ["?limit=1", "?limit=1&after=a"]],
    [
      "with a list in its link",
      [page("a", "?tag=x&tag=y"), page("b")],
      ["a", "b"],
      ["?limit=1", "?limit=1&tag=x&tag=y"],
    ],
    [
      "whose second page is refused",
      [page("a", "?after=a"), [404, { message: "no" }]],
      ["a"],
      ["?limit=1", "?limit=1&after=a"],
      { kind: "paging", resume: "?after=a", cause: { kind: "refused", status: 404, body: { message: "no" } } },
    ],
    ["that is refused", [[404, { message: "no" }]], [], ["?limit=1"], { kind: "refused", status: 404 }],
    ["whose link repeats", [page("a", "?after=a")], ["a", "a"], ["?limit=1", "?limit=1&after=a"], { kind: "paging" }],
    ["without links", [[200, { orders: [{ id: "a" }] }]], ["a"], ["?limit=1"], { kind: "paging" }],
  ])("%s", async (_, responses, ids, queries, failure) => {
    const [readIds, readQueries, error] = await read(responses);
    expect([readIds, readQueries]).toEqual([ids, queries]);
    if (failure === undefined) expect(error).toBeUndefined();
    else expect(error).toMatchObject(failure);
  });
});
