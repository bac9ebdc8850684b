import type { Operation } from "../../document/index.js";
import type { Contract, SpecChanges } from "../../gate/index.js";
import type { LintDiagnostic } from "../../lint/index.js";
import { formatDiagnostics } from "../../report/index.js";
import type { Io } from "../process/io.js";
import type { RunSettings } from "../settings/run-settings.js";

export function isCoverageRequested({ coverage, thresholds }: RunSettings): boolean {
  return coverage === true || Object.keys(thresholds).length > 0;
}

/** Descriptions are compared only where somebody asks what has changed, and so is what compares them loaded. */
export async function loadSpecChanges(
  { since }: RunSettings,
  contract: Contract,
  operations: readonly Operation[],
): Promise<SpecChanges | undefined> {
  if (since === undefined) return undefined;
  const { findSpecChanges } = await import("./spec-changes.js");
  return findSpecChanges(since, contract, operations);
}

/** Lists the problems of the description before anything is judged by it; they stop nobody who has not asked for that. */
export function reportSpecDiagnostics(
  problems: readonly LintDiagnostic[],
  { strictSpec = false, quiet }: RunSettings,
  io: Io,
): string[] {
  if (strictSpec || quiet !== true) io.stderr(formatDiagnostics(problems, { all: strictSpec }));
  const count = problems.filter(({ level }) => level !== "info").length;
  if (!strictSpec || count === 0) return [];
  return [`the description has ${count} ${count === 1 ? "problem" : "problems"}, and --strict-spec allows none`];
}
