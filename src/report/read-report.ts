import { type Report, readSettings, SettingsError } from "../check/index.js";
import type { Diagnostic } from "../lint/index.js";
import type { Tool } from "./page.js";
import schema from "./report.schema.json" with { type: "json" };

/** A report that `--format json` wrote. */
export type ParsedReport = ReturnType<typeof readReport>;

/**
 * Parses a JSON report.
 *
 * @throws SettingsError with file, line and column if the file is not a report.
 */
export function readReport(path: string, text: string) {
  const file = readSettings(path, text, schema);
  if (file.value === null || typeof file.value !== "object")
    throw new SettingsError([{ message: "is not a report written by --format json", file: path }]);
  // The schema has validated it.
  const {
    tool,
    schemaVersion: _version,
    outcome: _outcome,
    warnings: _warnings,
    diff: _diff,
    spec,
    ...rest
  } = file.value as unknown as JsonReport;
  const { diagnostics, ...described } = spec;
  return { report: { ...rest, spec: described }, diagnostics, tool };
}

type JsonReport = Omit<Report, "spec"> & {
  readonly schemaVersion: 2;
  readonly tool: Tool;
  /** Computed again, because the options of the merge decide it. */
  readonly outcome?: unknown;
  readonly warnings?: unknown;
  readonly diff?: unknown;
  readonly spec: Report["spec"] & { readonly diagnostics: readonly Diagnostic[] };
};
