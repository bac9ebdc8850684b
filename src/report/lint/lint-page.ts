import {
  createOutcome,
  type FailOn,
  formatLocation,
  type GeneratedFaults,
  groupBy,
  type RunOutcome,
} from "../../check/index.js";
import type { Diagnostic, DiagnosticLevel, SpecFinding } from "../../lint/index.js";
import { createDiffPage } from "../diff/diff-page.js";
import { getRuleTexts, getSpecFingerprint, type ReadSourceLines, readSnippet } from "../finding-texts.js";
import { escapeControl, joinList, pluralize } from "../formatting/text.js";
import {
  addDifference,
  countByLevel,
  countLevels,
  type List,
  type PageFinding,
  type ReportPage,
  type SourcePlace,
  type Subject,
  type TestCase,
} from "../page.js";
import type { ReportInput } from "../report-input.js";
import { formatGeneratedFaults, listGeneratedFaults } from "../summary.js";

/** A spec with its findings, in the order of severity and place. */
export type LintedSpec = {
  readonly path: string;
  readonly title: string;
  readonly version: string;
  /** The version of the specification that the file states, such as `3.1.1`, or `2.0` of Swagger. */
  readonly specification: string;
  readonly diagnostics: readonly SpecFinding[];
};

/** A spec that cannot be checked: unreadable, not YAML or JSON, or not OpenAPI. */
export type UncheckedSpec = { readonly path: string; readonly reason: string };

/** The input of every lint report format. */
export type LintReportInput = Omit<ReportInput, "report" | "outcome" | "diagnostics" | "failOn"> & {
  readonly specs: readonly LintedSpec[];
  readonly unchecked: readonly UncheckedSpec[];
  /** The entries of the baseline that nothing matches. */
  readonly unused?: readonly List[];
  /** What is wrong with the generated files of the spec. */
  readonly generated?: GeneratedFaults | undefined;
  readonly failOn: FailOn;
};

const LEVEL_NAMES: Readonly<Record<DiagnosticLevel, string>> = {
  error: "error",
  warn: "warning",
  info: "remark",
};

type LintCounts = Readonly<Record<DiagnosticLevel, number>>;

export function countAllDiagnostics({ specs }: Pick<LintReportInput, "specs">): LintCounts {
  return countByLevel(specs.flatMap((it) => it.diagnostics));
}

/** Whether a finding fails the run. */
function isFailure({ level, accepted }: SpecFinding, failOn: FailOn): boolean {
  if (failOn === "never" || accepted !== undefined) return false;
  return level === "error" || (level === "warn" && failOn === "warn");
}

/** Computes the outcome of a run. */
function getLintOutcome({ specs, unchecked, generated = {}, failOn }: LintReportInput): RunOutcome {
  const hasFailed = specs.some(({ diagnostics }) => diagnostics.some((it) => isFailure(it, failOn)));
  return createOutcome(
    hasFailed || listGeneratedFaults(generated).length > 0,
    unchecked.map(({ reason }) => reason),
  );
}

/** Formats what was found, and what was not checked. */
function formatLintResult(input: LintReportInput): string {
  const { specs, unchecked, generated = {}, failOn } = input;
  const failing = specs.flatMap(({ diagnostics }) => diagnostics.filter((it) => isFailure(it, failOn)));
  const isByWarnings = failing.length > 0 && failing.every(({ level }) => level === "warn");
  const [only] = specs;
  const name = specs.length === 1 && only !== undefined ? only.path : pluralize(specs.length, "spec");
  const accepted = specs.flatMap(({ diagnostics }) => diagnostics.filter((it) => it.accepted !== undefined)).length;
  const known = accepted === 0 ? "" : `; ${accepted} accepted`;
  const counted = specs.length === 0 ? "" : `${name}: ${formatCounts(countAllDiagnostics(input))}${known}`;
  const paths = unchecked.map(({ path }) => path);
  const missing = paths.length === 0 ? "" : `not checked: ${joinList(paths)}`;
  const why = isByWarnings ? "warnings fail it (strictSpec or --fail-on warn)" : "";
  return [counted, why, formatGeneratedFaults(generated), missing].filter((it) => it !== "").join("; ");
}

function formatCounts({ error, warn, info }: LintCounts): string {
  if (error + warn + info === 0) return "no findings";
  const parts = [
    pluralize(error, LEVEL_NAMES.error),
    pluralize(warn, LEVEL_NAMES.warn),
    ...(info === 0 ? [] : [pluralize(info, LEVEL_NAMES.info)]),
  ];
  return parts.join(", ");
}

/** Creates the report about specs without traffic. The findings of a rule in a spec are one issue with several places. */
export function createLintPage(input: LintReportInput): ReportPage {
  const { specs, unchecked, generated = {}, failOn, tool, source, difference, pathInRepository } = input;
  const faults = listGeneratedFaults(generated);
  const getKey = ({ level, code, accepted }: SpecFinding): string => [level, code, accepted?.reason].join(" ");
  const issues = specs.flatMap(({ path, diagnostics }) =>
    [...groupBy(diagnostics, getKey).values()].map((group) => {
      const fails = group.some((it) => isFailure(it, failOn));
      return createSpecIssue(group, { source, fails, subject: path });
    }),
  );
  const failed = new Set(issues.flatMap(({ fails, subjects }) => (fails ? subjects : [])));
  const passed: TestCase = { name: "is a valid spec", kind: "passed" };
  const page: ReportPage = {
    ...{ tool, command: "contract lint", id: "contract/lint/", outcome: getLintOutcome(input), pathInRepository },
    result: escapeControl(formatLintResult(input)),
    ...{ statements: faults, warnings: [], notifications: [], specIssues: [], fixed: [], spec: "" },
    ...{ report: undefined, counts: "", tables: [] },
    lists: [...(unchecked.length === 0 ? [] : [listUnchecked(unchecked)]), ...(input.unused ?? [])],
    ...{ kind: "Spec report", version: "", levels: LEVELS, subjectName: "Spec" },
    name: [...specs, ...unchecked].map(({ path }) => path).join(", "),
    numbers: countLevels(issues, LEVELS),
    failures: [
      ...unchecked.map(({ reason }) => ({ title: "not checked", text: reason })),
      ...faults.map((text) => ({ title: "generated files", text })),
    ],
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
      ...(faults.length === 0 ? [] : [createGeneratedSubject(generated)]),
    ],
    issues,
    difference: undefined,
  };
  return addDifference(page, difference && createDiffPage(difference));
}

function createGeneratedSubject(generated: GeneratedFaults): Subject {
  const [title, details] = ["Generated files", listGeneratedFaults(generated).join("\n")];
  const message = formatGeneratedFaults(generated);
  const result = { kind: "failure", type: "generated", message, details } as const;
  return { id: title, title, results: [{ name: "are up to date and compile", ...result }] };
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
): PageFinding {
  const { code = "unknown", level = "error", accepted } = diagnostics[0] ?? {};
  const { title, fix } = getRuleTexts(code);
  return {
    ...{ code, level, fix, fails, message: title, word: LEVEL_NAMES[level], name: `${code} ${level}` },
    ...{
      operation: "",
      note: pluralize(diagnostics.length, "place"),
      acceptance: accepted === undefined ? "" : `accepted: ${accepted.reason}`,
      fingerprint: "",
      state: accepted === undefined ? undefined : "known",
      waiver: accepted,
    },
    ...{ consequences: [], details: [], facts: [], reproduction: [], subjects: [subject], section: subject },
    ...{ cause: `${subject} ${code} ${level} ${accepted?.reason}`, weight: diagnostics.length },
    places: diagnostics.map((diagnostic): SourcePlace => {
      const { pointer = "" } = diagnostic;
      const message = escapeControl(diagnostic.message);
      const fingerprint = getSpecFingerprint({ code, pointer });
      return {
        ...{ label: "spec", name: formatLocation(diagnostic), pointer, message, fingerprint },
        position: { ...diagnostic, pointer },
        lines: readSnippet({ ...diagnostic, pointer }, source),
      };
    }),
  };
}
