import {
  type FindingGroup,
  type ReasonGroup,
  type Report,
  type RunOutcome,
  toPrintable,
  type UnacceptedOperations,
} from "../../gate/index.js";
import type { LintDiagnostic } from "../../lint/index.js";
import { groupByOperation, selectMostImportant } from "../findings/group-findings.js";
import { formatOccurrences, formatReproduction } from "../findings/locations.js";
import { formatNumberedLine, getFindingSnippet, type ReadSourceLines } from "../findings/spec-snippet.js";
import { type Colors, createColors } from "../formatting/colors.js";
import { joinList } from "../formatting/join-list.js";
import { pluralize } from "../formatting/pluralize.js";
import { wrapText } from "../formatting/wrap-text.js";
import { formatChangedCoverage } from "../summary/changed-coverage.js";
import { formatCoverage } from "../summary/coverage.js";
import { type CoveredOperations, summarizeCoverage } from "../summary/covered-operations.js";
import { formatVerdict, NOT_LOGGED_TITLE } from "../summary/verdict.js";
import { formatBaseline, formatBaselineState } from "./baseline.js";
import { formatDiagnosticsSummary } from "./diagnostics.js";

export type TextReportOptions = {
  /** The maximum number of printed findings, errors first; the others are only counted. */
  readonly maxFindings?: number;
  /** Returns the lines of a file of the spec, for snippets. */
  readonly source?: ReadSourceLines;
  readonly colour?: boolean;
  readonly width?: number | undefined;
  /** Whether the caller prints the reasons of an inconclusive run on stderr. */
  readonly reasonsOnStderr?: boolean;
  readonly problems?: readonly LintDiagnostic[];
};

/** Formats the text report: findings with their locations in spec and traffic, and the result in one sentence at the end. */
export function formatTextReport(report: Report, outcome: RunOutcome, options: TextReportOptions = {}): string {
  const { colour = false, problems = [], source = () => [], maxFindings, width } = options;
  // Accepted findings are counted in the baseline section.
  const open = report.findings.filter(({ state }) => state !== "known");
  const shown = selectMostImportant(open, maxFindings);
  const untold = open.length - shown.length;
  const ink = createColors(colour);
  const sections = [
    ...groupByOperation(shown, report).map(({ title, findings }) =>
      [ink.bold(title), ...groupByLocation(findings).map((it) => formatFindingGroup(it, ink, source))].join("\n"),
    ),
    ...(untold === 0 ? [] : [ink.dim(`and ${pluralize(untold, "finding")} more; --format json has them all`)]),
    ...formatReasons("Judged only in part", report.partial, ink),
    ...formatReasons(NOT_LOGGED_TITLE, report.notLogged ?? [], ink),
    ...formatReasons("Skipped", report.skipped, ink),
    ...formatUnreadable(report, ink),
    ...formatDiagnosticsSummary(problems, ink),
    ...(report.summary.exchanges > report.summary.skipped
      ? summarizeCoverage(report).map((it) => formatCoveredOperations(it, ink))
      : []),
    ...formatUnaccepted(report.unaccepted ?? [], ink),
    ...formatCoverage(report.coverage.kinds, ink),
    ...formatChangedCoverage(report.coverage.changed, ink),
    ...formatBaseline(report, ink),
    formatCounts(report),
    (outcome.kind === "passed" ? ink.green : ink.red)(formatLastLine(report, outcome, options)),
  ];
  const text = `${sections.join("\n\n")}\n`;
  return width === undefined ? text : wrapText(text, width);
}

function formatLastLine(
  report: Report,
  outcome: RunOutcome,
  { reasonsOnStderr = false, problems = [] }: TextReportOptions,
): string {
  if (outcome.kind === "inconclusive" && reasonsOnStderr) return "The run was inconclusive (exit code 2).";
  return formatVerdict(report, outcome, problems);
}

/** Groups findings with the same code and spec location, such as all undeclared properties of one schema. */
function groupByLocation(findings: readonly FindingGroup[]): FindingGroup[][] {
  const groups = new Map<string, FindingGroup[]>();
  for (const finding of findings) {
    const { code, contract, declared = [] } = finding;
    // The declared names can depend on the schema branch that a value matches.
    const key = code.endsWith(".undeclared") ? [code, contract.pointer, ...declared].join("\n") : finding.fingerprint;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()];
}

function formatFindingGroup(group: readonly FindingGroup[], ink: Colors, source: ReadSourceLines): string {
  const [finding] = group;
  if (finding === undefined) return "";
  const { code, level, message, contract, recording, names, declared, snippet } = finding;
  const mark = level === "error" ? ink.red("✗ error") : ink.yellow("! drift");
  const count =
    group.length === 1 ? `${formatOccurrences(finding)}${formatLastSeen(finding)}` : `${group.length} of them`;
  const lines = [
    `${mark} ${ink.bold(code)}  ${ink.dim(count + (group.length === 1 ? formatBaselineState(finding) : ""))}`,
    ...(group.length === 1
      ? [`    ${message}`]
      : group.map(
          (it) =>
            `    ${it.message}  ${ink.dim(formatOccurrences(it) + formatFirstSeen(it) + formatLastSeen(it) + formatBaselineState(it))}`,
        )),
    ...(names.length > 1 ? [`    values seen: ${names.map((name) => JSON.stringify(name)).join(", ")}`] : []),
    ...(declared !== undefined && code.endsWith(".undeclared") ? [`    declared: ${joinList(declared)}`] : []),
    ...formatSuggestions(group),
    `    ${ink.dim("contract ")} ${formatPosition(contract)}  ${ink.dim(contract.pointer)}`,
    ...getFindingSnippet(finding, source).map(({ line, text }) => `    ${formatNumberedLine(line, text)}`),
    `    ${ink.dim("recording")} ${toPrintable(recording.source)}  ${ink.dim(recording.pointer + formatBodyPointer(recording.body))}`,
    ...(snippet === undefined ? [] : [`    ${formatNumberedLine(snippet.line, snippet.text)}`]),
    ...formatReproduction(finding).map((line) => `    ${ink.dim("again    ")} ${line}`),
  ];
  return lines.map((line) => `  ${line}`).join("\n");
}

function formatFirstSeen({ first }: FindingGroup): string {
  return `, first ${toPrintable(first.source)}#${first.index}`;
}

/** Empty if the finding occurred once, because its location is already printed. */
function formatLastSeen({ exchanges, last }: FindingGroup): string {
  return exchanges === 1 ? "" : `, last ${toPrintable(last.source)}#${last.index}`;
}

/** Suggests declared names for misspelled ones. */
function formatSuggestions(group: readonly FindingGroup[]): string[] {
  const hints = group.flatMap(({ name, nearest }) =>
    nearest === undefined || name === undefined ? [] : [`"${toPrintable(nearest)}" for "${toPrintable(name)}"`],
  );
  return hints.length === 0 ? [] : [`    did you mean ${joinList(hints)}?`];
}

function formatBodyPointer(pointer: string | undefined): string {
  if (pointer === undefined) return "";
  return pointer === "" ? " → all of it" : ` → ${toPrintable(pointer)}`;
}

function formatPosition({ file, line, column }: FindingGroup["contract"]): string {
  return line === undefined ? file : `${file}:${line}:${column ?? 1}`;
}

function formatReasons(title: string, groups: readonly ReasonGroup[], ink: Colors): string[] {
  if (groups.length === 0) return [];
  const lines = groups.map(
    ({ reason, exchanges, first }) =>
      `  ${exchanges} × ${toPrintable(reason)}  ${ink.dim(`first at ${first.source} ${first.pointer}`)}`,
  );
  return [[ink.bold(title), ...lines].join("\n")];
}

function formatUnreadable({ unreadable }: Report, ink: Colors): string[] {
  if (unreadable.length === 0) return [];
  const lines = unreadable.map(
    ({ source, pointer, reason }) => `  ${ink.red("✗")} ${toPrintable(source)} ${pointer}: ${toPrintable(reason)}`,
  );
  return [[ink.bold("Unreadable"), ...lines].join("\n")];
}

function formatUnaccepted(groups: readonly UnacceptedOperations[], ink: Colors): string[] {
  if (groups.length === 0) return [];
  const lines = groups.map(
    ({ source, reason, operations }) =>
      `  ${joinList(operations)}: ${toPrintable(reason)}  ${ink.dim(`by ${toPrintable(source)}`)}`,
  );
  return [[ink.bold("Nothing accepted"), ...lines].join("\n")];
}

function formatCounts({ summary }: Report): string {
  const { exchanges, passed, failed, skipped, notLogged = 0 } = summary;
  const partial = summary.partial - notLogged;
  const counts = [
    `${passed} kept the contract (passed)`,
    `${failed} broke it (failed)`,
    ...(partial === 0 ? [] : [`${partial} could be judged only in part (partial)`]),
    ...(notLogged === 0 ? [] : [`${notLogged} kept it as far as recorded (partial)`]),
    ...(skipped === 0
      ? []
      : [`${skipped} ${skipped === 1 ? "was" : "were"} not for this service or not captured whole (skipped)`]),
  ];
  return `${pluralize(exchanges, "exchange")}: ${counts.join(", ")}`;
}

/** Which of them, and which answers. */
function formatCoveredOperations({ kind, title, all }: CoveredOperations, ink: Colors): string {
  const seen = all.filter(({ exchanges }) => exchanges > 0);
  const unseen = all.filter(({ exchanges }) => exchanges === 0).map(({ operationId }) => operationId);
  const width = Math.max(9, ...seen.map(({ operationId }) => operationId.length));
  const rows = seen.map(({ operationId, exchanges, statuses, missing }) => {
    const without = missing.length === 0 ? "" : ink.dim(`  without: ${missing.join(" ")}`);
    return `  ${operationId.padEnd(width)}  ${String(exchanges).padStart(9)}  ${Object.keys(statuses).join(" ")}${without}`;
  });
  return [
    ink.bold(title),
    ink.dim(`  ${kind.padEnd(width)}  exchanges  answers`),
    ...rows,
    ...(unseen.length === 0 ? [] : [`  ${ink.dim(`not seen: ${joinList(unseen)}`)}`]),
  ].join("\n");
}
