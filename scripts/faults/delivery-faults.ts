import { sign } from "../../src/webhooks/index.js";
import { type Json, sendText, sentJson } from "./edits.js";
import type { Fault, Memory, Message } from "./fault.js";

const SIGNATURE = "service-webhook-signature";
const EVENTS = ["onOrderOpened", "onOrderUpdated", "onOrderCompleted", "onOrderCancelled"];
const UNSIGNED = ["webhook.signature.invalid"];
const INVALID = ["request.body.invalid"];

/** Defects of deliveries. What is in a payload is changed before it is signed, so that its signature is right. */
export const DELIVERY_FAULTS: readonly Fault[] = [
  {
    ...of("nothing is delivered"),
    toldOf: ["createHook"],
    codes: ["exchange.webhook.undelivered"],
    delivery: () => false,
  },
  {
    ...of("signature over other bytes: the JSON written anew"),
    codes: UNSIGNED,
    delivery: (it) => sendText(it, JSON.stringify(sentJson(it), null, 1)),
  },
  {
    ...of("signature in hex instead of base64"),
    codes: UNSIGNED,
    delivery: ({ headers }) => {
      headers[SIGNATURE] = Buffer.from(headers[SIGNATURE] ?? "", "base64").toString("hex");
    },
  },
  {
    ...of("signature by another secret"),
    codes: UNSIGNED,
    delivery: async (it) => {
      it.headers[SIGNATURE] = await signature(it, "another");
    },
  },
  {
    ...of("signature is missing"),
    codes: ["request.header.missing", ...UNSIGNED],
    delivery: ({ headers }) => void delete headers[SIGNATURE],
  },
  {
    ...of("payload: eventType is missing"),
    codes: [...INVALID, "webhook.event.unknown"],
    ...payload(({ eventType: _, ...rest }) => rest),
  },
  {
    ...of("payload: eventType of no webhook"),
    toldOf: [""],
    codes: ["webhook.event.unknown"],
    ...payload((it) => ({ ...it, eventType: "ORDER_ARCHIVED" })),
  },
  { ...of("payload: resource is a number"), codes: INVALID, ...payload((it) => ({ ...it, resource: 12 })) },
  {
    ...of("payload: a time with milliseconds"),
    codes: INVALID,
    ...payload((it) => ({ ...it, createdAt: "2026-03-14T09:26:53.589Z" })),
  },
  {
    ...of("payload: property called otherwise"),
    codes: ["request.body.undeclared"],
    ...payload(({ resourceId, ...rest }) => ({ ...rest, resource_id: resourceId })),
  },
  {
    ...of("payload as a form"),
    codes: ["request.content-type.undocumented"],
    delivery: ({ headers }) => {
      headers["content-type"] = "application/x-www-form-urlencoded";
    },
  },
];

function of(name: string): Pick<Fault, "name" | "operation" | "toldOf"> {
  return { name: `webhook: ${name}`, operation: "createHook", toldOf: EVENTS };
}

/** Another payload, signed with the secret of the last hook. */
function payload(edit: (json: Json) => Json): Pick<Fault, "request" | "delivery"> {
  return {
    request: (message, memory) => void memory.set("secret", sentJson(message)?.secret),
    delivery: (it, memory) => resign(it, JSON.stringify(edit(sentJson(it))), memory),
  };
}

async function resign(delivery: Message, text: string, memory: Memory): Promise<void> {
  sendText(delivery, text);
  delivery.headers[SIGNATURE] = await signature(delivery, String(memory.get("secret")));
}

function signature({ body }: Message, secret: string): Promise<string> {
  return sign(new Uint8Array(Buffer.from(body, "latin1")), secret);
}
