/**
 * The library `commerce-contract/check`: the functions of `contract check` for programs. It reads recorded traffic, checks it
 * against an OpenAPI 3.0, 3.1 or 3.2 document, and writes reports in all formats.
 *
 * @example
 * const contract = loadContract("openapi.yaml");
 * const builder = createReportBuilder(contract);
 * for await (const reading of readExchanges("recordings")) {
 *   if (reading.kind === "unreadable") builder.addUnreadable(reading.unreadable);
 *   else builder.addRecorded(reading.exchange, contract.check(reading.exchange));
 * }
 * const report = builder.report();
 * console.log(formatReport("text", report, computeOutcome(report)));
 */
export {
  CODES,
  type CodeDescription,
  type Contract,
  type ContractOptions,
  type CoverageByKind,
  type CoverageThresholds,
  computeOutcome,
  createReportBuilder,
  type ExchangeReference,
  type ExchangeResult,
  type FailOn,
  type Finding,
  type FindingCode,
  type FindingGroup,
  type HookCredentials,
  type HookExchange,
  type HookOperation,
  type HookRequest,
  type KindCoverage,
  type Level,
  type LevelRule,
  loadContract,
  type OperationCoverage,
  type OutcomeOptions,
  type ProbeHooks,
  type ReasonGroup,
  type RecordingLocation,
  type Report,
  type ReportBuilder,
  type ReportBuilderOptions,
  type RunOutcome,
  ServerError,
  type Verdict,
} from "../check/index.js";
export { type Document, DocumentError, type Operation } from "../document/index.js";
export {
  createFetchExchange,
  type Exchange,
  type ExchangeOrigin,
  type FetchOrigin,
  type HeaderField,
  type PartPointers,
  type ReadExchangesOptions,
  type ReadResult,
  type RecordedBody,
  type RecordedRequest,
  type RecordedResponse,
  type RecordedWebhook,
  RecordingError,
  readExchanges,
  recordFetch,
  type UnreadableEntry,
} from "../recording/index.js";
export type { FormatName, Tool } from "../report/index.js";
export { type FormatReportOptions, formatReport } from "./format-report.js";
