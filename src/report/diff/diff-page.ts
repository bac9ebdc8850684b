import { type Acceptance, createOutcome, formatLocation, groupBy, type RunOutcome } from "../../check/index.js";
import {
  type AffectedPart,
  type DiffFinding,
  type DiffLocation,
  type DiffResult,
  type DiffTraffic,
  type FindingTraffic,
  getLeastVersion,
  serializeExactJson,
  type VersionCheck,
} from "../../diff/index.js";
import { formatWaiver, getRuleTexts, type ReadSourceLines, readSnippet } from "../finding-texts.js";
import { capitalize, escapeControl, joinList } from "../formatting/text.js";
import {
  countByLevel,
  countLevels,
  type List,
  type PageFinding,
  type ReportContext,
  type ReportPage,
  type SourcePlace,
  type Subject,
  type TestCase,
} from "../page.js";
import { formatUnchecked } from "../summary.js";

/** The title and origin of a compared spec. */
export type ComparedSpec = {
  readonly path: string;
  /** The commit that the spec was read from, unless it was read from a file. */
  readonly ref?: string;
  readonly title: string;
  readonly version: string;
};

/** The lowest level that fails a diff. */
export type DiffFailOn = "error" | "warn" | "never" | "seen";

/** A change, and whether the spec or a baseline accepts it. */
export type ComparedChange = DiffFinding & { readonly acceptance?: Acceptance };

type ComparedResult = Omit<DiffResult, "findings"> & { readonly findings: readonly ComparedChange[] };

/** The input of every diff report format. */
export type DiffReportInput = ReportContext & {
  readonly difference: ComparedResult;
  readonly old: ComparedSpec;
  readonly new: ComparedSpec;
  /** `seen`: changes that break recorded exchanges. */
  readonly failOn: DiffFailOn;
  /** What recorded traffic says about the changes. */
  readonly traffic?: WeighedTraffic;
  /** The versions of both specs, if they are checked. */
  readonly version?: VersionCheck;
  /** The file of the baseline, and its entries that nothing matches. */
  readonly baseline?: string;
  readonly unused?: readonly List[];
  /** Whether only some operations were compared. */
  readonly isPartial?: boolean;
  /** What was not compared or not weighed, with the reasons. */
  readonly unchecked?: readonly string[];
  /** Returns the lines of a file of each spec. */
  readonly source: { readonly old: ReadSourceLines; readonly new: ReadSourceLines };
  /** Leaves compatible changes out of the text report. */
  readonly quiet?: boolean;
};

/** Returns whether the changes, or the version of the new spec, fail the run. */
export function failsDiff(input: FailureInput & Pick<DiffReportInput, "difference" | "version">): boolean {
  return input.version?.isEnough === false || input.difference.findings.some((it) => failsChange(it, input));
}

/** Computes the outcome of a comparison. */
export function getDiffOutcome(
  input: Parameters<typeof failsDiff>[0] & Pick<DiffReportInput, "unchecked">,
): RunOutcome {
  return createOutcome(failsDiff(input), input.unchecked ?? []);
}

type FailureInput = Pick<DiffReportInput, "failOn" | "traffic">;

/** Returns whether a change fails the run. */
function failsChange(finding: ComparedChange, { failOn, traffic }: FailureInput): boolean {
  if (failOn === "never" || finding.acceptance?.state === "known") return false;
  if (finding.level === "error") return failOn !== "seen" || isSeen(finding, traffic);
  return finding.level === "warn" && failOn === "warn";
}

/** Formats the title of the spec with both versions. */
export function formatDiffTitle({ old, new: next }: Pick<DiffReportInput, "old" | "new">): string {
  const changed = [old, next].map(({ version }) => version || "no version").join(" → ");
  const versions = old.version === next.version ? next.version : changed;
  return `${next.title || next.path} ${versions}`.trim();
}

/** Says which version the changes require, if the versions are checked or both specs have the same one. */
function formatVersions({ version, difference, old, new: next }: DiffReportInput): string[] {
  const { bump } = difference;
  if (version !== undefined) {
    const change = `info.version: ${version.old} to ${version.new}`;
    const expected = version.least === undefined ? "give it the form 1.2.3" : `expected ${version.least} or higher`;
    return [
      version.isEnough ? `${change} is enough for ${bump}.` : `${change}, but the changes are ${bump}; ${expected}.`,
    ];
  }
  if (bump === "none" || old.version !== next.version) return [];
  const least = getLeastVersion(old.version, bump);
  const required = least === undefined ? "" : `; the changes require ${least} or higher`;
  return [`info.version is ${old.version} in both specs${required}.`];
}

/** Whether recorded traffic uses what breaks. Without traffic, every break counts. */
function isSeen({ fingerprint }: DiffFinding, traffic: WeighedTraffic | undefined): boolean {
  if (traffic === undefined) return true;
  return (traffic.findings.get(fingerprint)?.exchanges ?? 0) >= traffic.minExchanges;
}

/** Formats the number of changes per level, the version bump, and what was not compared. */
function formatDiffResult(input: DiffReportInput): string {
  const outcome = getDiffOutcome(input);
  const reasons = outcome.kind === "inconclusive" ? `; ${outcome.reasons.join("; ")}` : formatUnchecked(outcome);
  return formatDiffCounts(input) + reasons;
}

function formatDiffCounts(input: DiffReportInput): string {
  const { difference, old, new: next } = input;
  const { error, warn, info } = countByLevel(difference.findings);
  const names = `from ${formatSpecName(old)} to ${formatSpecName(next)}`;
  if (error + warn + info === 0)
    return difference.bump === "none" ? `no changes ${names}` : `no changes that affect exchanges ${names}: patch`;
  const count = difference.findings.filter(({ acceptance }) => acceptance?.state === "known").length;
  const known = count === 0 ? "" : ` (${count} accepted)`;
  return `${names}: ${error} breaking, ${warn} possibly breaking, ${info} compatible${known}: ${difference.bump}`;
}

/** Formats the affected operations, and the location in the first of them. */
function formatAffectedOperations({ affects }: DiffFinding): string {
  const names = listAffectedOperations(affects);
  const parts = listParts(affects.filter(({ operation }) => operation === names[0]));
  const at = affects[0]?.at ?? "";
  const place = `${joinList(parts, MAX_PARTS)}${at === "" ? "" : ` ${at}`}`;
  return names.length === 1 ? `${names[0]}, ${place}` : `${joinList(names, 4)}; first ${place}`;
}

export function listAffectedOperations(affects: readonly AffectedPart[]): string[] {
  return [...new Set(affects.map(({ operation }) => operation))];
}

/** Lists the parts that have a change at the same location as the first one. The media types of a body stand together. */
export function listParts(affects: readonly AffectedPart[]): string[] {
  const parts = new Set(affects.filter(({ at }) => at === affects[0]?.at).map(({ part }) => part));
  const bodies = groupBy(parts, (part) => part.replace(MEDIA_TYPE, ""));
  return [...bodies].map(([body, all]) => {
    const types = all.flatMap((part) => MEDIA_TYPE.exec(part)?.[1] ?? []);
    return types.length === 0 ? body : `${body} ${types.join(", ")}`;
  });
}

const MEDIA_TYPE = / ([^\s/]+\/\S+)$/;
export const MAX_PARTS = 3;

/** Formats the counterexample, and the spec that accepts it. */
function formatCounterexample({ counterexample, affects }: DiffFinding): string | undefined {
  if (counterexample === undefined) return undefined;
  const { value, text, acceptedBy, readBy, readAs } = counterexample;
  const path = (affects[0]?.at ?? "").split("/").slice(1);
  const format = (it: unknown): string => {
    const whole = it === undefined ? "" : serializeExactJson(it);
    return shorten(whole.length > MAX_COUNTEREXAMPLE_LENGTH ? serializeExactJson(putFirst(it, path)) : whole);
  };
  const written = text === undefined || text === String(value) ? "" : `, written ${shorten(text)}`;
  if (readBy === undefined) return `valid only in the ${acceptedBy} spec: ${format(value)}${written}`;
  return `sent by the ${acceptedBy} spec: ${format(value)}${written}; read by the ${readBy} spec: ${format(readAs) || "nothing"}`;
}

/** Writes the members on a path before the others, so that a long value shows them before it is cut. */
function putFirst(value: unknown, [token, ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((it) => putFirst(it, rest));
  if (token === undefined || typeof value !== "object" || value === null || !Object.hasOwn(value, token)) return value;
  const members = value as Readonly<Record<string, unknown>>;
  return { ...{ [token]: null, ...members }, [token]: putFirst(members[token], rest) };
}

const MAX_COUNTEREXAMPLE_LENGTH = 400;

function shorten(text: string): string {
  const line = text.replaceAll(/\r?\n/g, "⏎");
  return line.length > MAX_COUNTEREXAMPLE_LENGTH ? `${line.slice(0, MAX_COUNTEREXAMPLE_LENGTH)}…` : line;
}

/** Formats the path of a spec, or a location in it, after its commit. */
function formatSpecName({ path, ref }: Pick<ComparedSpec, "path" | "ref">): string {
  return ref === undefined ? path : `${ref}:${path}`;
}

/** Creates the report about the changes between two specs. */
export function createDiffPage(input: DiffReportInput): ReportPage {
  const { difference, tool, traffic, pathInRepository } = input;
  const issues = difference.findings.map((it) => createIssue(it, input));
  return {
    ...{ tool, command: "contract diff", id: "contract/diff/", outcome: getDiffOutcome(input), pathInRepository },
    result: escapeControl(formatDiffResult(input)),
    statements: [...(traffic === undefined ? [] : [formatTrafficSummary(traffic)]), ...formatVersions(input)],
    ...{ warnings: [], failures: [], notifications: [], specIssues: [], fixed: [], lists: input.unused ?? [] },
    ...{ report: undefined, counts: "", tables: [] },
    ...{ kind: "Changes", name: formatDiffTitle(input), version: "", levels: LEVELS },
    ...{ subjectName: "Operation", numbers: countLevels(issues, LEVELS), spec: formatSpecName(input.old) },
    ...{ issues, subjects: listSubjects(issues, input), difference: undefined },
  };
}

/** The subject of a change of more operations than it is repeated for. */
const REPEATED_OPERATIONS = "Many operations";
const MAX_REPEATED = 3;

function listSubjectIds(operations: readonly string[], spec: string): readonly string[] {
  if (operations.length > MAX_REPEATED) return [REPEATED_OPERATIONS];
  return operations.length === 0 ? [spec] : operations;
}

/** Lists the new spec, which passes if no change fails, its version is enough and all was compared, and the changed operations. */
function listSubjects(issues: readonly PageFinding[], input: DiffReportInput): Subject[] {
  const { version, unchecked = [] } = input;
  const { path } = input.new;
  const ids = [...new Set(issues.flatMap(({ subjects }) => subjects))].filter((id) => id !== path).sort();
  const sorted = [...ids.filter((it) => it === REPEATED_OPERATIONS), ...ids.filter((it) => it !== REPEATED_OPERATIONS)];
  const hasFailed = issues.some(({ fails }) => fails);
  const createFault = (kind: "failure" | "error", type: string, text: string): TestCase => {
    return { kind, type, name: `${type}: ${text}`, message: text, details: text };
  };
  const results: TestCase[] = [
    ...(hasFailed ? [] : [{ name: "has no change that fails", kind: "passed" } as const]),
    ...(version?.isEnough === false ? [createFault("failure", "version", formatVersions(input).join("\n"))] : []),
    ...unchecked.map((reason) => createFault("error", "not-checked", reason)),
  ];
  return [{ id: path, title: path, results }, ...sorted.map((title): Subject => ({ id: title, title, results: [] }))];
}

const LEVELS = [
  ["error", "breaking"],
  ["warn", "possibly breaking"],
  ["info", "compatible"],
] as const;

const LEVEL_WORDS = { error: "breaking", warn: "may break", info: "compatible" } as const;

function createIssue(finding: ComparedChange, input: DiffReportInput): PageFinding {
  const { code, level, message, fingerprint, affects, old, new: next } = finding;
  const { state, waiver } = finding.acceptance ?? {};
  const operations = listAffectedOperations(affects);
  const status = formatAcceptance(finding, input);
  return {
    ...{ code, level, fingerprint, state, waiver, word: LEVEL_WORDS[level] },
    ...{ operation: "", consequences: [], reproduction: [], acceptance: "", fix: getRuleTexts(code).fix },
    message: escapeControl(message),
    note: formatAffectedOperations(finding),
    facts: [],
    details: [
      ...(status === undefined ? [] : [status]),
      ...[formatCounterexample(finding) ?? []].flat(),
      ...formatFindingTraffic(finding, input.traffic),
    ].map(escapeControl),
    places: [
      ...(old === undefined ? [] : [createPlace("old", old, input, next === undefined)]),
      ...(next === undefined ? [] : [createPlace("new", next, input, true)]),
    ],
    name: `${code} ${level} ${fingerprint}`,
    subjects: listSubjectIds(operations, input.new.path),
    section: capitalize(LEVEL_WORDS[level]),
    fails: failsChange(finding, input),
    ...{ cause: fingerprint, weight: operations.length },
    properties: { operations },
  };
}

function createPlace(
  label: "old" | "new",
  location: DiffLocation,
  input: DiffReportInput,
  isShown: boolean,
): SourcePlace {
  const { file, pointer } = location;
  // The lines of another commit are not those of the files in the repository.
  const position = input[label].ref === undefined ? location : { file, pointer };
  return {
    ...{ label, name: formatSpecName({ ...input[label], path: formatLocation(location) }), pointer },
    lines: readSnippet(location, input.source[label]),
    ...(isShown ? { position } : {}),
  };
}

/** Formats the reason and expiry date of an accepted change, or the fingerprint to accept it with. */
function formatAcceptance(
  { acceptance, level, fingerprint }: ComparedChange,
  { baseline }: DiffReportInput,
): string | undefined {
  if (acceptance === undefined || level === "info") return undefined;
  if (acceptance.state === "new") return `not accepted by ${baseline}: ${fingerprint}`;
  return `${formatWaiver(acceptance)}${acceptance.state === "expired" ? `; ${fingerprint}` : ""}`;
}

/** Traffic, and the numbers from which on a breaking change counts as seen. */
export type WeighedTraffic = DiffTraffic & { readonly minExchanges: number };

/** Formats what recorded traffic says about a change: how many exchanges, of whom, and when. */
function formatFindingTraffic(
  { fingerprint, level, affects }: DiffFinding,
  traffic: WeighedTraffic | undefined,
): string[] {
  const found = traffic?.findings.get(fingerprint);
  if (traffic === undefined || found === undefined) return [];
  const { exchanges, operations, consumers, firstSeen, lastSeen, of, basis, unlisted, refused = 0 } = found;
  const { unshown = 0 } = found;
  const left =
    refused === 0
      ? ""
      : ` (${formatNumber(refused)} left out: the service refused ${refused === 1 ? "it" : "them"} with 4xx)`;
  if (exchanges === 0) return [`not seen in ${formatExchanges(of)} of its operations${left}`];
  const seen = formatTime(firstSeen, lastSeen);
  const among = operations.length === 1 ? ` of ${operations[0]?.name}` : "";
  const use = level === "error" ? "the new spec refuses" : "requests use this in";
  const [{ at = "" } = {}] = affects;
  const what = at === "" ? "this part" : at;
  const isShown = exchanges > unshown;
  const verb = basis === "refused" ? use : `clients ${isShown ? "receive" : "may receive"} ${what} in`;
  const rest = isShown ? `, and may in ${formatNumber(unshown)} more` : ", which the recording does not show";
  const count = formatNumber(isShown ? exchanges - unshown : exchanges);
  const lines = [`${verb} ${count} of ${formatExchanges(of)}${among}${seen}${left}${unshown === 0 ? "" : rest}`];
  if (operations.length > 1) lines.push(`operations: ${listCounts(operations)}`);
  const more = unlisted === undefined ? "" : `, and others (${formatNumber(unlisted)})`;
  return [...lines, `consumers: ${listCounts(consumers)}${more}`];
}

/** Formats the traffic as a whole in one sentence. */
function formatTrafficSummary({ exchanges, others, unknown, unexplained, consumers }: WeighedTraffic): string {
  const parts = [
    `${formatNumber(consumers)} ${consumers === 1 ? "consumer" : "consumers"}`,
    ...(unknown === 0 ? [] : [`${formatNumber(unknown)} without a consumer`]),
    ...(others === 0
      ? []
      : [`${formatNumber(others)} ${others === 1 ? "other belongs" : "others belong"} to no operation`]),
    ...(unexplained === 0 ? [] : [`the new spec refuses ${formatNumber(unexplained)} for another reason`]),
  ];
  return `Traffic: ${formatExchanges(exchanges)}; ${parts.join("; ")}.`;
}

function listCounts(counts: readonly { readonly name: string | null; readonly exchanges: number }[]): string {
  return joinList(
    counts.map(({ name, exchanges }) => `${name ?? "unknown"} (${formatNumber(exchanges)})`),
    MAX_LISTED,
  );
}

/** The JSON report lists all. */
const MAX_LISTED = 10;

function formatTime(first: FindingTraffic["firstSeen"], last: FindingTraffic["lastSeen"]): string {
  if (first === undefined || last === undefined) return "";
  return first === last ? `, at ${first}` : `, first ${first}, last ${last}`;
}

function formatExchanges(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? "exchange" : "exchanges"}`;
}

function formatNumber(count: number): string {
  return count.toLocaleString("en-US");
}
