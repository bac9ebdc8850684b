import { decodeUtf8 } from "./encodings.js";
import type { UnknownEvent, WebhookEvent } from "./events.js";
import { getPayloadBytes, type Payload } from "./payload.js";

/**
 * The event that a payload is. `switch (event.eventType)` narrows it; what is left by default is of a type that the contract
 * has not heard of. Nothing else is checked: what was signed is taken at its word.
 *
 * Parse what was verified only, or take `verifyEvent`.
 *
 * @throws {SyntaxError} when the payload is no JSON.
 * @throws {TypeError} when it is JSON and no object with an `eventType`.
 */
export function parseEvent(payload: Payload): WebhookEvent | UnknownEvent {
  const event: unknown = JSON.parse(decodeUtf8(getPayloadBytes(payload)).replace(/^\uFEFF/, ""));
  if (!isEvent(event)) throw new TypeError("The payload is no event: it is a JSON object with an eventType");
  return event;
}

function isEvent(value: unknown): value is WebhookEvent | UnknownEvent {
  return typeof value === "object" && value !== null && "eventType" in value && typeof value.eventType === "string";
}
