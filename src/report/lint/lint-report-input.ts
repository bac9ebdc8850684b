import { createOutcome, type FailOn, OUTCOME_LABELS, type RunOutcome } from "../../gate/index.js";
import type { DiagnosticLevel, SpecFinding } from "../../lint/index.js";
import { joinList } from "../formatting/join-list.js";
import { pluralize } from "../formatting/pluralize.js";
import type { ReportInput } from "../report-input.js";
import type { Tool } from "../tool.js";

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
export type LintReportInput = Pick<
  ReportInput,
  "source" | "maxFindings" | "width" | "pathInRepository" | "difference"
> & {
  readonly specs: readonly LintedSpec[];
  readonly unchecked: readonly UncheckedSpec[];
  readonly failOn: FailOn;
  readonly tool: Tool;
  readonly colour: boolean;
};

export const LEVEL_NAMES: Readonly<Record<DiagnosticLevel, string>> = {
  error: "error",
  warn: "warning",
  info: "remark",
};

export type LintCounts = Readonly<Record<DiagnosticLevel, number>>;

export function countDiagnostics(diagnostics: readonly SpecFinding[]): LintCounts {
  const count = (level: DiagnosticLevel): number => diagnostics.filter((it) => it.level === level).length;
  return { error: count("error"), warn: count("warn"), info: count("info") };
}

export function countAllDiagnostics({ specs }: Pick<LintReportInput, "specs">): LintCounts {
  return countDiagnostics(specs.flatMap(({ diagnostics }) => diagnostics));
}

/** Whether a finding fails the run. */
export function isFailure({ level }: SpecFinding, failOn: FailOn): boolean {
  if (failOn === "never") return false;
  return level === "error" || (level === "warn" && failOn === "warn");
}

/** Computes the outcome of a run. */
export function getLintOutcome({ specs, unchecked, failOn }: LintReportInput): RunOutcome {
  const hasFailed = specs.some(({ diagnostics }) => diagnostics.some((it) => isFailure(it, failOn)));
  return createOutcome(
    hasFailed,
    unchecked.map(({ reason }) => reason),
  );
}

/** Formats the outcome of a run in one sentence. */
export function formatLintVerdict(input: LintReportInput): string {
  const { specs, unchecked } = input;
  const [only] = specs;
  const name = specs.length === 1 && only !== undefined ? only.path : pluralize(specs.length, "spec");
  const counted = specs.length === 0 ? "" : `${name}: ${formatCounts(countAllDiagnostics(input))}`;
  const paths = unchecked.map(({ path }) => path);
  const missing = paths.length === 0 ? "" : `not checked: ${joinList(paths)}`;
  const { kind } = getLintOutcome(input);
  return `${OUTCOME_LABELS[kind]}: ${[counted, missing].filter((it) => it !== "").join("; ")}.`;
}

export function formatCounts({ error, warn, info }: LintCounts): string {
  if (error + warn + info === 0) return "no findings";
  const parts = [
    pluralize(error, LEVEL_NAMES.error),
    pluralize(warn, LEVEL_NAMES.warn),
    ...(info === 0 ? [] : [pluralize(info, LEVEL_NAMES.info)]),
  ];
  return parts.join(", ");
}

/** Findings of one code in one spec. */
export type DiagnosticGroup = { readonly code: SpecFinding["code"]; readonly diagnostics: readonly SpecFinding[] };

/** Groups findings by level and code, in their order. */
export function groupDiagnostics(diagnostics: readonly SpecFinding[]): DiagnosticGroup[] {
  const groups = new Map<string, SpecFinding[]>();
  for (const problem of diagnostics) {
    const key = `${problem.level} ${problem.code}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [problem]);
    else group.push(problem);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ code: first.code, diagnostics: group }];
  });
}
