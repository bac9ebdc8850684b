/** Judges exchanges against an OpenAPI 3.0 or 3.1 description. What strangers get of it stands in `library/`. */
export { CODES, type CodeDescription, type FindingCode, type Level } from "../checks/index.js";
export { DocumentError } from "../document/index.js";
export type {
  Body,
  Exchange,
  Header,
  Origin,
  PartPointers,
  RecordedRequest,
  RecordedResponse,
  Unreadable,
} from "../exchange/index.js";
export { ServerError } from "../match/index.js";
export { nearest, printable, SchemaError } from "../schema/index.js";
export {
  type Acceptance,
  type BaselineReport,
  readBaseline,
  updatedBaseline,
  type Waiver,
  withBaseline,
} from "./baseline.js";
export type { ChangedCoverage, ChangedPlace, Changes } from "./changed.js";
export { type Config, type ConfigFile, readConfig, type Target } from "./config.js";
export {
  type Contract,
  type ContractOptions,
  createContract,
  type Judgement,
  loadContract,
  type Verdict,
} from "./contract.js";
export {
  belowThreshold,
  COVERAGE_KINDS,
  type CoverageKind,
  type KindCoverage,
  type KindsCoverage,
  type Missing,
  type Thresholds,
} from "./coverage.js";
export { shapesWithin } from "./coverage-targets.js";
export {
  createFindingMaker,
  type Finding,
  type FindingMaker,
  type RecordedPlace,
  type Reproduction,
} from "./finding.js";
export type { FindingGroup, Sighting } from "./finding-groups.js";
export { asForm, asWhole, type Hide, hiddenToken } from "./hiding.js";
export { createLevels, type LevelRule, type Levels } from "./levels.js";
export { mergeReports } from "./merge.js";
export { type FailOn, type Outcome, type OutcomeRules, outcomeOf } from "./outcome.js";
export { selectOperations } from "./selection.js";
export { SettingsError } from "./settings-error.js";
export { readSettings } from "./settings-file.js";
export {
  createTally,
  type OperationCoverage,
  type ReasonGroup,
  type Report,
  type Tally,
  type TallyOptions,
  type Unaccepted,
} from "./tally.js";
export { unmatched } from "./unmatched.js";
export { type VerdictLine, verdictLine } from "./verdict-line.js";
export { withoutMarked } from "./without-marked.js";
