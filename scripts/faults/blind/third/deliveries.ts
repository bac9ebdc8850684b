import { createHmac } from "node:crypto";
import { type Json, parseRequestJson } from "../../edits.js";
import type { Memory, Message } from "../../fault.js";
import type { Delivery } from "../client.js";
import type { Defect } from "../defect.js";
import { CREATE_HOOK, setTotal, shiftHours, WEBHOOK } from "../edits-of-commerce.js";
import { createOrderPath, deliverOrder, listen, put, readObject } from "../second/edits-of-second.js";
import { type Edit, EVENT_OPERATIONS, readSuccess } from "./edits-of-third.js";

const rememberHook: Edit<"response"> = (response, message, memory) => {
  const id = readSuccess(response)?.id;
  if (id === undefined) return;
  if (!memory.has("first hook")) memory.set("first hook", id);
  memory.set(id, readObject(message)?.secret);
};

const EVENTS = {
  service: "sandbox",
  operation: WEBHOOK,
  methods: ["POST"],
  paths: [CREATE_HOOK.path],
  response: rememberHook,
  alsoOn: EVENT_OPERATIONS,
} as const;

function sign(message: Message, secret: unknown): void {
  const signature = createHmac("sha1", String(secret)).update(Buffer.from(message.body, "latin1")).digest("base64");
  message.headers["service-webhook-signature"] = signature;
}

/** Edits the event of a delivery and signs it with the secret of its hook. */
function editEvent(edit: (event: Json, memory: Memory) => Json): Edit<"delivery"> {
  return (message, memory) => {
    const event: Json = parseRequestJson(message);
    message.body = Buffer.from(JSON.stringify(edit(event, memory))).toString("latin1");
    message.headers["content-length"] = String(message.body.length);
    sign(message, memory.get(event.hookId));
  };
}

function isSignedWith(delivery: Delivery | undefined, secret: string): boolean {
  const expected = createHmac("sha1", secret)
    .update(delivery?.text ?? "")
    .digest("base64");
  return delivery?.headers["service-webhook-signature"] === expected;
}

export const DELIVERIES_OF_THIRD: readonly Defect[] = [
  {
    ...EVENTS,
    id: "secret-in-lower-case-signs",
    kind: "signature",
    title: "deliveries are signed with the secret in lower case",
    breaks: "spec: the signature is an HMAC-SHA1 with the registered secret as the key",
    delivery: (message, memory) => {
      const { hookId } = parseRequestJson(message);
      sign(message, String(memory.get(hookId)).toLowerCase());
    },
    names: /signature|secret|hmac/i,
    shows: (c) =>
      listen(async ({ url, received, wait }) => {
        const secret = "Mixed-Case-Signing-Secret";
        await c.hook({ deliveryUrl: url, secret });
        await c.record({ statuses: { status: "OPENED" } });
        await wait(1);
        return isSignedWith(received[0], secret) ? undefined : "the signature is invalid";
      }),
  },
  {
    ...EVENTS,
    id: "secret-of-first-hook-signs",
    kind: "signature",
    title: "the deliveries of all hooks are signed with the secret of the first one",
    breaks: "spec: the signature is an HMAC-SHA1 with the registered secret as the key",
    delivery: (message, memory) => sign(message, memory.get(String(memory.get("first hook")))),
    names: /signature|secret|hmac/i,
    shows: async (c) => {
      await c.hook({ secret: "secret-of-the-first-hook" });
      return listen(async ({ url, received, wait }) => {
        const secret = "secret-of-the-second-hook";
        await c.hook({ deliveryUrl: url, secret });
        await c.record({ statuses: { status: "OPENED" } });
        await wait(1);
        return isSignedWith(received[0], secret) ? undefined : "the signature is invalid";
      });
    },
  },
  {
    ...EVENTS,
    id: "hook-id-of-first-hook",
    kind: "event",
    title: "hookId of all events is the id of the first hook",
    breaks: "spec: hookId is the identifier of the webhook registration",
    delivery: editEvent((event, memory) => ({ ...event, hookId: memory.get("first hook") })),
    names: /hookId|registration/i,
    shows: async (c) => {
      await c.hook();
      return listen(async ({ url, received, wait }) => {
        const { id } = (await c.hook({ deliveryUrl: url })).json;
        await c.record({ statuses: { status: "OPENED" } });
        await wait(1);
        return received[0]?.json.hookId === id ? undefined : "hookId is that of another hook";
      });
    },
  },
  {
    ...EVENTS,
    id: "link-of-event-without-business",
    kind: "event",
    title: "the link of an event to the order lacks the business, so it leads to a 404",
    breaks: "spec: the link with rel = resource is a GET link to the item",
    delivery: editEvent((event) => ({
      ...event,
      links: event.links?.map((it: Json) => ({ ...it, href: it.href.replace(/\/businesses\/[^/]+/, "") })),
    })),
    names: /link|href|\b404\b/i,
    shows: async (c) => {
      const { href } = (await deliverOrder(c, {}))?.json.links[0] ?? {};
      const { status } = await c.get(new URL(href).pathname);
      return status === 404 ? "the link leads to a 404" : undefined;
    },
  },
  {
    ...EVENTS,
    id: "created-at-of-event-in-local-time",
    kind: "event",
    title: "createdAt and updatedAt of an event are two hours ahead",
    breaks: "spec: all date-time values are GMT; createdAt is the time when the event was created",
    delivery: editEvent((event) => ({
      ...event,
      createdAt: shiftHours(event.createdAt, 2),
      updatedAt: shiftHours(event.updatedAt, 2),
    })),
    names: /createdAt|updatedAt|time ?zone|future|hour|gmt|utc|clock|ahead/i,
    shows: async (c) => {
      const createdAt = (await deliverOrder(c, {}))?.json.createdAt;
      return Date.parse(createdAt) > Date.now() + 3_600_000 ? `createdAt is ${createdAt}` : undefined;
    },
  },
  {
    ...EVENTS,
    id: "completed-order-announced-as-updated",
    kind: "event",
    title: "the event of a completed order has the type ORDER_UPDATED",
    breaks: "spec: onOrderCompleted has the eventType ORDER_COMPLETED; only registered types are sent",
    delivery: editEvent((event) =>
      event.eventType === "ORDER_COMPLETED" ? { ...event, eventType: "ORDER_UPDATED" } : event,
    ),
    names: /eventType|ORDER_COMPLETED|ORDER_UPDATED|not (sent|delivered)|no delivery|missing/i,
    shows: async (c) => {
      const [delivery] = await c.deliver("COMPLETED");
      return delivery?.json.eventType === "ORDER_COMPLETED" ? undefined : "the event has another type";
    },
  },
  {
    ...EVENTS,
    id: "second-event-within-a-second-lost",
    kind: "event",
    title: "a second event of the same order within a second is not sent",
    breaks: "docs/orders.md: each change publishes an event; open question event-triggers",
    delivery: (message, memory) => {
      const { id, hookId, resourceId } = parseRequestJson(message);
      const key = `${hookId} ${resourceId}`;
      const latest = memory.get(key) as { id: string; at: number } | undefined;
      const isLost = latest !== undefined && latest.id !== id && Date.now() - latest.at < 1_000;
      if (!isLost) memory.set(key, { id, at: Date.now() });
      return !isLost;
    },
    names: /not (sent|delivered|received)|no (delivery|event)|missing|lost|ORDER_UPDATED|within/i,
    shows: (c) =>
      listen(async ({ url, received, wait }) => {
        await c.hook({ deliveryUrl: url, eventTypes: ["ORDER_OPENED", "ORDER_UPDATED"] });
        const path = createOrderPath(c);
        await put(c, path, { statuses: { status: "OPENED" }, amounts: { netTotal: 1 } });
        await c.patch(path, setTotal(2));
        await wait(2);
        return received.length === 2 ? undefined : `${received.length} of 2 events were sent`;
      }),
  },
  {
    ...EVENTS,
    id: "cancelled-orders-not-announced",
    kind: "event",
    title: "the event of a cancelled order is not sent",
    breaks: "spec: onOrderCancelled announces that an order has been cancelled; open question event-triggers",
    delivery: (message) => parseRequestJson(message).eventType !== "ORDER_CANCELLED",
    names: /not (sent|delivered|received)|no (delivery|event)|missing|lost|ORDER_CANCELLED/i,
    shows: async (c) => ((await c.deliver("CANCELLED")).length === 0 ? "no event was sent" : undefined),
  },
  {
    ...EVENTS,
    id: "retry-with-new-event-id",
    kind: "event",
    title: "a repeated delivery has another event id than the first one",
    breaks:
      "spec: listeners must tolerate duplicates, which they know by the id; docs/sandbox.md: same id and same bytes",
    delivery: editEvent((event, memory) => {
      const attempts = Number(memory.get(`${event.id} attempts`) ?? 0);
      memory.set(`${event.id} attempts`, attempts + 1);
      return {
        ...event,
        id: `${event.id.slice(0, -1)}${((Number.parseInt(event.id.slice(-1), 16) + attempts) % 16).toString(16)}`,
      };
    }),
    names: /\bid\b|differ|changed|retr|repeat|duplicate/i,
    shows: (c) =>
      listen(
        async ({ url, received, wait }) => {
          await c.hook({ deliveryUrl: url });
          await c.record({ statuses: { status: "OPENED" } });
          await wait(2, 8_000);
          const [first, second] = received;
          return second === undefined || first?.json.id === second.json.id ? undefined : "the id changed";
        },
        [500],
      ),
  },
];
