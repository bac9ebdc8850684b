import type { Defect } from "../defect.js";
import { RECORD_ORDERS } from "./record-order.js";
import { UPDATE_ORDERS } from "./update-order.js";

export const SEVENTH: readonly Defect[] = [...RECORD_ORDERS, ...UPDATE_ORDERS];
