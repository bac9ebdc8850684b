export { DIFF_CODES, type DiffCode, type DiffCodeDescription, type DiffLevel } from "./codes.js";
export { type Bump, type Difference, type DiffOptions, diff } from "./diff.js";
export type { DiffFinding, DiffPlace, Touch, Witness } from "./finding.js";
