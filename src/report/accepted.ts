import {
  type AcceptedFindings,
  type AppliedBaseline,
  applyBaseline,
  createAcceptance,
  formatLocation,
  isPatternOf,
  type Report,
  type RunOutcome,
  type UnacceptedFinding,
  type Waiver,
} from "../check/index.js";
import { DIFF_CODES } from "../diff/index.js";
import { type Diagnostic, LINT_RULES } from "../lint/index.js";
import type { DiffReportInput } from "./diff/diff-page.js";
import { getSpecFingerprint } from "./finding-texts.js";
import { escapeControl, pluralize } from "./formatting/text.js";
import type { LintReportInput } from "./lint/lint-page.js";
import type { List } from "./page.js";
import type { ReportInput } from "./report-input.js";

/** Lists the entries without a matching finding, which can be removed. */
function listUnusedWaivers({ path = "" }: AcceptedFindings, unused: readonly Waiver[]): List[] {
  const rows = unused.map(({ fingerprint = "pattern", code, reason }) => {
    const text = escapeControl(`unused entry: ${fingerprint} ${code === undefined ? "" : `${code}, `}${reason}`);
    return { text, place: path, relation: "" };
  });
  const title = "No longer found, but still in the baseline";
  return rows.length === 0 ? [] : [{ id: "unused", title, count: pluralize(rows.length, "finding"), rows }];
}

/** Adds to findings in specs why they are accepted. Those that the spec itself accepts stay. */
export function acceptDiagnostics<Finding extends Diagnostic>(
  diagnostics: readonly Finding[],
  accepted: AcceptedFindings,
): readonly Finding[] {
  const { accept } = createAcceptance(accepted);
  return diagnostics.map((it) => acceptDiagnostic(it, accept).finding);
}

type Accept = ReturnType<typeof createAcceptance>["accept"];

function acceptDiagnostic<Finding extends Diagnostic>(finding: Finding, accept: Accept) {
  if (finding.accepted !== undefined) return { finding, state: "known" as const };
  const { code = "unknown", pointer = "" } = finding;
  const { state, waiver } = accept({
    fingerprint: getSpecFingerprint(finding),
    ...{ code, places: [{ operation: null, pointer }] },
  });
  return { finding: state === "known" && waiver !== undefined ? { ...finding, accepted: waiver } : finding, state };
}

/** Applies a baseline to the findings in specs, and to the changes since an older spec. */
export function acceptSpecs(input: LintReportInput, accepted: AcceptedFindings): AppliedBaseline<LintReportInput> {
  const { accept, listAbsent } = createAcceptance(accepted);
  const unaccepted: UnacceptedFinding[] = [];
  const specs = input.specs.map(({ diagnostics, ...spec }) => ({
    ...spec,
    diagnostics: diagnostics.map((it) => {
      const { finding, state } = acceptDiagnostic(it, accept);
      const { code, level, message, pointer } = finding;
      const entry = { fingerprint: getSpecFingerprint(finding), code, contract: pointer, spec: spec.path, reason: "" };
      const text = `${formatLocation(finding)}: ${message}`;
      if (state !== "known" && level !== "info") unaccepted.push({ entry, state, text });
      return finding;
    }),
  }));
  const paths = new Set(specs.map(({ path }) => path));
  const isOfRun = ({ spec }: Waiver): boolean => spec === undefined || paths.has(spec);
  const fixed = listAbsent((code) => isPatternOf(code, Object.keys(LINT_RULES))).filter(isOfRun);
  const result = { ...input, specs, unused: listUnusedWaivers(accepted, fixed) };
  return acceptDifference({ result, unaccepted, fixed, isComplete: input.unchecked.length === 0 }, accepted);
}

/** Applies a baseline to the findings in traffic and its specs, and to the changes since an older spec. */
export function acceptRun(
  input: Omit<ReportInput, "outcome">,
  accepted: AcceptedFindings,
  getOutcome: (report: Report) => RunOutcome,
): AppliedBaseline<ReportInput> {
  const applied = applyBaseline(input.report, accepted);
  const outcome = getOutcome(applied.result);
  const diagnostics = acceptDiagnostics(input.diagnostics, accepted);
  const result = { ...input, report: applied.result, outcome, diagnostics };
  return acceptDifference({ ...applied, result, isComplete: outcome.reasons === undefined }, accepted);
}

/** Applies a baseline also to the changes since an older spec that are a part of a report. */
function acceptDifference<Input extends Pick<ReportInput, "difference">>(
  applied: AppliedBaseline<Input>,
  accepted: AcceptedFindings,
): AppliedBaseline<Input> {
  const { difference } = applied.result;
  if (difference === undefined) return applied;
  const changes = acceptChanges(difference, accepted);
  return {
    result: { ...applied.result, difference: changes.result },
    unaccepted: [...applied.unaccepted, ...changes.unaccepted],
    fixed: [...applied.fixed, ...changes.fixed],
    isComplete: applied.isComplete && changes.isComplete,
  };
}

/** Applies a baseline to the changes between two specs. */
export function acceptChanges(input: DiffReportInput, accepted: AcceptedFindings): AppliedBaseline<DiffReportInput> {
  const { path } = accepted;
  if (path === undefined) return { result: input, unaccepted: [], fixed: [], isComplete: true };
  const { accept, listAbsent } = createAcceptance(accepted);
  const unaccepted: UnacceptedFinding[] = [];
  const findings = input.difference.findings.map((finding) => {
    if (finding.acceptance !== undefined) return finding;
    const { code, level, message, fingerprint, affects } = finding;
    const places = affects.map(({ operation, ...place }) => {
      const { pointer = "" } = place.new ?? place.old ?? finding.new ?? finding.old ?? {};
      return { operation, pointer };
    });
    const acceptance = accept({ fingerprint, code, places });
    const [{ operation, pointer } = { operation: null, pointer: "" }] = places;
    const entry = { fingerprint, code, operation, contract: pointer, reason: "" };
    const { state } = acceptance;
    if (state !== "known" && level !== "info") unaccepted.push({ entry, state, text: `${operation}: ${message}` });
    return { ...finding, acceptance };
  });
  // A comparison of some operations says nothing about the others.
  const isOwn = (code: string | undefined): boolean => code === undefined || isPatternOf(code, Object.keys(DIFF_CODES));
  const unused = input.isPartial === true ? [] : listAbsent(isOwn);
  // An entry without a code can be of another command.
  const fixed = unused.filter(({ code }) => code !== undefined);
  const difference = { ...input.difference, findings };
  const result = { ...input, difference, baseline: path, unused: listUnusedWaivers(accepted, unused) };
  return { result, unaccepted, fixed, isComplete: (input.unchecked ?? []).length === 0 };
}
