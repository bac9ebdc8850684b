/** Deliveries of webhook events: put into an outbox with the change itself, sent until they are acknowledged. */
export { type DeliveryProfile, type DeliveryProfileOptions, deliveryProfile } from "./addresses.js";
export { checkDeliveryUrl } from "./delivery-url.js";
export { createDispatcher, type Dispatcher, type DispatcherOptions } from "./dispatcher.js";
export { enqueueEvents, type OrderChange } from "./enqueue.js";
export { type EventFilter, type EventView, listEvents } from "./event-history.js";
export {
  type AttemptView,
  attemptsOf,
  type DeliveryFilter,
  type DeliveryState,
  type DeliveryView,
  listDeliveries,
  purgeHistory,
} from "./history.js";
export { disableHook, enableHook } from "./hook-health.js";
export { type Replay, type ReplaySelection, replay } from "./replay.js";
