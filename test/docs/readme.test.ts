/** The examples of the README compile, and run against the sandbox. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sign } from "../../src/webhooks/index.js";
import { openWorld, type World } from "../client/integration/world.js";
import { openExamples } from "./examples.js";
import { listening } from "./listening.js";

const ROOT = join(import.meta.dirname, "../..");
const WEBHOOKS = JSON.stringify(join(ROOT, "src/webhooks/index.js"));

const GIVEN = {
  baseUrl: "string",
  billingUrl: "string",
  applicationId: "string",
  privateKey: "string",
  audience: "string",
  businessId: `import(${JSON.stringify(join(ROOT, "src/index.js"))}).BusinessId`,
  current: "string",
  next: "string",
  onEvent: `import(${WEBHOOKS}).ReceiverOptions["onEvent"]`,
  onError: `import(${WEBHOOKS}).ReceiverOptions["onError"]`,
  port: "number",
  value: "unknown",
  show: "(...values: unknown[]) => void",
};

const examples = openExamples("README.md", GIVEN);
const payload = '{"id":"e-1","eventType":"ORDER_OPENED","resourceId":"4f6b8da2-1c3e-4079-b2d4-6e8f0a1c3d52"}';
let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  examples.close();
  await world.close();
});

test("every example compiles", () => expect(examples.problems()).toEqual([]));

/** What each shows; of the one that listens, once a delivery has come. */
const SHOWN: Readonly<Record<string, (shown: readonly unknown[]) => void>> = {
  "Call the service": (shown) => expect(shown.length).toBeGreaterThan(10),
  "Receive webhooks": (shown) => expect(shown).toEqual(["ORDER_OPENED"]),
  "Use it as a library": (shown) => expect(new Set(shown)).toEqual(new Set(["passed"])),
  "Use it as a library 2": (shown) =>
    expect(shown).toEqual(["GET", "/businesses/{businessId}/orders/{orderId}", undefined]),
};

test("there is one for every section that shows code", () =>
  expect(examples.all.map(({ title }) => title)).toEqual(Object.keys(SHOWN)));

test.each(examples.all)("$title runs", async (example) => {
  const { businessId, key, sandbox } = world;
  const shown: unknown[] = [];
  const servers = listening();
  const show = (...values: unknown[]): unknown => shown.push(...values);
  const given = {
    ...{ ...key, baseUrl: sandbox.url, billingUrl: sandbox.url, businessId, port: 0, show, value: {} },
    ...{ current: "first", next: "second" },
    onEvent: ({ eventType }: { eventType: string }) => show(eventType),
    onError: show,
  };
  try {
    await examples.run(example, given);
    if (example.title === "Receive webhooks") {
      const headers = { "Service-Webhook-Signature": await sign(payload, "second") };
      const delivered = await fetch(`${await servers.url()}/`, { method: "POST", headers, body: payload });
      const again = await fetch(`${await servers.url()}/`, { method: "POST", headers, body: payload });
      expect([delivered.status, again.status]).toEqual([200, 200]);
    }
    SHOWN[example.title]?.(shown);
  } finally {
    await servers.close();
  }
});
