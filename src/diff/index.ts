export { DIFF_CODES, type DiffCode, type DiffCodeDefinition, type DiffLevel, isDiffCode } from "./codes.js";
export {
  type DiffOptions,
  type DiffResult,
  diffDocuments,
  diffInSteps,
  getVersionBump,
  type VersionBump,
} from "./diff.js";
export {
  type AffectedPart,
  type Counterexample,
  type DiffFinding,
  type DiffLocation,
  mergeFindings,
} from "./finding.js";
export { applyPolicy, type DiffPolicy, POLICY_KEYS } from "./policy/policy.js";
export { checkVersion, getLeastVersion, type VersionCheck } from "./policy/version-check.js";
export {
  createTrafficWeigher,
  type DiffTraffic,
  type FindingTraffic,
  type TrafficWeigher,
} from "./traffic/traffic-weigher.js";
