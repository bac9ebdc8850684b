import type { FindingGroup, OperationCoverage, ReasonGroup } from "../gate/index.js";
import { clauseOf, numbered } from "./clause.js";
import { byOperation, mostImportant, type OperationFindings } from "./finding-order.js";
import { listed } from "./listed.js";
import { changedBlock, kindsBlock, table } from "./markdown-coverage.js";
import { codeBlock, htmlInMarkdown, inlineCode, plainMarkdown } from "./markdown-text.js";
import { ownName } from "./operation-name.js";
import { acceptance, contractPlace, declaredNames, recordingPlace, reproductionLines, seenIn } from "./places.js";
import { plural } from "./plural.js";
import { type Shown, shown } from "./shown.js";
import type { Told } from "./told.js";
import { counts, UNLOGGED, verdictSentence } from "./verdict.js";

/** A comment on GitHub holds 65 536 characters; one that is longer is refused. */
export const COMMENT_LIMIT = 65_536;

const MARKS = { holds: "✓", broken: "✗", unjudged: "?" } as const;

/** Room for the line that says how many findings are left out, and for what closes after it. */
const RESERVE = 400;

/**
 * Markdown for a comment on a pull request or a job summary: the verdict, the counts, the findings by operation as far as
 * they fit, and coverage. What comes from traffic stands in it as text.
 *
 * @param limit characters of UTF-16 for a comment, and never more; the findings are cut, the rest is short.
 */
export function markdownReport(told: Told, limit = COMMENT_LIMIT): string {
  const { report, outcome, maxFindings } = told;
  const head = [
    `## ${MARKS[outcome.kind]} ${plainMarkdown(verdictSentence(report, outcome, told.problems))}`,
    countsTable(told),
    ...reasonsBlock("Judged only in part", report.partial),
    ...reasonsBlock(UNLOGGED, report.unlogged ?? []),
    ...unreadableBlock(told),
    ...unacceptedBlock(told),
  ].map((text) => `${text}\n\n`);
  const tail = [
    ...baselineBlock(told),
    ...kindsBlock(report.coverage.kinds, "Coverage"),
    ...changedBlock(report.coverage.changed),
    ...shown(told.report).map(shownBlock),
    ...reasonsBlock("Skipped", report.skipped),
  ];
  const closing = `<sub>${htmlInMarkdown(`${told.tool.name} ${told.tool.version}`)}</sub>\n`;
  const room = limit - RESERVE - closing.length;
  const first = fitting(head, room);
  // Half of what is left is kept for coverage, should it need that much.
  const last = fitting(
    tail.map((text) => `${text}\n\n`),
    Math.max(0, room - first.length) / 2,
  );
  const open = report.findings.filter(({ state }) => state !== "known");
  const accepted = report.findings.filter(({ state }) => state === "known");
  const ordered = [
    ...mostImportant(open, maxFindings),
    ...(open.length < (maxFindings ?? Number.POSITIVE_INFINITY) ? accepted : []),
  ];
  const { text, told: count } = findingsText(ordered, told, room - first.length - last.length);
  const untold = report.findings.length - count;
  const more = untold === 0 ? "" : `_and ${plural(untold, "finding")} more; \`--format json\` has them all_\n\n`;
  return first + text + more + last + closing;
}

/** As many of the blocks as fit, from the first on. */
function fitting(blocks: readonly string[], room: number): string {
  let text = "";
  for (const block of blocks) if (text.length + block.length <= room) text += block;
  return text;
}

type Written = { readonly text: string; readonly told: number };

function findingsText(findings: readonly FindingGroup[], told: Told, room: number): Written {
  let text = "";
  let count = 0;
  for (const group of byOperation(findings, told.report)) {
    const title = titleOf(group);
    let opened = "";
    for (const finding of group.findings) {
      const block = findingBlock(finding, told);
      if (text.length + (opened === "" ? title.length : opened.length) + block.length > room)
        return { text: text + opened, told: count };
      opened = (opened === "" ? title : opened) + block;
      count += 1;
    }
    text += opened;
  }
  return { text, told: count };
}

function titleOf({ operationId, method, path, title }: OperationFindings): string {
  if (operationId === null || method === undefined || path === undefined) return `### ${plainMarkdown(title)}\n\n`;
  return `### ${nameAndPath({ operationId, method, path }, " · ")}\n\n`;
}

function nameAndPath(operation: Pick<OperationCoverage, "operationId" | "method" | "path">, between: string): string {
  const name = ownName(operation);
  return `${name === undefined ? "" : plainMarkdown(name) + between}${inlineCode(`${operation.method} ${operation.path}`)}`;
}

function findingBlock(finding: FindingGroup, { source, failOn }: Told): string {
  const { code, level, message, contract, recording, fragment } = finding;
  const mark = counts(finding, failOn) ? "✗" : finding.state === "known" ? "✓" : level === "error" ? "✗" : "△";
  const state = finding.waiver === undefined ? "" : ` · ${plainMarkdown(acceptance(finding))}`;
  const clauseText = clauseOf(finding, source).map(({ line, text }) => numbered(line, text));
  const clause = clauseText.length === 0 ? "" : `\n\n${codeBlock("yaml", clauseText)}`;
  const names = declaredNames(finding)
    .map((it) => `\n\n${plainMarkdown(it)}`)
    .join("");
  const shown = fragment === undefined ? "" : `\n\n${codeBlock("json", [numbered(fragment.line, fragment.text)])}`;
  const lines = reproductionLines(finding);
  const again = lines.length === 0 ? "" : `\n\nTo see it again\n\n${codeBlock("sh", lines)}`;
  return `<details${counts(finding, failOn) ? " open" : ""}><summary>${mark} <b>${htmlInMarkdown(code)}</b> ${htmlInMarkdown(message)}</summary>

Contract ${inlineCode(contractPlace(contract))}${clause}${names}

Recording ${inlineCode(recordingPlace(recording))} · ${plainMarkdown(seenIn(finding))}${state}${shown}${again}

</details>

`;
}

function countsTable({ report }: Told): string {
  const { summary, baseline } = report;
  const { exchanges, passed, failed, partial, skipped, unreadable, findings } = summary;
  const known = baseline === undefined ? [] : [["accepted", baseline.known.error + baseline.known.warn]];
  const cells = [
    ...[
      ["exchanges", exchanges],
      ["passed", passed],
      ["failed", failed],
      ["partial", partial],
      ["skipped", skipped],
    ],
    ...(unreadable === 0 ? [] : [["unreadable", unreadable]]),
    ...[
      ["errors", findings.error],
      ["drift", findings.warn],
    ],
    ...known,
  ];
  return table(
    cells.map(([name]) => String(name)),
    [cells.map(([, count]) => String(count))],
    () => "--:",
  );
}

function reasonsBlock(title: string, groups: readonly ReasonGroup[]): string[] {
  if (groups.length === 0) return [];
  const total = groups.reduce((sum, { exchanges }) => sum + exchanges, 0);
  const lines = groups
    .slice(0, 50)
    .map(
      ({ reason, exchanges, first }) =>
        `- ${exchanges} × ${plainMarkdown(reason)} (first at ${inlineCode(`${first.source} ${first.pointer}`)})`,
    );
  if (groups.length > 50) lines.push(`- and ${plural(groups.length - 50, "reason")} more`);
  return [details(`${title}: ${plural(total, "exchange")}`, lines.join("\n"))];
}

function unreadableBlock({ report }: Told): string[] {
  if (report.unreadable.length === 0) return [];
  const lines = report.unreadable
    .slice(0, 50)
    .map(({ source, pointer, reason }) => `- ${inlineCode(`${source} ${pointer}`)} ${plainMarkdown(reason)}`);
  return [details(`Unreadable: ${plural(report.summary.unreadable, "place")}`, lines.join("\n"))];
}

function unacceptedBlock({ report: { unaccepted = [] } }: Told): string[] {
  if (unaccepted.length === 0) return [];
  const lines = unaccepted.map(
    ({ source, reason, operations }) =>
      `- ${plainMarkdown(listed(operations))}: ${plainMarkdown(reason)} (${inlineCode(source)})`,
  );
  const count = new Set(unaccepted.flatMap(({ operations }) => operations)).size;
  return [details(`Nothing accepted: ${plural(count, "operation")}`, lines.join("\n"))];
}

function baselineBlock({ report: { baseline } }: Told): string[] {
  if (baseline === undefined) return [];
  const { path, known, expired, fixed, unobserved } = baseline;
  const rest = unobserved === 0 ? "" : `; of ${unobserved} this traffic says nothing`;
  const numbers = `${baseline.new} new, ${known.error + known.warn} known, ${expired.length} expired, ${fixed.length} fixed${rest}`;
  return [`Baseline ${inlineCode(path)}: ${numbers}`];
}

function shownBlock({ kind, title, all }: Shown): string {
  const rows = all.map((operation) => [
    nameAndPath(operation, "<br>"),
    String(operation.exchanges),
    Object.entries(operation.statuses)
      .map(([status, count]) => `${status} × ${count}`)
      .join(", "),
    operation.missing.join(", "),
  ]);
  const grid = table([kind, "exchanges", "answers", "not seen"], rows, (column) => (column === 1 ? "--:" : "---"));
  return details(title, grid);
}

function details(summary: string, body: string): string {
  return `<details><summary>${htmlInMarkdown(summary)}</summary>\n\n${body}\n\n</details>`;
}
