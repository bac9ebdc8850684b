export { serializeExactJson } from "../document/values/serialize-json.js";
export { DIFF_CODES, type DiffCode } from "./codes.js";
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
} from "./traffic/traffic-weigher.js";
