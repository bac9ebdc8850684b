import type { Defect } from "../defect.js";
import { RECORD_ORDER_DEFECTS } from "./record-order.js";
import { UPDATE_ORDER_DEFECTS } from "./update-order.js";

export const SIXTH: readonly Defect[] = [...RECORD_ORDER_DEFECTS, ...UPDATE_ORDER_DEFECTS];
