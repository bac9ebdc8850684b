import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postVerification } from "../../../src/sandbox/admin/request-routes.js";
import { createRequestLog } from "../../../src/sandbox/requests/request-log.js";
import { type RequestVerification, verifyRequests } from "../../../src/testing/index.js";
import { type CheckedClient, openCheckedClient } from "../checked-client.js";

const FIRST = "5b8f0a1c-7d2e-4c39-9a60-1f2e3d4c5b6a";
const SECOND = "5b8f0a1c-7d2e-4c39-9a60-1f2e3d4c5b6b";
let client: CheckedClient;
let ids: readonly number[];

beforeAll(async () => {
  client = await openCheckedClient({ data: "none" });
  const put = (id: string, status: string) =>
    client.call({
      method: "PUT",
      path: `/businesses/${client.businessId}/orders/${id}`,
      body: { id, statuses: { status } },
    });
  await put(FIRST, "OPENED");
  await put(FIRST, "COMPLETED");
  await put(SECOND, "OPENED");
  await client.call({ path: `/businesses/${client.businessId}/orders?limit=5` });
  const { requests } = (await client.admin("GET", "/requests")).json;
  ids = requests.map(({ id }: { id: number }) => id).toReversed();
});
afterAll(() => client.close());

const recorded = { operationId: "recordOrder" };
/** How many requests match; each request differs from the next in one thing. */
const CASES: Readonly<Record<string, readonly [match: RequestVerification["match"], matched: number]>> = {
  "every request, with those of the sign-in": [{}, 6],
  "an operation": [recorded, 3],
  "another operation": [{ operationId: "listOrders" }, 1],
  "a method": [{ method: "put" }, 3],
  "a path with a wildcard": [{ path: "/businesses/*/orders" }, 1],
  "a path without a wildcard": [{ path: "/businesses" }, 0],
  "part of a body": [{ ...recorded, body: { id: FIRST } }, 2],
  "a nested part of a body": [{ ...recorded, body: { statuses: { status: "OPENED" } } }, 2],
  "two parts of a body": [{ ...recorded, body: { id: FIRST, statuses: { status: "OPENED" } } }, 1],
  "a member that no body has": [{ ...recorded, body: { note: "x" } }, 0],
  "a query parameter": [{ query: { limit: "5" } }, 1],
  "another value of a query parameter": [{ query: { limit: "6" } }, 0],
  "a header": [{ headers: { "content-type": "application/json" } }, 3],
  "a status": [{ ...recorded, status: 201 }, 2],
};

describe("verify", () => {
  test.each(Object.entries(CASES))("%s", async (_, [match = {}, matched]) => {
    const { adminUrl } = client.sandbox;
    expect(await verifyRequests(adminUrl, { match, count: matched })).toHaveLength(matched);
    await expect(verifyRequests(adminUrl, { match, count: matched + 1 })).rejects.toThrow(
      `expected ${matched + 1} matching requests, found ${matched}`,
    );
  });

  test("the count is a minimum, a maximum or both", async () => {
    const verify = (count: RequestVerification["count"]) =>
      verifyRequests(client.sandbox.adminUrl, { match: recorded, ...(count === undefined ? {} : { count }) });
    expect(await verify(undefined)).toHaveLength(3);
    expect(await verify({ min: 3, max: 3 })).toHaveLength(3);
    await expect(verify({ max: 2 })).rejects.toThrow("expected 0 to 2 matching requests, found 3 (ids ");
    await expect(verify({ min: 4 })).rejects.toThrow("expected at least 4 matching requests, found 3");
  });

  test("only later requests are counted", async () => {
    const after = ids[ids.length - 2] ?? 0;
    await verifyRequests(client.sandbox.adminUrl, { match: recorded, after, count: 0 });
    await verifyRequests(client.sandbox.adminUrl, { match: recorded, after: after - 1, count: 1 });
  });

  test("the nearest request is shown with its differences", async () => {
    const match = { ...recorded, body: { id: SECOND, statuses: { status: "CANCELLED" } } };
    await expect(verifyRequests(client.sandbox.adminUrl, { match })).rejects.toThrow(
      [
        "expected at least 1 matching requests, found 0",
        `nearest request: ${ids.at(-2)}, PUT ${client.sandbox.url}/businesses/${client.businessId}/orders/${SECOND}, status 201`,
        '  body /statuses/status: expected "CANCELLED", received "OPENED"',
      ].join("\n"),
    );
  });

  test.each<readonly [body: object, message: string]>([
    [{ matches: {} }, 'the verification has the unknown member "matches"; expected match, count, after'],
    [{ match: { operation: "x" } }, '`match` has the unknown member "operation"'],
    [{ match: { status: "200" } }, "`match.status` must be an integer from 100 to 599"],
    [{ count: { min: 3, max: 2 } }, "`count.max` must be at least `count.min`"],
    [{ count: -1 }, "`count` must be an object"],
    [{ after: "1" }, "`after` must be the id of a request"],
  ])("%j is refused", async (body, message) => {
    const { status, json } = await client.admin("POST", "/verify", body);
    expect([status, json.message]).toEqual([400, expect.stringContaining(message)]);
  });
});

test("a log that has lost requests gives a result only if they cannot change it", async () => {
  const log = createRequestLog({ entries: 2, bytes: 1e9 });
  const request = { method: "GET", url: "/a", headers: [], body: { kind: "none" } } as const;
  for (let index = 0; index < 3; index += 1)
    log.add({ request, response: { ...request, status: 200 } }, { at: 0, duration: 0 });
  const verify = async (body: object) => {
    const sent = { method: "POST", path: "/verify", query: new URLSearchParams(), headers: {} };
    const response = postVerification({ log, app: { baseUrl: () => "http://127.0.0.1:1" } } as never, {
      ...sent,
      body: Buffer.from(JSON.stringify(body)),
    });
    return response.then(
      ({ verified }) => verified,
      (error: Error) => error.message,
    );
  };
  expect(await verify({ count: { min: 2 } })).toBe(true);
  expect(await verify({ count: { max: 1 } })).toBe(false);
  expect(await verify({ count: 2 })).toContain("the log no longer holds the requests up to id 1");
  expect(await verify({ count: 2, after: 1 })).toBe(true);
});
