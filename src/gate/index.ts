/** Checks exchanges against an OpenAPI 3.0, 3.1 or 3.2 document. `library/` defines the public API. */
export { CODES, type CodeDescription, type FindingCode, type Level } from "../checks/index.js";
export { DocumentError } from "../document/index.js";
export type {
  Exchange,
  ExchangeOrigin,
  HeaderField,
  PartPointers,
  RecordedBody,
  RecordedRequest,
  RecordedResponse,
  UnreadableEntry,
} from "../exchange/index.js";
export { ServerError } from "../match/index.js";
export { findClosestName, SchemaError, toPrintable } from "../schema/index.js";
export { type Config, type ConfigFile, readConfig, readExclusions, type TargetConfig } from "./config.js";
export { type Contract, type ContractOptions, createContract, loadContract } from "./contract.js";
export {
  applyThresholds,
  type CoverageByKind,
  type CoverageThresholds,
  findKindsBelowThreshold,
  type KindCoverage,
} from "./coverage/coverage.js";
export { COVERAGE_KINDS, type CoverageKind } from "./coverage/coverage-targets.js";
export type { ChangedCoverage, ChangedLocation, SpecChanges } from "./coverage/specs-coverage.js";
export { loadContracts } from "./join-contracts.js";
export { redactExchange } from "./redact-exchange.js";
export { maskCharacters, redactJsonToken, redactWhole, type TextRedactor } from "./redaction/url-redactor.js";
export { createAgreementTally, type GetGeneratedValidator } from "./run/agreement.js";
export { applyBaseline, type BaselineUpdateOptions, readBaseline, refreshBaseline } from "./run/baseline.js";
export {
  type ExchangeReference,
  type FindingGroup,
  mergeSharedCauses,
  toExchangeReference,
} from "./run/finding-groups.js";
export { mergeReports } from "./run/merge-reports.js";
export {
  computeOutcome,
  createOutcome,
  EXIT_CODES,
  type FailOn,
  OUTCOME_LABELS,
  type OutcomeOptions,
  type RunOutcome,
} from "./run/outcome.js";
export { createDeliveryTracker, type DeliveryTracker, UNREPEATED_REASON } from "./run/recorded-deliveries.js";
export type {
  ExcludedOperations,
  OperationCoverage,
  ReasonGroup,
  Report,
  UnacceptedOperations,
  Waiver,
} from "./run/report.js";
export { createReportBuilder, type ReportBuilder, type ReportBuilderOptions } from "./run/report-builder.js";
export { buildVerdictLine } from "./run/verdict-line.js";
export { listSkippedHosts, listWarnings, type RunWarning } from "./run/warnings.js";
export type {
  HookCredentials,
  HookExchange,
  HookOperation,
  HookRequest,
  ProbeHooks,
} from "./settings/probe-hooks.js";
export {
  type Exclusion,
  type ExclusionGroup,
  matchesSelector,
  removeExcludedOperations,
  selectOperations,
  skipUnselected,
} from "./settings/select-operations.js";
export { readSettings, SettingsError } from "./settings/settings-file.js";
export type { ExchangeResult, RecordedCredentials, Verdict } from "./validation/exchange-result.js";
export {
  createFindingMaker,
  type Finding,
  type FindingMaker,
  type RecordingLocation,
} from "./validation/finding.js";
export { createLevelResolver, type LevelResolver, type LevelRule, matchesCodePattern } from "./validation/levels.js";
export { classifyUnmatched } from "./validation/skipped-request.js";
