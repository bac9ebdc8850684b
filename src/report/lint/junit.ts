import { createDiffSuites } from "../diff/junit.js";
import { formatSpecLocation } from "../findings/locations.js";
import { getRuleTexts } from "../findings/rule-texts.js";
import { formatSpecSnippet } from "../findings/spec-snippet.js";
import { type JunitCase, type JunitSuite, renderJunit } from "../render-junit.js";
import {
  type DiagnosticGroup,
  groupDiagnostics,
  isFailure,
  type LintedSpec,
  type LintReportInput,
  type UncheckedSpec,
} from "./lint-report-input.js";

/**
 * Formats the lint findings as JUnit XML: one test suite for each spec, and one test case for each finding code in it. A code
 * whose findings are all below the level that fails the run is a skipped test case. A spec that cannot be read is an error.
 */
export function formatLintJunit(input: LintReportInput): string {
  const suites = [
    ...input.specs.map((spec) => createSuite(spec, input)),
    ...input.unchecked.map((spec) => ({
      name: spec.path,
      className: getClassName(spec, input),
      cases: [createErrorCase(spec)],
    })),
  ];
  return renderJunit([...suites, ...createDiffSuites(input.difference)], input.tool.name);
}

function createSuite(spec: LintedSpec, input: LintReportInput): JunitSuite {
  const cases = groupDiagnostics(spec.diagnostics).map((group) => createCodeCase(group, input));
  const passedCase: JunitCase = { name: "is a valid spec", result: { kind: "passed" } };
  const hasFailure = cases.some(({ result }) => result.kind === "failure");
  return {
    name: spec.path,
    className: getClassName(spec, input),
    cases: hasFailure ? cases : [...cases, passedCase],
  };
}

/** Creates the test case of one finding code, with the location of each finding and how to fix it. */
function createCodeCase({ code, diagnostics }: DiagnosticGroup, { failOn, source }: LintReportInput): JunitCase {
  const { title, fix } = getRuleTexts(code);
  const findings = diagnostics.map((diagnostic) =>
    [
      `${formatSpecLocation(diagnostic)}: ${diagnostic.message}`,
      ...formatSpecSnippet(diagnostic, source).slice(0, 1),
    ].join("\n"),
  );
  const details = [...findings, ...(fix === "" ? [] : ["", fix])].join("\n");
  const kind = diagnostics.some((it) => isFailure(it, failOn)) ? "failure" : "skipped";
  return {
    name: `${code} ${diagnostics[0]?.level ?? ""}`.trimEnd(),
    result: { kind, type: code, message: title, details },
  };
}

function createErrorCase({ reason }: UncheckedSpec): JunitCase {
  return { name: "can be read", result: { kind: "error", type: "unchecked", message: reason, details: reason } };
}

function getClassName({ path }: { readonly path: string }, { tool }: LintReportInput): string {
  return `${tool.name}.${path}`;
}
