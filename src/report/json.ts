import type { Report } from "../gate/index.js";
import type { Problem } from "../lint/index.js";

export type Tool = { readonly name: string; readonly version: string };

/** The report for programs, `schemaVersion` 1. Sorted, and free of clocks and chance: the same input gives the same bytes. */
export function jsonReport(report: Report, tool: Tool, problems: readonly Problem[] = []): string {
  const spec = { ...report.spec, problems };
  return `${JSON.stringify({ schemaVersion: 1, tool, ...report, spec }, null, 2)}\n`;
}
