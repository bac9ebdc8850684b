import {
  COVERAGE_KINDS,
  type CoverageKind,
  countByState,
  type FindingGroup,
  formatLocation,
  getCause,
  isGap,
  listWarnings,
  type OperationCoverage,
  type ReasonGroup,
  toPrintable,
} from "../check/index.js";
import { createDiffPage } from "./diff/diff-page.js";
import { formatDeclaredNames, formatOccurrences, formatWaiver, getFix, readSnippet } from "./finding-texts.js";
import { escapeControl, formatExclusion, getExplicitOperationId, joinList, pluralize } from "./formatting/text.js";
import { createSpecIssue } from "./lint/lint-page.js";
import {
  addDifference,
  type List,
  type Notification,
  type PageFinding,
  type PageNumber,
  type ReportPage,
  type SourcePlace,
  type Subject,
  type TestCase,
} from "./page.js";
import type { ReportInput } from "./report-input.js";
import { escapeLinks } from "./sarif.js";
import {
  COVERAGE_KIND_LABELS,
  failsRun,
  formatAgreement,
  formatCounts,
  formatDifference,
  formatResult,
  formatUnmetThresholds,
  formatWarning,
  listGeneratedFaults,
} from "./summary.js";
import { createTables } from "./tables.js";
import { renderText, type TextOptions } from "./text.js";

/** Creates the report about traffic: of `check`, `gate`, `merge`, `probe` and others. */
export function createCheckPage(input: ReportInput): ReportPage {
  const { report, outcome, tool, diagnostics, pathInRepository, difference, source } = input;
  const { spec, coverage, baseline } = report;
  const below = formatUnmetThresholds(coverage);
  const defects = formatDifference(report);
  const generated = listGeneratedFaults(report.agreement ?? {});
  const page: ReportPage = {
    ...{ tool, command: "contract", outcome, pathInRepository },
    id: `contract/${pathInRepository?.(spec.path) ?? escapeControl(spec.title)}/`,
    result: formatResult(report, outcome, diagnostics),
    ...{ statements: formatAgreement(report), kind: "Contract report" },
    ...{ name: spec.title === "" ? spec.path : spec.title, version: spec.version, numbers: listNumbers(report) },
    levels: [
      ["error", "Errors"],
      ["warn", "Drift"],
    ],
    subjectName: "Operation",
    warnings: listWarnings(report).map((it) => ({ title: it.message, text: formatWarning(it) })),
    failures: [
      ...(below === "" ? [] : [{ title: "coverage", text: `Coverage is below the threshold: ${below}` }]),
      ...(generated.length > 0 ? [{ title: "generated files", text: generated.join("\n") }] : []),
      ...(defects === "" || generated.length > 0
        ? []
        : [{ title: "agreement", text: formatAgreement(report).join("\n") }]),
    ],
    notifications: listNotifications(input),
    subjects: listSubjects(input),
    issues: report.findings.map((it) => createIssue(it, input)),
    specIssues: diagnostics.map((it) => createSpecIssue([it], { source, fails: false, subject: spec.path })),
    fixed: baseline?.fixed ?? [],
    spec: spec.path,
    ...{ counts: formatCounts(report), lists: createLists(report), tables: createTables(report) },
    ...{ report, difference: undefined },
  };
  return addDifference(page, difference && createDiffPage(difference));
}

function listNumbers({ summary, findings: allFindings }: ReportInput["report"]): PageNumber[] {
  const { exchanges, passed, accepted = 0, failed, partial, skipped, unreadable, findings } = summary;
  const { known } = countByState(allFindings);
  const accepts = known.error + known.warn;
  return [
    { count: exchanges, name: "exchanges", one: "exchange", tone: "" },
    { count: passed, name: "passed", tone: "good" },
    { count: accepted, name: "with accepted findings only", tone: "", isOptional: true },
    { count: failed, name: "failed", tone: "bad" },
    { count: partial, name: "partial", tone: "warn" },
    { count: skipped, name: "skipped", tone: "" },
    { count: unreadable, name: "unreadable", tone: "warn", isOptional: true },
    { count: findings.error - known.error, name: "errors", one: "error", tone: "bad" },
    { count: findings.warn - known.warn, name: "drift", tone: "warn" },
    { count: accepts, name: "accepted findings", one: "accepted finding", tone: "", isOptional: true },
  ];
}

function createIssue(finding: FindingGroup, { source, failOn }: ReportInput): PageFinding {
  const { code, level, message, contract, operationId, property, state, waiver, fingerprint, reproduce } = finding;
  const consequences = (finding.consequences ?? []).map((it) => `${it.code}: ${it.message}`);
  const spec: SourcePlace = {
    ...{ label: "spec", name: formatLocation(contract), pointer: contract.pointer, position: contract },
    // Of undeclared data, the notes list the declared names instead.
    lines: code.endsWith(".undeclared") ? [] : readSnippet(contract, source),
    notes: formatDeclaredNames(finding),
  };
  return {
    ...{ code, level, message, consequences, fingerprint, state, waiver },
    word: level === "error" ? "error" : "drift",
    operation: operationId ?? "not in the spec",
    note: formatOccurrences(finding),
    details: [],
    facts: listFacts(finding),
    places: [spec, createRecordingPlace(finding)],
    reproduction: reproduce === undefined ? [] : [reproduce.probe, reproduce.curl].map(escapeControl),
    fix: getFix(finding),
    // The name has no line number, so that build servers can match it between runs.
    name: `${code} ${escapeControl(property || contract.pointer)} [${fingerprint}]`,
    subjects: [operationId ?? ""],
    section: operationId ?? "",
    fails: failsRun(finding, failOn),
    acceptance: formatWaiver(finding),
    properties: createProperties(finding, consequences),
    cause: getCause(finding),
    isGap: isGap(finding),
    weight: finding.exchanges,
    // The location of a finding that occurred once is already printed.
    ...(finding.exchanges === 1 ? {} : { last: `${toPrintable(finding.last.source)}#${finding.last.index}` }),
  };
}

function listFacts(finding: FindingGroup): PageFinding["facts"] {
  const { statuses, property, names, waiver, state, consequences = [] } = finding;
  return [
    ["Seen", `${formatOccurrences(finding)} exchanges, status ${statuses.join(", ")}`],
    ...(property === undefined ? [] : [["Property", property] as const]),
    ...consequences.map((it) => ["Consequence", `${it.code}: ${it.message}`] as const),
    ...(names.length > 1 ? [["Values", names.join(", ")] as const] : []),
    ...(waiver === undefined ? [] : [["Baseline", formatWaiver(finding)] as const]),
    ...(state === "new" ? [["Baseline", "new"] as const] : []),
  ];
}

function createRecordingPlace({ recording, snippet, first }: FindingGroup): SourcePlace {
  const { source, index, pointer, body } = recording;
  const inBody = body === "" ? "whole body" : body;
  return {
    ...{ label: "recording", name: source },
    pointer: inBody === undefined ? pointer : `${pointer} → ${inBody}`,
    lines: snippet === undefined ? [] : [snippet],
    exchange: {
      ...first,
      pointer,
      text: `exchange ${index + 1} of ${source}${body === undefined ? "" : `, ${body === "" ? inBody : `body ${body}`}`}`,
    },
  };
}

function createProperties(finding: FindingGroup, consequences: readonly string[]): object {
  const { operationId, status, property, keyword, exchanges, of, occurrences, statuses } = finding;
  return {
    ...{ operationId, status },
    ...(property === undefined ? {} : { property: escapeLinks(property) }),
    keyword,
    ...(consequences.length === 0 ? {} : { consequences: consequences.map(escapeLinks) }),
    ...{ exchanges, of, occurrences, statuses },
  };
}

/** Lists all operations, then what else has findings, and the run as a whole. */
function listSubjects({ report, outcome, failOn }: ReportInput): Subject[] {
  const { operations } = report.coverage;
  const known = new Set<string | null>(operations.map(({ operationId }) => operationId));
  const failed = new Set(report.findings.flatMap((it) => (failsRun(it, failOn) ? [it.operationId] : [])));
  const others = [...new Set(report.findings.map(({ operationId }) => operationId))].filter((id) => !known.has(id));
  const results = createRunResults(report, outcome);
  return [
    ...operations.map((operation): Subject => {
      const { operationId, method, path, durationMs } = operation;
      const name = getExplicitOperationId(operation);
      const names = [name, `${method} ${path}`].filter((it) => it !== undefined);
      return {
        ...{ id: operationId, title: names.join(" · "), suite: names.join(" "), durationMs },
        operation: { name, method, path },
        results: failed.has(operationId) ? [] : [createPassedCase(operation)],
      };
    }),
    ...others.map((id): Subject => ({ id: id ?? "", title: id ?? "Not in the spec", results: [] })),
    { id: "(run)", title: "The run", results },
  ];
}

function createPassedCase({ exchanges }: OperationCoverage): TestCase {
  const name = "matches the spec";
  if (exchanges > 0) return { name, kind: "passed" };
  return { name, kind: "skipped", message: "not seen: the traffic has no exchange of this operation" };
}

/** Creates the results of the whole run: exchanges that could not be checked, and coverage thresholds. */
function createRunResults(report: ReportInput["report"], { reasons = [] }: ReportInput["outcome"]): TestCase[] {
  const { partial, unreadable, coverage, unaccepted = [], excluded = [], notLogged = [] } = report;
  const skipped = (type: string, name: string, message: string, details?: string): TestCase => {
    return { kind: "skipped", type, name, message, details };
  };
  const unchecked = [
    ...unreadable.map(({ source, pointer, reason }) => `${source} ${pointer}: ${reason}`),
    ...partial.map((it) => `${formatPartial(it)} (first at ${it.first.source} ${it.first.pointer})`),
  ].join("\n");
  const allowed = partial.length > 0 && reasons.length === 0;
  const { kinds, changed } = coverage;
  return [
    ...listWarnings(report).map((it) => skipped("warning", `warning: ${it.message}`, formatWarning(it))),
    ...reasons.map((message): TestCase => {
      const name = `not checked: ${message}`;
      return { kind: "error", type: "not-checked", name, message, details: unchecked === "" ? message : unchecked };
    }),
    ...(allowed
      ? [skipped("partial", "all exchanges fully checked", pluralize(partial.length, "reason"), unchecked)]
      : []),
    ...notLogged.map((it) => skipped("notLogged", `not recorded: ${it.reason}`, formatNotLogged(it))),
    ...unaccepted.map(({ source, reason, operations }) =>
      skipped("unaccepted", `no request accepted by ${source}: ${joinList(operations)}`, reason),
    ),
    ...excluded.map((group) =>
      skipped("excluded", `excluded for ${group.source}: ${joinList(group.operations)}`, formatExclusion(group)),
    ),
    ...COVERAGE_KINDS.flatMap((kind) => createThresholdCase(COVERAGE_KIND_LABELS[kind], kinds?.[kind])),
    ...COVERAGE_KINDS.flatMap((kind) =>
      createThresholdCase(`${COVERAGE_KIND_LABELS[kind]} changed since ${changed?.since}`, changed?.kinds[kind]),
    ),
  ];
}

function createThresholdCase(
  text: string,
  coverage: NonNullable<ReportInput["report"]["coverage"]["kinds"]>[CoverageKind] | undefined,
): TestCase[] {
  if (coverage?.atLeast === undefined) return [];
  const { seen, total, percent, atLeast, missing } = coverage;
  const name = `coverage of ${text}`;
  if (percent >= atLeast) return [{ name, kind: "passed" }];
  const message = `${percent} % of the ${text} seen (${seen} of ${total}); the threshold is ${atLeast} %`;
  const details = missing.map((it) => `${it.name}  ${formatLocation(it)}`).join("\n");
  return [{ name, kind: "failure", type: "coverage", message, details }];
}

function createLists(report: ReportInput["report"]): List[] {
  const { partial, notLogged = [], skipped, unreadable, unaccepted = [], excluded = [] } = report;
  const ofExchanges = (id: List["id"], title: string, groups: readonly ReasonGroup[]): List => ({
    ...{ id, title },
    count: pluralize(
      groups.reduce((sum, { exchanges }) => sum + exchanges, 0),
      "exchange",
    ),
    rows: groups.map(({ exchanges, reason, first }) => {
      return { exchanges, text: reason, place: `${first.source} ${first.pointer}`, relation: "first at" };
    }),
  });
  type Group = { readonly operations: readonly string[]; readonly source: string };
  const ofOperations = <G extends Group>(
    list: Omit<List, "count" | "rows">,
    groups: readonly G[],
    relation: string,
    formatText: (group: G) => string,
  ): List => ({
    ...list,
    count: pluralize(new Set(groups.flatMap(({ operations }) => operations)).size, "operation"),
    rows: groups.map((group) => {
      return { operations: joinList(group.operations), text: formatText(group), place: group.source, relation };
    }),
  });
  const lists = [
    ofExchanges("partial", "Partially checked", partial),
    ofExchanges("notLogged", "Not recorded, so not checked", notLogged),
    ofExchanges("skipped", "Skipped", skipped),
    {
      ...({ id: "unreadable", title: "Unreadable", count: pluralize(report.summary.unreadable, "place") } as const),
      rows: unreadable.map((it) => ({ text: it.reason, place: `${it.source} ${it.pointer}`, relation: "" })),
    },
    ofOperations({ id: "unaccepted", title: "No request accepted" }, unaccepted, "by", ({ reason }) => reason),
    ofOperations({ id: "excluded", title: "Excluded" }, excluded, "for", formatExclusion),
  ];
  return lists.filter(({ rows }) => rows.length > 0);
}

function listNotifications({ report }: ReportInput): Notification[] {
  const note = (level: Notification["level"], text: string, source?: string): Notification => {
    return { level, text, source };
  };
  return [
    ...report.unreadable.map(({ source, pointer, reason }) => note("error", `${pointer}: ${reason}`, source)),
    ...report.partial.map((it) => note("warning", formatPartial(it), it.first.source)),
    ...(report.notLogged ?? []).map((it) =>
      note("note", `${formatNotLogged(it)}, so not checked: ${it.reason}`, it.first.source),
    ),
    ...(report.unaccepted ?? []).map(({ source, reason, operations }) =>
      note("note", `${source} accepted no request of ${joinList(operations)}: ${reason}`),
    ),
    ...(report.excluded ?? []).map((group) =>
      note("note", `excluded for ${group.source}: ${joinList(group.operations)}, ${formatExclusion(group)}`),
    ),
  ];
}

function formatPartial({ exchanges, reason }: ReportInput["report"]["partial"][number]): string {
  return `${pluralize(exchanges, "exchange")} partially checked: ${reason}`;
}

function formatNotLogged({ exchanges }: ReportInput["report"]["partial"][number]): string {
  return `not recorded for ${pluralize(exchanges, "exchange")}`;
}

/** What the text report shows. Without `source`, it has no snippets of the spec. */
type TextReportInput = Pick<ReportInput, "report" | "outcome"> &
  Partial<Omit<ReportInput, "report" | "outcome">> &
  Pick<TextOptions, "acceptedBy">;

export function formatTextReport({ colour, width, acceptedBy, ...input }: TextReportInput): string {
  const defaults = { tool: { name: "", version: "" }, diagnostics: [], source: () => [] };
  return renderText(createCheckPage({ ...defaults, ...input }), { colour, width, acceptedBy });
}
