import type { components } from "../../generated/types.js";

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
