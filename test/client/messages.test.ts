/** Messages of call errors: what happened and where, without the values that were passed. */
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import {
  type BusinessId,
  type Client,
  type ClientOptions,
  createClient,
  jwtBearer,
  type OrderId,
  orThrow,
} from "../../src/index.js";
import { findFreePort } from "../free-port.js";
import { createScriptedClient, createScriptedServer, type Step } from "./scripted-server.js";
import { p256, pem } from "./sign-in/keys.js";

const path = {
  businessId: "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11" as BusinessId,
  orderId: "3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41" as OrderId,
};

async function errorOf(
  steps: readonly Step[],
  call: (client: Client) => Promise<unknown>,
  options: Partial<ClientOptions> = {},
) {
  const service = createScriptedServer(steps);
  const error = await service.runUntilDone(call(createScriptedClient(service, options))).catch((it: unknown) => it);
  return { error: error as Error, sent: service.sent };
}

describe("a timeout names the exceeded limit", () => {
  const get = (settings: object) => (client: Client) => client.getOrder({ params: { path }, ...settings });

  test.each<[title: string, limits: object, settings: object, message: RegExp]>([
    ["an attempt of the client", { timeout: 1000, retries: 0 }, {}, /^getOrder: timeout: 1000 ms \{"attempts":1,/],
    ["an attempt of the call", { retries: 0 }, { timeout: 5 }, /^getOrder: timeout: 5 ms \{/],
    ["an attempt by default", {}, { retries: 0 }, /^getOrder: timeout: 30000 ms \{/],
    [
      "the whole call",
      { totalTimeout: 1300 },
      { timeout: 1000 },
      /^getOrder: timeout: totalTimeout 1300 ms \{"attempts":2,/,
    ],
    ["the whole call at once", { totalTimeout: 700 }, {}, /^getOrder: timeout: totalTimeout 700 ms \{"attempts":1,/],
    ["the whole call by default", {}, { timeout: 1e6 }, /^getOrder: timeout: totalTimeout 120000 ms \{/],
  ])("%s", async (_, limits, settings, message) => {
    const { error } = await errorOf(["silence"], get(settings), limits);
    expect(error).toMatchObject({ kind: "timeout", message: expect.stringMatching(message) });
  });
});

describe("a redirect names its target, without query and credentials", () => {
  test.each<[title: string, location: string | undefined, to: string]>([
    ["another origin", "https://ann:s3cret@elsewhere.example/a/b?t=s3cret#s3cret", "https://elsewhere.example/a/b"],
    ["another scheme", "http://api.example/orders", "http://api.example/orders"],
    ["a path of an address that is not known", "/orders?t=s3cret", "no URL"],
    ["no URL", "https://", "no URL"],
    ["nowhere", undefined, "no URL"],
    ["a long path", `https://elsewhere.example/${"a".repeat(9000)}`, `https://elsewhere.example/${"a".repeat(174)}`],
  ])("%s", async (_, location, to) => {
    const headers = location === undefined ? {} : { location };
    const call = (client: Client) => client.getOrder({ params: { path } });
    const { error } = await errorOf([{ status: 302, headers, body: "" }], call);
    expect(error.message).toMatch(/^getOrder: redirected: to /);
    expect(error.message.split(" ")[3]).toBe(to.split(" ")[0]);
    expect(`${error.message}${error.stack}`).not.toContain("s3cret");
  });

  test("relative to the URL of the response", async () => {
    const service = createScriptedServer([]);
    const response = new Response("", { status: 307, headers: { location: "../new/orders?t=s3cret" } });
    Object.defineProperty(response, "url", { value: "https://api.example/v1/orders/?t=s3cret" });
    const client = createScriptedClient({ ...service, fetch: async () => response });
    const error: unknown = await client.getOrder({ params: { path } }).catch((it: unknown) => it);
    expect(String(error)).toContain("redirected: to https://api.example/v1/new/orders {");
  });
});

test("a redirected sign-in fails as a redirect, and no other request follows", async () => {
  const location = "https://elsewhere.example/login?t=s3cret";
  const signIn = { oauth2: jwtBearer({ applicationId: "urn:aid:one", privateKey: pem(p256) }) };
  const call = (client: Client) => client.getOrder({ params: { path } });
  const { error, sent } = await errorOf([{ status: 302, headers: { location }, body: "" }], call, { signIn });
  expect(error).toMatchObject({ kind: "redirected", operation: "signIn", status: 302, attempts: 1 });
  expect(error.message).toMatch(/^signIn: redirected: to https:\/\/elsewhere\.example\/login \{/);
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual(["POST https://api.example/token"]);
});

describe("a failed connection names the origin and the code of the cause", () => {
  test.each<[title: string, thrown: unknown, what: string]>([
    ["of Node", new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }), ": ECONNREFUSED"],
    ["of an unknown host", new TypeError("fetch failed", { cause: { code: "ENOTFOUND" } }), ": ENOTFOUND"],
    ["of other runtimes", Object.assign(new Error("no"), { code: "ConnectionRefused" }), ": ConnectionRefused"],
    ["without a code", new TypeError("Failed to fetch s3cret"), ""],
    ["with a number", Object.assign(new Error("no"), { code: 20 }), ""],
  ])("%s", async (_, thrown, what) => {
    const client = createScriptedClient(
      { ...createScriptedServer([]), fetch: () => Promise.reject(thrown) },
      { baseUrl: "http://127.0.0.1:4020/v1", retries: 0 },
    );
    const error: unknown = await client.getOrder({ params: { path } }).catch((it: unknown) => it);
    const message = `getOrder: connection: no full response from http://127.0.0.1:4020${what} {"attempts":1,`;
    expect(String((error as Error).message)).toContain(message);
  });

  test("to a port without a listener", async () => {
    const baseUrl = `http://127.0.0.1:${await findFreePort()}`;
    const client = createClient({ baseUrl, signIn: { oauth2: "token-1" }, retries: 0 });
    await expect(client.getOrder({ params: { path } })).rejects.toThrow(
      `getOrder: connection: no full response from ${baseUrl}: ECONNREFUSED {`,
    );
  });
});

test("Node prints an uncaught error with its kind, status and request id, and no other property", async () => {
  const step = { status: 404, body: { code: "X", secret: "s3cret" } };
  const { error } = await errorOf([step], async (client) => orThrow(await client.getOrder({ params: { path } })));
  expect(error).toMatchObject({ response: { status: 404 }, body: { code: "X" }, operation: "getOrder", attempts: 1 });
  // The options with which Node prints an uncaught error.
  const [head = "", ...rest] = inspect(error, { customInspect: false, depth: 5 }).split("\n");
  expect(head).toMatch(/^CallError: getOrder: refused \{"attempts":1,"status":404,"requestId":"0{8}-.*1"\}$/);
  expect(rest.filter((line) => !/^ {4}at /.test(line))).toEqual([
    "  kind: 'refused',",
    "  requestId: '00000000-0000-4000-8000-000000000001',",
    "  status: 404",
    "}",
  ]);
});

const OMITTED = "s3cret";
const unwritable = {
  toString() {
    throw new Error(OMITTED);
  },
};
const circular: Record<string, unknown> = { value: OMITTED };
circular.self = circular;

describe("an unserializable value is named, and not shown", () => {
  test.each<[what: string, call: (client: Client) => Promise<unknown>]>([
    [
      "businessId",
      (it) => it.getOrder({ params: { path: { ...path, businessId: `${OMITTED}\ud800` as BusinessId } } }),
    ],
    ["orderId", (it) => it.getOrder({ params: { path: { ...path, orderId: unwritable as never } } })],
    [
      "cardNumberLast4",
      (it) => it.listOrders({ params: { path, query: { limit: 1, cardNumberLast4: `${OMITTED}\udc00` } } }),
    ],
    ["startAt", (it) => it.listOrders({ params: { path, query: { startAt: new Date(Number.NaN) } } })],
    [
      "transactionIds",
      (it) => it.listTransactions({ params: { path, query: { transactionIds: [unwritable] as never } } }),
    ],
    [
      "If-Modified-Since",
      (it) => it.listOrders({ params: { path, header: { "If-Modified-Since": `a\n${OMITTED}` as never } } }),
    ],
    ["Authorization", (it) => it.listOrders({ params: { path }, headers: { Authorization: `a\n${OMITTED}` } })],
    ["X-Ünnamed", (it) => it.listOrders({ params: { path }, headers: { "X-Ünnamed": OMITTED } })],
    [
      "Service-Request-Id",
      (it) => it.recordOrder({ params: { path, header: { "Service-Request-Id": `${OMITTED}\0` } } }),
    ],
    ["body", (it) => it.createHook({ body: circular as never })],
    ["body", (it) => it.createHook({ body: { secret: { toJSON: unwritable.toString } } as never })],
    ["password", (it) => it.createToken({ body: { grantType: "PASSWORD", password: unwritable } as never })],
  ])("%s", async (what, call) => {
    const { error, sent } = await errorOf([{ status: 200 }], call);
    expect(error).toMatchObject({ name: "CallError", kind: "request", attempts: 0 });
    expect(error.message).toMatch(new RegExp(`^\\w+: request: cannot serialize ${what} \\{`));
    expect(`${error.message}${error.stack}${JSON.stringify(error)}`).not.toContain(OMITTED);
    expect(error.cause).toBeUndefined();
    expect(sent).toEqual([]);
  });
});
