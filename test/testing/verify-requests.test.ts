/** What verifyRequests sends to the admin address, and its errors. The sandbox has its own tests. */
import { expect, test } from "vitest";
import { verifyRequests } from "../../src/testing/verify-requests.js";

type Result = { readonly status?: number; readonly body: unknown };

/** Verifies against a scripted response, and returns the result with the request that was sent. */
async function verify({ status = 200, body }: Result, verification = {}, adminToken?: string, url = "http://a/admin/") {
  const sent: unknown[] = [];
  const send = async (to: unknown, { method, headers, body: text }: RequestInit = {}): Promise<Response> => {
    sent.push(to, method, headers, text);
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
  };
  const options = { fetch: send as typeof fetch, ...(adminToken === undefined ? {} : { adminToken }) };
  return { ids: await verifyRequests(url, verification, options), sent };
}

test("the request, and the ids of a verified result", async () => {
  const body = { verified: true, ids: [3, 4] };
  const type = { "Content-Type": "application/json" };
  expect(await verify({ body }, { count: 2 })).toEqual({
    ids: [3, 4],
    sent: ["http://a/admin/verify", "POST", type, '{"count":2}'],
  });
  expect((await verify({ body }, {}, "t", "http://a")).sent).toEqual([
    ...["http://a/verify", "POST"],
    { ...type, Authorization: "Bearer t" },
    "{}",
  ]);
});

const nearest = {
  request: { id: 7, method: "GET", url: "/orders", status: 404 },
  differences: ["method: expected PUT", "status: expected 200"],
};

test.each<[what: string, result: Result, message: string]>([
  ["a rejected request", { status: 401, body: "no token" }, "cannot verify requests: no token"],
  [
    "too few",
    { body: { expected: { min: 1 }, matched: 0, ids: [] } },
    "expected at least 1 matching requests, found 0",
  ],
  [
    "another number",
    { body: { expected: { min: 2, max: 2 }, matched: 1, ids: [5] } },
    "expected 2 matching requests, found 1 (ids 5)",
  ],
  [
    "too many, with the nearest request",
    { body: { expected: { min: 0, max: 1 }, matched: 2, ids: [5, 6], nearest } },
    "expected 0 to 1 matching requests, found 2 (ids 5, 6)\nnearest request: 7, GET /orders, status 404\n  method: expected PUT\n  status: expected 200",
  ],
])("%s is an error", async (_, result, message) => {
  await expect(verify(result)).rejects.toThrow(new Error(message));
});
