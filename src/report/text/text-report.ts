import {
  type ExcludedOperations,
  type FindingGroup,
  listWarnings,
  type ReasonGroup,
  type Report,
  toPrintable,
  type UnacceptedOperations,
  type Waiver,
} from "../../gate/index.js";
import { groupByOperation } from "../findings/group-findings.js";
import { formatOccurrences, formatReproduction, formatWaiver } from "../findings/locations.js";
import { formatNumberedLine, getFindingSnippet, type ReadSourceLines } from "../findings/spec-snippet.js";
import { type Colors, createColors } from "../formatting/colors.js";
import { formatExclusion } from "../formatting/exclusion.js";
import { joinList } from "../formatting/join-list.js";
import { pluralize } from "../formatting/pluralize.js";
import { wrapText } from "../formatting/wrap-text.js";
import { selectMostImportant } from "../page.js";
import type { ReportInput } from "../report-input.js";
import { ACCEPTANCE_ADVICE, ADVICE_TITLE, listAdvice } from "../summary/advice.js";
import { CONSUMERS_TITLE, describeConsumers } from "../summary/consumers.js";
import {
  type CoveredOperations,
  formatChangedCoverage,
  formatCoverage,
  summarizeCoverage,
} from "../summary/coverage.js";
import { formatSkipped, formatVerdict, formatWarning, NOT_LOGGED_TITLE } from "../summary/verdict.js";
import { formatDiagnosticsSummary } from "./diagnostics.js";

/** What the text report shows. Without `source`, it has no snippets of the spec. */
type TextReportInput = Pick<ReportInput, "report" | "outcome"> &
  Partial<Pick<ReportInput, "diagnostics" | "source" | "maxFindings" | "colour" | "width">> & {
    /** Whether a baseline can accept findings, so that their fingerprints are shown; the default is true. */
    readonly hasFingerprints?: boolean;
  };

/** Formats the text report: findings with their locations in spec and traffic, and the result in one sentence at the end. */
export function formatTextReport(input: TextReportInput): string {
  const { report, folder } = shortenSources(input.report);
  const { outcome, colour = false, diagnostics = [], source = () => [], maxFindings, width } = input;
  const { hasFingerprints = true } = input;
  // Accepted findings are counted in the baseline section.
  const open = report.findings.filter(({ state }) => state !== "known");
  const shown = selectMostImportant(open, maxFindings);
  const omitted = open.length - shown.length;
  const ink = createColors(colour);
  const context = { ink, source, hasFingerprints };
  const warnings = listWarnings(report).map((it) => `${ink.yellow("! warning")} ${formatWarning(it)}`);
  const sections = [
    ...(folder === "" ? [] : [ink.dim(`Recordings in ${toPrintable(folder)}`)]),
    ...(shown.length === 0 ? [] : warnings),
    ...groupByOperation(shown, report).map(({ title, findings }) =>
      [ink.bold(title), ...groupByLocation(findings).map((it) => formatFindingGroup(it, context))].join("\n"),
    ),
    ...(omitted === 0 ? [] : [ink.dim(`and ${pluralize(omitted, "more finding")}; --format json lists all`)]),
    ...formatAdvice(shown, { ink, canAccept: hasFingerprints }),
    ...formatReasons("Partially checked", report.partial, ink),
    ...formatReasons(NOT_LOGGED_TITLE, report.notLogged ?? [], ink),
    ...formatReasons("Skipped", report.skipped, ink),
    ...formatUnreadable(report, ink),
    ...formatDiagnosticsSummary(diagnostics, ink),
    ...(report.summary.exchanges > report.summary.skipped
      ? summarizeCoverage(report).map((it) => formatCoveredOperations(it, ink))
      : []),
    ...formatConsumers(report, ink),
    ...formatUnaccepted(report.unaccepted ?? [], ink),
    ...formatExcluded(report.excluded ?? [], ink),
    ...formatCoverage(report.coverage.kinds, ink),
    ...(report.coverage.specs ?? []).flatMap(({ path, kinds }) => formatCoverage(kinds, ink, `Coverage of ${path}`)),
    ...formatChangedCoverage(report.coverage.changed, ink),
    ...formatBaseline(report, ink),
    ...warnings,
    formatCounts(report),
    (outcome.kind === "passed" ? ink.green : ink.red)(formatVerdict(report, outcome, diagnostics)),
  ];
  const text = `${sections.join("\n\n")}\n`;
  return width === undefined ? text : wrapText(text, width);
}

/** Groups findings with the same code and spec location, such as several properties that share a schema. */
function groupByLocation(findings: readonly FindingGroup[]): FindingGroup[][] {
  const groups = new Map<string, FindingGroup[]>();
  for (const finding of findings) {
    const { code, contract, declared = [] } = finding;
    // The declared names can depend on the schema branch that a value matches.
    // Each finding of a probe has commands of its own.
    const isAlone = finding.reproduce !== undefined && !code.endsWith(".undeclared");
    const key = isAlone ? finding.fingerprint : [code, finding.level, contract.pointer, ...declared].join("\n");
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()];
}

/** The maximum number of findings printed for one location of the spec. */
const MAX_GROUP_LINES = 60;

type FindingContext = { readonly ink: Colors; readonly source: ReadSourceLines; readonly hasFingerprints: boolean };

function formatFindingGroup(group: readonly FindingGroup[], context: FindingContext): string {
  const { ink, source, hasFingerprints } = context;
  const [finding] = group;
  if (finding === undefined) return "";
  const formatState = (it: FindingGroup): string => (hasFingerprints ? formatBaselineState(it) : "");
  const { code, level, contract, recording, declared, snippet } = finding;
  const mark = level === "error" ? ink.red("✗ error") : ink.yellow("! drift");
  const count =
    group.length === 1 ? `${formatOccurrences(finding)}${formatLastSeen(finding)}` : `${group.length} findings`;
  const lines = [
    `${mark} ${ink.bold(code)}  ${ink.dim(count + (group.length === 1 ? formatState(finding) : ""))}`,
    ...group
      .slice(0, MAX_GROUP_LINES)
      .flatMap((it) => [
        group.length === 1
          ? `    ${it.message}`
          : `    ${it.message}  ${ink.dim(formatOccurrences(it) + formatFirstSeen(it) + formatLastSeen(it) + formatState(it))}`,
        ...(it.consequences ?? []).map(({ code, message }) => `      and ${code}: ${message}`),
        ...(it.names.length > 1
          ? [`      values seen: ${it.names.map((name) => JSON.stringify(name)).join(", ")}`]
          : []),
      ]),
    ...(group.length > MAX_GROUP_LINES
      ? [`    ${ink.dim(`and ${group.length - MAX_GROUP_LINES} more; --format json lists all`)}`]
      : []),
    ...(declared !== undefined && code.endsWith(".undeclared") ? [`    declared: ${joinList(declared)}`] : []),
    ...formatSuggestions(group),
    `    ${ink.dim("spec     ")} ${formatPosition(contract)}  ${ink.dim(contract.pointer)}`,
    ...getFindingSnippet(finding, source).map(({ line, text }) => `    ${formatNumberedLine(line, text)}`),
    `    ${ink.dim("recording")} ${toPrintable(recording.source)}  ${ink.dim(toPrintable(recording.pointer) + formatBodyPointer(recording.body))}`,
    ...(snippet === undefined ? [] : [`    ${formatNumberedLine(snippet.line, snippet.text)}`]),
    ...formatReproduction(finding).map((line) => `    ${ink.dim("reproduce")} ${line}`),
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
  return pointer === "" ? " → whole body" : ` → ${toPrintable(pointer)}`;
}

function formatPosition({ file, line, column }: FindingGroup["contract"]): string {
  return line === undefined ? file : `${file}:${line}:${column ?? 1}`;
}

function formatReasons(title: string, groups: readonly ReasonGroup[], ink: Colors): string[] {
  if (groups.length === 0) return [];
  const lines = groups.map(
    ({ reason, exchanges, first }) =>
      `  ${exchanges} × ${toPrintable(reason)}  ${ink.dim(toPrintable(`first at ${first.source} ${first.pointer}`))}`,
  );
  return [[ink.bold(title), ...lines].join("\n")];
}

function formatConsumers(report: Report, ink: Colors): string[] {
  const lines = describeConsumers(report, MAX_CONSUMERS).map((it) => `  ${toPrintable(it)}`);
  return lines.length === 0 ? [] : [[ink.bold(CONSUMERS_TITLE), ...lines].join("\n")];
}

const MAX_CONSUMERS = 10;

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
  return [[ink.bold("No request accepted"), ...lines].join("\n")];
}

function formatExcluded(groups: readonly ExcludedOperations[], ink: Colors): string[] {
  if (groups.length === 0) return [];
  const lines = groups.map(
    (group) =>
      `  ${joinList(group.operations)}: ${toPrintable(formatExclusion(group))}  ${ink.dim(`for ${toPrintable(group.source)}`)}`,
  );
  return [[ink.bold("Excluded"), ...lines].join("\n")];
}

function formatCounts(report: Report): string {
  const { summary } = report;
  const { exchanges, passed, failed, skipped, notLogged = 0, accepted = 0 } = summary;
  const partial = summary.partial - notLogged;
  const counts = [
    `${passed} passed`,
    ...(accepted === 0 ? [] : [`${accepted} with accepted findings only`]),
    `${failed} failed`,
    ...(partial === 0 ? [] : [`${partial} partial`]),
    ...(notLogged === 0 ? [] : [`${notLogged} partial because fields are not recorded`]),
    ...(skipped === 0 ? [] : [formatSkipped(report)]),
  ];
  return `${pluralize(exchanges, "exchange")}: ${counts.join(", ")}`;
}

/** Formats one line per operation with its number of exchanges and its statuses, seen and missing. */
function formatCoveredOperations({ kind, title, all }: CoveredOperations, ink: Colors): string {
  const seen = all.filter(({ exchanges }) => exchanges > 0);
  const unseen = all.filter(({ exchanges }) => exchanges === 0).map(({ operationId }) => operationId);
  const width = Math.max(9, ...seen.map(({ operationId }) => operationId.length));
  const rows = seen.map(({ operationId, exchanges, statuses, missing }) => {
    const without = missing.length === 0 ? "" : ink.dim(`  not seen: ${missing.join(" ")}`);
    return `  ${operationId.padEnd(width)}  ${String(exchanges).padStart(9)}  ${Object.keys(statuses).join(" ")}${without}`;
  });
  return [
    ink.bold(title),
    ink.dim(`  ${kind.padEnd(width)}  exchanges  statuses`),
    ...rows,
    ...(unseen.length === 0 ? [] : [`  ${ink.dim(`not seen: ${joinList(unseen)}`)}`]),
  ].join("\n");
}

/** Shorter paths are left whole. */
const MIN_PREFIX = 24;

/** Removes the folder that all recordings share, which would make every line long. Returns it too, if there is one. */
function shortenSources(report: Report): { readonly report: Report; readonly folder: string } {
  const groups = [...report.skipped, ...report.partial, ...(report.notLogged ?? [])];
  const sources = [
    ...report.findings.flatMap(({ first, last, recording }) => [first.source, last.source, recording.source]),
    ...groups.map(({ first }) => first.source),
    ...report.unreadable.map(({ source }) => source),
  ];
  const folder = findSharedFolder([...new Set(sources)]);
  if (folder.length < MIN_PREFIX) return { report, folder: "" };
  const shorten = <Place extends { readonly source: string }>(place: Place): Place => ({
    ...place,
    source: place.source.slice(folder.length),
  });
  const shortenGroup = (group: ReasonGroup): ReasonGroup => ({ ...group, first: shorten(group.first) });
  const findings = report.findings.map((it) => ({
    ...it,
    first: shorten(it.first),
    last: shorten(it.last),
    recording: shorten(it.recording),
  }));
  const notLogged = report.notLogged?.map(shortenGroup);
  return {
    folder,
    report: {
      ...report,
      findings,
      skipped: report.skipped.map(shortenGroup),
      partial: report.partial.map(shortenGroup),
      unreadable: report.unreadable.map(shorten),
      ...(notLogged && { notLogged }),
    },
  };
}

function findSharedFolder([first = "", ...others]: readonly string[]): string {
  if (others.length === 0) return "";
  let folder = first.slice(0, first.lastIndexOf("/") + 1);
  while (!others.every((it) => it.startsWith(folder)))
    folder = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
  return folder;
}

/** Formats how to fix findings, in one line for each code, and how to accept them. */
function formatAdvice(
  findings: readonly FindingGroup[],
  { ink, canAccept }: { readonly ink: Colors; readonly canAccept: boolean },
): string[] {
  const advice = listAdvice(findings);
  if (advice.length === 0) return [];
  const width = Math.max(...advice.map(([code]) => code.length));
  const lines = advice.map(([code, fix]) => `  ${code.padEnd(width)}  ${ink.dim(fix)}`);
  if (canAccept) lines.push(`  ${ink.dim(ACCEPTANCE_ADVICE)}`);
  return [[ink.bold(ADVICE_TITLE), ...lines].join("\n")];
}

/** Formats the effect of the baseline: the accepted findings by reason, and the fixed and expired ones. */
function formatBaseline({ baseline, findings }: Report, ink: Colors): string[] {
  if (baseline === undefined) return [];
  const { path, known, expired, fixed, unobserved } = baseline;
  const line = ({ fingerprint, code = "", operation, expires, reason }: Waiver, state: string): string =>
    `  ${state} ${ink.dim(fingerprint)} ${ink.bold(code)} ${operation ?? ""}  ${expires === undefined ? "" : `${expires}, `}${toPrintable(reason)}`;
  const counts = `${baseline.new} new, ${known.error + known.warn} known, ${expired.length} expired, ${fixed.length} fixed`;
  const rest = unobserved === 0 ? "" : `, ${unobserved} not observed`;
  return [
    [
      `${ink.bold(`Baseline ${path}`)}: ${counts}${rest}`,
      ...formatKnownByReason(findings, ink),
      ...expired.map((waiver) => line(waiver, ink.red("expired"))),
      ...fixed.map((waiver) => line(waiver, ink.green("fixed  "))),
      ...(fixed.length === 0 ? [] : [ink.dim("  --update-baseline removes the fixed findings")]),
    ].join("\n"),
  ];
}

/** Formats one line per reason, because accepted findings need no details. */
function formatKnownByReason(findings: readonly FindingGroup[], ink: Colors): string[] {
  const byReason = new Map<string, FindingGroup[]>();
  for (const finding of findings) {
    if (finding.state !== "known") continue;
    const reason = formatWaiver(finding);
    const group = byReason.get(reason);
    if (group === undefined) byReason.set(reason, [finding]);
    else group.push(finding);
  }
  return [...byReason].map(([reason, group]) => {
    const codes = [...new Set(group.map(({ code }) => code))].sort();
    return `  known   ${group.length} × ${reason}  ${ink.dim(joinList(codes, 3))}`;
  });
}

/** Formats the fingerprint of a finding that a baseline can accept, or the reason why it was accepted before. */
function formatBaselineState({ state, waiver, fingerprint }: FindingGroup): string {
  if (state === undefined) return ` (${fingerprint})`;
  if (state === "known") return "";
  if (state === "new") return `, new (${fingerprint})`;
  const ticket = waiver?.ticket === undefined ? "" : `, ${toPrintable(waiver.ticket)}`;
  return `, accepted until ${waiver?.expires}: ${toPrintable(waiver?.reason ?? "")}${ticket}`;
}
