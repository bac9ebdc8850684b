/** Deliveries of webhook events: put into an outbox with the change itself, sent until they are acknowledged. */
export { type DeliveryProfile, type DeliveryProfileOptions, deliveryProfile } from "./addresses.js";
export { checkDeliveryUrl } from "./delivery-url.js";
export { enqueueEvents, type OrderChange } from "./enqueue.js";
