import { createHmac } from "node:crypto";
import { type Json, parseRequestJson } from "../../edits.js";
import { type Defect, editEvent } from "../defect.js";
import { getPath, RECORD_ORDER, setTotal, WEBHOOK } from "../edits-of-commerce.js";
import { deliverOrder, getSegment, listen, readObject } from "../second/edits-of-second.js";
import { SANDBOX } from "./edits-of-fourth.js";

export const EVENTS_OF_FOURTH: readonly Defect[] = [
  {
    ...SANDBOX,
    operation: WEBHOOK,
    id: "event-sent-as-text",
    kind: "event",
    title: "deliveries have the type text/plain",
    breaks: "spec, info, Webhooks: delivery is a request with the header Content-Type: application/json",
    delivery: ({ headers }) => {
      headers["content-type"] = "text/plain";
    },
    names: /content-type|media|text\/plain/i,
    shows: async ({ deliver }) => {
      const [delivery] = await deliver();
      const type = delivery?.headers["content-type"];
      return type?.startsWith("text/plain") ? `Content-Type: ${type}` : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: WEBHOOK,
    methods: ["PUT"],
    paths: [RECORD_ORDER.path],
    id: "event-created-when-its-order-was",
    kind: "event",
    title: "createdAt of an event is that of the order",
    breaks: "spec, WebhookEvent: createdAt is when the event was created",
    request: (it, memory) => {
      const createdAt = readObject(it)?.createdAt;
      if (createdAt !== undefined) memory.set(`created ${getSegment(it, -1).toLowerCase()}`, createdAt);
    },
    delivery: (message, memory) =>
      editEvent((event) => {
        event.createdAt = memory.get(`created ${event.resourceId}`) ?? event.createdAt;
      })(message, memory),
    names: /createdAt|creat|time/i,
    shows: async (c) => {
      const delivery = await deliverOrder(c, { createdAt: "2024-02-03T04:05:06Z" });
      return delivery?.json.createdAt === "2024-02-03T04:05:06Z" ? "createdAt of the order" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: WEBHOOK,
    methods: ["PATCH", "PUT"],
    paths: [RECORD_ORDER.path],
    id: "event-of-patch-not-sent",
    kind: "event",
    alsoOn: ["updateOrder"],
    title: "a patch of an order sends no event",
    breaks: "docs/orders.md: each change publishes an event; docs/sandbox.md: a change sends ORDER_UPDATED",
    request: (it, memory) => {
      memory.set(`patched ${getPath(it).toLowerCase()}`, it.method === "PATCH");
    },
    delivery: (message, memory) => {
      const { eventType, businessId, resourceId }: Json = parseRequestJson(message);
      const isPatched = memory.get(`patched /businesses/${businessId}/orders/${resourceId}`) === true;
      return !(isPatched && eventType === "ORDER_UPDATED");
    },
    names: /ORDER_UPDATED|event|deliver|webhook/i,
    shows: async (c) =>
      listen(async ({ url, received, wait }) => {
        await c.hook({ deliveryUrl: url, eventTypes: ["ORDER_UPDATED"] });
        const path = await c.record({ amounts: { netTotal: 1 } });
        await c.patch(path, setTotal(2));
        await wait(1, 1_500);
        return received.length === 0 ? "no event for a patch" : undefined;
      }),
  },
  {
    ...SANDBOX,
    operation: WEBHOOK,
    id: "event-links-to-previous-order",
    kind: "event",
    title: "the link of an event leads to the order of the event before",
    breaks: "spec, info, Webhooks: the link with rel = resource is a GET link to the item",
    delivery: (message, memory) =>
      editEvent((event) => {
        const previous = memory.get("links") ?? event.links;
        memory.set("links", event.links);
        event.links = previous;
      })(message, memory),
    names: /link|href|resource/i,
    shows: async (c) =>
      listen(async ({ url, received, wait }) => {
        await c.hook({ deliveryUrl: url, eventTypes: ["ORDER_OPENED"] });
        for (const count of [1, 2]) {
          await c.record({ statuses: { status: "OPENED" } });
          await wait(count);
        }
        const isWrong = received.some(({ json }) => !json.links[0].href.endsWith(json.resourceId));
        return isWrong ? "a link leads to another order" : undefined;
      }),
  },
  {
    ...SANDBOX,
    operation: WEBHOOK,
    id: "event-signed-with-latest-secret",
    kind: "signature",
    alsoOn: ["createHook"],
    title: "all deliveries are signed with the secret of the latest registration",
    breaks: "spec, WebhookSignatureHeader: HMAC-SHA1 of the payload with the registered secret as the key",
    delivery: ({ headers, body }, memory) => {
      const secret = memory.get("secret");
      if (typeof secret === "string") headers["service-webhook-signature"] = sign(Buffer.from(body, "latin1"), secret);
    },
    names: /signature|secret|hmac|signed/i,
    shows: async (c) =>
      listen(async ({ url, received, wait }) => {
        await c.hook({ deliveryUrl: url, secret: "the-secret-of-the-first-hook" });
        await c.hook({ secret: "the-secret-of-the-second-hook" });
        await c.record({ statuses: { status: "OPENED" } });
        await wait(1);
        const [first] = received;
        const expected = sign(Buffer.from(first?.text ?? ""), "the-secret-of-the-first-hook");
        const isWrong = first !== undefined && first.headers["service-webhook-signature"] !== expected;
        return isWrong ? "signed with the secret of another hook" : undefined;
      }),
  },
];

function sign(bytes: Buffer, secret: string): string {
  return createHmac("sha1", secret).update(bytes).digest("base64");
}
