import { createHmac, randomUUID } from "node:crypto";
import { parseRequestJson } from "../../edits.js";
import { type Defect, editEvent } from "../defect.js";
import { CREATE_HOOK, isSigned, WEBHOOK } from "../edits-of-commerce.js";
import { createOrderPath, either, listen, put, readObject } from "../second/edits-of-second.js";
import { readSuccess } from "./edits-of-sixth.js";

const OF_EVENTS = { service: "sandbox", operation: WEBHOOK } as const;
const SECRET_COLUMN = 20;

export const DELIVERIES_DEFECTS: readonly Defect[] = [
  {
    ...OF_EVENTS,
    id: "event-of-first-hook",
    kind: "event",
    title: "the events of all hooks have the hookId of the first one",
    breaks: "spec, WebhookEvent.hookId: identifier of the webhook registration",
    delivery: (message, memory) => {
      const { hookId } = parseRequestJson(message);
      const first = memory.get("first hook") ?? hookId;
      memory.set("first hook", first);
      if (first !== hookId)
        editEvent((event) => {
          event.hookId = first;
        })(message, memory);
    },
    names: either(/hook.?id|registration|another hook|other hook/),
    shows: (c) =>
      listen(async ({ url, received, wait }) => {
        await c.hook({ deliveryUrl: url });
        await put(c, createOrderPath(c), { statuses: { status: "OPENED" } });
        await wait(1);
        const { id } = (await c.hook({ deliveryUrl: `${url}/second` })).json;
        await put(c, createOrderPath(c), { statuses: { status: "OPENED" } });
        await wait(3);
        return received.some(({ json }) => json.hookId === id) ? undefined : "no event of the second hook";
      }),
  },
  {
    ...OF_EVENTS,
    id: "event-of-second-type-lost",
    kind: "event",
    paths: [CREATE_HOOK.path],
    methods: [CREATE_HOOK.method],
    alsoOn: ["createHook"],
    title: "only events of the first type of a registration are delivered",
    breaks: "spec, HookRegistration.eventTypes: types of events to send",
    response: (it, message, memory) => {
      const id = readSuccess(it)?.id;
      if (id !== undefined) memory.set(`types of ${id}`, readObject(message)?.eventTypes);
    },
    delivery: (message, memory) => {
      const { hookId, eventType } = parseRequestJson(message);
      const types = memory.get(`types of ${hookId}`);
      return !Array.isArray(types) || types[0] === eventType;
    },
    names: either(/ORDER_|event|deliver|missing|lost|not (sent|received)/),
    shows: (c) =>
      listen(async ({ url, received, wait }) => {
        await c.hook({ deliveryUrl: url, eventTypes: ["ORDER_OPENED", "ORDER_COMPLETED"] });
        await put(c, createOrderPath(c), { statuses: { status: "COMPLETED" } });
        await wait(1);
        return received.length === 0 ? "no event of the second type" : undefined;
      }),
  },
  {
    ...OF_EVENTS,
    id: "event-retry-with-new-id",
    kind: "event",
    title: "each retry of a delivery has an event id of its own",
    breaks: "spec, webhooks: the delivery is retried, and listeners must tolerate duplicates; docs/webhooks.md",
    delivery: (message, memory) => {
      const { id, hookId } = parseRequestJson(message);
      const key = `${hookId} ${id}`;
      if (memory.has(key))
        editEvent((event) => {
          event.id = randomUUID();
        })(message, memory);
      memory.set(key, true);
    },
    names: either(/retr|repeat|duplicate|again|same event|event id|\bid\b/),
    shows: (c) =>
      listen(
        async ({ url, received, wait }) => {
          await c.hook({ deliveryUrl: url });
          await put(c, createOrderPath(c), { statuses: { status: "OPENED" } });
          await wait(2, 8_000);
          const [first, second] = received.map(({ json }) => json.id);
          return second === undefined || second === first ? undefined : "the retry has another id";
        },
        [500],
      ),
  },
  {
    ...OF_EVENTS,
    id: "signature-of-short-secret",
    kind: "signature",
    title: "only the first 20 characters of the secret are stored, so that a longer one gives another signature",
    breaks: "spec, webhooks: HMAC-SHA1 of the payload with the registered secret as the key",
    delivery: ({ headers, body }, memory) => {
      const secret = memory.get("secret");
      if (typeof secret !== "string" || secret.length <= SECRET_COLUMN) return;
      const signature = createHmac("sha1", secret.slice(0, SECRET_COLUMN)).update(Buffer.from(body, "latin1"));
      headers["service-webhook-signature"] = signature.digest("base64");
    },
    names: either(/signature|signed|hmac/),
    shows: async (c) => {
      const [first] = await c.deliver();
      return first === undefined || isSigned(first) ? undefined : "the signature is of another key";
    },
  },
];
