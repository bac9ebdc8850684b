import { COVERAGE_KINDS, type CoverageKind, type FindingGroup, type OperationCoverage } from "../gate/index.js";
import { clauseOf, numbered } from "./clause.js";
import { KIND_WORDS } from "./coverage.js";
import { byOperation } from "./finding-order.js";
import { listed } from "./listed.js";
import { type Markup, markup } from "./markup.js";
import { ownName } from "./operation-name.js";
import { acceptance, contractPlace, declaredNames, recordingPlace, reproductionLines, seenIn } from "./places.js";
import { plural } from "./plural.js";
import { ruleWords } from "./rule-words.js";
import type { Told } from "./told.js";
import { counts } from "./verdict.js";

/** What became of a case: a failure is what ends a run with 1, an error what ends it with 2. */
type Result = {
  readonly kind: "passed" | "failure" | "error" | "skipped";
  readonly type?: string;
  readonly message?: string;
  readonly details?: string;
};

type Case = { readonly name: string; readonly result: Result };
type Suite = { readonly name: string; readonly className: string; readonly cases: readonly Case[] };

/**
 * JUnit XML as Jenkins and GitLab read it (junit-10.xsd of Jenkins' xUnit plugin). A suite is an operation, a case a finding
 * of it, or that it kept the contract. What does not count (drift, what is accepted) is skipped: it is seen, and fails nothing.
 */
export function junitReport(told: Told): string {
  const suites = [...operationSuites(told), ...runSuite(told)];
  const cases = suites.flatMap((suite) => suite.cases);
  const root = markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${told.tool.name}" tests="${cases.length}" failures="${tally(cases, "failure")}" errors="${tally(cases, "error")}" time="0">
${suites.map(suiteMarkup)}</testsuites>
`;
  return root.markup;
}

function operationSuites(told: Told): Suite[] {
  const { report, tool } = told;
  const found = new Map(byOperation(report.findings, report).map((it) => [it.operationId, it.findings]));
  const known = report.coverage.operations;
  const others = [...found.keys()].filter((id) => !known.some(({ operationId }) => operationId === id));
  const suite = (id: string | null, title: string, rest: readonly Case[]): Suite => ({
    name: title,
    className: `${tool.name}.${id ?? "(not in the contract)"}`,
    cases: [...(found.get(id) ?? []).map((it) => findingCase(it, told)), ...rest],
  });
  return [
    ...known.map((operation) => {
      const { operationId, method, path } = operation;
      const title = [ownName(operation), method, path].filter((it) => it !== undefined).join(" ");
      const failed = (found.get(operationId) ?? []).some((it) => counts(it, told.failOn));
      return suite(operationId, title, failed ? [] : [keptCase(operation)]);
    }),
    ...others.map((id) => suite(id, id ?? "Not in the contract", [])),
  ];
}

function keptCase({ exchanges }: OperationCoverage): Case {
  const name = "keeps the contract";
  if (exchanges > 0) return { name, result: { kind: "passed" } };
  return { name, result: { kind: "skipped", message: "not seen: no exchange of this operation was recorded" } };
}

/** The name holds no line, so that a build server knows the case again in the next run. */
function findingCase(finding: FindingGroup, told: Told): Case {
  const { code, contract, fingerprint, message } = finding;
  const kind = counts(finding, told.failOn) ? "failure" : "skipped";
  const because = finding.waiver === undefined ? "" : ` (${acceptance(finding)})`;
  const prefix = kind === "skipped" && finding.level === "warn" ? "drift: " : "";
  return {
    name: `${code} ${contract.pointer} [${fingerprint}]`,
    result: { kind, type: code, message: `${prefix}${message}${because}`, details: detailsOf(finding, told) },
  };
}

function detailsOf(finding: FindingGroup, { source }: Told): string {
  const { code, message, contract, recording, fragment } = finding;
  const { fix } = ruleWords(code);
  return [
    message,
    seenIn(finding),
    "",
    `contract  ${contractPlace(contract)}  ${contract.pointer}`,
    ...clauseOf(finding, source).map(({ line, text }) => numbered(line, text)),
    ...declaredNames(finding),
    `recording ${recordingPlace(recording)}`,
    ...(fragment === undefined ? [] : [numbered(fragment.line, fragment.text)]),
    ...again(finding),
    ...(fix === "" ? [] : ["", fix]),
  ].join("\n");
}

function again(finding: FindingGroup): string[] {
  const lines = reproductionLines(finding);
  return lines.length === 0 ? [] : ["", "to see it again", ...lines];
}

/** What is about the run as a whole: what could not be judged, and how much was to be seen. */
function runSuite({ report, outcome, tool }: Told): Suite[] {
  const { partial, unreadable, coverage, unaccepted = [], unlogged = [] } = report;
  const reasons = outcome.kind === "unjudged" ? outcome.reasons : [];
  const details = [
    ...unreadable.map(({ source, pointer, reason }) => `${source} ${pointer}: ${reason}`),
    ...partial.map(
      ({ reason, exchanges, first }) =>
        `${plural(exchanges, "exchange")} in part: ${reason} (first at ${first.source} ${first.pointer})`,
    ),
  ].join("\n");
  const judged = reasons.map((message): Case => {
    const name = `could be judged: ${message}`;
    return { name, result: { kind: "error", type: "unjudged", message, details: details === "" ? message : details } };
  });
  const allowed: Case[] =
    partial.length === 0 || reasons.length > 0
      ? []
      : [
          {
            name: "could be judged in full",
            result: { kind: "skipped", type: "partial", message: plural(partial.length, "reason"), details },
          },
        ];
  const unheld = unlogged.map(({ reason, exchanges }): Case => {
    const message = `${plural(exchanges, "exchange")} of a log`;
    return { name: `in the log: ${reason}`, result: { kind: "skipped", type: "unlogged", message } };
  });
  const { kinds, changed } = coverage;
  const thresholds = [
    ...COVERAGE_KINDS.flatMap((kind) => thresholdCase(KIND_WORDS[kind], kinds?.[kind])),
    ...COVERAGE_KINDS.flatMap((kind) =>
      thresholdCase(`${KIND_WORDS[kind]} changed since ${changed?.since}`, changed?.kinds[kind]),
    ),
  ];
  const lacking = unaccepted.map(({ source, reason, operations }): Case => {
    const name = `accepted by ${source}: ${listed(operations)}`;
    return { name, result: { kind: "skipped", type: "unaccepted", message: reason } };
  });
  const cases = [...judged, ...allowed, ...unheld, ...lacking, ...thresholds];
  return cases.length === 0 ? [] : [{ name: "The run", className: `${tool.name}.(run)`, cases }];
}

function thresholdCase(
  words: string,
  coverage: NonNullable<Told["report"]["coverage"]["kinds"]>[CoverageKind] | undefined,
): Case[] {
  if (coverage?.atLeast === undefined) return [];
  const { seen, total, percent, atLeast, missing } = coverage;
  const name = `coverage of ${words}`;
  if (percent >= atLeast) return [{ name, result: { kind: "passed" } }];
  const message = `${percent} % of the ${words} were seen (${seen} of ${total}); at least ${atLeast} % are asked for`;
  const details = missing.map((it) => `${it.name}  ${contractPlace(it)}`).join("\n");
  return [{ name, result: { kind: "failure", type: "coverage", message, details } }];
}

function suiteMarkup({ name, className, cases }: Suite): Markup {
  const numbers = markup`tests="${cases.length}" failures="${tally(cases, "failure")}" errors="${tally(cases, "error")}" skipped="${tally(cases, "skipped")}"`;
  return markup`  <testsuite name="${name}" ${numbers} time="0">
${cases.map((it) => caseMarkup(it, className))}  </testsuite>
`;
}

function caseMarkup({ name, result }: Case, className: string): Markup {
  const head = markup`<testcase classname="${className}" name="${name}" time="0"`;
  const { kind, type = "", message = "", details } = result;
  if (kind === "passed") return markup`    ${head}/>\n`;
  const attributes = markup`${type === "" ? undefined : markup` type="${type}"`} message="${message}"`;
  // Build servers show the text of a failure; that of a skipped case they show nowhere.
  const inside = kind === "skipped" ? markup`/>` : markup`>${details}</${{ markup: kind }}>`;
  const beside =
    kind === "skipped" && details !== undefined ? markup`\n      <system-out>${details}</system-out>` : undefined;
  return markup`    ${head}>
      <${{ markup: kind }}${attributes}${inside}${beside}
    </testcase>
`;
}

function tally(cases: readonly Case[], kind: Result["kind"]): number {
  return cases.filter(({ result }) => result.kind === kind).length;
}
