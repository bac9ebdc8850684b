import { Readable } from "node:stream";
import { expect, test } from "vitest";
import {
  type Acknowledgement,
  type EventStore,
  memoryStore,
  parseEvent,
  type ReceiverOptions,
  receiver,
  SignatureError,
  sign,
  verifyEvent,
} from "../../../src/webhooks/index.js";
import { discardBody } from "../../../src/webhooks/receivers/node-handler.js";

const SECRET = "a-secret-to-sign-with";
const PAYLOAD = new TextEncoder().encode('{"id":"e1","eventType":"ORDER_OPENED","resourceId":"o1"}');
const wait = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));
const bad = (text: string) => (): never => {
  throw new Error(text);
};

type Case = {
  readonly title: string;
  readonly options?: Partial<ReceiverOptions>;
  readonly store?: Partial<EventStore>;
  readonly status: Acknowledgement["status"];
  /** The reported errors, each with `acknowledged`. */
  readonly notified?: readonly (readonly [string, boolean])[];
  readonly stored: readonly string[];
};

const CASES: readonly Case[] = [
  { title: "an event that is dealt with", status: 200, stored: ["claim", "complete"] },
  { title: "one that was dealt with", store: { claim: () => "handled" }, status: 200, stored: [] },
  {
    title: "one that is dealt with elsewhere",
    store: { claim: () => Promise.resolve("busy" as const) },
    status: 503,
    stored: [],
  },
  {
    title: "one that fails",
    options: { onEvent: bad("locked") },
    status: 500,
    notified: [["locked", false]],
    stored: ["claim", "release"],
  },
  {
    title: "one that is rejected",
    options: { onEvent: () => Promise.reject(new Error("locked")) },
    status: 500,
    notified: [["locked", false]],
    stored: ["claim", "release"],
  },
  {
    title: "one that takes long",
    options: { acknowledgeAfter: 5, onEvent: () => wait(40) },
    status: 200,
    stored: ["claim", "complete"],
  },
  {
    title: "one that takes long, and fails",
    options: { acknowledgeAfter: 5, onEvent: () => wait(40).then(bad("locked")) },
    status: 200,
    notified: [["locked", true]],
    stored: ["claim", "release"],
  },
  {
    title: "a store that takes long: nothing is known yet",
    options: { acknowledgeAfter: 5 },
    store: { claim: () => wait(40).then(() => "new" as const) },
    status: 503,
    stored: ["complete"],
  },
  {
    title: "a store that cannot claim",
    store: { claim: bad("no store") },
    status: 500,
    notified: [["no store", false]],
    stored: [],
  },
  {
    title: "a store that cannot complete: the event was dealt with",
    store: { complete: bad("no store") },
    status: 200,
    notified: [["no store", false]],
    stored: ["claim"],
  },
  {
    title: "a store that cannot release",
    options: { onEvent: bad("locked") },
    store: { release: () => Promise.reject(new Error("no store")) },
    status: 500,
    notified: [
      ["no store", false],
      ["locked", false],
    ],
    stored: ["claim"],
  },
  {
    title: "an onError that throws itself",
    options: { onEvent: bad("locked"), onError: bad("no log") },
    status: 500,
    stored: ["claim", "release"],
  },
];

test.each(CASES)("$title", async ({ options, store, status, notified = [], stored }) => {
  const received: unknown[] = [];
  const calls: string[] = [];
  const receive = receiver({
    secrets: SECRET,
    onEvent: () => undefined,
    onError: (error, { acknowledged }) => received.push([(error as Error).message, acknowledged]),
    store: {
      claim: () => {
        calls.push("claim");
        return "new";
      },
      complete: () => calls.push("complete"),
      release: () => calls.push("release"),
      ...store,
    },
    ...options,
  });
  const response = await receive(PAYLOAD, await sign(PAYLOAD, SECRET));
  expect(response.status).toBe(status);
  await response.work;
  expect({ received, calls }).toEqual({ received: notified, calls: stored });
});

test.each([[""], [[]], [["a", ""]]])("a receiver without a secret is not created: %j", (secrets) => {
  expect(() => receiver({ secrets, onEvent: () => {}, onError: () => {} })).toThrow(/secret is missing or empty/);
});

test("events without an id are distinguished by their signatures", async () => {
  const seen: unknown[] = [];
  const receive = receiver({ secrets: SECRET, onEvent: ({ resource }) => seen.push(resource), onError: () => {} });
  for (const resource of ["/orders", "/orders", "/others"]) {
    const payload = new TextEncoder().encode(JSON.stringify({ eventType: "ORDER_OPENED", resource }));
    expect((await receive(payload, await sign(payload, SECRET))).status).toBe(200);
  }
  expect(seen).toEqual(["/orders", "/others"]);
});

test("the memory of event ids is bounded, and drops the oldest first", async () => {
  const store = memoryStore(2);
  for (const id of ["a", "b", "c", "d"]) expect(await store.claim(id)).toBe("new");
  for (const id of ["a", "b", "c"]) await store.complete(id);
  expect(await Promise.all(["a", "b", "c", "d"].map(store.claim))).toEqual(["new", "handled", "handled", "busy"]);
  await store.release("d");
  expect(await store.claim("d")).toBe("new");
});

test("an event is parsed after verification, and narrowed by its type", async () => {
  const signature = await sign(PAYLOAD, SECRET);
  const event = await verifyEvent(PAYLOAD, signature, ["another", SECRET]);
  const notified = ((): string | undefined => {
    switch (event.eventType) {
      case "ORDER_OPENED":
        return event.resourceId satisfies string | undefined;
      case "ORDER_UPDATED":
      case "ORDER_CANCELLED":
      case "ORDER_COMPLETED":
        return "known";
      default:
        // Only an undocumented type is left.
        return event.eventType satisfies string & { readonly length: number };
    }
  })();
  expect(notified).toBe("o1");
  await expect(verifyEvent(PAYLOAD, signature, "another")).rejects.toThrow(SignatureError);
  await expect(verifyEvent(PAYLOAD, null, SECRET)).rejects.toThrow(/respond with 401/);
  const headers = { "Service-Webhook-Signature": signature };
  const request = new Request("http://127.0.0.1/", { method: "POST", body: PAYLOAD, headers });
  expect(await verifyEvent(request, SECRET)).toEqual(event);
  expect(request.bodyUsed).toBe(false);
});

test.each([
  ['{"eventType":"ORDER_MELTED"}', { eventType: "ORDER_MELTED" }],
  ['\uFEFF{"eventType":"ORDER_OPENED"}', { eventType: "ORDER_OPENED" }],
  ["{", SyntaxError],
  ["[]", TypeError],
  ["null", TypeError],
  ['{"eventType":1}', TypeError],
])("as an event, %s", (payload, result) => {
  if (typeof result === "function") expect(() => parseEvent(payload)).toThrow(result);
  else expect(parseEvent(payload)).toEqual(result);
});

test.each([
  ["that is still to come", false],
  ["that was already read", true],
])("the rest of a body %s is discarded", async (_, isRead) => {
  const request = Object.assign(Readable.from([PAYLOAD], { autoDestroy: false }), { headers: {} });
  if (isRead) for await (const chunk of request.iterator({ destroyOnReturn: false })) expect(chunk).toBe(PAYLOAD);
  expect(request.readableEnded).toBe(isRead);
  await discardBody(request);
  expect(request.readableEnded).toBe(true);
});
