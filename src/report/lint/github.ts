import type { SpecFinding } from "../../lint/index.js";
import { getRuleTexts } from "../findings/rule-texts.js";
import { formatWorkflowCommand, getAnnotationLocation, MAX_ANNOTATIONS, selectCommands } from "../github-report.js";
import { formatLintVerdict, getLintOutcome, isFailure, type LintReportInput } from "./lint-report-input.js";

/** Formats workflow commands of GitHub Actions: an annotation on the line of each error and warning, and the result. */
export function formatLintGithub(input: LintReportInput): string {
  const { specs, unchecked, failOn } = input;
  const diagnostics = specs.flatMap((spec) => spec.diagnostics).filter(({ level }) => level !== "info");
  const errors = [
    ...unchecked.map(({ reason }) => formatWorkflowCommand("error", reason, { title: "not checked" })),
    ...diagnostics.filter((it) => isFailure(it, failOn)).map((it) => formatAnnotation("error", it, input)),
  ];
  const warnings = diagnostics
    .filter((it) => !isFailure(it, failOn))
    .map((it) => formatAnnotation("warning", it, input));
  const isPassed = getLintOutcome(input).kind === "passed";
  const lines = [
    ...selectCommands(errors, isPassed ? MAX_ANNOTATIONS : MAX_ANNOTATIONS - 1, "error"),
    ...selectCommands(warnings, MAX_ANNOTATIONS, "warning"),
    formatWorkflowCommand(isPassed ? "notice" : "error", formatLintVerdict(input), { title: "contract lint" }),
  ];
  return `${lines.join("\n")}\n`;
}

function formatAnnotation(kind: "error" | "warning", problem: SpecFinding, input: LintReportInput): string {
  const { code, message } = problem;
  const text = [message, getRuleTexts(code).fix].filter((it) => it !== "").join("\n");
  return formatWorkflowCommand(kind, text, { title: code, ...getAnnotationLocation(problem, input) });
}
