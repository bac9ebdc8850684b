import {
  COVERAGE_KINDS,
  type CoverageKind,
  type FindingGroup,
  listWarnings,
  type OperationCoverage,
} from "../gate/index.js";
import { createDiffSuites } from "./diff/junit.js";
import { groupByOperation } from "./findings/group-findings.js";
import {
  formatDeclaredNames,
  formatOccurrences,
  formatRecordingLocation,
  formatReproduction,
  formatSpecLocation,
  formatWaiver,
} from "./findings/locations.js";
import { getExplicitOperationId } from "./findings/operation-name.js";
import { getFix } from "./findings/rule-texts.js";
import { formatNumberedLine, getFindingSnippet } from "./findings/spec-snippet.js";
import { escapeControl } from "./formatting/escape-control.js";
import { formatExclusion } from "./formatting/exclusion.js";
import { joinList } from "./formatting/join-list.js";
import { pluralize } from "./formatting/pluralize.js";
import { type JunitCase, type JunitSuite, renderJunit } from "./render-junit.js";
import type { ReportInput } from "./report-input.js";
import { COVERAGE_KIND_LABELS } from "./summary/coverage.js";
import { failsRun, formatWarning } from "./summary/verdict.js";

/**
 * Formats JUnit XML for Jenkins and GitLab (junit-10.xsd of Jenkins' xUnit plugin). A suite is an operation. A case is a finding,
 * or states that the operation passed. Drift and accepted findings are skipped cases, which are visible but do not fail.
 */
export function formatJunitReport(input: ReportInput): string {
  const suites = [...createOperationSuites(input), ...createRunSuite(input), ...createDiffSuites(input.difference)];
  return renderJunit(suites, input.tool.name);
}

function createOperationSuites(input: ReportInput): JunitSuite[] {
  const { report, tool } = input;
  const found = new Map(groupByOperation(report.findings, report).map((it) => [it.operationId, it.findings]));
  const known = report.coverage.operations;
  const others = [...found.keys()].filter((id) => !known.some(({ operationId }) => operationId === id));
  const times = new Map<string | null, number | undefined>(known.map((it) => [it.operationId, it.durationMs]));
  const suite = (id: string | null, title: string, rest: readonly JunitCase[]): JunitSuite => ({
    name: title,
    durationMs: times.get(id),
    className: `${tool.name}.${id ?? "(not in the spec)"}`,
    cases: [...(found.get(id) ?? []).map((it) => createFindingCase(it, input)), ...rest],
  });
  return [
    ...known.map((operation) => {
      const { operationId, method, path } = operation;
      const title = [getExplicitOperationId(operation), method, path].filter((it) => it !== undefined).join(" ");
      const failed = (found.get(operationId) ?? []).some((it) => failsRun(it, input.failOn));
      return suite(operationId, title, failed ? [] : [createPassedCase(operation)]);
    }),
    ...others.map((id) => suite(id, id ?? "Not in the spec", [])),
  ];
}

function createPassedCase({ exchanges }: OperationCoverage): JunitCase {
  const name = "matches the spec";
  if (exchanges > 0) return { name, result: { kind: "passed" } };
  return { name, result: { kind: "skipped", message: "not seen: the traffic has no exchange of this operation" } };
}

/** Creates a case. Its name has no line number, so that build servers can match it between runs. */
function createFindingCase(finding: FindingGroup, input: ReportInput): JunitCase {
  const { code, contract, property, fingerprint, message } = finding;
  const kind = failsRun(finding, input.failOn) ? "failure" : "skipped";
  const because = finding.waiver === undefined ? "" : ` (${formatWaiver(finding)})`;
  const prefix = kind === "skipped" && finding.level === "warn" ? "drift: " : "";
  return {
    name: `${code} ${escapeControl(property || contract.pointer)} [${fingerprint}]`,
    result: { kind, type: code, message: `${prefix}${message}${because}`, details: formatDetails(finding, input) },
  };
}

function formatDetails(finding: FindingGroup, { source }: ReportInput): string {
  const { message, contract, recording, snippet } = finding;
  const fix = getFix(finding);
  return [
    message,
    formatOccurrences(finding),
    ...(finding.consequences ?? []).map((it) => `and ${it.code}: ${it.message}`),
    "",
    `spec      ${formatSpecLocation(contract)}  ${contract.pointer}`,
    ...getFindingSnippet(finding, source).map(({ line, text }) => formatNumberedLine(line, text)),
    ...formatDeclaredNames(finding),
    `recording ${formatRecordingLocation(recording)}`,
    ...(snippet === undefined ? [] : [formatNumberedLine(snippet.line, snippet.text)]),
    ...formatReproductionSection(finding),
    ...(fix === "" ? [] : ["", fix]),
  ].join("\n");
}

function formatReproductionSection(finding: FindingGroup): string[] {
  const lines = formatReproduction(finding);
  return lines.length === 0 ? [] : ["", "to reproduce", ...lines];
}

/** Creates the suite about the whole run: exchanges that could not be checked, and coverage thresholds. */
function createRunSuite({ report, outcome, tool }: ReportInput): JunitSuite[] {
  const { partial, unreadable, coverage, unaccepted = [], excluded = [], notLogged = [] } = report;
  const { reasons = [] } = outcome;
  const details = [
    ...unreadable.map(({ source, pointer, reason }) => `${source} ${pointer}: ${reason}`),
    ...partial.map(
      ({ reason, exchanges, first }) =>
        `${pluralize(exchanges, "exchange")} partially checked: ${reason} (first at ${first.source} ${first.pointer})`,
    ),
  ].join("\n");
  const reasonCases = reasons.map((message): JunitCase => {
    const result = {
      kind: "error",
      type: "not-checked",
      message,
      details: details === "" ? message : details,
    } as const;
    return { name: `not checked: ${message}`, result };
  });
  const allowed: JunitCase[] =
    partial.length === 0 || reasons.length > 0
      ? []
      : [
          {
            name: "all exchanges fully checked",
            result: { kind: "skipped", type: "partial", message: pluralize(partial.length, "reason"), details },
          },
        ];
  const fromLogs = notLogged.map(({ reason, exchanges }): JunitCase => {
    const message = `not recorded for ${pluralize(exchanges, "exchange")}`;
    return { name: `not recorded: ${reason}`, result: { kind: "skipped", type: "notLogged", message } };
  });
  const { kinds, changed } = coverage;
  const thresholds = [
    ...COVERAGE_KINDS.flatMap((kind) => createThresholdCase(COVERAGE_KIND_LABELS[kind], kinds?.[kind])),
    ...COVERAGE_KINDS.flatMap((kind) =>
      createThresholdCase(`${COVERAGE_KIND_LABELS[kind]} changed since ${changed?.since}`, changed?.kinds[kind]),
    ),
  ];
  const withoutAccepted = unaccepted.map(({ source, reason, operations }): JunitCase => {
    const name = `no request accepted by ${source}: ${joinList(operations)}`;
    return { name, result: { kind: "skipped", type: "unaccepted", message: reason } };
  });
  const warnings = listWarnings(report).map((it): JunitCase => {
    return { name: `warning: ${it.message}`, result: { kind: "skipped", type: "warning", message: formatWarning(it) } };
  });
  const left = excluded.map((group): JunitCase => {
    const name = `excluded for ${group.source}: ${joinList(group.operations)}`;
    return { name, result: { kind: "skipped", type: "excluded", message: formatExclusion(group) } };
  });
  const cases = [...warnings, ...reasonCases, ...allowed, ...fromLogs, ...withoutAccepted, ...left, ...thresholds];
  return cases.length === 0 ? [] : [{ name: "The run", className: `${tool.name}.(run)`, cases }];
}

function createThresholdCase(
  text: string,
  coverage: NonNullable<ReportInput["report"]["coverage"]["kinds"]>[CoverageKind] | undefined,
): JunitCase[] {
  if (coverage?.atLeast === undefined) return [];
  const { seen, total, percent, atLeast, missing } = coverage;
  const name = `coverage of ${text}`;
  if (percent >= atLeast) return [{ name, result: { kind: "passed" } }];
  const message = `${percent} % of the ${text} seen (${seen} of ${total}); the threshold is ${atLeast} %`;
  const details = missing.map((it) => `${it.name}  ${formatSpecLocation(it)}`).join("\n");
  return [{ name, result: { kind: "failure", type: "coverage", message, details } }];
}
