import { createHmac, randomUUID } from "node:crypto";
import { parseRequestJson } from "../../edits.js";
import { type Defect, editEvent } from "../defect.js";
import { GET_ORDER, getPath, WEBHOOK } from "../edits-of-commerce.js";
import { createOrderPath, either, getSegment, listen, put, readObject } from "../shared-edits.js";

const BASE = { service: "sandbox", operation: WEBHOOK } as const;
const WEBHOOKS = ["onOrderOpened", "onOrderCompleted", "onOrderCancelled", "onOrderUpdated"];
const OPENED = { statuses: { status: "OPENED" } };

export const EVENTS: readonly Defect[] = [
  {
    ...BASE,
    id: "event-with-byte-order-mark",
    kind: "event",
    alsoOn: ["createHook", ...WEBHOOKS],
    title: "the body of a delivery starts with a byte order mark",
    breaks:
      "RFC 8259 8.1: a JSON text has no byte order mark; spec: Content-Type: application/json, and the event as its body",
    delivery: (message, memory) => {
      message.body = `\xef\xbb\xbf${message.body}`;
      message.headers["content-length"] = String(message.body.length);
      const secret = memory.get("secret");
      if (typeof secret === "string")
        message.headers["service-webhook-signature"] = sign(Buffer.from(message.body, "latin1"), secret);
    },
    names: either(/byte.order|\bBOM\b|(not|invalid|no) (valid )?JSON|pars|malformed|unexpected/),
    shows: async ({ deliver }) => {
      const [event] = await deliver();
      return event?.text.startsWith("\ufeff") ? "a byte order mark before the JSON" : undefined;
    },
  },
  {
    ...BASE,
    id: "event-id-of-hook",
    kind: "event",
    alsoOn: ["createHook", "recordOrder", ...WEBHOOKS],
    title: "all events have the id of the hook as their id",
    breaks: "spec: WebhookEvent.id identifies the event; docs/webhooks.md: handlers drop repeated deliveries by id",
    delivery: editEvent((it) => {
      it.id = it.hookId;
    }),
    names: either(/unique|duplicate|repeat|same|event.{0,20}\bids?\b|\bid\b.{0,30}(event|hook)/),
    shows: (c) =>
      listen(async ({ url, received, wait }) => {
        await c.hook({ deliveryUrl: url, eventTypes: ["ORDER_OPENED"] });
        for (let number = 0; number < 2; number += 1) await put(c, createOrderPath(c), OPENED);
        await wait(2);
        return received[0]?.json.id === received[1]?.json.id ? "two events with the same id" : undefined;
      }),
  },
  {
    ...BASE,
    methods: ["PUT"],
    paths: [GET_ORDER.path],
    id: "no-event-for-new-status",
    kind: "event",
    alsoOn: ["createHook", "recordOrder", ...WEBHOOKS],
    title: "a PUT request that changes the status of an order does not send the event of the new status",
    breaks: "docs/orders.md: Each change publishes an event, such as ORDER_OPENED and ORDER_COMPLETED",
    request: (message, memory) => {
      const path = getPath(message);
      if (memory.has(`recorded ${path}`)) memory.set(`replaced ${getSegment(message, -1)}`, true);
    },
    response: (it, message, memory) => {
      if (it.status < 300) memory.set(`recorded ${getPath(message)}`, true);
    },
    delivery: (message, memory) => {
      const { eventType, resourceId } = readObject(message) ?? {};
      return eventType === "ORDER_UPDATED" || !memory.has(`replaced ${resourceId}`);
    },
    names: either(/ORDER_(COMPLETED|CANCELLED|OPENED)|missing|not (sent|delivered|received|arriv)|no (event|deliver)/),
    shows: (c) =>
      listen(async ({ url, received, wait }) => {
        const path = createOrderPath(c);
        await c.hook({ deliveryUrl: url, eventTypes: ["ORDER_OPENED", "ORDER_COMPLETED"] });
        await put(c, path, OPENED);
        await wait(1);
        await put(c, path, { statuses: { status: "COMPLETED" } });
        await wait(2);
        return received.length === 1 ? "no event for the completed order" : undefined;
      }),
  },
  {
    ...BASE,
    methods: ["POST"],
    paths: ["/hooks"],
    id: "signature-with-first-secret",
    kind: "signature",
    alsoOn: ["createHook", ...WEBHOOKS],
    title: "deliveries to all hooks are signed with the secret of the first hook",
    breaks: "spec: the signature is the HMAC-SHA1 of the payload with the registered `secret` as the key",
    response: (it, message, memory) => {
      if (it.status === 201 && !memory.has("first")) memory.set("first", String(parseRequestJson(message)?.secret));
    },
    delivery: ({ headers, body }, memory) => {
      const key = memory.get("first");
      if (typeof key === "string") headers["service-webhook-signature"] = sign(Buffer.from(body, "latin1"), key);
    },
    names: either(/signature|secret|\bsign|hmac/),
    shows: (c) =>
      listen(async ({ url, received, wait }) => {
        for (const secret of ["secret-of-the-first", "secret-of-the-second"])
          await c.hook({
            deliveryUrl: url,
            secret,
            eventTypes: [`ORDER_${secret.endsWith("first") ? "UPDATED" : "OPENED"}`],
          });
        await put(c, createOrderPath(c), OPENED);
        await wait(1);
        const wrong = sign(Buffer.from(received[0]?.text ?? ""), "secret-of-the-first");
        const isWrong = received[0]?.headers["service-webhook-signature"] === wrong;
        return isWrong ? "signed with the secret of another hook" : undefined;
      }),
  },
  {
    ...BASE,
    id: "event-store-of-previous-order",
    kind: "event",
    alsoOn: ["createHook", "recordOrder", ...WEBHOOKS],
    title: "the event of an order without a store has the store of the order before it",
    breaks: "open-points.yaml `webhook-event-ids`: `storeId` only if the order has it; spec: WebhookEvent.storeId",
    delivery: (message, memory) => {
      const { storeId } = readObject(message) ?? {};
      if (typeof storeId === "string") memory.set("store", storeId);
      else if (memory.has("store"))
        editEvent((it) => {
          it.storeId = memory.get("store");
        })(message, memory);
    },
    names: either(/storeId|store\b/),
    shows: (c) =>
      listen(async ({ url, received, wait }) => {
        await c.hook({ deliveryUrl: url, eventTypes: ["ORDER_OPENED"] });
        await put(c, createOrderPath(c), { ...OPENED, context: { storeId: randomUUID() } });
        await wait(1);
        await put(c, createOrderPath(c), OPENED);
        await wait(2);
        return received[1]?.json.storeId === undefined ? undefined : "an event with the store of another order";
      }),
  },
];

function sign(payload: Buffer, secret: string): string {
  return createHmac("sha1", secret).update(payload).digest("base64");
}
