import type { DiffFinding, DiffLocation } from "../../diff/index.js";
import { getRuleTexts } from "../findings/rule-texts.js";
import { readSnippet } from "../findings/spec-snippet.js";
import { escapeControl } from "../formatting/escape-control.js";
import { capitalize, pluralize } from "../formatting/pluralize.js";
import { countLevels, type Issue, type List, type Page, type Place, type Subject } from "../page.js";
import {
  type DiffReportInput,
  failsChange,
  formatAffectedOperations,
  formatCounterexample,
  formatDiffLocation,
  formatDiffTitle,
  formatDiffVerdict,
  formatSameVersion,
  formatSpecName,
  formatVersionCheck,
  getDiffOutcome,
} from "./diff-report-input.js";
import { formatFindingTraffic, formatTrafficSummary } from "./traffic.js";
import { findWaiver, formatUnusedWaivers, formatWaiverStatus } from "./waivers.js";

/** Creates the report about the changes between two specs. */
export function createDiffPage(input: DiffReportInput): Page {
  const { difference, tool, traffic, pathInRepository } = input;
  const issues = difference.findings.map((it) => createIssue(it, input));
  return {
    ...{ tool, command: "contract diff", id: "contract/diff/", outcome: getDiffOutcome(input), pathInRepository },
    verdict: escapeControl(formatDiffVerdict(input)),
    statements: [...(traffic === undefined ? [] : [formatTrafficSummary(traffic)]), ...formatVersionCheck(input)],
    ...{ warnings: [], failures: [], notifications: [], specIssues: [], fixed: [], lists: listUnusedWaivers(input) },
    ...{ report: undefined, maxFindings: undefined, advice: [] },
    ...{ hints: formatSameVersion(input), kind: "Changes", name: formatDiffTitle(input), version: "", levels: LEVELS },
    ...{ subjectName: "Operation", numbers: countLevels(issues, LEVELS), spec: formatSpecName(input.old) },
    ...{ issues, subjects: listSubjects(issues, input.new.path), difference: undefined },
  };
}

function listUnusedWaivers({ accepted, difference }: DiffReportInput): List[] {
  const rows = formatUnusedWaivers(accepted, difference.findings).map((text) => {
    return { text, place: accepted?.path ?? "", relation: "" };
  });
  const title = "No longer found, but still in the baseline";
  return rows.length === 0 ? [] : [{ id: "unused", title, count: pluralize(rows.length, "finding"), rows }];
}

/** The subject of a change of more operations than it is repeated for. */
const MANY_OPERATIONS = "Many operations";
const MAX_REPEATED = 3;

function listSubjectIds(operations: readonly string[], spec: string): readonly string[] {
  if (operations.length > MAX_REPEATED) return [MANY_OPERATIONS];
  return operations.length === 0 ? [spec] : operations;
}

/** Lists the new spec, which passes if no change fails, and the changed operations. */
function listSubjects(issues: readonly Issue[], path: string): Subject[] {
  const ids = [...new Set(issues.flatMap(({ subjects }) => subjects))].filter((id) => id !== path).sort();
  const sorted = [...ids.filter((it) => it === MANY_OPERATIONS), ...ids.filter((it) => it !== MANY_OPERATIONS)];
  const hasFailed = issues.some(({ fails }) => fails);
  return [
    { id: path, title: path, results: hasFailed ? [] : [{ name: "has no change that fails", kind: "passed" }] },
    ...sorted.map((title): Subject => ({ id: title, title, results: [] })),
  ];
}

const LEVELS = [
  ["error", "breaking"],
  ["warn", "possibly breaking"],
  ["info", "compatible"],
] as const;

const LEVEL_WORDS = { error: "breaking", warn: "may break", info: "compatible" } as const;

function createIssue(finding: DiffFinding, input: DiffReportInput): Issue {
  const { code, level, message, fingerprint, affects, old, new: next } = finding;
  const { accepted, traffic } = input;
  const operations = [...new Set(affects.map(({ operation }) => operation))];
  const waiver = findWaiver(accepted, finding);
  const status = formatWaiverStatus(accepted, finding);
  const state = accepted === undefined ? undefined : waiver !== undefined ? "known" : "new";
  return {
    ...{ code, level, fingerprint, state, waiver, word: LEVEL_WORDS[level] },
    ...{ operation: "", consequences: [], reproduction: [], acceptance: "", fix: getRuleTexts(code).fix },
    message: escapeControl(message),
    note: formatAffectedOperations(finding),
    facts: [],
    details: [
      ...(status === undefined ? [] : [status]),
      ...[formatCounterexample(finding) ?? []].flat(),
      ...formatFindingTraffic(finding, traffic),
    ].map(escapeControl),
    places: [
      ...(old === undefined ? [] : [createPlace("old", old, input, next === undefined)]),
      ...(next === undefined ? [] : [createPlace("new", next, input, true)]),
    ],
    name: `${code} ${level} ${fingerprint}`,
    subjects: listSubjectIds(operations, input.new.path),
    section: capitalize(LEVEL_WORDS[level]),
    fails: failsChange(finding, input),
    properties: { operations },
  };
}

function createPlace(label: "old" | "new", location: DiffLocation, input: DiffReportInput, isShown: boolean): Place {
  const { file, pointer } = location;
  // The lines of another commit are not those of the files in the repository.
  const position = input[label].ref === undefined ? location : { file, pointer };
  return {
    ...{ label, name: formatDiffLocation(location, input[label]), pointer },
    lines: readSnippet(location, input.source[label]),
    ...(isShown ? { position } : {}),
  };
}
