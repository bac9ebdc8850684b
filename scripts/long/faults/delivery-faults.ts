import { sign } from "../../../src/webhooks/index.js";
import { type Json, parseRequestJson, setRequestText } from "./edits.js";
import type { Fault, Memory, Message } from "./fault.js";

const SIGNATURE = "service-webhook-signature";
const EVENTS = ["onOrderOpened", "onOrderUpdated", "onOrderCompleted", "onOrderCancelled"];
const UNSIGNED = ["webhook.signature.invalid"];
const INVALID = ["request.body.invalid"];

/** Defects of deliveries. Edits of the payload are signed again, so that only the payload is wrong. */
export const DELIVERY_FAULTS: readonly Fault[] = [
  {
    ...nameWebhookFault("no delivery"),
    reportedFor: ["createHook"],
    codes: ["exchange.webhook.undelivered"],
    delivery: () => false,
  },
  {
    ...nameWebhookFault("signature of other bytes: the JSON is reformatted"),
    codes: UNSIGNED,
    delivery: (it) => setRequestText(it, JSON.stringify(parseRequestJson(it), null, 1)),
  },
  {
    ...nameWebhookFault("signature in hex instead of base64"),
    codes: UNSIGNED,
    delivery: ({ headers }) => {
      headers[SIGNATURE] = Buffer.from(headers[SIGNATURE] ?? "", "base64").toString("hex");
    },
  },
  {
    ...nameWebhookFault("signature with another secret"),
    codes: UNSIGNED,
    delivery: async (it) => {
      it.headers[SIGNATURE] = await createSignature(it, "another");
    },
  },
  {
    ...nameWebhookFault("signature is missing"),
    codes: ["request.header.missing", ...UNSIGNED],
    delivery: ({ headers }) => void delete headers[SIGNATURE],
  },
  {
    ...nameWebhookFault("payload: eventType is missing"),
    codes: [...INVALID, "webhook.event.unknown"],
    ...editPayload(({ eventType: _, ...rest }) => rest),
  },
  {
    ...nameWebhookFault("payload: unknown eventType"),
    reportedFor: [""],
    codes: ["webhook.event.unknown"],
    ...editPayload((it) => ({ ...it, eventType: "ORDER_ARCHIVED" })),
  },
  {
    ...nameWebhookFault("payload: resource is a number"),
    codes: INVALID,
    ...editPayload((it) => ({ ...it, resource: 12 })),
  },
  {
    ...nameWebhookFault("payload: time with milliseconds"),
    codes: INVALID,
    ...editPayload((it) => ({ ...it, createdAt: "2026-03-14T09:26:53.589Z" })),
  },
  {
    ...nameWebhookFault("payload: property renamed"),
    codes: ["request.body.undeclared"],
    ...editPayload(({ resourceId, ...rest }) => ({ ...rest, resource_id: resourceId })),
  },
  {
    ...nameWebhookFault("payload with the Content-Type of a form"),
    codes: ["request.content-type.undocumented"],
    delivery: ({ headers }) => {
      headers["content-type"] = "application/x-www-form-urlencoded";
    },
  },
];

function nameWebhookFault(name: string): Pick<Fault, "name" | "operation" | "reportedFor"> {
  return { name: `webhook: ${name}`, operation: "createHook", reportedFor: EVENTS };
}

/** Edits the payload and signs it with the secret of the last hook. */
function editPayload(edit: (json: Json) => Json): Pick<Fault, "request" | "delivery"> {
  return {
    request: (message, memory) => void memory.set("secret", parseRequestJson(message)?.secret),
    delivery: (it, memory) => signAgain(it, JSON.stringify(edit(parseRequestJson(it))), memory),
  };
}

async function signAgain(delivery: Message, text: string, memory: Memory): Promise<void> {
  setRequestText(delivery, text);
  delivery.headers[SIGNATURE] = await createSignature(delivery, String(memory.get("secret")));
}

function createSignature({ body }: Message, secret: string): Promise<string> {
  return sign(new Uint8Array(Buffer.from(body, "latin1")), secret);
}
