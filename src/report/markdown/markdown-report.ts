import {
  type ChangedCoverage,
  COVERAGE_KINDS,
  type CoverageByKind,
  type FindingGroup,
  listWarnings,
  type OperationCoverage,
  type ReasonGroup,
} from "../../gate/index.js";
import { groupByOperation, type OperationFindings } from "../findings/group-findings.js";
import {
  formatDeclaredNames,
  formatOccurrences,
  formatRecordingLocation,
  formatReproduction,
  formatSpecLocation,
  formatWaiver,
} from "../findings/locations.js";
import { getExplicitOperationId } from "../findings/operation-name.js";
import { formatNumberedLine, getFindingSnippet } from "../findings/spec-snippet.js";
import { formatExclusion } from "../formatting/exclusion.js";
import { joinList } from "../formatting/join-list.js";
import {
  escapeMarkdown,
  escapeMarkdownHtml,
  formatCodeBlock,
  formatInlineCode,
  OUTCOME_MARKS,
} from "../formatting/markdown.js";
import { pluralize } from "../formatting/pluralize.js";
import { selectMostImportant } from "../page.js";
import type { ReportInput } from "../report-input.js";
import { ACCEPTANCE_ADVICE, ADVICE_TITLE, listAdvice } from "../summary/advice.js";
import { CONSUMERS_TITLE, describeConsumers } from "../summary/consumers.js";
import {
  COVERAGE_KIND_LABELS,
  type CoveredOperations,
  formatChangedTitle,
  summarizeCoverage,
} from "../summary/coverage.js";
import { failsRun, formatVerdict, formatWarning, NOT_LOGGED_TITLE } from "../summary/verdict.js";

/** GitHub rejects longer comments. */
export const MAX_COMMENT_LENGTH = 65_536;

/** Room for the line that counts the omitted findings, and for the closing tags. */
const RESERVED_LENGTH = 400;

/**
 * Formats Markdown for a pull request comment or a job summary: outcome, counts, findings by operation, and coverage. Text
 * from traffic is escaped.
 *
 * @param limit The maximum length in UTF-16 code units. Findings that do not fit are omitted.
 */
export function formatMarkdownReport(input: ReportInput, limit = MAX_COMMENT_LENGTH): string {
  const { report, outcome, maxFindings } = input;
  const head = [
    `## ${OUTCOME_MARKS[outcome.kind]} ${escapeMarkdown(formatVerdict(report, outcome, input.diagnostics))}`,
    ...listWarnings(report).map((it) => `⚠ ${escapeMarkdown(formatWarning(it))}`),
    formatCountsTable(input),
    ...formatReasons("Partially checked", report.partial),
    ...formatReasons(NOT_LOGGED_TITLE, report.notLogged ?? []),
    ...formatUnreadable(input),
    ...formatUnaccepted(input),
    ...formatExcluded(input),
  ].map((text) => `${text}\n\n`);
  const open = report.findings.filter(({ state }) => state !== "known");
  const selected = selectMostImportant(open, maxFindings);
  const tail = [
    ...formatAdvice(selected),
    ...formatBaseline(input),
    ...formatCoverageSection(report.coverage.kinds, "Coverage"),
    ...(report.coverage.specs ?? []).flatMap(({ path, kinds }) =>
      formatCoverageSection(kinds, `Coverage of ${formatInlineCode(path)}`),
    ),
    ...formatChangedSection(report.coverage.changed),
    ...summarizeCoverage(input.report).map(formatCoveredOperations),
    ...formatConsumers(input),
    ...formatReasons("Skipped", report.skipped),
  ];
  const closing = `<sub>${escapeMarkdownHtml(`${input.tool.name} ${input.tool.version}`)}</sub>\n`;
  const room = limit - RESERVED_LENGTH - closing.length;
  const first = takeFitting(head, room);
  // Coverage takes at most half of the remaining room.
  const last = takeFitting(
    tail.map((text) => `${text}\n\n`),
    Math.max(0, room - first.length) / 2,
  );
  const accepted = report.findings.filter(({ state }) => state === "known");
  const ordered = [...selected, ...(open.length < (maxFindings ?? Number.POSITIVE_INFINITY) ? accepted : [])];
  const { text, shownCount: count } = renderFindings(ordered, input, room - first.length - last.length);
  const omitted = report.findings.length - count;
  const more = omitted === 0 ? "" : `_and ${pluralize(omitted, "more finding")}; \`--format json\` lists all_\n\n`;
  return first + text + more + last + closing;
}

/** Joins the blocks that fit into the room. */
function takeFitting(blocks: readonly string[], room: number): string {
  let text = "";
  for (const block of blocks) if (text.length + block.length <= room) text += block;
  return text;
}

type RenderedFindings = { readonly text: string; readonly shownCount: number };

function renderFindings(findings: readonly FindingGroup[], input: ReportInput, room: number): RenderedFindings {
  let text = "";
  let count = 0;
  for (const group of groupByOperation(findings, input.report)) {
    const title = formatTitle(group);
    let opened = "";
    for (const finding of group.findings) {
      const block = formatFinding(finding, input);
      if (text.length + (opened === "" ? title.length : opened.length) + block.length > room)
        return { text: text + opened, shownCount: count };
      opened = (opened === "" ? title : opened) + block;
      count += 1;
    }
    text += opened;
  }
  return { text, shownCount: count };
}

function formatTitle({ operationId, method, path, title }: OperationFindings): string {
  if (operationId === null || method === undefined || path === undefined) return `### ${escapeMarkdown(title)}\n\n`;
  return `### ${formatNameAndPath({ operationId, method, path }, " · ")}\n\n`;
}

function formatNameAndPath(
  operation: Pick<OperationCoverage, "operationId" | "method" | "path">,
  between: string,
): string {
  const name = getExplicitOperationId(operation);
  return `${name === undefined ? "" : escapeMarkdown(name) + between}${formatInlineCode(`${operation.method} ${operation.path}`)}`;
}

function formatFinding(finding: FindingGroup, { source, failOn }: ReportInput): string {
  const { code, level, message, contract, recording, snippet, fingerprint } = finding;
  const mark = failsRun(finding, failOn) ? "✗" : finding.state === "known" ? "✓" : level === "error" ? "✗" : "△";
  const state = finding.waiver === undefined ? "" : ` · ${escapeMarkdown(formatWaiver(finding))}`;
  const clauseText = getFindingSnippet(finding, source).map(({ line, text }) => formatNumberedLine(line, text));
  const clause = clauseText.length === 0 ? "" : `\n\n${formatCodeBlock("yaml", clauseText)}`;
  const names = formatDeclaredNames(finding)
    .map((it) => `\n\n${escapeMarkdown(it)}`)
    .join("");
  const consequences = (finding.consequences ?? [])
    .map((it) => `\n\nAnd ${escapeMarkdown(`${it.code}: ${it.message}`)}`)
    .join("");
  const shown =
    snippet === undefined ? "" : `\n\n${formatCodeBlock("json", [formatNumberedLine(snippet.line, snippet.text)])}`;
  const lines = formatReproduction(finding);
  const reproduction = lines.length === 0 ? "" : `\n\nTo reproduce\n\n${formatCodeBlock("sh", lines)}`;
  return `<details${failsRun(finding, failOn) ? " open" : ""}><summary>${mark} <b>${escapeMarkdownHtml(code)}</b> ${escapeMarkdownHtml(message)}</summary>

Spec ${formatInlineCode(formatSpecLocation(contract))}${clause}${names}

Recording ${formatInlineCode(formatRecordingLocation(recording))} · ${escapeMarkdown(formatOccurrences(finding))} · ${formatInlineCode(fingerprint)}${state}${consequences}${shown}${reproduction}

</details>

`;
}

function formatCountsTable({ report }: ReportInput): string {
  const { summary, baseline } = report;
  const { exchanges, passed, accepted = 0, failed, partial, skipped, unreadable, findings } = summary;
  const { error, warn } = baseline?.known ?? { error: 0, warn: 0 };
  const cells = [
    ...[
      ["exchanges", exchanges],
      ["passed", passed],
      ...(accepted === 0 ? [] : [["with accepted findings only", accepted]]),
      ["failed", failed],
      ["partial", partial],
      ["skipped", skipped],
    ],
    ...(unreadable === 0 ? [] : [["unreadable", unreadable]]),
    ...[
      ["errors", findings.error - error],
      ["drift", findings.warn - warn],
    ],
    ...(baseline === undefined ? [] : [["accepted findings", error + warn]]),
  ];
  return formatTable(
    cells.map(([name]) => String(name)),
    [cells.map(([, count]) => String(count))],
    () => "--:",
  );
}

function formatConsumers({ report }: ReportInput): string[] {
  const lines = describeConsumers(report, 50).map((it) => `- ${escapeMarkdown(it)}`);
  return lines.length === 0 ? [] : [formatCollapsible(CONSUMERS_TITLE, lines.join("\n"))];
}

function formatReasons(title: string, groups: readonly ReasonGroup[]): string[] {
  if (groups.length === 0) return [];
  const total = groups.reduce((sum, { exchanges }) => sum + exchanges, 0);
  const lines = groups
    .slice(0, 50)
    .map(
      ({ reason, exchanges, first }) =>
        `- ${exchanges} × ${escapeMarkdown(reason)} (first at ${formatInlineCode(`${first.source} ${first.pointer}`)})`,
    );
  if (groups.length > 50) lines.push(`- and ${pluralize(groups.length - 50, "more reason")}`);
  return [formatCollapsible(`${title}: ${pluralize(total, "exchange")}`, lines.join("\n"))];
}

function formatUnreadable({ report }: ReportInput): string[] {
  if (report.unreadable.length === 0) return [];
  const lines = report.unreadable
    .slice(0, 50)
    .map(({ source, pointer, reason }) => `- ${formatInlineCode(`${source} ${pointer}`)} ${escapeMarkdown(reason)}`);
  return [formatCollapsible(`Unreadable: ${pluralize(report.summary.unreadable, "place")}`, lines.join("\n"))];
}

function formatUnaccepted({ report: { unaccepted = [] } }: ReportInput): string[] {
  if (unaccepted.length === 0) return [];
  const lines = unaccepted.map(
    ({ source, reason, operations }) =>
      `- ${escapeMarkdown(joinList(operations))}: ${escapeMarkdown(reason)} (${formatInlineCode(source)})`,
  );
  const count = new Set(unaccepted.flatMap(({ operations }) => operations)).size;
  return [formatCollapsible(`No request accepted: ${pluralize(count, "operation")}`, lines.join("\n"))];
}

function formatExcluded({ report: { excluded = [] } }: ReportInput): string[] {
  if (excluded.length === 0) return [];
  const lines = excluded.map(
    (group) =>
      `- ${escapeMarkdown(joinList(group.operations))}: ${escapeMarkdown(formatExclusion(group))} (${formatInlineCode(group.source)})`,
  );
  const count = new Set(excluded.flatMap(({ operations }) => operations)).size;
  return [formatCollapsible(`Excluded: ${pluralize(count, "operation")}`, lines.join("\n"))];
}

function formatAdvice(findings: readonly FindingGroup[]): string[] {
  const lines = listAdvice(findings).map(([code, fix]) => `- ${formatInlineCode(code)}: ${escapeMarkdown(fix)}`);
  if (lines.length === 0) return [];
  return [formatCollapsible(ADVICE_TITLE, [...lines, "", escapeMarkdown(ACCEPTANCE_ADVICE)].join("\n"))];
}

function formatBaseline({ report: { baseline } }: ReportInput): string[] {
  if (baseline === undefined) return [];
  const { path, known, expired, fixed, unobserved } = baseline;
  const rest = unobserved === 0 ? "" : `, ${unobserved} not observed`;
  const numbers = `${baseline.new} new, ${known.error + known.warn} known, ${expired.length} expired, ${fixed.length} fixed${rest}`;
  return [`Baseline ${formatInlineCode(path)}: ${numbers}`];
}

function formatCoveredOperations({ kind, title, all }: CoveredOperations): string {
  const rows = all.map((operation) => [
    formatNameAndPath(operation, "<br>"),
    String(operation.exchanges),
    Object.entries(operation.statuses)
      .map(([status, count]) => `${status} × ${count}`)
      .join(", "),
    operation.missing.join(", "),
  ]);
  const grid = formatTable([kind, "exchanges", "statuses", "not seen"], rows, (column) =>
    column === 1 ? "--:" : "---",
  );
  return formatCollapsible(title, grid);
}

function formatCollapsible(summary: string, body: string): string {
  return `<details><summary>${escapeMarkdownHtml(summary)}</summary>\n\n${body}\n\n</details>`;
}

/** Formats coverage as a table. The list is empty if the run did not measure coverage. */
function formatCoverageSection(kinds: CoverageByKind | undefined, title: string): string[] {
  if (kinds === undefined) return [];
  const rows = COVERAGE_KINDS.filter((kind) => kinds[kind].total > 0).map((kind) => {
    const { seen, total, percent, atLeast } = kinds[kind];
    const wanted = atLeast === undefined ? "" : `${percent < atLeast ? "✗ " : ""}at least ${atLeast} %`;
    return [COVERAGE_KIND_LABELS[kind], `${seen} of ${total}`, `${formatBar(percent)} ${percent.toFixed(1)} %`, wanted];
  });
  return [
    `### ${title}\n\n${formatTable(["", "seen", "", "threshold"], rows, (column) => (column === 1 ? "--:" : "---"))}`,
  ];
}

/** Formats the changed operations, and the table of their coverage. */
function formatChangedSection(changed: ChangedCoverage | undefined): string[] {
  if (changed === undefined) return [];
  const title = escapeMarkdown(formatChangedTitle(changed));
  const rows = changed.operations.map(({ operationId, exchanges, codes }) => [
    formatInlineCode(operationId),
    String(exchanges),
    codes.map(formatInlineCode).join(", "),
  ]);
  if (rows.length === 0) return [`### ${title}\n\nno operations`];
  const grid = formatTable(["operation", "exchanges", "changes"], rows, (column) => (column === 1 ? "--:" : "---"));
  return [`### ${title}\n\n${grid}`, ...formatCoverageSection(changed.kinds, "Coverage of the changes")];
}

function formatBar(percent: number): string {
  const full = Math.floor(percent / 10);
  return "█".repeat(full) + "░".repeat(10 - full);
}

function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  align: (column: number) => string,
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, column) => align(column))), ...rows.map(line)].join("\n");
}
