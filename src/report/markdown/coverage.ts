import { type ChangedCoverage, COVERAGE_KINDS, type CoverageByKind } from "../../gate/index.js";
import { escapeMarkdown, formatInlineCode } from "../formatting/markdown.js";
import { COVERAGE_KIND_LABELS, formatChangedTitle } from "../summary/coverage.js";

/** Formats coverage as a table. The list is empty if the run did not measure coverage. */
export function formatCoverageSection(kinds: CoverageByKind | undefined, title: string): string[] {
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
export function formatChangedSection(changed: ChangedCoverage | undefined): string[] {
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

export function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  align: (column: number) => string,
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, column) => align(column))), ...rows.map(line)].join("\n");
}
