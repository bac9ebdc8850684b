/** Aborted calls, and calls whose token is refused. */
import { describe, expect, test } from "vitest";
import { type BusinessId, jwtBearer, type OrderId } from "../../../src/index.js";
import { createScriptedClient, createScriptedServer, type Sent, type Step } from "../scripted-server.js";
import { p256, pem } from "../sign-in/keys.js";

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
    const service = createScriptedServer(steps);
    const controller = new AbortController();
    const reason = new Error("enough");
    const call = createScriptedClient(service).getOrder({ params: order, signal: controller.signal });
    service.clock.after(at, () => controller.abort(reason));
    return { service, reason, outcome: service.runUntilDone(call.catch((error: unknown) => error)) };
  };

  test.each<[string, readonly Step[], number, number]>([
    ["while waiting to try again", [{ status: 503, headers: { "retry-after": "60" } }], 100, 1],
    ["during the wait for a response", ["silence"], 100, 1],
    ["while waiting for a fetch that hears no signal", ["deaf"], 100, 1],
    ["during the second attempt", [busy, "silence"], 300, 2],
  ])("%s ends the call at once", async (_, steps, at, attempts) => {
    const { service, reason, outcome } = aborting(steps, at);
    expect(await outcome).toMatchObject({ kind: "aborted", cause: reason, attempts });
    expect(service.elapsed()).toBe(at);
    expect(service.sent).toHaveLength(attempts);
  });

  test("before the call sends nothing", async () => {
    const service = createScriptedServer([good]);
    const call = createScriptedClient(service).getOrder({ params: order, signal: AbortSignal.abort("never mind") });
    await expect(service.runUntilDone(call)).rejects.toMatchObject({ kind: "aborted", cause: "never mind" });
    expect(service.sent).toEqual([]);
  });
});

describe("one sign-in for many calls", () => {
  const waiting = () => {
    const service = createScriptedServer([good]);
    let signIns = 0;
    let give: (token: string) => void = () => {};
    const signIn = () => {
      signIns += 1;
      return new Promise<string>((resolve) => {
        give = resolve;
      });
    };
    const client = createScriptedClient(service, { signIn: { oauth2: signIn } });
    const call = (signal: AbortSignal) => client.getOrder({ params: order, signal }).catch((error: unknown) => error);
    return { service, call, countSignIns: () => signIns, give: (token: string) => give(token) };
  };

  test("an abort ends the wait of its own calls", async () => {
    const { service, call, countSignIns, give } = waiting();
    const controllers = Array.from({ length: 100 }, () => new AbortController());
    const calls = controllers.map(({ signal }) => call(signal));
    for (const [index, controller] of controllers.entries()) if (index % 2 === 0) controller.abort(index);
    expect(await calls[98]).toMatchObject({ kind: "aborted", cause: 98, attempts: 1 });
    give("a");
    const outcomes = await service.runUntilDone(Promise.all(calls));
    expect(outcomes.filter((it) => (it as { readonly status?: number }).status === 200)).toHaveLength(50);
    expect(service.sent).toHaveLength(50);
    expect(countSignIns()).toBe(1);
  });

  test("an abort of all callers keeps the token for the next one, and is no error for others", async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", listen);
    const { service, call, countSignIns, give } = waiting();
    const controller = new AbortController();
    const calls = Array.from({ length: 20 }, () => call(controller.signal));
    controller.abort("all");
    expect((await Promise.all(calls)).map((it) => (it as { readonly cause?: unknown }).cause)).toEqual(
      Array(20).fill("all"),
    );
    const next = call(new AbortController().signal);
    await new Promise(setImmediate);
    give("no token\n");
    expect(await service.runUntilDone(next)).toMatchObject({ kind: "sign-in" });
    await service.runUntilDone(Promise.resolve());
    process.off("unhandledRejection", listen);
    expect(unhandled).toEqual([]);
    expect(countSignIns()).toBe(1);
  });
});

test("a signal for many calls has one listener, without a warning", async () => {
  const warnings: Error[] = [];
  const listen = (warning: Error) => warnings.push(warning);
  process.on("warning", listen);
  const { signal } = new AbortController();
  let [most, listeners] = [0, 0];
  const counted = Object.assign(signal, {
    addEventListener: (...given: Parameters<AbortSignal["addEventListener"]>) => {
      listeners += 1;
      most = Math.max(most, listeners);
      AbortSignal.prototype.addEventListener.apply(signal, given);
    },
    removeEventListener: (...given: Parameters<AbortSignal["removeEventListener"]>) => {
      listeners -= 1;
      AbortSignal.prototype.removeEventListener.apply(signal, given);
    },
  });
  const service = createScriptedServer([busy, ...Array.from({ length: 50 }, () => good)]);
  const client = createScriptedClient(service);
  const calls = Array.from({ length: 50 }, () => client.getOrder({ params: order, signal: counted }));
  await service.runUntilDone(Promise.all(calls));
  process.off("warning", listen);
  expect({ warnings, most, listeners }).toEqual({ warnings: [], most: 1, listeners: 1 });
});

test.each<[string, unknown]>([
  ["undefined", undefined],
  ["null", null],
  ["a text", "boom"],
  ["an object without a prototype", Object.create(null)],
])("a fetch that throws %s is a connection error", async (_, thrown) => {
  const service = createScriptedServer([]);
  const fetch = () => Promise.reject(thrown);
  const call = createScriptedClient({ ...service, fetch }).getOrder({ params: order, retries: 1 });
  const error: unknown = await service.runUntilDone(call).catch((it: unknown) => it);
  expect(error).toMatchObject({ kind: "connection", attempts: 2 });
  expect((error as Error).message).toMatch(/^getOrder: connection: no full response from https:\/\/api\.example \{/);
  expect((error as Error).cause).toBe(thrown);
});

test("an interrupted body is read again if the call is safe to repeat", async () => {
  const service = createScriptedServer([]);
  let sent = 0;
  const fetch = async () => {
    sent += 1;
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"id":'));
        if (sent === 1) controller.error(new TypeError("terminated"));
        else {
          controller.enqueue(new TextEncoder().encode('"1"}'));
          controller.close();
        }
      },
    });
    return new Response(body, { status: 200 });
  };
  const call = createScriptedClient({ ...service, fetch }).getOrder({ params: order });
  expect(await service.runUntilDone(call)).toMatchObject({ status: 200, data: { id: "1" }, attempts: 2 });
});

describe("401", () => {
  test("with an unchanged token is returned at once, in every call", async () => {
    const service = createScriptedServer([{ status: 401 }]);
    const client = createScriptedClient(service);
    for (const sent of [1, 2]) {
      const result = await service.runUntilDone(client.getOrder({ params: order }));
      expect(result).toMatchObject({ status: 401, attempts: 1 });
      expect(service.sent).toHaveLength(sent);
    }
  });

  const tokens = (...given: string[]) => {
    let calls = 0;
    return { signIn: { oauth2: async () => given[Math.min(calls++, given.length - 1)] ?? "" } };
  };
  test.each<[string, string[], readonly Step[], (string | null)[], number]>([
    ["is tried once more with another token", ["a", "b"], [{ status: 401 }, good], ["Bearer a", "Bearer b"], 200],
    ["never becomes a loop", ["a", "b", "c"], [{ status: 401 }], ["Bearer a", "Bearer b"], 401],
    ["is returned if there is no other token", ["a"], [{ status: 401 }, good], ["Bearer a"], 401],
    [
      "has its own attempt beside the retries",
      ["a", "b", "c", "d"],
      [busy, { status: 401 }, busy, good],
      ["Bearer a", "Bearer b", "Bearer c", "Bearer d"],
      200,
    ],
  ])("%s", async (_, given, steps, sent, status) => {
    const service = createScriptedServer(steps);
    const result = await service.runUntilDone(
      createScriptedClient(service, tokens(...given)).getOrder({ params: order }),
    );
    expect(service.sent.map(({ headers }) => headers.get("authorization"))).toEqual(sent);
    expect(result.status).toBe(status);
  });

  test("of a call that is not repeatable is retried too, because it had no effect", async () => {
    const service = createScriptedServer([{ status: 401 }, { status: 201 }]);
    const result = await service.runUntilDone(
      createScriptedClient(service, tokens("a", "b")).createHook({ body: {} as never }),
    );
    expect(result.status).toBe(201);
  });
});

test("every sign-in attempt has its own request id and its own assertion", async () => {
  const service = createScriptedServer([busy, { status: 200, body: { accessToken: "a", expiresIn: 60 } }, good]);
  const signIn = jwtBearer({ applicationId: "urn:aid:1", privateKey: pem(p256) });
  expect(
    (
      await service.runUntilDone(
        createScriptedClient(service, { signIn: { oauth2: signIn } }).getOrder({ params: order }),
      )
    ).status,
  ).toBe(200);
  const tokens = service.sent.filter(({ url }) => url.endsWith("/token"));
  expect(tokens).toHaveLength(2);
  for (const part of [({ body }: Sent) => body, ({ headers }: Sent) => headers.get("service-request-id")])
    expect(new Set(tokens.map(part)).size).toBe(2);
});

test("a redirect of the sign-in is recognized although a browser hides its status", async () => {
  const service = createScriptedServer([]);
  const fetch = async () => Object.defineProperties(Response.error(), { type: { value: "opaqueredirect" } });
  const signIn = jwtBearer({ applicationId: "urn:aid:1", privateKey: pem(p256) });
  const call = createScriptedClient({ ...service, fetch }, { signIn: { oauth2: signIn } }).getOrder({ params: order });
  await expect(service.runUntilDone(call)).rejects.toMatchObject({ kind: "redirected", status: 0 });
});
