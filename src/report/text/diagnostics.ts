import type { Diagnostic } from "../../lint/index.js";
import { formatSpecLocation } from "../findings/locations.js";
import type { Colors } from "../formatting/colors.js";
import { pluralize } from "../formatting/pluralize.js";

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

/** Formats a summary for a report: the count and the first location of each code. */
export function formatDiagnosticsSummary(diagnostics: readonly Diagnostic[], ink: Colors): string[] {
  const lines = [...groupByCode(diagnostics.filter(({ level }) => level !== "info"))].map(([code, occurrences]) => {
    const [first] = occurrences;
    if (first === undefined) return "";
    const mark = first.level === "error" ? ink.red("✗ error") : ink.yellow("! warning");
    const where =
      occurrences.length === 1
        ? formatSpecLocation(first)
        : `${occurrences.length} places, first at ${formatSpecLocation(first)}`;
    return `  ${mark} ${ink.bold(code)}  ${ink.dim(where)}\n      ${first.message}`;
  });
  const infoCount = diagnostics.filter(({ level }) => level === "info").length;
  if (lines.length > 0 && infoCount > 0)
    lines.push(`  ${ink.dim(`and ${pluralize(infoCount, "note")}; --format json lists all`)}`);
  return lines.length === 0 ? [] : [[ink.bold("Findings in the spec"), ...lines].join("\n")];
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
