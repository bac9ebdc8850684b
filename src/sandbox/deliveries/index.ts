/** Deliveries of webhook events: added to an outbox in the transaction of the change, sent until acknowledged. */

export { checkDeliveryUrl } from "../delivery-urls/check-delivery-url.js";
export {
  createDeliveryProfile,
  type DeliveryProfile,
  type DeliveryProfileOptions,
} from "../delivery-urls/delivery-profile.js";
export {
  type AttemptRecord,
  type DeliveryFilter,
  type DeliveryRecord,
  type DeliveryState,
  listAttempts,
  listDeliveries,
  purgeHistory,
} from "./delivery-history.js";
export { createDispatcher, type Dispatcher, type DispatcherOptions } from "./dispatcher.js";
export { enqueueEvents, type OrderChange } from "./enqueue-events.js";
export { type EventFilter, type EventRecord, listEvents } from "./event-history.js";
export { disableHook, enableHook } from "./hook-health.js";
export { type ReplayResult, type ReplaySelection, replayDeliveries } from "./replay-deliveries.js";
