import { type FindingGroup, type ReasonGroup, type Report, toPrintable, type Waiver } from "../check/index.js";
import type { Diagnostic } from "../lint/index.js";
import { formatNumberedLine, formatSpecLocation, formatWaiver } from "./finding-texts.js";
import { type Colors, createColors, escapeControl, joinList, pluralize, wrapText } from "./formatting/text.js";
import {
  groupIssues,
  type List,
  type PageFinding,
  type ReportPage,
  type SourcePlace,
  selectMostImportant,
} from "./page.js";
import {
  ACCEPTANCE_ADVICE,
  ADVICE_TITLE,
  CONSUMERS_TITLE,
  type CoveredOperations,
  describeConsumers,
  formatChangedCoverage,
  formatCoverage,
  formatSkipped,
  summarizeCoverage,
} from "./summary.js";

export type TextOptions = {
  readonly colour?: boolean | undefined;
  /** The width of the terminal. Without it, lines are not wrapped. */
  readonly width?: number | undefined;
  /** Whether a baseline can accept findings, so that their fingerprints are shown; the default is true. */
  readonly hasFingerprints?: boolean | undefined;
  /** The folder of all recordings, which their names lack. */
  readonly folder?: string;
  /** The number of findings that the page lacks. */
  readonly omitted?: number;
};

/** Formats the text report: issues with their places, and the result in one sentence at the end. */
export function renderText(page: ReportPage, options: TextOptions = {}): string {
  const { colour = false, width, hasFingerprints = true, folder = "", omitted = 0 } = options;
  const { issues, outcome, report, lists, maxFindings } = page;
  // The baseline section counts the accepted findings of a run.
  const open = report === undefined ? issues : issues.filter(({ state }) => state !== "known");
  const shown = selectMostImportant(open, maxFindings);
  const rest = omitted + open.length - shown.length;
  const ink = createColors(colour);
  const warnings = page.warnings.map(({ text }) => `${ink.yellow("! warning")} ${text}`);
  const isLast = ({ id }: List): boolean => id === "unaccepted" || id === "excluded";
  const sections = [
    ...(folder === "" ? [] : [ink.dim(`Recordings in ${toPrintable(folder)}`)]),
    ...(shown.length === 0 ? [] : warnings),
    ...groupIssues(shown, page, (it) => [it.section]).flatMap(({ subject, title, issues }) => {
      const blocks = groupByLocation(issues).map((it) => formatIssues(it, { ink, hasFingerprints }));
      if (subject === undefined) return blocks.map((lines) => lines.join("\n"));
      return [[ink.bold(escapeControl(title)), ...blocks.flat().map((line) => `  ${line}`)].join("\n")];
    }),
    ...(rest === 0 ? [] : [ink.dim(`and ${pluralize(rest, "more finding")}; --format json lists all`)]),
    ...formatAdvice(page, { ink, canAccept: hasFingerprints }),
    ...lists.filter((it) => !isLast(it)).map((it) => formatList(it, ink)),
    ...formatSpecIssues(page, ink),
    ...(report === undefined ? [] : formatCoveredOperations(report, ink)),
    ...lists.filter(isLast).map((it) => formatList(it, ink)),
    ...(report === undefined ? [] : formatReportSections(report, ink)),
    ...page.statements.map(escapeControl),
    ...warnings,
    ...(report === undefined ? [] : [formatCounts(report)]),
    (outcome.kind === "passed" ? ink.green : ink.red)(page.verdict),
  ];
  const text = `${sections.join("\n\n")}\n`;
  return width === undefined ? text : wrapText(text, width);
}

/** Groups findings with the same code and spec location, such as several properties that share a schema. */
function groupByLocation(issues: readonly PageFinding[]): PageFinding[][] {
  const groups = new Map<string, PageFinding[]>();
  for (const [index, issue] of issues.entries()) {
    const key = issue.sighting?.location ?? String(index);
    groups.set(key, [...(groups.get(key) ?? []), issue]);
  }
  return [...groups.values()];
}

/** The maximum number of findings printed for one location of the spec. */
const MAX_GROUP_LINES = 60;

type IssueContext = { readonly ink: Colors; readonly hasFingerprints: boolean };

function formatIssues(group: readonly PageFinding[], { ink, hasFingerprints }: IssueContext): string[] {
  const [first] = group;
  if (first === undefined) return [];
  const { code, places, sighting, fix } = first;
  const formatState = ({ sighting }: PageFinding): string => (hasFingerprints ? (sighting?.state ?? "") : "");
  const count =
    group.length === 1 ? `${first.note}${sighting?.last ?? ""}${formatState(first)}` : `${group.length} findings`;
  const isRule = places.some(({ message }) => message !== undefined);
  const width = Math.max(...places.map(({ label }) => label.length));
  return [
    `${formatLevel(first, ink)} ${ink.bold(code)}  ${isRule ? first.message : ink.dim(count)}`,
    ...(isRule
      ? []
      : group
          .slice(0, MAX_GROUP_LINES)
          .flatMap((it) => [
            group.length === 1
              ? `    ${it.message}`
              : `    ${it.message}  ${ink.dim(`${it.note}${it.sighting?.first ?? ""}${it.sighting?.last ?? ""}${formatState(it)}`)}`,
            ...it.consequences.map((text) => `      and ${text}`),
            ...(it.sighting?.values ?? []),
            ...it.details.map((text) => `    ${text}`),
          ])),
    ...(group.length > MAX_GROUP_LINES
      ? [`    ${ink.dim(`and ${group.length - MAX_GROUP_LINES} more; --format json lists all`)}`]
      : []),
    ...(sighting?.declared ?? []),
    ...formatSuggestions(group),
    ...places.flatMap((place) => formatPlaceLines(place, width, ink)),
    ...first.reproduction.map((line) => `    ${ink.dim("reproduce")} ${line}`),
    ...(isRule && fix !== "" ? [`    ${ink.dim(fix)}`] : []),
  ];
}

function formatLevel({ level, word, state }: PageFinding, ink: Colors): string {
  if (state === "known") return ink.dim("~ accepted");
  if (level === "error") return ink.red(`✗ ${word}`);
  return level === "warn" ? ink.yellow(`! ${word}`) : ink.dim(`· ${word}`);
}

function formatPlaceLines(place: SourcePlace, width: number, ink: Colors): string[] {
  const { label, message, exchange } = place;
  // Recordings can have long names.
  const format = exchange === undefined ? escapeControl : toPrintable;
  const [name, pointer] = [format(place.name), format(place.pointer)];
  const lines = place.lines.map(({ line, text }) => `    ${formatNumberedLine(line, text)}`);
  if (message !== undefined) return [`    ${ink.dim(name)}  ${message}`, ...lines.slice(0, 1)];
  return [`    ${ink.dim(label.padEnd(width))} ${name}  ${ink.dim(pointer)}`, ...lines];
}

/** Suggests declared names for misspelled ones. */
function formatSuggestions(group: readonly PageFinding[]): string[] {
  const hints = group.flatMap(({ sighting }) => sighting?.suggestion ?? []);
  return hints.length === 0 ? [] : [`    did you mean ${joinList(hints)}?`];
}

function formatList({ id, title, rows }: List, ink: Colors): string {
  if (id === "unchecked")
    return rows
      .map(({ place, text }) => `${ink.red("? not checked")} ${ink.bold(toPrintable(place))}\n    ${text}`)
      .join("\n\n");
  const lines = rows.map(({ exchanges, operations, text, place, relation }) => {
    const lead = exchanges === undefined ? operations : `${exchanges} ×`;
    const mark = id === "unreadable" ? `${ink.red("✗")} ` : "";
    if (lead === undefined) return `  ${mark}${toPrintable(place)}: ${toPrintable(text)}`;
    return `  ${lead}${exchanges === undefined ? ":" : ""} ${toPrintable(text)}  ${ink.dim(toPrintable(`${relation} ${place}`))}`;
  });
  return [ink.bold(title), ...lines].join("\n");
}

/** Formats the findings in the spec: the count and the first location of each code. */
function formatSpecIssues({ specIssues }: ReportPage, ink: Colors): string[] {
  const groups = new Map<string, PageFinding[]>();
  for (const issue of specIssues.filter(({ level }) => level !== "info"))
    groups.set(issue.code, [...(groups.get(issue.code) ?? []), issue]);
  const lines = [...groups.values()].flatMap(([first, ...others]) => {
    const [place] = first?.places ?? [];
    if (first === undefined || place === undefined) return [];
    const where = others.length === 0 ? place.name : `${others.length + 1} places, first at ${place.name}`;
    return [`  ${formatLevel(first, ink)} ${ink.bold(first.code)}  ${ink.dim(where)}\n      ${place.message}`];
  });
  const notes = specIssues.filter(({ level }) => level === "info").length;
  if (lines.length === 0) return [];
  const more = notes === 0 ? [] : [`  ${ink.dim(`and ${pluralize(notes, "note")}; --format json lists all`)}`];
  return [[ink.bold("Findings in the spec"), ...lines, ...more].join("\n")];
}

const MAX_CONSUMERS = 10;

/** Formats the covered operations and the consumers. */
function formatCoveredOperations(report: Report, ink: Colors): string[] {
  const { exchanges, skipped } = report.summary;
  const consumers = describeConsumers(report, MAX_CONSUMERS).map((it) => `  ${toPrintable(it)}`);
  return [
    ...(exchanges > skipped ? summarizeCoverage(report).map((it) => formatOperationTable(it, ink)) : []),
    ...(consumers.length === 0 ? [] : [[ink.bold(CONSUMERS_TITLE), ...consumers].join("\n")]),
  ];
}

/** Formats the coverage and the baseline. */
function formatReportSections(report: Report, ink: Colors): string[] {
  const { kinds, specs = [], changed } = report.coverage;
  return [
    ...formatCoverage(kinds, ink),
    ...specs.flatMap((it) => formatCoverage(it.kinds, ink, `Coverage of ${it.path}`)),
    ...formatChangedCoverage(changed, ink),
    ...formatBaseline(report, ink),
  ];
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
function formatOperationTable({ kind, title, all }: CoveredOperations, ink: Colors): string {
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
export function shortenSources(report: Report): { readonly report: Report; readonly folder: string } {
  const groups = [...report.skipped, ...report.partial, ...(report.notLogged ?? [])];
  const sources = [
    ...report.findings.flatMap(({ first, last, recording }) => [first.source, last.source, recording.source]),
    ...groups.map(({ first }) => first.source),
    ...report.unreadable.map(({ source }) => source),
  ];
  const folder = findSharedFolder([...new Set(sources)]);
  if (folder.length < MIN_PREFIX) return { report, folder: "" };
  const shorten = <SourcePlace extends { readonly source: string }>(place: SourcePlace): SourcePlace => ({
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
  { advice }: ReportPage,
  { ink, canAccept }: { readonly ink: Colors; readonly canAccept: boolean },
): string[] {
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

/** The number of printed locations per code, to keep the output short. */
const MAX_LOCATIONS = 3;

/**
 * Formats lint findings of a spec like compiler output, one per line: `file:line:column: level code: message`.
 *
 * @param all Whether to print every error and warning. Otherwise only the first few of each code and a count are printed.
 */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], { all }: { readonly all: boolean }): string {
  let lines = "";
  for (const [code, occurrences] of groupByCode(diagnostics.filter(({ level }) => level !== "info"))) {
    const shown = all ? occurrences : occurrences.slice(0, MAX_LOCATIONS);
    for (const diagnostic of shown)
      lines += `${formatSpecLocation(diagnostic)}: ${diagnostic.level} ${code}: ${diagnostic.message}\n`;
    if (shown.length < occurrences.length) lines += `  and ${occurrences.length - shown.length} more ${code}\n`;
  }
  return lines;
}

function groupByCode(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, readonly Diagnostic[]> {
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const { code = "" } = diagnostic;
    const group = groups.get(code);
    if (group === undefined) groups.set(code, [diagnostic]);
    else group.push(diagnostic);
  }
  return groups;
}
