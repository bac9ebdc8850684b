import type { Defect } from "../defect.js";
import { RECORDED_VALUES } from "./recorded-values.js";

/** Written later than the fourth set, by an author who had only the specification, its documentation and the service. */
export const FIFTH: readonly Defect[] = [...RECORDED_VALUES];
