import { formatSpecLocation } from "../findings/locations.js";
import { getRuleTexts } from "../findings/rule-texts.js";
import { formatSpecSnippet } from "../findings/spec-snippet.js";
import { type JunitCase, renderJunit } from "../junit-report.js";
import {
  type DiagnosticGroup,
  groupDiagnostics,
  isFailure,
  type LintedSpec,
  type LintReportInput,
  type UncheckedSpec,
} from "./lint-report-input.js";

/**
 * Formats the lint findings as JUnit XML: a suite for each spec and a case for each code that was found. Codes below the level
 * that fails the run are skipped. A spec that cannot be checked is an error.
 */
export function formatLintJunit(input: LintReportInput): string {
  const suites = [
    ...input.specs.map((spec) => ({ name: spec.path, ...createCases(spec, input) })),
    ...input.unchecked.map((it) => ({ name: it.path, className: getClassName(it, input), cases: [createError(it)] })),
  ];
  return renderJunit(suites, input.tool.name);
}

function createCases(spec: LintedSpec, input: LintReportInput): { className: string; cases: readonly JunitCase[] } {
  const cases = groupDiagnostics(spec.diagnostics).map((group) => createCase(group, input));
  const passed: JunitCase = { name: "is a valid spec", result: { kind: "passed" } };
  const isFailed = cases.some(({ result }) => result.kind === "failure");
  return { className: getClassName(spec, input), cases: isFailed ? cases : [...cases, passed] };
}

function createCase({ code, diagnostics }: DiagnosticGroup, { failOn, source }: LintReportInput): JunitCase {
  const { title, fix } = getRuleTexts(code);
  const places = diagnostics.map((it) =>
    [`${formatSpecLocation(it)}: ${it.message}`, ...formatSpecSnippet(it, source).slice(0, 1)].join("\n"),
  );
  const details = [...places, ...(fix === "" ? [] : ["", fix])].join("\n");
  const kind = diagnostics.some((it) => isFailure(it, failOn)) ? "failure" : "skipped";
  return {
    name: `${code} ${diagnostics[0]?.level ?? ""}`.trimEnd(),
    result: { kind, type: code, message: title, details },
  };
}

function createError({ reason }: UncheckedSpec): JunitCase {
  return { name: "can be read", result: { kind: "error", type: "unchecked", message: reason, details: reason } };
}

function getClassName({ path }: { readonly path: string }, { tool }: LintReportInput): string {
  return `${tool.name}.${path}`;
}
