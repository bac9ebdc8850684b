import { EXIT_CODES } from "../../gate/index.js";
import { createDiffRuns } from "../diff/sarif.js";
import { createMessage } from "../sarif/locations.js";
import { createSarifLog, createSarifRule, MAX_RESULTS } from "../sarif/sarif-log.js";
import { createDiagnosticResult } from "../sarif/sarif-report.js";
import { getLintOutcome, type LintReportInput } from "./lint-report-input.js";

/** Formats the lint findings as SARIF 2.1.0: one run, with a result at a line of a spec for each finding. */
export function formatLintSarif(input: LintReportInput): string {
  const { specs, unchecked, tool } = input;
  const diagnostics = specs.flatMap((spec) => spec.diagnostics);
  const shown = diagnostics.slice(0, MAX_RESULTS);
  const codes = [...new Set(shown.map(({ code }) => code))].sort();
  const indexes = new Map(codes.map((code, index) => [code, index]));
  const rest = diagnostics.length - shown.length;
  const note = (level: string, text: string) => ({ level, message: createMessage(text) });
  const run = {
    tool,
    rules: codes.map(createSarifRule),
    id: "contract/lint/",
    invocation: {
      executionSuccessful: unchecked.length === 0,
      exitCode: EXIT_CODES[getLintOutcome(input).kind],
      toolExecutionNotifications: [
        ...unchecked.map(({ reason }) => note("error", `not checked: ${reason}`)),
        ...(rest === 0 ? [] : [note("warning", `${rest} more results; --format json has them all`)]),
      ],
    },
    results: shown.map((it) => ({
      ruleId: it.code,
      ruleIndex: indexes.get(it.code),
      ...createDiagnosticResult(it, input),
    })),
  };
  return createSarifLog([run, ...createDiffRuns(input.difference)]);
}
