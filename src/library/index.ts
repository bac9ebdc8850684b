/**
 * The gate as a library, `commerce-contract/gate`: traffic is read, judged against an OpenAPI 3.0 or 3.1 description, counted, and
 * told in any of the formats. What `contract check` does, in the hands of a program.
 *
 * @example
 * const contract = loadContract("openapi.yaml");
 * const tally = createTally(contract);
 * for await (const reading of readExchanges("recordings")) {
 *   if (reading.kind === "unreadable") tally.addUnreadable(reading.unreadable);
 *   else tally.add(reading.exchange, contract.check(reading.exchange));
 * }
 * const report = tally.report();
 * console.log(reportAs("text", report, outcomeOf(report)));
 */
export { CODES, type CodeDescription, type FindingCode, type Level } from "../checks/index.js";
export { type Document, DocumentError, type Operation } from "../document/index.js";
export {
  type Body,
  type Exchange,
  exchangeOfFetch,
  type FetchedAt,
  type Header,
  type Origin,
  type PartPointers,
  type ReadExchangesOptions,
  type Reading,
  type RecordedRequest,
  type RecordedResponse,
  RecordingError,
  readExchanges,
  recordFetch,
  type Unreadable,
  type WebhookMark,
} from "../exchange/index.js";
export {
  type Contract,
  type ContractOptions,
  createTally,
  type FailOn,
  type Finding,
  type FindingGroup,
  type Judgement,
  type KindCoverage,
  type KindsCoverage,
  type LevelRule,
  loadContract,
  type OperationCoverage,
  type Outcome,
  type OutcomeRules,
  outcomeOf,
  type ReasonGroup,
  type RecordedPlace,
  type Report,
  type Sighting,
  type Tally,
  type TallyOptions,
  type Thresholds,
  type Verdict,
} from "../gate/index.js";
export { ServerError } from "../match/index.js";
export type { FormatName, Tool } from "../report/index.js";
export { type ReportOptions, reportAs } from "./report-as.js";
