import type { Report } from "../gate/index.js";
import type { Problem } from "../lint/index.js";
import { jsonText } from "./json-text.js";

export type Tool = { readonly name: string; readonly version: string };

/** The report for programs, `schemaVersion` 1. Sorted, and free of clocks and chance: the same input gives the same bytes. */
export function jsonReport(report: Report, tool: Tool, problems: readonly Problem[] = []): string {
  const spec = { ...report.spec, problems };
  return `${jsonText({ schemaVersion: 1, tool, ...report, spec }, 2)}\n`;
}
