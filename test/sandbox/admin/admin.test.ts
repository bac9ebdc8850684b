import { expect, test } from "vitest";
import { loadContract } from "../../../src/check/contract.js";
import { readRecording } from "../../../src/recording/index.js";
import { type CheckedClient, defects, openCheckedClient, sendUnchecked } from "../checked-client.js";
import { describeEachEngine } from "../engines.js";
import { PATIENT } from "../patient-limits.js";
import { listenForEvents } from "./listener.js";

const START = "2026-03-14T09:30:00Z";
const ORDER = "5b8f0a1c-7d2e-4c39-9a60-1f2e3d4c5b6a";

describeEachEngine("the admin address", (_, { newTarget }) => {
  const open = async (options = {}): Promise<CheckedClient> =>
    openCheckedClient({
      database: await newTarget(),
      seed: "admin",
      data: "none",
      // With a shared database, deliveries to loopback need `allow`.
      deliveries: { allow: ["127.0.0.1"], ...PATIENT },
      startAt: { time: Date.parse(START), freeze: true },
      ...options,
    });
  const put = (client: CheckedClient, status: string, id = ORDER) =>
    client.call({
      method: "PUT",
      path: `/businesses/${client.businessId}/orders/${id}`,
      body: { id, statuses: { status } },
    });
  const registerHook = (client: CheckedClient, deliveryUrl: string) =>
    client.call({
      method: "POST",
      path: "/hooks",
      body: {
        ...{ applicationId: client.applicationId, businessId: client.businessId, deliveryUrl },
        ...{ secret: "planted-hook-secret", eventTypes: ["ORDER_OPENED"] },
      },
    });

  test("shows its state, and rejects unknown requests", async () => {
    const client = await open();
    const health = await client.admin("GET", "/health");
    expect(health.json).toMatchObject({ ready: true, packs: ["none", "small", "large"], clock: { mode: "frozen" } });
    expect((await client.admin("GET", "/nothing")).status).toBe(404);
    expect((await client.admin("GET", "/__proto__")).status).toBe(404);
    expect((await client.admin("GET", "/constructor/x")).status).toBe(404);
    const method = await client.admin("DELETE", "/clock", {});
    expect([method.status, method.header("allow")]).toEqual([405, "GET, PUT"]);
    expect((await client.admin("GET", "/hooks?limit=0")).status).toBe(200);
    expect((await client.admin("GET", "/requests?limit=0")).status).toBe(400);
    await client.close();
  });

  test("rejects other host names, other pages and forms, without changes", async () => {
    const client = await open();
    const before = (await client.admin("GET", "/snapshot")).text;
    const { adminUrl } = client.sandbox;
    const own = new URL(adminUrl).host;
    const json = { "Content-Type": "application/json" };
    for (const [headers, status] of [
      [{ ...json, Host: "rebound.example" }, 403],
      [{ ...json, Host: `rebound.example:${own.split(":")[1]}` }, 403],
      [{ ...json, Host: own, Origin: "https://evil.example" }, 403],
      [{ ...json, Host: own, Origin: "null" }, 403],
      [{ Host: own, "Content-Type": "application/x-www-form-urlencoded" }, 400],
      [{ Host: own, "Content-Type": "text/plain" }, 400],
    ] as const) {
      const got = await sendUnchecked(adminUrl, { method: "POST", path: "/reset", headers, body: '{"pack":"small"}' });
      expect([headers, got.status, got.json.status]).toEqual([headers, status, status]);
    }
    expect((await client.admin("GET", "/snapshot")).text).toBe(before);
    await client.close();
  });

  test("advances the clock, and everything that depends on it", async () => {
    const client = await open();
    const clock = async (body: object): Promise<unknown> => {
      const { status, json } = await client.admin("PUT", "/clock", body);
      return status === 200 ? [json.mode, json.time] : [status, json.message];
    };
    expect(await clock({ mode: "advance", by: "PT1H30M" })).toEqual(["frozen", "2026-03-14T11:00:00.000Z"]);
    expect(await clock({ mode: "set", time: START })).toEqual(["frozen", "2026-03-14T09:30:00.000Z"]);
    expect(await clock({ mode: "freeze", time: "2026-03-14T10:00:00Z" })).toEqual([
      "frozen",
      "2026-03-14T10:00:00.000Z",
    ]);
    expect((await put(client, "OPENED")).json.updatedAt).toBe("2026-03-14T10:00:00Z");
    const resumed = new Date();
    const [mode, time] = (await clock({ mode: "resume" })) as readonly [string, string];
    const passed = Date.parse(time) - Date.parse("2026-03-14T10:00:00Z");
    expect([mode, passed >= 0 && passed <= Date.now() - resumed.getTime()]).toEqual(["running", true]);
    const before = new Date().toISOString();
    const real = (await clock({ mode: "real" })) as readonly [string, string];
    expect(real[0]).toBe("running");
    expect([before, real[1], new Date().toISOString()].toSorted()[1]).toBe(real[1]);
    for (const body of [
      {},
      { mode: "stop" },
      { mode: "set" },
      { mode: "set", time: "2026-02-30T00:00:00Z" },
      { mode: "set", time: "tomorrow" },
      { mode: "advance", by: "P1M" },
      { mode: "advance", by: "-PT1S" },
      { mode: "advance", by: 60 },
      { mode: "set", time: START, zone: "CET" },
    ])
      expect(await clock(body)).toEqual([400, expect.any(String)]);
    for (let time = 0; time < 90; time += 1) await client.admin("PUT", "/clock", { mode: "advance", by: "P36525D" });
    expect(await clock({ mode: "advance", by: "P36525D" })).toEqual([400, expect.stringContaining("9999")]);
    await client.close();
  });

  test("an advanced clock sends due deliveries, each at its time, before the response", async () => {
    const client = await open();
    const listener = await listenForEvents([500, 500, 500]);
    await registerHook(client, listener.url);
    await put(client, "OPENED");
    await expect.poll(() => listener.bodies.length).toBe(1);
    const advanced = await client.admin("PUT", "/clock", { mode: "advance", by: "PT1H" });
    expect(advanced.json.time).toBe("2026-03-14T10:30:00.000Z");
    expect(listener.bodies.length).toBe(4);
    const [delivery] = (await client.admin("GET", "/deliveries")).json.deliveries;
    expect(delivery.state).toBe("done");
    const times = delivery.attempts.map(({ startedAt }: { startedAt: string }) => Date.parse(startedAt));
    // 5 s, 30 s and 2 min between them, with 10 % jitter.
    const gaps = times.slice(1).map((time: number, at: number) => (time - times[at]) / 1000);
    for (const [at, wanted] of [5, 30, 120].entries())
      expect(Math.abs(gaps[at] - wanted)).toBeLessThanOrEqual(wanted / 10);
    const replayed = await client.admin("POST", "/deliveries/replay", { from: START });
    expect(replayed.json).toEqual({ replayed: 1, refused: [] });
    await expect.poll(() => listener.bodies.length).toBe(5);
    expect(new Set(listener.bodies).size).toBe(1);
    await listener.close();
    await client.close();
  });

  test("a write whose response was lost has one effect, and a repetition returns its response", async () => {
    const client = await open();
    const rule = { match: { operationId: "recordOrder", times: 1 }, do: { dropResponseAfterCommit: true } };
    expect((await client.admin("POST", "/faults", rule)).status).toBe(201);
    const write = {
      method: "PUT",
      path: `/businesses/${client.businessId}/orders/${ORDER}`,
      headers: { "Service-Request-Id": "once" },
      body: { id: ORDER, statuses: { status: "OPENED" } },
    };
    await expect(client.call(write)).rejects.toThrow();
    const again = await client.call(write);
    expect(again.status).toBe(201);
    expect((await client.admin("GET", "/events")).json.events).toHaveLength(1);
    const { faults } = (await client.admin("GET", "/faults")).json;
    expect(faults).toMatchObject([{ ...rule, seen: 2 }]);
    expect((await client.admin("DELETE", `/faults/${faults[0].id}`)).json).toEqual({ deleted: 1 });
    expect((await client.admin("DELETE", `/faults/${faults[0].id}`)).status).toBe(404);
    await client.close();
  });

  test("the HAR of the log has the verdicts of the traffic, and no secret", async () => {
    const client = await open({ data: "small" });
    const listener = await listenForEvents();
    await registerHook(client, listener.url);
    await put(client, "OPENED");
    await client.call({ path: `/businesses/${client.businessId}/orders?limit=3` });
    await client.call({ path: `/businesses/${client.businessId}/transactions?creditDebitOnly=true` });
    await client.raw({ path: `/businesses/${client.businessId}/orders`, headers: { "Api-Version": "1.2" } });
    const har = await client.admin("GET", "/requests.har");
    const contract = loadContract("spec/openapi.yaml", { servers: [client.sandbox.url, client.sandbox.billingUrl] });
    const verdicts: string[] = [];
    for await (const readings of readRecording({ name: "sandbox.har", chunks: chunksOf(har.bytes) }))
      for (const reading of readings)
        verdicts.push(reading.kind === "exchange" ? contract.check(reading.exchange).verdict : reading.kind);
    // The first is a HEAD request that the test uses to read the time.
    expect(verdicts).toEqual(["skipped", ...new Array(6).fill("passed")]);
    const shown = [har.text, (await client.admin("GET", "/overview")).text, (await client.admin("GET", "/hooks")).text];
    for (const text of shown)
      for (const secret of ["planted-hook-secret", client.token]) expect(text).not.toContain(secret);
    await listener.close();
    await client.close();
  });

  test("no unexpected errors occurred", () => expect(defects).toEqual([]));
});

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
