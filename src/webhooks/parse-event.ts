import { decodeUtf8 } from "./encodings.js";
import type { UnknownEvent, WebhookEvent } from "./events.js";
import { getPayloadBytes, type Payload } from "./payload.js";

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
