import type { components } from "../../generated/types.js";

type Schemas = components["schemas"];

/** The events that are told, each known by its `eventType`. */
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

/** A type of event that the contract has not heard of: a text, and none of the known ones. */
export type UnknownEventType = string & { readonly "~unknown": true };

/** An event of another type; other types than the known ones are not shown (seed, "Event types"), and may come. */
export type UnknownEvent = Omit<Schemas["WebhookEvent"], "eventType"> & { readonly eventType: UnknownEventType };
