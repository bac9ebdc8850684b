/** Checks exchanges against an OpenAPI 3.0, 3.1 or 3.2 document. `library/` defines the public API. */

export { capitalize, createFingerprint, formatLocation, groupBy, joinList, pluralize } from "../document/index.js";
export type { Exchange } from "../recording/index.js";
export {
  type DescribedValue,
  findClosestName,
  formatSuggestion,
  key,
  SchemaError,
  toPrintable,
  type ValueOf,
} from "../schema/index.js";
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
export type { ExchangeResult, RecordedCredentials, Verdict } from "./exchange/exchange-result.js";
export { createFindingMaker, type Finding, type RecordingLocation } from "./exchange/finding.js";
export { createLevelResolver, type LevelRule } from "./exchange/levels.js";
export { classifyUnmatched } from "./exchange/skipped-request.js";
export { loadContracts } from "./join-contracts.js";
export { redactExchange } from "./redact-exchange.js";
export { isJson } from "./router/documented-parts.js";
export {
  createRouter,
  findPathEnd,
  getRawQuery,
  type Match,
  type OperationMatch,
  type Router,
  splitUrl,
} from "./router/router.js";
export { normalizePath } from "./router/segment.js";
export { compileServer, isVariableOverride, readVariableOverrides, ServerError } from "./router/server.js";
export { hasBodyComparison, hasMessageComparison, PARAMETER_CHECKS, STATED_CHECKS } from "./rules/all-checks.js";
export type { BodyContent, BodyContext, CheckContext, CheckedParameter, CheckFinding } from "./rules/check.js";
export { CODES, type CodeDescription, describeReporters, type FindingCode, type Level } from "./rules/codes.js";
export { isStandardHeader, readResponseHeader } from "./rules/head.js";
export {
  findCountViolation,
  findNextLinkViolation,
  findPageItems,
  findPageLink,
  findPageSizeParameter,
  findPageSizeViolation,
  getPageSize,
  type ListingPage,
} from "./rules/listing.js";
export { isPreflight } from "./rules/security.js";
export { checkSelections } from "./rules/selection.js";
export { createShownSecretFinding, findShownSecret } from "./rules/values.js";
export { createAgreementTally, type GeneratedFaults, type GetGeneratedValidator } from "./run/agreement.js";
export {
  type Acceptance,
  type AcceptedFindings,
  type AppliedBaseline,
  applyBaseline,
  createAcceptance,
  isPatternOf,
  readBaseline,
  refreshBaseline,
  type UnacceptedFinding,
} from "./run/baseline.js";
export { createEarlierExchangeFinder, type EarlierExchangeFinder } from "./run/earlier-exchanges.js";
export {
  countByState,
  type ExchangeReference,
  type FindingGroup,
  getCause,
  isGap,
  toExchangeReference,
} from "./run/finding-groups.js";
export { mergeReports } from "./run/merge-reports.js";
export {
  combineOutcomes,
  computeOutcome,
  createOutcome,
  EXIT_CODES,
  type FailOn,
  listSkippedHosts,
  listWarnings,
  OUTCOME_LABELS,
  type OutcomeOptions,
  type RunOutcome,
  type RunWarning,
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
export {
  createReportBuilder,
  type ReportBuilder,
  type ReportBuilderOptions,
  type VariantReports,
} from "./run/report-builder.js";
export { buildVerdictLine } from "./run/verdict-line.js";
export type { HookCredentials, HookExchange, HookOperation, HookRequest, ProbeHooks } from "./settings/probe-hooks.js";
export {
  type Exclusion,
  type ExclusionGroup,
  matchesSelector,
  removeExcludedOperations,
  selectOperations,
  skipUnselected,
} from "./settings/select-operations.js";
export { readSettings, SettingsError, type SettingsFile } from "./settings/settings-file.js";
