import type { DiffFinding } from "../../diff/index.js";
import { EXIT_CODES } from "../../gate/index.js";
import { createMessage, createSpecLocation } from "../sarif/locations.js";
import {
  createSarifLog,
  createSarifRule,
  createSuppression,
  MAX_RESULTS,
  SARIF_LEVELS,
  type SarifRun,
} from "../sarif/sarif-log.js";
import {
  type DiffReportInput,
  formatAffectedOperations,
  formatCounterexample,
  getDiffOutcome,
} from "./diff-report-input.js";
import { formatFindingTraffic } from "./traffic.js";
import { findWaiver } from "./waivers.js";

/** Formats the changes as SARIF 2.1.0: one run, with a result at a line of the new spec, or of the old one, for each change. */
export function formatDiffSarif(input: DiffReportInput): string {
  return createSarifLog(createDiffRuns(input));
}

/** Creates the run; none without a comparison. */
export function createDiffRuns(input: DiffReportInput | undefined): readonly SarifRun[] {
  if (input === undefined) return [];
  const { difference, tool } = input;
  const shown = difference.findings.slice(0, MAX_RESULTS);
  const codes = [...new Set(shown.map(({ code }) => code))].sort();
  const indexes = new Map(codes.map((code, index) => [code, index]));
  const rest = difference.findings.length - shown.length;
  const note = { level: "warning", message: createMessage(`${rest} more results; --format json has them all`) };
  const { kind, reasons = [] } = getDiffOutcome(input);
  const run = {
    tool,
    rules: codes.map(createSarifRule),
    id: "contract/diff/",
    invocation: {
      executionSuccessful: reasons.length === 0,
      exitCode: EXIT_CODES[kind],
      toolExecutionNotifications: [
        ...reasons.map((it) => ({ level: "error", message: createMessage(it) })),
        ...(rest === 0 ? [] : [note]),
      ],
    },
    results: shown.map((it) => ({ ruleId: it.code, ruleIndex: indexes.get(it.code), ...createResult(it, input) })),
  };
  return [run];
}

function createResult(finding: DiffFinding, input: DiffReportInput): object {
  const { level, message, fingerprint, old, new: next, affects } = finding;
  const { ref } = next === undefined ? input.old : input.new;
  const found = next ?? old;
  // The lines of another commit are not those of the files in the repository.
  const place = found !== undefined && ref !== undefined ? { file: found.file, pointer: found.pointer } : found;
  const texts = [
    message,
    formatAffectedOperations(finding),
    formatCounterexample(finding) ?? [],
    formatFindingTraffic(finding, input.traffic),
  ].flat();
  const waiver = findWaiver(input.accepted, finding);
  return {
    level: SARIF_LEVELS[level],
    message: createMessage(texts.join("; ")),
    ...(place === undefined ? {} : { locations: [createSpecLocation(place, input)] }),
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, "contractFinding/v2": fingerprint },
    ...(waiver === undefined ? {} : { suppressions: [createSuppression(waiver)] }),
    properties: { operations: [...new Set(affects.map(({ operation }) => operation))] },
  };
}
