/** Webhooks of specs: which changes send them, to whom, and what they have. */
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { createSandbox, type SpecSandboxOptions } from "../../../src/sandbox/index.js";
import { createUndeclaredCollector, getSchemas } from "../../../src/schema/index.js";
import { serveForTest } from "../../serve.js";

const LETTERS = "test/sandbox/engine/letters.yaml";
const ACCOUNTS = "test/sandbox/engine/accounts.yaml";
const START = { seed: "webhooks", startAt: { time: Date.parse("2026-01-01T00:00:00Z"), freeze: true } };
const BODY = "/webhooks/letter/post/requestBody/content/application~1json/schema";

/** A listener that responds with a status, and what it received. */
async function listen(status = 204) {
  const received: { readonly signature: unknown; readonly body: string }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ signature: request.headers["x-signature"], body: await text(request) });
    response.writeHead(status).end();
  });
  return { received, url: `${await serveForTest(server)}/` };
}

async function open(options: Partial<SpecSandboxOptions> = {}) {
  const sandbox = await createSandbox({ ...START, spec: LETTERS, data: "none", ...options });
  onTestFinished(() => sandbox.close());
  const send = async (method: string, path: string, body: object = {}, url = sandbox.url) => {
    const init =
      method === "GET" ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const response = await fetch(url + path, { method, ...init });
    return JSON.parse((await response.text()) || "null");
  };
  return { send, admin: (method: string, path: string, body = {}) => send(method, path, body, sandbox.adminUrl) };
}

test("each change sends the events with its name, with a valid body that has the record", async () => {
  const { received, url } = await listen();
  const { send, admin } = await open({ deliverTo: [url] });
  const letter = { id: 1, text: "one" };
  await send("POST", "/letters", { text: "one", status: "draft" });
  await send("PATCH", "/letters/1", { text: "one", status: "sent" });
  await send("DELETE", "/letters/1");
  await send("PATCH", "/letters/1", { text: "none" });
  await expect.poll(() => received.length).toBe(4);
  const events = received.map(({ body }) => JSON.parse(body));
  const at = { timestamp: "2026-01-01T00:00:00Z" };
  expect(events.map(({ id: _, ...event }) => event).sort((a, b) => (a.type < b.type ? -1 : 1))).toEqual([
    { ...at, type: "letter.created", data: { letter: { ...letter, status: "draft" } } },
    { ...at, type: "letter.deleted", data: { letter: { ...letter, status: "sent" } } },
    { ...at, type: "letter.sent", data: { letter: { ...letter, status: "sent" } } },
    { ...at, type: "letter.updated", data: { letter: { ...letter, status: "sent" } } },
  ]);
  const schemas = getSchemas(loadDocument(LETTERS));
  for (const event of events) expect(schemas.validate(BODY, "request", event)).toEqual([]);
  const { deliveries } = await admin("GET", "/deliveries");
  expect(new Set(deliveries.map((it: { readonly id: string }) => it.id))).toEqual(new Set(events.map(({ id }) => id)));
  await expect
    .poll(async () => (await admin("GET", "/deliveries")).deliveries.map((it: { state: string }) => it.state))
    .toEqual(Array(4).fill("done"));
});

test("a record in a payload has its read-only properties, and events of deleted records have their ids", async () => {
  const { received, url } = await listen();
  const { send } = await open({ spec: ACCOUNTS, deliverTo: [url] });
  await send("POST", "/members", { email: "a@b.co" });
  await send("PATCH", "/members/1", { email: "b@b.co", role: "admin" });
  await send("DELETE", "/members/1");
  await expect.poll(() => received.length).toBe(2);
  const events = received.map(({ body }) => JSON.parse(body)).sort((a, b) => (a.event < b.event ? 1 : -1));
  expect(events).toEqual([
    { event: "member.updated", payload: { member: { id: 1, email: "b@b.co", role: "admin" } } },
    { event: "member.deleted", member_id: "1", data: { memberId: 1, memberName: "Ada" } },
  ]);
  const schemas = getSchemas(loadDocument(ACCOUNTS));
  for (const [index, name] of ["Updated", "Deleted"].entries())
    expect(createUndeclaredCollector(schemas)(`/components/schemas/${name}`, "response", events[index])).toEqual([]);
});

test("a stated registration gets the events that it names, signed as stated, until it is deleted", async () => {
  const { received, url } = await listen();
  const { send } = await open();
  const hook = await send("POST", "/subscriptions", { url, secret: "s3cret", events: ["letter.deleted"] });
  await send("POST", "/letters", { text: "one" });
  await send("DELETE", "/letters/1");
  await expect.poll(() => received.length).toBe(1);
  const [{ body, signature } = { body: "" }] = received;
  expect(JSON.parse(body).type).toBe("letter.deleted");
  expect(signature).toBe(`sha256=${createHmac("sha256", "s3cret").update(body).digest("hex")}`);
  await send("DELETE", `/subscriptions/${hook.id}`);
  await send("POST", "/letters", { text: "two" });
  await send("DELETE", "/letters/2");
  await new Promise((done) => setTimeout(done, 300));
  expect(received).toHaveLength(1);
});

test("a delivery URL that is not allowed is refused, and nothing is registered", async () => {
  const { send, admin } = await open();
  const refused = await send("POST", "/subscriptions", { url: "http://10.0.0.1/" });
  expect(refused.message).toMatch(/^the delivery URL is not allowed: /);
  expect((await admin("GET", "/hooks")).hooks).toEqual([]);
});

test("deliveries are retried, and fault rules apply to them", async () => {
  const { received, url } = await listen(503);
  const { send, admin } = await open({ deliverTo: [url] });
  await admin("POST", "/faults", { on: "deliveries", match: { eventType: "letter.deleted" }, do: { drop: true } });
  await send("POST", "/letters", { text: "one" });
  await send("DELETE", "/letters/1");
  const isCreated = ({ eventType }: { readonly eventType: string }) => eventType === "letter.created";
  const countAttempts = async () => (await admin("GET", "/deliveries")).deliveries.find(isCreated).attempts.length;
  await expect.poll(countAttempts).toBe(1);
  await admin("PUT", "/clock", { mode: "advance", by: "PT10S" });
  await expect
    .poll(() => received.map(({ body }) => JSON.parse(body).type))
    .toEqual(["letter.created", "letter.created"]);
});
