export { DIFF_CODES, type DiffCode, type DiffCodeDefinition, type DiffLevel } from "./codes.js";
export { type DiffOptions, type DiffResult, diffDocuments, diffInSteps, type VersionBump } from "./diff.js";
export type { AffectedPart, Counterexample, DiffFinding, DiffLocation } from "./finding.js";
export {
  createTrafficWeigher,
  type DiffTraffic,
  type FindingTraffic,
  type TrafficWeigher,
} from "./traffic/traffic-weigher.js";
