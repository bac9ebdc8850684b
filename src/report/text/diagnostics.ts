import type { Diagnostic } from "../../lint/index.js";
import { formatSpecLocation } from "../findings/locations.js";

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
