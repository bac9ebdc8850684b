import type { LintDiagnostic } from "../../lint/index.js";
import type { Colors } from "../formatting/colors.js";
import { pluralize } from "../formatting/pluralize.js";

/** The number of printed locations per code, to keep the output short. */
const MAX_LOCATIONS = 3;

/**
 * Formats lint findings of a spec like compiler output, one per line: `file:line:column: level code: message`.
 *
 * @param all Whether to print every error and warning. Otherwise only the first few of each code and a count are printed.
 */
export function formatDiagnostics(problems: readonly LintDiagnostic[], { all }: { readonly all: boolean }): string {
  let lines = "";
  for (const [code, occurrences] of groupByCode(problems.filter(({ level }) => level !== "info"))) {
    const shown = all ? occurrences : occurrences.slice(0, MAX_LOCATIONS);
    for (const diagnostic of shown)
      lines += `${formatPosition(diagnostic)}: ${diagnostic.level} ${code}: ${diagnostic.message}\n`;
    if (shown.length < occurrences.length) lines += `  and ${occurrences.length - shown.length} more ${code}\n`;
  }
  return lines;
}

/** Formats a summary for a report: the count and the first location of each code. */
export function formatDiagnosticsSummary(problems: readonly LintDiagnostic[], ink: Colors): string[] {
  const lines = [...groupByCode(problems.filter(({ level }) => level !== "info"))].map(([code, occurrences]) => {
    const [first] = occurrences;
    if (first === undefined) return "";
    const mark = first.level === "error" ? ink.red("✗ error") : ink.yellow("! warning");
    const where =
      occurrences.length === 1
        ? formatPosition(first)
        : `${occurrences.length} places, first at ${formatPosition(first)}`;
    return `  ${mark} ${ink.bold(code)}  ${ink.dim(where)}\n      ${first.message}`;
  });
  const infoCount = problems.filter(({ level }) => level === "info").length;
  if (lines.length > 0 && infoCount > 0)
    lines.push(`  ${ink.dim(`and ${pluralize(infoCount, "note")}; --format json lists all`)}`);
  return lines.length === 0 ? [] : [[ink.bold("Findings in the spec"), ...lines].join("\n")];
}

function groupByCode(problems: readonly LintDiagnostic[]): ReadonlyMap<string, readonly LintDiagnostic[]> {
  const groups = new Map<string, LintDiagnostic[]>();
  for (const diagnostic of problems) {
    const group = groups.get(diagnostic.code);
    if (group === undefined) groups.set(diagnostic.code, [diagnostic]);
    else group.push(diagnostic);
  }
  return groups;
}

function formatPosition({ file, line, column }: LintDiagnostic): string {
  return line === undefined ? file : `${file}:${line}:${column ?? 1}`;
}
