import type { DiffFinding } from "../../diff/index.js";
import { type JunitCase, type JunitSuite, renderJunit } from "../render-junit.js";
import {
  type DiffReportInput,
  failsChange,
  formatAffectedOperations,
  formatCounterexample,
} from "./diff-report-input.js";
import { groupChanges } from "./group-changes.js";
import { formatFindingTraffic } from "./traffic.js";
import { formatWaiverStatus } from "./waivers.js";

/**
 * Formats the changes as JUnit XML: a suite for each changed operation, and a case for each change. A change that does not fail
 * the run is a skipped case.
 */
export function formatDiffJunit(input: DiffReportInput): string {
  return renderJunit(createDiffSuites(input), input.tool.name);
}

/** Creates the suites; none without a comparison. */
export function createDiffSuites(input: DiffReportInput | undefined): readonly JunitSuite[] {
  if (input === undefined) return [];
  const { tool, difference } = input;
  const suites = groupChanges(difference.findings).map(({ title, findings }) => ({
    name: title,
    className: `${tool.name}.${title}`,
    cases: findings.map((it) => createCase(it, input)),
  }));
  const passed: JunitCase = { name: "has no change that fails", result: { kind: "passed" } };
  const isFailed = suites.some(({ cases }) => cases.some(({ result }) => result.kind === "failure"));
  const all = { name: input.new.path, className: `${tool.name}.${input.new.path}`, cases: [passed] };
  return isFailed ? suites : [all, ...suites];
}

function createCase(finding: DiffFinding, input: DiffReportInput): JunitCase {
  const { code, level, message, fingerprint } = finding;
  const details = [
    formatAffectedOperations(finding),
    formatCounterexample(finding) ?? [],
    formatFindingTraffic(finding, input.traffic),
    formatWaiverStatus(input.accepted, finding) ?? [],
  ].flat();
  const kind = failsChange(finding, input) ? "failure" : "skipped";
  return {
    name: `${code} ${level} ${fingerprint}`,
    result: { kind, type: code, message, details: details.join("\n") },
  };
}
