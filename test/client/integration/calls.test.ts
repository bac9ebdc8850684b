/** The client against the sandbox on both engines: every operation, every grant, and failures. */
import { connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as calls from "../../../generated/calls.js";
import { listenOn } from "../../../src/cli/process/listen-on.js";
import { jwtBearer, type OrderId, orThrow, password } from "../../../src/index.js";
import { describeEachEngine } from "../../sandbox/engines.js";
import { OPERATIONS, ORDER } from "./operations.js";
import { DEMO, type IntegrationSetup, openSetup } from "./setup.js";

describeEachEngine("the client", (_, { newTarget }) => {
  let world: IntegrationSetup;
  beforeAll(async () => {
    world = await openSetup({ database: await newTarget() });
  });
  afterAll(() => world.close());

  test("calls every operation, and gets the documented response", async () => {
    const client = world.client();
    const statuses: Record<string, number> = {};
    for (const [name, call] of Object.entries(OPERATIONS)) statuses[name] = (await call(world, client)).status;
    const { createToken, recordOrder, createHook, ...reads } = statuses;
    expect({ createToken, recordOrder, createHook }).toEqual({ createToken: 401, recordOrder: 201, createHook: 201 });
    expect(Object.values(reads)).toEqual(Array.from({ length: 9 }, () => 200));
    expect(Object.keys(statuses)).toEqual(expect.arrayContaining(Object.keys(calls)));
  });

  test("calls by path and by name return the same", async () => {
    const client = world.client();
    const options = { params: { path: { businessId: world.businessId }, query: { limit: 3 } } };
    const byName = orThrow(await client.listOrders(options));
    expect(byName.orders).toHaveLength(3);
    expect(orThrow(await client.GET("/businesses/{businessId}/orders", options)).orders).toEqual(byName.orders);
  });

  test("signs in with every grant", async () => {
    const { key, businessId, sandbox } = world;
    const user = { businessId, username: DEMO.username, password: DEMO.password };
    const params = { path: { businessId }, query: { limit: 1 } };
    const signed = orThrow(
      await world.client().createToken({
        body: { grantType: "PASSWORD", ...user } as never,
        headers: { Authorization: await assertionOf(world) },
      }),
    );
    for (const signIn of [
      jwtBearer(key),
      password({ ...key, ...user }),
      signed.accessToken ?? "",
      () => signed.accessToken ?? "",
    ])
      expect((await world.client({ signIn: { oauth2: signIn } }).listOrders({ params })).status).toBe(200);
    const renewed = await world.client().createToken({
      body: { grantType: "REFRESH_TOKEN", refreshToken: signed.refreshToken } as never,
    });
    expect(renewed.status).toBe(200);
    const unauthenticated = await world.client({ signIn: { oauth2: "nobody" } }).listOrders({ params });
    expect(unauthenticated).toMatchObject({ ok: false, status: 401, attempts: 1 });
    const wrong = password({ ...key, ...user, password: "a wrong password" });
    await expect(world.client({ signIn: { oauth2: wrong } }).listOrders({ params })).rejects.toMatchObject({
      kind: "sign-in",
    });
    expect(sandbox.demo?.businessId).toBe(businessId);
  });

  test("a write whose response is lost is repeated, and has one effect", async () => {
    const { businessId } = world;
    await world.admin("POST", "/faults", {
      match: { operationId: "recordOrder", times: 1 },
      do: { dropResponseAfterCommit: true },
    });
    const orderId = "11111111-0b2d-4f68-a1c3-5d7e9f0b2c41" as OrderId;
    const before = await eventsOf(world);
    const result = await world.client().recordOrder({
      params: { path: { businessId, orderId } },
      body: { id: orderId, statuses: { status: "OPENED" } },
    });
    expect(result).toMatchObject({ ok: true, status: 201, attempts: 2 });
    expect((await eventsOf(world)) - before).toBe(1);
  });

  test.each([429, 503])("%i with Retry-After is retried after the wait", async (status) => {
    await world.admin("POST", "/faults", {
      match: { operationId: "listPlans", times: 1 },
      do: { status, headers: { "Retry-After": "1" }, body: { message: "later" } },
    });
    const began = performance.now();
    const result = await world.client({ fetch }).listPlans({ params: { path: { appId: world.appId } } });
    expect(result).toMatchObject({ status: 200, attempts: 2 });
    expect(performance.now() - began).toBeGreaterThanOrEqual(990);
  });

  test("a slow call times out, or is aborted by the caller", async () => {
    await world.admin("POST", "/faults", { match: { operationId: "getOrder", times: 2 }, do: { delay: 5000 } });
    const params = { path: { businessId: world.businessId, orderId: ORDER } };
    const controller = new AbortController();
    const { signal } = controller;
    // Aborts after the request has been sent, however long that takes.
    const aborting: typeof fetch = (url, init) => {
      const response = fetch(url, init);
      if (String(url).includes(ORDER)) controller.abort("enough");
      return response;
    };
    // Only the slow call has a short timeout: sign-in uses the limits of the client, because the machine may be slow.
    const given = world
      .client({ fetch })
      .getOrder({ params, timeout: 200, retries: 0, headers: await signedIn(world) });
    await expect(given).rejects.toMatchObject({ kind: "timeout", attempts: 1 });
    const ended = world.client({ fetch: aborting }).getOrder({ params, signal });
    await expect(ended).rejects.toMatchObject({ kind: "aborted", cause: "enough", attempts: 1 });
  });

  test("calls succeed through a proxy that resets connections", async () => {
    const proxy = await resettingProxy(new URL(world.sandbox.url), 2);
    try {
      const client = world.client({ fetch, baseUrl: proxy.url });
      const params = { path: { businessId: world.businessId } };
      const result = await client.listOrders({ params });
      expect(result).toMatchObject({ ok: true, attempts: 1 });
      proxy.reset(2);
      const again = await client.listOrders({ params });
      expect(again).toMatchObject({ ok: true, attempts: 3 });
      proxy.reset(9);
      const never = client.listOrders({ params, retries: 1 });
      await expect(never).rejects.toMatchObject({ kind: "connection", attempts: 2 });
    } finally {
      await proxy.close();
    }
  });
});

/** The assertion of the application, as the client creates it. */
async function assertionOf({ key, client }: IntegrationSetup): Promise<string> {
  let form = "";
  const listening: typeof fetch = async (_, init) => {
    form = String(init?.body);
    return new Response("{}", { status: 400 });
  };
  const { listPlans } = client({ signIn: { oauth2: jwtBearer(key) }, fetch: listening });
  await listPlans({ params: { path: { appId: DEMO.applicationId as never } } }).catch(() => {});
  return new URLSearchParams(form).get("assertion") ?? "";
}

/** Signs in before time is measured. */
async function signedIn(world: IntegrationSetup): Promise<{ readonly Authorization: string }> {
  const params = { path: { appId: world.appId } };
  orThrow(await world.client({ fetch: world.fetch }).listPlans({ params }));
  return { Authorization: `Bearer ${world.tokens.at(-1)}` };
}

async function eventsOf(world: IntegrationSetup): Promise<number> {
  const { events } = (await world.admin("GET", "/events")) as { readonly events: readonly unknown[] };
  return events.length;
}

/** A proxy that forwards bytes, but resets the connection for a given number of requests. */
async function resettingProxy(target: URL, first: number) {
  let resets = first;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const upstream = connect(Number(target.port), target.hostname);
    sockets.add(upstream);
    socket.on("error", () => upstream.destroy());
    upstream.on("error", () => socket.destroy());
    socket.on("data", (bytes) => {
      if (resets-- > 0) socket.resetAndDestroy();
      else upstream.write(bytes);
    });
    upstream.pipe(socket);
  });
  return {
    url: await listenOn(server),
    reset: (count: number) => {
      resets = count;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
