import type { Operation } from "../../document/index.js";
import type { Contract, SpecChanges } from "../../gate/index.js";
import type { LintDiagnostic } from "../../lint/index.js";
import { formatDiagnostics } from "../../report/index.js";
import type { Io } from "../process/io.js";
import type { RunSettings } from "../settings/run-settings.js";
import { lintSpec } from "./lint-spec.js";

export function isCoverageRequested({ coverage, thresholds }: RunSettings): boolean {
  return coverage === true || Object.keys(thresholds).length > 0;
}

/** Finds the changes for `--coverage-since`. The diff code is imported only if it is needed. */
export async function loadSpecChanges(
  { since }: RunSettings,
  contract: Contract,
  operations: readonly Operation[],
): Promise<SpecChanges | undefined> {
  if (since === undefined) return undefined;
  const { findSpecChanges } = await import("./spec-changes.js");
  return findSpecChanges(since, contract, operations);
}

/** Checks the spec of a run, with the levels of the configuration. Examples are checked with `--strict-spec`. */
export function lintSpecOfRun(
  { document }: Contract,
  { strictSpec = false, levels }: Pick<RunSettings, "strictSpec" | "levels">,
): readonly LintDiagnostic[] {
  return lintSpec({ document, errors: [] }, { values: strictSpec, levels });
}

/** Prints the lint findings of the spec and returns run errors, which only `--strict-spec` causes. */
export function reportSpecDiagnostics(
  problems: readonly LintDiagnostic[],
  { strictSpec = false, quiet }: RunSettings,
  io: Io,
): string[] {
  if (strictSpec || quiet !== true) io.stderr(formatDiagnostics(problems, { all: strictSpec }));
  const count = problems.filter(({ level }) => level !== "info").length;
  if (!strictSpec || count === 0) return [];
  return [`the spec has ${count} ${count === 1 ? "lint finding" : "lint findings"} and --strict-spec allows none`];
}
