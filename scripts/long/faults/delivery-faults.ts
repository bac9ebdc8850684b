import { sign } from "../../../src/webhooks/index.js";
import { type Json, parseRequestJson, setRequestText } from "./edits.js";
import { type Edits, type Fault, listFaults, type Memory, type Message } from "./fault.js";

const SIGNATURE = "service-webhook-signature";
const EVENTS = ["onOrderOpened", "onOrderUpdated", "onOrderCompleted", "onOrderCancelled"];

/** Defects of deliveries. Edits of the payload are signed again, so that only the payload is wrong. */
export const DELIVERY_FAULTS: readonly Fault[] = listFaults({
  "exchange.webhook.undelivered": {
    "webhook: no delivery, createHook": { reportedFor: ["createHook"], delivery: () => false },
  },
  "webhook.signature.invalid": {
    "webhook: signature of other bytes: the JSON is reformatted, createHook": {
      delivery: (it) => setRequestText(it, JSON.stringify(parseRequestJson(it), null, 1)),
    },
    "webhook: signature in hex instead of base64, createHook": {
      delivery: ({ headers }) => {
        headers[SIGNATURE] = Buffer.from(headers[SIGNATURE] ?? "", "base64").toString("hex");
      },
    },
    "webhook: signature with another secret, createHook": {
      delivery: async (it) => {
        it.headers[SIGNATURE] = await createSignature(it, "another");
      },
    },
  },
  "request.header.missing or webhook.signature.invalid": {
    "webhook: signature is missing, createHook": { delivery: ({ headers }) => void delete headers[SIGNATURE] },
  },
  "request.body.invalid or webhook.event.unknown": {
    "webhook: payload: eventType is missing, createHook": editPayload(({ eventType: _, ...rest }) => rest),
  },
  "webhook.event.unknown": {
    "webhook: payload: unknown eventType, createHook": {
      ...editPayload((it) => ({ ...it, eventType: "ORDER_ARCHIVED" })),
      reportedFor: [""],
    },
  },
  "request.body.invalid": {
    "webhook: payload: resource is a number, createHook": editPayload((it) => ({ ...it, resource: 12 })),
    "webhook: payload: time with milliseconds, createHook": editPayload((it) => ({
      ...it,
      createdAt: "2026-03-14T09:26:53.589Z",
    })),
  },
  "request.body.undeclared": {
    "webhook: payload: property renamed, createHook": editPayload(({ resourceId, ...rest }) => ({
      ...rest,
      resource_id: resourceId,
    })),
  },
  "request.content-type.undocumented": {
    "webhook: payload with the Content-Type of a form, createHook": {
      delivery: ({ headers }) => {
        headers["content-type"] = "application/x-www-form-urlencoded";
      },
    },
  },
}).map((fault) => ({ reportedFor: EVENTS, ...fault }));

/** Edits the payload and signs it with the secret of the last hook. */
function editPayload(edit: (json: Json) => Json): Edits {
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
