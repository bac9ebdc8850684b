/** Two sandboxes on one database behave as one service (docs/sandbox.md, "Several replicas"). */
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import type { SandboxOptions } from "../../../src/sandbox/index.js";
import { serveForTest } from "../../serve.js";
import {
  type CheckedClient,
  type CheckedResponse,
  defects,
  openCheckedClient,
  sendUnchecked,
} from "../checked-client.js";
import { listen, silentUntilReleased } from "../deliveries/listener.js";
import { describeEachEngine } from "../engines.js";
import { eventsOf, listener, loose, ordersPath, put, register, START } from "./check-setup.js";

const BASE = "https://sandbox.example";

describeEachEngine("replicas", (_, { newTarget }) => {
  async function replica(database: string, options: SandboxOptions = {}): Promise<CheckedClient> {
    const client = await openCheckedClient({
      database,
      data: "none",
      startAt: { time: START, freeze: true },
      baseUrl: BASE,
      deliveries: { allow: ["127.0.0.0/8"] },
      ...options,
    });
    onTestFinished(() => client.close());
    return client;
  }
  async function both(options: SandboxOptions = {}): Promise<[CheckedClient, CheckedClient]> {
    const target = await newTarget();
    const [one, other] = await Promise.all([replica(target, options), replica(target, options)]);
    return [one, other];
  }

  test("each accepts the other's tokens, and reads what the other has just written", async () => {
    const [one, other] = await both();
    for (let number = 1; number <= 30; number += 1) {
      const [writer, reader] = number % 2 === 0 ? [one, other] : [other, one];
      expect((await put(writer, { orderNumber: `H-${number}` }, number)).status).toBe(201);
      const got = await loose({ ...reader, token: writer.token }, { path: ordersPath(reader, number) });
      expect([got.status, got.json.orderNumber]).toEqual([200, `H-${number}`]);
    }
  });

  test("both share request ids", async () => {
    const [one, other] = await both();
    const body = { statuses: { status: "OPENED" } };
    const headers = { "Service-Request-Id": "the same" };
    const sent = Array.from({ length: 50 }, (__, index) =>
      (index % 2 === 0 ? one : other).call({ method: "PUT", path: ordersPath(one, 1), body, headers }),
    );
    const responses = await Promise.all(sent);
    expect(new Set(responses.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(responses[0]?.status).toBe(201);
    expect(await eventsOf(one)).toEqual(["ORDER_OPENED"]);
  });

  test("both share the clock and the fault rules", async () => {
    const [one, other] = await both();
    await one.admin("PUT", "/clock", { mode: "set", time: "2026-05-05T05:05:05Z" });
    expect((await other.admin("GET", "/clock")).json.time).toBe("2026-05-05T05:05:05.000Z");
    await one.admin("PUT", "/clock", { mode: "set", time: "2026-03-01T08:00:00Z" });
    await one.admin("POST", "/faults", { match: { operationId: "listOrders", times: 3 }, do: { status: 503 } });
    const statuses: number[] = [];
    for (const client of [one, other, one, other, one])
      statuses.push((await loose(client, { path: ordersPath(client) })).status);
    expect(statuses).toEqual([503, 503, 503, 200, 200]);
    await Promise.all(
      Array.from({ length: 20 }, (__, index) =>
        (index % 2 === 0 ? one : other).admin("POST", "/faults", { match: { method: "DELETE" }, do: { status: 503 } }),
      ),
    );
    expect((await other.admin("GET", "/faults")).json.faults.length).toBe(21);
  });

  test("a clock that both advance runs on", async () => {
    const [one, other] = await both({ startAt: {} });
    // The first advance does not end before the listener responds, so the second cannot miss it.
    const { behaviour, release } = silentUntilReleased(500);
    await register(one, { deliveryUrl: (await listen(behaviour)).url });
    for (let number = 1; number <= 8; number += 1) await put(one, { statuses: { status: "OPENED" } }, number);
    const before = Date.parse((await one.admin("GET", "/clock")).json.time);
    const first = one.admin("PUT", "/clock", { mode: "advance", by: "P1D" });
    await vi.waitFor(async () => expect((await other.admin("GET", "/clock")).json.mode).toBe("frozen"), {
      timeout: 60_000,
    });
    const second = other.admin("PUT", "/clock", { mode: "advance", by: "P1D" });
    release();
    await Promise.all([first, second]);
    const { mode, time } = (await one.admin("GET", "/clock")).json;
    expect([mode, Date.parse(time) - before >= 86_400_000]).toEqual(["running", true]);
  });

  test("a delivery is sent once", async () => {
    const [one, other] = await both();
    const listening = await listener(one);
    await Promise.all(
      Array.from({ length: 60 }, (__, index) =>
        put(index % 2 === 0 ? one : other, { statuses: { status: "OPENED" } }, index),
      ),
    );
    await vi.waitFor(() => expect(listening.bodies.length).toBeGreaterThanOrEqual(60), { timeout: 60_000 });
    await pause(500);
    expect(new Set(listening.bodies).size).toBe(60);
    expect(listening.bodies.length).toBe(60);
  });

  test("a reset during writes of the other loses no response, and leaves nothing incomplete", async () => {
    const [one, other] = await both();
    let isOver = false;
    const seen: string[] = [];
    const writing = Array.from({ length: 8 }, async (__, writer) => {
      for (let number = 0; !isOver; number += 1) {
        const client = number % 2 === 0 ? one : other;
        const body = { statuses: { status: "OPENED" } };
        const got = await put(client, body, writer * 10_000 + number);
        if (got.status !== 201) seen.push(`${got.status} ${got.json.code}`);
      }
    });
    const resets: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      resets.push((await (round % 2 === 0 ? one : other).admin("POST", "/reset", {})).status);
      await pause(20);
    }
    isOver = true;
    await Promise.all(writing);
    expect(new Set(resets)).toEqual(new Set([200]));
    expect(seen).toEqual([]);
    expect(defects).toEqual([]);
    const left = await sendUnchecked(one.sandbox.adminUrl, { path: "/snapshot" });
    // Each order has its event and its request id, and there are no others.
    const orders = idsIn(left, "orders", "id");
    expect(idsIn(left, "events", "order_id")).toEqual(orders);
    expect(idsIn(left, "request_ids", "path").map((path) => path.slice(-36))).toEqual(orders);
  });

  test("a snapshot during writes of the other is complete, and is restored during writes", async () => {
    const [one, other] = await both();
    let isOver = false;
    const seen: string[] = [];
    const writing = Array.from({ length: 6 }, async (__, writer) => {
      for (let number = 0; !isOver; number += 1) {
        const got = await put(other, { statuses: { status: "OPENED" } }, writer * 10_000 + number);
        if (got.status !== 201) seen.push(`${got.status} ${got.json.code}`);
      }
    });
    const halves: string[][][] = [];
    const restored: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const taken = await sendUnchecked(one.sandbox.adminUrl, { path: "/snapshot" });
      halves.push([idsIn(taken, "events", "order_id"), idsIn(taken, "orders", "id")]);
      restored.push((await one.admin("PUT", "/snapshot", taken.bytes)).status);
    }
    isOver = true;
    await Promise.all(writing);
    expect(new Set(restored)).toEqual(new Set([200]));
    for (const [events, orders] of halves) expect(events).toEqual(orders);
    expect(seen).toEqual([]);
    expect(defects).toEqual([]);
  });

  test("three that start in parallel on a new database share it", async () => {
    const target = await newTarget();
    const three = await Promise.all([1, 2, 3].map(() => replica(target, { data: "small" })));
    const orders = await Promise.all(three.map((client) => client.call({ path: `${ordersPath(client)}?limit=100` })));
    expect(new Set(orders.map(({ text }) => text)).size).toBe(1);
    expect(orders[0]?.json.count).toBe(26);
  });

  test("closing one during deliveries loses nothing and sends nothing twice", async () => {
    const [one, other] = await both();
    const { createServer } = await import("node:http");
    const bodies: string[] = [];
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        bodies.push(body);
        setTimeout(() => response.writeHead(200).end(), 300);
      });
    });
    expect((await register(one, { deliveryUrl: `${await serveForTest(server)}/` })).status).toBe(201);
    await Promise.all(Array.from({ length: 40 }, (__, index) => put(one, { statuses: { status: "OPENED" } }, index)));
    await pause(100);
    await one.close();
    const states = async () =>
      (await other.admin("GET", "/deliveries?limit=1000")).json.deliveries.map(({ state }: { state: string }) => state);
    await vi.waitFor(async () => expect(new Set(await states())).toEqual(new Set(["done"])), { timeout: 60_000 });
    expect([bodies.length, new Set(bodies).size]).toEqual([40, 40]);
  });
});

/** The values of a column of a table in a snapshot. */
function idsIn({ text }: CheckedResponse, table: string, name: string): string[] {
  const rows = text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  return rows.flatMap((line) => (line.table === table ? [String(line.row[name])] : [])).toSorted();
}
