import type { Memory, Message } from "../../fault.js";
import type { Client } from "../client.js";
import { type Defect, editEvent } from "../defect.js";
import { isSigned, shiftHours, WEBHOOK } from "../edits-of-commerce.js";
import { createOrderPath, either, type Listener, listen, put, readObject } from "../second/edits-of-second.js";
import { getState, SANDBOX } from "./edits-of-fifth.js";

const OF_EVENT = { ...SANDBOX, operation: WEBHOOK } as const;
const OPENED = { statuses: { status: "OPENED" } };
const COMPLETED = { statuses: { status: "COMPLETED" } };

async function register(c: Client, { url }: Listener, eventTypes: readonly string[]): Promise<string> {
  return (await c.hook({ deliveryUrl: url, eventTypes })).json.id;
}

/** Remembers an event and returns whether it was delivered before. */
function isRepeated(message: Message, memory: Memory): boolean {
  const events = getState<boolean>(memory, "events");
  const id = String(readObject(message)?.id);
  const isKnown = events.has(id);
  events.set(id, true);
  return isKnown;
}

export const DELIVERIES: readonly Defect[] = [
  {
    ...OF_EVENT,
    id: "event-link-without-business",
    kind: "event",
    title: "the resource link of an event lacks the business and leads nowhere",
    breaks: "spec, webhooks: the link with rel = resource is a GET link to the item",
    delivery: editEvent((it) => {
      const links = JSON.stringify(it.links ?? []).replaceAll(/\/businesses\/[^/]+\/orders/g, "/orders");
      it.links = JSON.parse(links);
    }),
    names: either(/link|href/, /\b404\b/),
    shows: async (c) => {
      const [event] = await c.deliver();
      const href = event?.json.links[0].href ?? "";
      return new URL(href).pathname.startsWith(c.orders) ? undefined : `the link is ${new URL(href).pathname}`;
    },
  },
  {
    ...OF_EVENT,
    id: "event-of-earlier-order",
    kind: "event",
    title: "the resourceId of an event is that of the event before",
    breaks: "spec, webhooks: resourceId is the item in the collection; the link leads to another one",
    delivery: (message, memory) => {
      const ids = getState<string>(memory, "resources");
      const [earlier, own] = [ids.get("earlier"), String(readObject(message)?.resourceId)];
      ids.set("earlier", own);
      if (earlier !== undefined && earlier !== own)
        return editEvent((it) => {
          it.resourceId = earlier;
        })(message, memory);
    },
    names: either(
      /resourceId/,
      /other order|another order|wrong order|order that/,
      /link/,
      /no event|missing|not delivered/,
    ),
    shows: (c) =>
      listen(async (listener) => {
        await register(c, listener, ["ORDER_OPENED"]);
        const paths = [createOrderPath(c), createOrderPath(c)];
        for (const [at, path] of paths.entries()) {
          await put(c, path, OPENED);
          await listener.wait(at + 1);
        }
        const last = listener.received.at(-1)?.json.resourceId;
        return paths[1]?.endsWith(last) === true ? undefined : "the second event has the id of the first order";
      }),
  },
  {
    ...OF_EVENT,
    id: "signature-in-url-alphabet",
    kind: "signature",
    title: "signatures are in base64url, without padding",
    breaks: "spec, webhooks: signatures are the base64 encoding of the binary HMAC-SHA1; RFC 4648 4",
    delivery: ({ headers }) => {
      const signature = headers["service-webhook-signature"];
      if (signature !== undefined)
        headers["service-webhook-signature"] = Buffer.from(signature, "base64").toString("base64url");
    },
    names: either(/signature/, /base64/),
    shows: async (c) => {
      const [event] = await c.deliver();
      return event !== undefined && !isSigned(event) ? "the signature is not base64" : undefined;
    },
  },
  {
    ...OF_EVENT,
    id: "retry-with-changed-body",
    kind: "signature",
    title: "a retry has a new updatedAt and the signature of the first attempt",
    breaks: "spec, webhooks: the signature is the HMAC-SHA1 of the payload, also if the delivery is retried",
    delivery: (message, memory) => {
      if (!isRepeated(message, memory)) return;
      const signature = message.headers["service-webhook-signature"] ?? "";
      editEvent((it) => {
        it.updatedAt = shiftHours(String(it.updatedAt), 1 / 600);
      })(message, memory);
      message.headers["service-webhook-signature"] = signature;
    },
    names: either(/signature/, /retr|repeat|again|duplicate/),
    shows: (c) =>
      listen(
        async (listener) => {
          await register(c, listener, ["ORDER_OPENED"]);
          await put(c, createOrderPath(c), OPENED);
          await listener.wait(2, 8_000);
          const [, retry] = listener.received;
          return retry !== undefined && !isSigned(retry) ? "the signature of the retry is wrong" : undefined;
        },
        [500],
      ),
  },
  {
    ...OF_EVENT,
    id: "later-status-not-announced",
    kind: "event",
    title: "only the first status of an order is announced, not a later ORDER_COMPLETED or ORDER_CANCELLED",
    breaks: "docs/orders.md: each change publishes an event, such as ORDER_OPENED and ORDER_COMPLETED",
    delivery: (message, memory) => {
      const orders = getState<string>(memory, "orders");
      const { id, resourceId, eventType } = readObject(message) ?? {};
      const first = orders.get(resourceId) ?? id;
      orders.set(resourceId, first);
      const isLater = first !== id && /COMPLETED|CANCELLED/.test(eventType);
      return !isLater;
    },
    names: either(
      /ORDER_COMPLETED|ORDER_CANCELLED/,
      /no event|no delivery|missing|not (sent|delivered|received|announced)/,
    ),
    shows: (c) =>
      listen(async (listener) => {
        await register(c, listener, ["ORDER_OPENED", "ORDER_COMPLETED"]);
        const path = createOrderPath(c);
        await put(c, path, OPENED);
        await listener.wait(1);
        await put(c, path, COMPLETED);
        await listener.wait(2);
        return listener.received.length === 1 ? "ORDER_COMPLETED was not delivered" : undefined;
      }),
  },
  {
    ...OF_EVENT,
    id: "event-times-in-local-time",
    kind: "event",
    title: "the times of an event are local times with a Z, two hours ahead",
    breaks: "spec, conventions: all date-time values are GMT; WebhookEvent.createdAt: when the event was created",
    delivery: editEvent((it) => {
      for (const name of ["createdAt", "updatedAt"])
        if (typeof it[name] === "string") it[name] = shiftHours(String(it[name]), 2);
    }),
    names: either(/createdAt|updatedAt/, /future|ahead|time|clock|hour/),
    shows: async (c) => {
      const [event] = await c.deliver();
      const ahead = Date.parse(event?.json.createdAt) - Date.now();
      return ahead > 3_600_000 ? "createdAt of the event is in the future" : undefined;
    },
  },
  {
    ...OF_EVENT,
    id: "delivery-as-form",
    kind: "HTTP",
    title: "deliveries have the Content-Type of a form",
    breaks: "spec, webhooks: a delivery has the header Content-Type: application/json",
    delivery: ({ headers }) => {
      headers["content-type"] = "application/x-www-form-urlencoded";
    },
    names: either(/content.?type|media.?type|application\/json|form/),
    shows: async (c) => {
      const type = (await c.deliver())[0]?.headers["content-type"];
      return type === "application/json" ? undefined : `Content-Type: ${type}`;
    },
  },
];
