/** An advance of the clock runs in the background: its state, its end, and what works meanwhile. */
import { afterEach, expect, test, vi } from "vitest";
import { type CheckedClient, openCheckedClient, sendUnchecked } from "../checked-client.js";
import { type Behaviour, listen, silentUntilReleased } from "../deliveries/listener.js";
import { describeEachEngine } from "../engines.js";
import { PATIENT } from "../patient-limits.js";

const START = "2026-03-14T09:30:00Z";

describeEachEngine("advancing the clock", (_, { newTarget }) => {
  const opened: CheckedClient[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((client) => client.close()));
  });
  async function open(database: string): Promise<CheckedClient> {
    const client = await openCheckedClient({
      ...{ database, seed: "advance", data: "none", deliveries: { allow: ["127.0.0.1"], ...PATIENT } },
      startAt: { time: Date.parse(START), freeze: true },
    });
    opened.push(client);
    return client;
  }
  /** A sandbox with a listener and deliveries that have not been acknowledged. */
  async function openWithDeliveries(behaviour: Behaviour, count = 4) {
    const target = await newTarget();
    const client = await open(target);
    const listener = await listen(behaviour);
    const { applicationId, businessId } = client;
    const hook = { applicationId, businessId, deliveryUrl: listener.url, secret: "a-secret-to-sign-with" };
    await client.call({ method: "POST", path: "/hooks", body: { ...hook, eventTypes: ["ORDER_OPENED"] } });
    for (let number = 1; number <= count; number += 1) {
      const path = `/businesses/${businessId}/orders/00000000-0000-4000-8000-00000000000${number}`;
      await client.call({ method: "PUT", path, body: { statuses: { status: "OPENED" } } });
    }
    return { target, client, listener };
  }
  /** Does not wait for the end, unlike `client.admin`. */
  const change = ({ sandbox }: CheckedClient, body: object) =>
    sendUnchecked(sandbox.adminUrl, { method: "PUT", path: "/clock", body });
  const readClock = async (client: CheckedClient) => (await client.admin("GET", "/clock")).json;

  test("with deliveries to send, it returns at once and its progress can be read", async () => {
    const { behaviour, release } = silentUntilReleased();
    const { client, listener } = await openWithDeliveries(behaviour);
    const begun = await change(client, { mode: "advance", by: "P1D" });
    expect([begun.status, begun.json.state]).toEqual([202, "advancing"]);
    expect(await readClock(client)).toMatchObject({
      state: "advancing",
      advance: { from: "2026-03-14T09:30:00.000Z", to: "2026-03-15T09:30:00.000Z", left: 4 },
    });
    const refused = await change(client, { mode: "advance", by: "P1D" });
    expect([refused.status, refused.json.code]).toEqual([409, "CLOCK_ADVANCING"]);
    await vi.waitFor(() => expect(listener.received).toHaveLength(4), { timeout: 30_000 });
    release();
    await vi.waitFor(async () => expect((await readClock(client)).state).toBe("ready"), { timeout: 30_000 });
    expect(await readClock(client)).toMatchObject({ time: "2026-03-15T09:30:00.000Z", mode: "frozen" });
  });

  test("without deliveries, it is complete when it returns", async () => {
    const client = await open(await newTarget());
    const { status, json } = await change(client, { mode: "advance", by: "P1D" });
    expect([status, json.state, json.time]).toEqual([200, "ready", "2026-03-15T09:30:00.000Z"]);
  });

  test.each([
    ["cancelled", (client: CheckedClient) => client.admin("DELETE", "/clock/advance", {})],
    [
      "cancelled by another replica",
      async (_: CheckedClient, target: string) => {
        await (await open(target)).admin("DELETE", "/clock/advance", {});
      },
    ],
    ["ended by a reset", (client: CheckedClient) => client.admin("POST", "/reset", {})],
  ] as const)("it is %s although the listener never responds", async (_, end) => {
    const { target, client, listener } = await openWithDeliveries(silentUntilReleased().behaviour, 1);
    await change(client, { mode: "advance", by: "P1D" });
    await vi.waitFor(() => expect(listener.received).toHaveLength(1), { timeout: 30_000 });
    await end(client, target);
    expect(await readClock(client)).toMatchObject({ state: "ready", time: "2026-03-14T09:30:00.000Z" });
    expect((await client.admin("DELETE", "/clock/advance", {})).json.cancelled).toBe(false);
  });

  test("many that wait for each other each report their own end", async () => {
    const { target, client } = await openWithDeliveries((response) => void response.writeHead(500).end());
    const clients = [client, await open(target), await open(target)];
    const waiting = Array.from({ length: 24 }, (_, index) =>
      clients[index % 3]?.admin("PUT", "/clock", { mode: "advance", by: "PT1H" }),
    );
    const responses = await Promise.all(waiting);
    expect(new Set(responses.map((response) => response?.status))).toEqual(new Set([200]));
    const steps = responses.map((response) => response?.json.steps);
    expect(steps.every((count) => Number.isInteger(count))).toBe(true);
    expect(await readClock(client)).toMatchObject({ state: "ready", time: "2026-03-15T09:30:00.000Z" });
  });

  test("the sandbox as a library waits for its end", async () => {
    const { client, listener } = await openWithDeliveries(
      (response, index) => void response.writeHead(index < 2 ? 500 : 200).end(),
      1,
    );
    await client.sandbox.advance("PT1H");
    expect(listener.received).toHaveLength(3);
    await expect(client.sandbox.advance("soon")).rejects.toThrow("must be a duration");
  });
});
