/** Fault rules for deliveries: what the listener receives, and what the sandbox records. */
import { afterEach, expect, test, vi } from "vitest";
import { verify } from "../../../src/webhooks/index.js";
import { type CheckedClient, openCheckedClient } from "../checked-client.js";
import { acknowledge, listen, type Received } from "../deliveries/listener.js";
import { describeEachEngine } from "../engines.js";
import { PATIENT } from "../patient-limits.js";

const SECRET = "a-secret-to-sign-with";

describeEachEngine("fault rules for deliveries", (_, { newTarget }) => {
  let opened: CheckedClient | undefined;
  afterEach(async () => opened?.close());
  /** A sandbox with a rule, and a hook with a listener that acknowledges everything. */
  async function open(rule: object | undefined, seed = "delivery faults") {
    const client = await openCheckedClient({
      ...{ database: await newTarget(), seed, data: "none", deliveries: { allow: ["127.0.0.1"], ...PATIENT } },
      startAt: { time: Date.parse("2026-03-14T09:30:00Z"), freeze: true },
    });
    opened = client;
    const { received, url } = await listen(acknowledge);
    const { applicationId, businessId } = client;
    const hook = { applicationId, businessId, deliveryUrl: url, secret: SECRET, eventTypes: ["ORDER_OPENED"] };
    await client.call({ method: "POST", path: "/hooks", body: hook });
    if (rule !== undefined)
      expect((await client.admin("POST", "/faults", { on: "deliveries", ...rule })).status).toBe(201);
    let orders = 0;
    const order = async (number: number): Promise<void> => {
      orders += 1;
      const path = `/businesses/${businessId}/orders/00000000-0000-4000-8000-00000000000${number}`;
      await client.call({ method: "PUT", path, body: { statuses: { status: "OPENED" } } });
      const listDeliveries = async () => (await client.admin("GET", "/deliveries")).json.deliveries;
      // The first one is the latest, but the delivery of this order may not be listed yet.
      const isTried = async (): Promise<void> => {
        const deliveries = await listDeliveries();
        expect(deliveries).toHaveLength(orders);
        expect(deliveries[0].attempts[0]?.reason).not.toMatch(/^in progress|undefined/);
      };
      await vi.waitFor(isTried, { timeout: 30_000 });
    };
    const ids = () => received.map(({ body }) => JSON.parse(body.toString()).resourceId.slice(-1)).join("");
    const attempts = async () =>
      (await client.admin("GET", "/deliveries")).json.deliveries.map(
        ({ state, attempts: all }: { state: string; attempts: { reason: string }[] }) =>
          `${state}: ${all.map(({ reason }) => reason.replace(/fault rule [0-9a-f-]+/, "fault rule")).join("; ")}`,
      );
    return { client, received, order, ids, attempts };
  }
  const isSigned = async ({ body, headers }: Received) =>
    verify(body, String(headers["service-webhook-signature"]), SECRET);

  test.each([
    ["none", undefined, "1", ["done: acknowledged"]],
    ["duplicate", { do: { duplicate: 2 } }, "111", ["done: fault rule (duplicate: 2): acknowledged"]],
    ["drop", { match: { times: 1 }, do: { drop: true } }, "1", ["done: fault rule: nothing was sent; acknowledged"]],
    [
      "dropResponse",
      { match: { attempt: 1 }, do: { dropResponse: true } },
      "11",
      ["done: fault rule: the response was dropped; acknowledged"],
    ],
    ["delay", { do: { delay: 3_600_000 } }, "1", ["done: fault rule: delayed by 3600000 ms; acknowledged"]],
    ["another event", { match: { eventType: "ORDER_COMPLETED" }, do: { drop: true } }, "1", ["done: acknowledged"]],
  ] as const)("%s", async (_, rule, received, recorded) => {
    const { client, order, ids, attempts } = await open(rule);
    await order(1);
    await client.sandbox.advance("PT2H");
    expect([ids(), await attempts()]).toEqual([received, recorded]);
  });

  test("a delayed delivery is not sent before its time", async () => {
    const { client, order, ids } = await open({ do: { delay: 3_600_000 } });
    await order(1);
    await client.sandbox.advance("PT59M");
    expect(ids()).toBe("");
    await client.sandbox.advance("PT1M");
    expect(ids()).toBe("1");
  });

  test("a reordered delivery follows the next one of its hook", async () => {
    const { order, ids } = await open({ match: { times: 1 }, do: { reorder: true } });
    for (const number of [1, 2, 3]) await order(number);
    await vi.waitFor(() => expect(ids()).toHaveLength(3), { timeout: 30_000 });
    expect(ids()).toMatch(/^2(13|31)$/);
  });

  test.each([
    ["wrong", 2, false],
    ["old", 2, false],
    ["missing", 2, false],
    [undefined, 2, true],
  ] as const)("a signature that is %s", async (signature, number, isValid) => {
    const { received, order } = await open(
      signature === undefined
        ? undefined
        : { match: { orderId: `00000000-0000-4000-8000-00000000000${number}` }, do: { signature } },
    );
    for (const each of [1, number]) await order(each);
    await vi.waitFor(() => expect(received).toHaveLength(2), { timeout: 30_000 });
    const [first, second] = received as [Received, Received];
    expect([await isSigned(first), await isSigned(second)]).toEqual([true, isValid]);
    const header = second.headers["service-webhook-signature"];
    expect([header === undefined, await verify(first.body, String(header), SECRET)]).toEqual([
      signature === "missing",
      signature === "old",
    ]);
  });

  test("a truncated body has the length of the sent bytes and the signature of the whole", async () => {
    const { received, order } = await open({ do: { truncate: 20 } });
    await order(1);
    expect(received.map(({ body, headers }) => [body.length, headers["content-length"]])).toEqual([[20, "20"]]);
    expect(await isSigned(received[0] as Received)).toBe(false);
  });

  test("the same seed makes the same deliveries fail", async () => {
    const runs: string[] = [];
    for (const seed of ["one", "one"]) {
      const { order, ids, client } = await open({ match: { probability: 0.5 }, do: { duplicate: 1 } }, seed);
      for (const number of [1, 2, 3, 4, 5, 6]) await order(number);
      // Outcomes are recorded after the copies have been sent.
      const isDone = async () => (await client.admin("GET", "/deliveries?state=done")).json.deliveries.length;
      await vi.waitFor(async () => expect(await isDone()).toBe(6), { timeout: 30_000 });
      runs.push([...ids()].toSorted().join(""));
      await client.close();
    }
    expect(runs[0]).toBe(runs[1]);
    expect(runs[0]?.length).toBeGreaterThan(6);
    expect(runs[0]?.length).toBeLessThan(12);
  });
});
