import { parseRequestJson } from "../../edits.js";
import { type Defect, editEvent, shareFields, signDelivery } from "../defect.js";
import { GET_ORDER, getPath, WEBHOOK } from "../edits-of-commerce.js";
import { either, getSegment, readObject } from "../shared-edits.js";

const WEBHOOKS = ["onOrderOpened", "onOrderCompleted", "onOrderCancelled", "onOrderUpdated"];

export const EVENTS: readonly Defect[] = shareFields(WEBHOOK, [
  {
    id: "event-with-byte-order-mark",
    kind: "event",
    alsoOn: ["createHook", ...WEBHOOKS],
    title: "the body of a delivery starts with a byte order mark",
    breaks:
      "RFC 8259 8.1: a JSON text has no byte order mark; spec: Content-Type: application/json, and the event as its body",
    delivery: (message, memory) => {
      message.body = `\xef\xbb\xbf${message.body}`;
      message.headers["content-length"] = String(message.body.length);
      signDelivery(message, memory.get("secret"));
    },
    names: either(/byte.order|\bBOM\b|(not|invalid|no) (valid )?JSON|pars|malformed|unexpected/),
  },
  {
    id: "event-id-of-hook",
    kind: "event",
    alsoOn: ["createHook", "recordOrder", ...WEBHOOKS],
    title: "all events have the id of the hook as their id",
    breaks: "spec: WebhookEvent.id identifies the event; docs/webhooks.md: handlers drop repeated deliveries by id",
    delivery: editEvent((it) => {
      it.id = it.hookId;
    }),
    names: either(/unique|duplicate|repeat|same|event.{0,20}\bids?\b|\bid\b.{0,30}(event|hook)/),
  },
  {
    methods: ["PUT"],
    paths: [GET_ORDER.operation.path],
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
  },
  {
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
    delivery: (message, memory) => signDelivery(message, memory.get("first")),
    names: either(/signature|secret|\bsign|hmac/),
  },
  {
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
  },
]);
