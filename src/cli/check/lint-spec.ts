import type { FaultyDocument } from "../../document/index.js";
import { type LevelRule, matchesCodePattern } from "../../gate/index.js";
import { lintDocument, type SpecFinding } from "../../lint/index.js";

export type LintSettings = {
  /** Whether examples and defaults are checked. */
  readonly values: boolean;
  /** The rules of the configuration. Those for `spec.` codes apply. */
  readonly levels: readonly LevelRule[];
};

/** Checks a loaded spec, with the levels of the configuration. */
export function lintSpec(
  { document, errors }: FaultyDocument,
  { values, levels }: LintSettings,
): readonly SpecFinding[] {
  const rules = levels.filter(({ code }) => code.startsWith("spec.")).reverse();
  const found = lintDocument(document, { values, errors });
  if (rules.length === 0) return found;
  const diagnostics = found.flatMap((it) => {
    const level = rules.find(({ code }) => matchesCodePattern(code, it.code ?? ""))?.level ?? it.level;
    return level === "off" ? [] : [{ ...it, level }];
  });
  // The order of places stays; errors come first again.
  const severity = ["error", "warn", "info"];
  return diagnostics.sort((a, b) => severity.indexOf(a.level ?? "error") - severity.indexOf(b.level ?? "error"));
}
