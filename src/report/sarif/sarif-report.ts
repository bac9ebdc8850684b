import { createHash } from "node:crypto";
import { EXIT_CODES, type FindingGroup, listWarnings, type Waiver } from "../../gate/index.js";
import type { Diagnostic } from "../../lint/index.js";
import { createDiffRuns } from "../diff/sarif.js";
import { selectMostImportant } from "../findings/group-findings.js";
import { formatOccurrences, formatReproduction } from "../findings/locations.js";
import { escapeControl } from "../formatting/escape-control.js";
import { formatExclusion } from "../formatting/exclusion.js";
import { joinList } from "../formatting/join-list.js";
import { pluralize } from "../formatting/pluralize.js";
import type { ReportInput } from "../report-input.js";
import { formatWarning } from "../summary/verdict.js";
import { createArtifactLocation, createMessage, createRecordingLocation, createSpecLocation } from "./locations.js";
import {
  createSarifLog,
  createSarifRule,
  createSuppression,
  MAX_RESULTS,
  SARIF_LEVELS,
  type SarifRun,
} from "./sarif-log.js";

/**
 * Formats SARIF 2.1.0 (OASIS) for GitHub code scanning and editors. The location of a result is a line of the spec, and its
 * related location is the exchange.
 */
export function formatSarifReport(input: ReportInput): string {
  const { report, tool, diagnostics } = input;
  const findings = selectMostImportant(report.findings, MAX_RESULTS);
  const absent = (report.baseline?.fixed ?? []).slice(0, MAX_RESULTS - findings.length);
  const rest = diagnostics.slice(0, MAX_RESULTS - findings.length - absent.length);
  const codes = [...findings, ...absent, ...rest].flatMap(({ code }) => (code === undefined ? [] : [code]));
  const rules = [...new Set(codes)].sort();
  const omitted = report.findings.length - findings.length + diagnostics.length - rest.length;
  const indexes = new Map(rules.map((code, index) => [code, index]));
  const ruleOf = (code: string): object => ({ ruleId: code, ruleIndex: indexes.get(code) });
  const run: SarifRun = {
    tool,
    rules: rules.map(createSarifRule),
    id: `contract/${input.pathInRepository?.(report.spec.path) ?? escapeControl(report.spec.title)}/`,
    invocation: createInvocation(input, omitted),
    results: [
      ...findings.map((finding) => ({ ...ruleOf(finding.code), ...createFindingResult(finding, input) })),
      ...absent.map((waiver) => ({ ...ruleOf(waiver.code ?? "unknown"), ...createAbsentResult(waiver, input) })),
      ...rest.map((diagnostic) => ({
        ...ruleOf(diagnostic.code ?? "unknown"),
        ...createDiagnosticResult(diagnostic, input),
      })),
    ],
  };
  return createSarifLog([run, ...createDiffRuns(input.difference)]);
}

function createFindingResult(finding: FindingGroup, input: ReportInput): object {
  const { level, fingerprint, contract, state, operationId, status, property, keyword } = finding;
  const { exchanges, of, occurrences, statuses } = finding;
  const consequences = (finding.consequences ?? []).map((it) => createMessage(`${it.code}: ${it.message}`).text);
  const [command] = formatReproduction(finding);
  return {
    level: SARIF_LEVELS[level],
    message: createMessage(
      `${finding.message} (${formatOccurrences(finding)})${command === undefined ? "" : `; to reproduce: ${command}`}`,
    ),
    locations: [createSpecLocation(contract, input)],
    relatedLocations: [createRecordingLocation(finding, input)],
    // GitHub matches results between runs by the first fingerprint, other tools by any.
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, "contractFinding/v2": fingerprint },
    ...(state === undefined ? {} : { baselineState: state === "new" ? "new" : "unchanged" }),
    ...(state === "known" ? { suppressions: [createSuppression(finding.waiver ?? { reason: "" })] } : {}),
    properties: {
      operationId,
      status,
      ...(property === undefined ? {} : { property: createMessage(property).text }),
      keyword,
      ...(consequences.length === 0 ? {} : { consequences }),
      exchanges,
      of,
      occurrences,
      statuses,
    },
  };
}

/** Creates the result for an accepted finding that is fixed: its operation was seen again without it. */
function createAbsentResult(waiver: Waiver, input: ReportInput): object {
  const { fingerprint, code = "", operation, contract = "" } = waiver;
  const { path } = input.report.spec;
  return {
    level: "none",
    kind: "notApplicable",
    message: createMessage(`No longer found: ${code} ${operation ?? ""}`.trimEnd()),
    locations: [createSpecLocation({ file: path, pointer: contract }, input)],
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, "contractFinding/v2": fingerprint },
    baselineState: "absent",
    suppressions: [createSuppression(waiver)],
  };
}

export function createDiagnosticResult(diagnostic: Diagnostic, input: Pick<ReportInput, "pathInRepository">): object {
  const { code = "", level = "error", pointer = "" } = diagnostic;
  const fingerprint = createHash("sha256").update(`${code}\n${pointer}`).digest("hex").slice(0, 16);
  return {
    level: SARIF_LEVELS[level],
    message: createMessage(diagnostic.message),
    locations: [createSpecLocation({ ...diagnostic, pointer }, input)],
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, "contractFinding/v2": fingerprint },
  };
}

/** Creates the outcome of the run, and notifications about exchanges that could not be checked and about omitted results. */
function createInvocation(input: ReportInput, omitted: number): object {
  const { report, outcome } = input;
  const { reasons = [] } = outcome;
  const note = (level: string, text: string, source?: string): object => ({
    level,
    message: createMessage(text),
    ...(source === undefined ? {} : createFileLocations(source, input)),
  });
  return {
    executionSuccessful: reasons.length === 0,
    exitCode: EXIT_CODES[outcome.kind],
    toolExecutionNotifications: [
      ...listWarnings(report).map((it) => note("warning", formatWarning(it))),
      ...reasons.map((reason) => note("error", `Not checked: ${reason}`)),
      ...report.unreadable.map(({ source, pointer, reason }) => note("error", `${pointer}: ${reason}`, source)),
      ...report.partial.map(({ reason, exchanges, first }) =>
        note("warning", `${pluralize(exchanges, "exchange")} partially checked: ${reason}`, first.source),
      ),
      ...(report.notLogged ?? []).map(({ reason, exchanges, first }) =>
        note("note", `not recorded for ${pluralize(exchanges, "exchange")}, so not checked: ${reason}`, first.source),
      ),
      ...(report.unaccepted ?? []).map(({ source, reason, operations }) =>
        note("note", `${source} accepted no request of ${joinList(operations)}: ${reason}`),
      ),
      ...(report.excluded ?? []).map((group) =>
        note("note", `excluded for ${group.source}: ${joinList(group.operations)}, ${formatExclusion(group)}`),
      ),
      ...(omitted === 0 ? [] : [note("warning", `and ${pluralize(omitted, "more result")}; --format json lists all`)]),
    ],
  };
}

function createFileLocations(source: string, input: ReportInput): object {
  const location = createArtifactLocation(source, input);
  return location === undefined ? {} : { locations: [{ physicalLocation: { artifactLocation: location } }] };
}
