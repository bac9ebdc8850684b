/** The same seed, clock and requests give the same bytes: responses, deliveries, request log (docs/sandbox.md). */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { selfSignedAssertion } from "../../../src/sandbox/index.js";
import { serveForTest } from "../../serve.js";
import { type CheckedClient, openCheckedClient } from "../checked-client.js";
import { describeEachEngine } from "../engines.js";
import { advance, orderId, ordersPath, START } from "./check-setup.js";

describeEachEngine("determinism", (_, { newTarget }) => {
  test("the same requests give the same bytes", async () => {
    const runs = [await run(await newTarget()), await run(await newTarget())];
    const [first, second] = runs;
    expect(second).toEqual(first);
    const { snapshot: _, ...shown } = first ?? {};
    const lines = JSON.stringify(shown, null, 1).split("\n");
    await expect(lines.map((line) => `${line.slice(0, 1500)}\n`).join("")).toMatchFileSnapshot(
      join(import.meta.dirname, "determinism.txt"),
    );
    expect(first?.responses.length).toBeGreaterThan(20);
    expect(first?.received.length).toBeGreaterThan(5);
  });
});

/** Values that do not depend on the seed: ports and durations. */
function withoutRandom(text: string, client: CheckedClient, port: number): string {
  return (
    text
      .replaceAll(client.sandbox.url, "URL")
      .replaceAll(`127.0.0.1:${port}`, "LISTENER")
      .replaceAll(/127\.0\.0\.1:\d+/g, "HOST")
      .replaceAll(/"(duration|time)": ?\d+/g, '"$1": 0')
      .replaceAll(/"real": ?"[^"]*"|"offset": ?-?\d+/g, "REAL")
      // Checksums of lines that contain ports.
      .replaceAll(/"(check|sha256)":"[0-9a-f]+"/g, '"$1":""')
  );
}

async function run(database: string) {
  const realClock = { now: () => Date.now(), randomBytes: (size: number) => new Uint8Array(size).fill(7) };
  const client = await openCheckedClient({
    database,
    seed: "twice",
    data: "small",
    startAt: { time: START, freeze: true },
    baseUrl: "http://sandbox.example",
    deliveries: { allow: ["127.0.0.0/8"] },
    realClock,
  });
  onTestFinished(() => client.close());
  const { createServer } = await import("node:http");
  const received: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const one = `${request.headers["service-webhook-signature"]} ${body}`;
      const isRefused = body.includes("ORDER_COMPLETED") && !received.includes(one);
      received.push(one);
      response.writeHead(isRefused ? 500 : 200).end("thanks");
    });
  });
  const port = Number(new URL(await serveForTest(server)).port);
  const responses = await talk(client, port);
  const log = [];
  for (const path of ["/deliveries", "/events", "/requests", "/requests.har", "/hooks", "/faults", "/clock"])
    log.push(withoutRandom((await client.admin("GET", path)).text, client, port));
  const snapshot = (await client.admin("GET", "/snapshot")).text
    .split("\n")
    // The assertion for the first token of a client has a random id, and tokens are derived from it.
    .filter((line) => !/"table":"(used_assertions|refresh_tokens|attempts)"/.test(line));
  // Deliveries due at the same time are sent concurrently and arrive in any order.
  return {
    responses,
    received: received.toSorted(),
    log,
    snapshot: snapshot.map((line) => withoutRandom(line, client, port)),
  };
}

async function talk(client: CheckedClient, port: number): Promise<readonly string[]> {
  const responses: string[] = [];
  let number = 0;
  const { demo } = client.sandbox;
  const { applicationId = "", privateKey: privateKeyPem = "", audience = "" } = demo ?? {};
  await client.admin("POST", "/reset", {});
  const say = async (sent: Parameters<CheckedClient["call"]>[0]) => {
    number += 1;
    const headers = { ...(sent.method === undefined ? {} : { "Service-Request-Id": `id-${number}` }), ...sent.headers };
    const got = await client.call({ ...sent, headers });
    responses.push(
      `${got.status} ${JSON.stringify(got.headers.filter(([name]) => !/^(connection|keep-alive)$/i.test(name)))} ${got.text}`,
    );
    return got;
  };
  // ES256 signatures are random, but tokens depend only on the jti of the assertion, which is the same.
  const assertion = await selfSignedAssertion({ applicationId, privateKeyPem, audience, now: START, jti: "the same" });
  const form = new URLSearchParams({ grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion });
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const token = (await say({ method: "POST", path: "/token", headers, body: form.toString() })).json.accessToken;
  const Authorization = `Bearer ${token}`;
  const { businessId } = client;
  const eventTypes = ["ORDER_OPENED", "ORDER_UPDATED", "ORDER_COMPLETED"];
  const hook = {
    applicationId,
    businessId,
    deliveryUrl: `http://127.0.0.1:${port}/`,
    secret: "the same secret",
    eventTypes,
  };
  const signed = { headers: { Authorization } };
  const hooked = await client.call({
    method: "POST",
    path: "/hooks",
    body: hook,
    headers: { Authorization, "Service-Request-Id": "hook" },
  });
  responses.push(withoutRandom(hooked.text, client, port));
  await client.admin("POST", "/faults", { match: { method: "GET", probability: 0.4 }, do: { status: 500, body: {} } });
  for (let round = 1; round <= 6; round += 1) {
    const body = { statuses: { status: "OPENED" }, transactions: [{ action: "SALE" }] };
    await say({ ...signed, method: "PUT", path: ordersPath(client, round), body });
    await say({
      ...signed,
      method: "PUT",
      path: ordersPath(client, round),
      body: { statuses: { status: "COMPLETED" } },
    });
    await say({ ...signed, path: `${ordersPath(client)}?limit=3&startOffset=${round}` });
    await say({ ...signed, path: `/businesses/${businessId}/transactions?limit=2&orderBy=-amount` });
    await advance(client, "PT3M");
  }
  await say({ ...signed, path: `/businesses/${businessId}/orders/${orderId(99)}` });
  await advance(client, "P1D");
  return responses;
}
