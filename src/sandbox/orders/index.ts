export { listOrders } from "./list-orders.js";
export { purgeVersions } from "./purge-versions.js";
export { getOrder, listOrderHistories, listOrderShipments } from "./read-order.js";
export { recordOrder } from "./record-order.js";
export { updateOrder } from "./update-order.js";
