import { ANSWER_FAULTS } from "./answer-faults.js";
import { DELIVERY_FAULTS } from "./delivery-faults.js";
import type { Fault } from "./fault.js";
import { LENIENT_FAULTS } from "./lenient-faults.js";
import { LISTING_FAULTS } from "./listing-faults.js";
import { STATE_FAULTS } from "./state-faults.js";
import { WIRE_FAULTS } from "./wire-faults.js";

/** Every defect that is planted, one at a time. */
export const FAULTS: readonly Fault[] = [
  ...ANSWER_FAULTS,
  ...WIRE_FAULTS,
  ...LISTING_FAULTS,
  ...STATE_FAULTS,
  ...LENIENT_FAULTS,
  ...DELIVERY_FAULTS,
];

/** What a defect is called; one name may stand for the same with several operations. */
export function keyOf({ name, operation }: Pick<Fault, "name" | "operation">): string {
  return `${name}, ${operation}`;
}
