/** Requests of pages from other origins, such as the form "Try it" of a documentation site. */
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox, type Sandbox } from "../../../src/sandbox/index.js";

const ALLOWED = "https://docs.example";

const ORIGINS: readonly (readonly [origin: string, isAllowed: boolean])[] = [
  ["http://localhost:4050", true],
  ["http://127.0.0.1:4050", true],
  ["http://127.1.2.3", true],
  ["http://[::1]:4050", true],
  ["https://localhost", true],
  [ALLOWED, true],
  ["http://docs.example", false],
  ["https://docs.example:8443", false],
  ["https://docs.example.evil.example", false],
  ["http://localhost.evil.example", false],
  ["http://127.0.0.1.evil.example", false],
  ["null", false],
];

describe("a page of another origin", () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createSandbox({ seed: "origins", allowOrigins: [ALLOWED] });
  });
  afterAll(() => sandbox.close());

  const send = (method: string, headers: Readonly<Record<string, string>>) =>
    new Promise<{ status: number; headers: Readonly<Record<string, unknown>> }>((resolve, reject) => {
      request(`${sandbox.url}/businesses/b/orders`, { method, headers }, (response) => {
        response.resume().once("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
      })
        .once("error", reject)
        .end();
    });

  const preflight = { "Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "api-version" };

  test.each(ORIGINS)("of %s may send requests: %s", async (origin, isAllowed) => {
    const reply = await send("OPTIONS", { ...preflight, Origin: origin });
    expect(reply.status).toBe(isAllowed ? 204 : 405);
    expect(reply.headers["access-control-allow-origin"]).toBe(isAllowed ? origin : undefined);
    const sent = await send("GET", { Origin: origin, "Api-Version": "1.2" });
    expect(sent.status).toBe(401);
    expect(sent.headers["access-control-allow-origin"]).toBe(isAllowed ? origin : undefined);
  });

  test("gets the requested methods and headers, and access to this machine", async () => {
    const headers = { ...preflight, Origin: ALLOWED, "Access-Control-Request-Private-Network": "true" };
    expect((await send("OPTIONS", headers)).headers).toMatchObject({
      "access-control-allow-methods": "GET",
      "access-control-allow-headers": "api-version",
      "access-control-allow-private-network": "true",
      vary: "Origin",
    });
  });

  test("gets the response of the service to OPTIONS if it is no preflight", async () => {
    const { status, headers } = await send("OPTIONS", { Origin: ALLOWED });
    expect(status).toBe(405);
    expect(headers["access-control-allow-methods"]).toBeUndefined();
  });
});

test("a request without an origin gets no headers for browsers", async () => {
  const sandbox = await createSandbox({ seed: "origins" });
  const { headers } = await fetch(`${sandbox.url}/businesses/b/orders`);
  await sandbox.close();
  expect([...headers.keys()].filter((name) => /^access-control|^vary/.test(name))).toEqual([]);
});
