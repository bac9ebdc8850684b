/** A call that is ended from outside, and one whose token is refused. */
import { describe, expect, test } from "vitest";
import type { BusinessId, OrderId } from "../../src/index.js";
import { clientOf, type Step, scripted } from "./scripted.js";

const order = {
  path: {
    businessId: "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11" as BusinessId,
    orderId: "3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41" as OrderId,
  },
};
const good: Step = { status: 200 };
const busy: Step = { status: 503 };

describe("an abort", () => {
  const aborting = (steps: readonly Step[], at: number) => {
    const service = scripted(steps);
    const controller = new AbortController();
    const reason = new Error("enough");
    const call = clientOf(service).getOrder({ params: order, signal: controller.signal });
    service.clock.sleep(at).then(() => controller.abort(reason));
    return { service, reason, outcome: service.settle(call.catch((error: unknown) => error)) };
  };

  test.each<[string, readonly Step[], number, number]>([
    ["while waiting to try again", [{ status: 503, headers: { "retry-after": "60" } }], 100, 1],
    ["while waiting for an answer", ["silence"], 100, 1],
    ["while waiting for a fetch that hears no signal", ["deaf"], 100, 1],
    ["during the second attempt", [busy, "silence"], 300, 2],
  ])("%s ends the call at once", async (_, steps, at, attempts) => {
    const { service, reason, outcome } = aborting(steps, at);
    expect(await outcome).toMatchObject({ kind: "aborted", cause: reason, attempts });
    expect(service.elapsed()).toBe(at);
    expect(service.sent).toHaveLength(attempts);
  });

  test("before the call sends nothing", async () => {
    const service = scripted([good]);
    const call = clientOf(service).getOrder({ params: order, signal: AbortSignal.abort("never mind") });
    await expect(service.settle(call)).rejects.toMatchObject({ kind: "aborted", cause: "never mind" });
    expect(service.sent).toEqual([]);
  });
});

describe("401", () => {
  const tokens = (...given: string[]) => {
    let asked = 0;
    return { signIn: async () => given[Math.min(asked++, given.length - 1)] ?? "" };
  };
  test.each<[string, string[], readonly Step[], (string | null)[], number]>([
    ["is tried once more with another token", ["a", "b"], [{ status: 401 }, good], ["Bearer a", "Bearer b"], 200],
    ["never becomes a loop", ["a", "b", "c"], [{ status: 401 }], ["Bearer a", "Bearer b"], 401],
    ["is told when there is no other token", ["a"], [{ status: 401 }, good], ["Bearer a"], 401],
    [
      "has its own attempt beside the retries",
      ["a", "b", "c", "d"],
      [busy, { status: 401 }, busy, good],
      ["Bearer a", "Bearer b", "Bearer c", "Bearer d"],
      200,
    ],
  ])("%s", async (_, given, steps, sent, status) => {
    const service = scripted(steps);
    const result = await service.settle(clientOf(service, tokens(...given)).getOrder({ params: order }));
    expect(service.sent.map(({ headers }) => headers.get("authorization"))).toEqual(sent);
    expect(result.status).toBe(status);
  });

  test("of a call that is not repeatable is tried again too: it had no effect", async () => {
    const service = scripted([{ status: 401 }, { status: 201 }]);
    const result = await service.settle(clientOf(service, tokens("a", "b")).createHook({ body: {} as never }));
    expect(result.status).toBe(201);
  });
});
