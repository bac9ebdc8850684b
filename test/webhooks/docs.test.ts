/** The examples of docs/webhooks.md compile and run. */
import { afterAll, expect, test } from "vitest";
import { sign } from "../../src/webhooks/index.js";
import { openExamples } from "../docs/examples.js";
import { listening } from "../docs/listening.js";

const GIVEN = {
  payload: "string",
  signature: "string",
  secret: "string",
  request: "Request",
  port: "number",
  show: "(...values: unknown[]) => void",
};

const secret = "a-secret-to-sign-with";
const payload = '{"id":"e-1","eventType":"ORDER_OPENED","resourceId":"4f6b8da2-1c3e-4079-b2d4-6e8f0a1c3d52"}';
const RESOURCE = "4f6b8da2-1c3e-4079-b2d4-6e8f0a1c3d52";
const signature = await sign(payload, secret);

/** What each shows; of those that listen, once a delivery has come. */
const SHOWN: Readonly<Record<string, readonly unknown[]>> = {
  Verify: [true],
  "Verify 2": ["ORDER_OPENED"],
  "Verify 3": [true],
  Events: [RESOURCE],
  Receivers: ["ORDER_OPENED"],
  "Receivers 2": ["ORDER_OPENED"],
  "Receivers 3": ["ORDER_OPENED"],
  "Receivers 4": ["ORDER_OPENED", 200],
  "Once only": ["ORDER_OPENED", 200, 200],
  "When a signature is wrong": ["payload.line-ends", expect.any(String)],
  "In tests": [true],
};

const delivery = { method: "POST", headers: { "Service-Webhook-Signature": signature }, body: payload };
const examples = openExamples("docs/webhooks.md", GIVEN);
afterAll(examples.close);

test("every example compiles", () => expect(examples.problems()).toEqual([]));

test("there is one for every section that shows code", () =>
  expect(examples.all.map(({ title }) => title)).toEqual(Object.keys(SHOWN)));

test.each(examples.all)("$title runs", async (example) => {
  const shown: unknown[] = [];
  const servers = listening();
  try {
    const request = new Request("http://127.0.0.1/events", delivery);
    const show = (...values: unknown[]): unknown => shown.push(...values);
    await examples.run(example, { payload, signature, secret, request, port: 0, show });
    if (/^Receivers( [23])?$/.test(example.title)) {
      const answer = await fetch(`${await servers.url()}/events`, delivery);
      expect(answer.status).toBe(200);
      const forged = await fetch(`${await servers.url()}/events`, { ...delivery, body: `${payload} ` });
      expect(forged.status).toBe(401);
    }
    expect(shown).toEqual(SHOWN[example.title]);
  } finally {
    await servers.close();
  }
});
