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
