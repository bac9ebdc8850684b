import { randomUUID } from "node:crypto";
import { parseRequestJson } from "../../edits.js";
import type { Client } from "../client.js";
import { type Defect, editEvent } from "../defect.js";
import { WEBHOOK } from "../edits-of-commerce.js";
import { createOrderPath, deliverOrder, either, listen, put } from "./edits-of-second.js";

const OWN = { service: "sandbox", operation: WEBHOOK } as const;
const REPEATED = either(/retr|repeat|again|redeliver|second|acknowledg|refus/);

/** The events of an order that is recorded twice. */
async function deliverTwo(c: Client): Promise<readonly string[]> {
  return listen(async ({ url, received, wait }) => {
    await c.hook({ deliveryUrl: url, eventTypes: ["ORDER_OPENED", "ORDER_UPDATED"] });
    const path = createOrderPath(c);
    await put(c, path, { statuses: { status: "OPENED" } });
    await put(c, path, { statuses: { status: "OPENED" }, notes: "2" });
    await wait(2);
    return received.map(({ json }) => json.id);
  });
}

export const DELIVERIES: readonly Defect[] = [
  {
    ...OWN,
    id: "event-not-repeated",
    kind: "event",
    title: "a delivery that is refused is not repeated",
    breaks: "seed: without an acknowledgement the delivery is attempted again",
    delivery: (it, memory) => {
      const { id } = parseRequestJson(it);
      if (memory.has(id)) return false;
      memory.set(id, true);
      return undefined;
    },
    names: REPEATED,
    shows: async (c) => ((await deliverAfterRefusal(c)).length === 1 ? "one attempt" : undefined),
  },
  {
    ...OWN,
    id: "event-repeated-with-new-id",
    kind: "event",
    title: "each attempt of a delivery has another event id",
    breaks: "spec: id is the identifier of the event; listeners must tolerate duplicates, which they know by it",
    delivery: (it, memory) => {
      const { id } = parseRequestJson(it);
      if (memory.has(id))
        editEvent((event) => {
          event.id = randomUUID();
        })(it, memory);
      memory.set(id, true);
    },
    names: either(/\bids?\b/, REPEATED),
    shows: async (c) => {
      const ids = await deliverAfterRefusal(c);
      return new Set(ids).size > 1 ? "another id for the same event" : undefined;
    },
  },
  {
    ...OWN,
    id: "event-cancelled-as-updated",
    kind: "event",
    title: "a cancelled order is announced as ORDER_UPDATED",
    breaks: "spec: ORDER_CANCELLED announces that an order has been cancelled; only registered types are sent",
    delivery: (it, memory) => {
      if (parseRequestJson(it)?.eventType === "ORDER_CANCELLED")
        editEvent((event) => {
          event.eventType = "ORDER_UPDATED";
        })(it, memory);
    },
    names: either(/eventType|type|cancel|ORDER_UPDATED|registered|subscri/),
    shows: async (c) => {
      const [event] = await c.deliver("CANCELLED");
      return event?.json.eventType === "ORDER_UPDATED" ? "ORDER_UPDATED" : undefined;
    },
  },
  {
    ...OWN,
    id: "event-updated-lost",
    kind: "event",
    title: "events of updated orders are not delivered",
    breaks: "seed: ORDER_UPDATED is an event type; notifications about state changes are sent to registered URLs",
    delivery: (it) => (parseRequestJson(it)?.eventType === "ORDER_UPDATED" ? false : undefined),
    names: either(/deliver|event|not (sent|received|arriv)|missing|ORDER_UPDATED/),
    shows: async (c) => ((await deliverTwo(c)).length === 1 ? "no event of the update" : undefined),
  },
  {
    ...OWN,
    id: "event-resource-as-path",
    kind: "event",
    title: "resource is the path of the order",
    breaks: "seed: resource names the collection, for orders /orders",
    delivery: editEvent((it) => {
      it.resource = `/businesses/${it.businessId}/orders/${it.resourceId}`;
    }),
    names: either(/\bresource\b|collection/),
    shows: async (c) => {
      const [event] = await c.deliver();
      return event === undefined || event.json.resource === "/orders" ? undefined : event.json.resource;
    },
  },
  {
    ...OWN,
    id: "event-same-id-per-order",
    kind: "event",
    title: "the id of an event is the id of its order",
    breaks: "spec: id is the identifier of this event; two events have two",
    delivery: editEvent((it) => {
      it.id = it.resourceId;
    }),
    names: either(/\bids?\b|unique|same|distinct|duplicate/),
    shows: async (c) => {
      const ids = await deliverTwo(c);
      return ids.length === 2 && new Set(ids).size === 1 ? "one id for two events" : undefined;
    },
  },
  {
    ...OWN,
    id: "event-created-in-past",
    kind: "event",
    title: "createdAt of an event is local time, five hours before GMT",
    breaks: "spec: createdAt is when the event was created; all date-time values are GMT",
    delivery: editEvent((it) => {
      const time = Date.parse(String(it.createdAt)) - 5 * 3_600_000;
      it.createdAt = new Date(time).toISOString().replace(".000", "");
    }),
    names: either(/createdAt|past|clock|GMT|time zone|before|earlier/),
    shows: async (c) => {
      const [event] = await c.deliver();
      return Date.parse(event?.json.createdAt) < Date.now() - 3_600_000 ? event?.json.createdAt : undefined;
    },
  },
  {
    ...OWN,
    id: "event-device-without-prefix",
    kind: "event",
    title: "deviceId has no urn:tid:",
    breaks: "seed: deviceId is urn:tid:<uuid>",
    delivery: editEvent((it) => {
      if (typeof it.deviceId === "string") it.deviceId = it.deviceId.replace("urn:tid:", "");
    }),
    names: either(/deviceId|urn:tid|pattern/),
    shows: async (c) => {
      const context = { storeDeviceId: "urn:tid:0f8fad5b-d9cb-469f-a165-70867728950e" };
      const event = await deliverOrder(c, { context });
      return event?.json.deviceId?.startsWith("0f8f") ? event.json.deviceId : undefined;
    },
  },
  {
    ...OWN,
    id: "event-link-to-internal-host",
    kind: "event",
    title: "the link of an event leads to an internal host",
    breaks: "seed: the link with rel = resource is a GET link to the resource",
    delivery: editEvent((it) => {
      for (const link of (it.links ?? []) as { href: string }[])
        link.href = link.href.replace(/^https?:\/\/[^/]+/, "http://orders.internal:8080");
    }),
    names: either(/link|href|host|url|reach|origin/),
    shows: async (c) => {
      const [event] = await c.deliver();
      return event?.json.links[0].href.includes("internal") ? event.json.links[0].href : undefined;
    },
  },
  {
    ...OWN,
    id: "event-put",
    kind: "event",
    title: "deliveries use PUT",
    breaks: "spec: a delivery is a POST",
    delivery: (it) => {
      it.method = "PUT";
    },
    names: either(/\bPUT\b|\bPOST\b|method/),
    shows: (c) =>
      listen(async ({ url, received, wait }) => {
        await c.hook({ deliveryUrl: url });
        await put(c, createOrderPath(c), { statuses: { status: "OPENED" } });
        await wait(1);
        return received[0]?.method === "PUT" ? "PUT" : undefined;
      }),
  },
];

/** The ids of the attempts of an event whose first delivery is refused. The sandbox repeats it after 5 s. */
function deliverAfterRefusal(c: Client): Promise<readonly string[]> {
  return listen(
    async ({ url, received, wait }) => {
      await c.hook({ deliveryUrl: url });
      await put(c, createOrderPath(c), { statuses: { status: "OPENED" } });
      await wait(2, 8_000);
      return received.map(({ json }) => json.id);
    },
    [500],
  );
}
