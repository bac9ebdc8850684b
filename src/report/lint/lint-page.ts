import { createHash } from "node:crypto";
import type { Diagnostic } from "../../lint/index.js";
import { createDiffPage } from "../diff/diff-page.js";
import { formatSpecLocation } from "../findings/locations.js";
import { getRuleTexts } from "../findings/rule-texts.js";
import { type ReadSourceLines, readSnippet } from "../findings/spec-snippet.js";
import { escapeControl } from "../formatting/escape-control.js";
import { pluralize } from "../formatting/pluralize.js";
import { countLevels, type Issue, type List, type Page, type Place, type Subject, type TestCase } from "../page.js";
import {
  formatLintVerdict,
  getLintOutcome,
  groupDiagnostics,
  isFailure,
  LEVEL_NAMES,
  type LintReportInput,
  type UncheckedSpec,
} from "./lint-report-input.js";

/** Creates the report about specs without traffic. The findings of a rule in a spec are one issue with several places. */
export function createLintPage(input: LintReportInput): Page {
  const { specs, unchecked, failOn, tool, source, difference, pathInRepository } = input;
  const issues = specs.flatMap(({ path, diagnostics }) =>
    groupDiagnostics(diagnostics).map((group) => {
      const fails = group.diagnostics.some((it) => isFailure(it, failOn));
      return createSpecIssue(group.diagnostics, { source, fails, subject: path });
    }),
  );
  const failed = new Set(issues.flatMap(({ fails, subjects }) => (fails ? subjects : [])));
  const passed: TestCase = { name: "is a valid spec", kind: "passed" };
  return {
    ...{ tool, command: "contract lint", id: "contract/lint/", outcome: getLintOutcome(input), pathInRepository },
    verdict: escapeControl(formatLintVerdict(input)),
    ...{ statements: [], warnings: [], notifications: [], specIssues: [], fixed: [], spec: "" },
    ...{ report: undefined, maxFindings: undefined, advice: [] },
    lists: unchecked.length === 0 ? [] : [listUnchecked(unchecked)],
    ...{ hints: [], kind: "Spec report", version: "", levels: LEVELS, subjectName: "Spec" },
    name: [...specs, ...unchecked].map(({ path }) => path).join(", "),
    numbers: countLevels(issues, LEVELS),
    failures: unchecked.map(({ reason }) => ({ title: "not checked", text: reason })),
    subjects: [
      ...specs.map(
        ({ path, title, version }): Subject => ({
          id: path,
          suite: path,
          title: title === "" ? path : `${path}  ${title} ${version}`.trimEnd(),
          results: failed.has(path) ? [] : [passed],
        }),
      ),
      ...unchecked.map(({ path, reason }): Subject => {
        const result = { kind: "error", type: "unchecked", message: reason, details: reason } as const;
        return { id: path, title: path, results: [{ name: "can be read", ...result }] };
      }),
    ],
    issues,
    difference: difference && createDiffPage(difference),
  };
}

const LEVELS = [
  ["error", "errors"],
  ["warn", "warnings"],
  ["info", "remarks"],
] as const;

function listUnchecked(unchecked: readonly UncheckedSpec[]): List {
  const rows = unchecked.map(({ path, reason }) => ({ text: reason, place: path, relation: "" }));
  return { id: "unchecked", title: "Not checked", count: pluralize(rows.length, "spec"), rows };
}

type SpecIssueContext = { readonly source: ReadSourceLines; readonly fails: boolean; readonly subject: string };

/** Creates the issue for the findings of one rule. */
export function createSpecIssue(
  diagnostics: readonly Diagnostic[],
  { source, fails, subject }: SpecIssueContext,
): Issue {
  const { code = "unknown", level = "error" } = diagnostics[0] ?? {};
  const { title, fix } = getRuleTexts(code);
  return {
    ...{ code, level, fix, fails, message: title, word: LEVEL_NAMES[level], name: `${code} ${level}` },
    ...{
      operation: "",
      note: pluralize(diagnostics.length, "place"),
      acceptance: "",
      fingerprint: "",
      state: undefined,
      waiver: undefined,
    },
    ...{ consequences: [], details: [], facts: [], reproduction: [], subjects: [subject], section: subject },
    places: diagnostics.map((diagnostic): Place => {
      const { pointer = "" } = diagnostic;
      const message = escapeControl(diagnostic.message);
      const fingerprint = createHash("sha256").update(`${code}\n${pointer}`).digest("hex").slice(0, 16);
      return {
        ...{ label: "spec", name: formatSpecLocation(diagnostic), pointer, message, fingerprint },
        position: { ...diagnostic, pointer },
        lines: readSnippet({ ...diagnostic, pointer }, source),
      };
    }),
  };
}
