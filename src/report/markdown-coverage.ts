import { type ChangedCoverage, COVERAGE_KINDS, type KindsCoverage } from "../gate/index.js";
import { changedTitle } from "./changed.js";
import { KIND_WORDS } from "./coverage.js";
import { inlineCode, plainMarkdown } from "./markdown-text.js";

/** Coverage as a table; empty where it was not counted. */
export function kindsBlock(kinds: KindsCoverage | undefined, title: string): string[] {
  if (kinds === undefined) return [];
  const rows = COVERAGE_KINDS.filter((kind) => kinds[kind].total > 0).map((kind) => {
    const { seen, total, percent, atLeast } = kinds[kind];
    const wanted = atLeast === undefined ? "" : `${percent < atLeast ? "✗ " : ""}at least ${atLeast} %`;
    return [KIND_WORDS[kind], `${seen} of ${total}`, `${bar(percent)} ${percent.toFixed(1)} %`, wanted];
  });
  return [`### ${title}\n\n${table(["", "seen", "", "asked for"], rows, (column) => (column === 1 ? "--:" : "---"))}`];
}

/** The operations that have changed, and the same table of them. */
export function changedBlock(changed: ChangedCoverage | undefined): string[] {
  if (changed === undefined) return [];
  const title = plainMarkdown(changedTitle(changed));
  const rows = changed.operations.map(({ operationId, exchanges, codes }) => [
    inlineCode(operationId),
    String(exchanges),
    codes.map(inlineCode).join(", "),
  ]);
  if (rows.length === 0) return [`### ${title}\n\nno operation`];
  const grid = table(["operation", "exchanges", "differences"], rows, (column) => (column === 1 ? "--:" : "---"));
  return [`### ${title}\n\n${grid}`, ...kindsBlock(changed.kinds, "Coverage of what changed")];
}

function bar(percent: number): string {
  const full = Math.floor(percent / 10);
  return "█".repeat(full) + "░".repeat(10 - full);
}

export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  align: (column: number) => string,
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, column) => align(column))), ...rows.map(line)].join("\n");
}
