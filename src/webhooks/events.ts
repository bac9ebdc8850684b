import type { components } from "../../generated/types.js";
import { decodeUtf8 } from "./encodings.js";
import {
  getPayloadBytes,
  isSignedRequest,
  type Payload,
  type Secrets,
  type SignedRequest,
  verify,
} from "./signature.js";

type Schemas = components["schemas"];

/** The documented events, distinguished by `eventType`. */
export type WebhookEvent =
  | Schemas["OrderOpenedEvent"]
  | Schemas["OrderCompletedEvent"]
  | Schemas["OrderCancelledEvent"]
  | Schemas["OrderUpdatedEvent"];

export type OrderOpenedEvent = Schemas["OrderOpenedEvent"];
export type OrderCompletedEvent = Schemas["OrderCompletedEvent"];
export type OrderCancelledEvent = Schemas["OrderCancelledEvent"];
export type OrderUpdatedEvent = Schemas["OrderUpdatedEvent"];

export type WebhookEventType = WebhookEvent["eventType"];

/** An undocumented event type: any string other than the documented types. */
export type UnknownEventType = string & { readonly "~unknown": true };

/** An event of an undocumented type. The seed does not rule out other types (seed, "Event types"). */
export type UnknownEvent = Omit<Schemas["WebhookEvent"], "eventType"> & { readonly eventType: UnknownEventType };

/**
 * Verifies a delivery and returns its event.
 *
 * @throws {SignatureError} when the signature is wrong or missing.
 * @throws {SyntaxError | TypeError} as `verify` and `parseEvent` do.
 */
export async function verifyEvent(request: SignedRequest, secrets: Secrets): Promise<WebhookEvent | UnknownEvent>;
export async function verifyEvent(
  payload: Payload,
  signature: string | null | undefined,
  secrets: Secrets,
): Promise<WebhookEvent | UnknownEvent>;
export async function verifyEvent(
  signed: SignedRequest | Payload,
  first: Secrets | null | undefined,
  second?: Secrets,
): Promise<WebhookEvent | UnknownEvent> {
  // `verify` has the same overloads.
  const isValid = await verify(signed as Payload, first as string, second as Secrets);
  if (!isValid) throw new SignatureError();
  return parseEvent(isSignedRequest(signed) ? await signed.clone().arrayBuffer() : signed);
}

/** The signature of a delivery is wrong or missing. Use `explainSignature` to find the cause during development. */
export class SignatureError extends Error {
  override readonly name = "SignatureError" as const;
  readonly code = "webhook.signature" as const;

  constructor() {
    super("Service-Webhook-Signature does not match the payload and secrets: respond with 401 and ignore the delivery");
  }
}

/**
 * Parses a payload as an event. `switch (event.eventType)` narrows it; the default case is an undocumented type. Does
 * not validate the event further, because its sender is trusted.
 *
 * Verify the signature first, or use `verifyEvent`.
 *
 * @throws {SyntaxError} when the payload is not JSON.
 * @throws {TypeError} when the payload is not an object with an `eventType`.
 */
export function parseEvent(payload: Payload): WebhookEvent | UnknownEvent {
  const event: unknown = JSON.parse(decodeUtf8(getPayloadBytes(payload)).replace(/^\uFEFF/, ""));
  if (!isEvent(event)) throw new TypeError("The payload is not an event: expected an object with eventType");
  return event;
}

function isEvent(value: unknown): value is WebhookEvent | UnknownEvent {
  return typeof value === "object" && value !== null && "eventType" in value && typeof value.eventType === "string";
}
