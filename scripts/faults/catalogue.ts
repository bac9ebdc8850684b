import { ANSWER_FAULTS } from "./answer-faults.js";
import type { Fault } from "./fault.js";
import { LISTING_FAULTS } from "./listing-faults.js";
import { STATE_FAULTS } from "./state-faults.js";
import { WIRE_FAULTS } from "./wire-faults.js";

/** Every defect that is planted, one at a time. */
export const FAULTS: readonly Fault[] = [...ANSWER_FAULTS, ...WIRE_FAULTS, ...LISTING_FAULTS, ...STATE_FAULTS];
