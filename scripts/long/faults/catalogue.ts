import { DELIVERY_FAULTS } from "./delivery-faults.js";
import type { Fault } from "./fault.js";
import { LENIENT_FAULTS } from "./lenient-faults.js";
import { LISTING_FAULTS } from "./listing-faults.js";
import { RESPONSE_FAULTS } from "./response-faults.js";
import { STATE_FAULTS } from "./state-faults.js";
import { WIRE_FAULTS } from "./wire-faults.js";

/** All planted defects. */
export const FAULTS: readonly Fault[] = [
  ...RESPONSE_FAULTS,
  ...WIRE_FAULTS,
  ...LISTING_FAULTS,
  ...STATE_FAULTS,
  ...LENIENT_FAULTS,
  ...DELIVERY_FAULTS,
];

/** Returns the unique key of a fault. Faults of different operations can share a name. */
export function keyOf({ name, operation }: Pick<Fault, "name" | "operation">): string {
  return `${name}, ${operation}`;
}
