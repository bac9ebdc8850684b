import type { Defect } from "../defect.js";
import { GET_ORDER_DEFECTS } from "./get-order.js";
import { LIST_ORDERS_DEFECTS } from "./list-orders.js";
import { PARTS_OF_ORDER_DEFECTS } from "./parts-of-order.js";
import { RECORD_ORDER_DEFECTS } from "./record-order.js";
import { UPDATE_ORDER_DEFECTS } from "./update-order.js";

export const SIXTH: readonly Defect[] = [
  ...RECORD_ORDER_DEFECTS,
  ...UPDATE_ORDER_DEFECTS,
  ...GET_ORDER_DEFECTS,
  ...PARTS_OF_ORDER_DEFECTS,
  ...LIST_ORDERS_DEFECTS,
];
