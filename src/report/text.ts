import { toPrintable } from "../check/index.js";
import { formatNumberedLine } from "./finding-texts.js";
import { type Colors, createColors, escapeControl, joinList, pluralize, wrapText } from "./formatting/text.js";
import {
  formatVerdict,
  groupCauses,
  type List,
  listPlaceIssues,
  type PageFinding,
  type PageTable,
  type ReportPage,
  type SourcePlace,
} from "./page.js";
import { ACCEPTANCE_ADVICE } from "./summary.js";

export type TextOptions = {
  readonly colour?: boolean | undefined;
  /** The width of the terminal. Without it, lines are not wrapped. */
  readonly width?: number | undefined;
  /** Leaves compatible changes out. */
  readonly quiet?: boolean | undefined;
  /** Whether a baseline can accept findings, so that their fingerprints are shown; the default is true. */
  readonly hasFingerprints?: boolean | undefined;
};

type TextContext = { readonly ink: Colors; readonly hasFingerprints: boolean; readonly folder: string };

/** The maximum number of lines after which the outcome is repeated. */
const MAX_LINES = 40;

/**
 * Formats the text report: the outcome and what is set up wrongly, the causes by weight, what was not checked, and what was covered.
 * The outcome of a long report is repeated as its last line.
 */
export function renderText(page: ReportPage, options: TextOptions = {}): string {
  const { colour = false, width, quiet = false, hasFingerprints = true } = options;
  const ink = createColors(colour);
  // The baseline counts the accepted findings of a run.
  const open = page.issues.filter(
    ({ state, level }) => !(page.report !== undefined && state === "known") && !(quiet && level === "info"),
  );
  const context = { ink, hasFingerprints, folder: findSharedFolder(page) };
  const verdict = (page.outcome.kind === "passed" ? ink.green : ink.red)(escapeControl(formatVerdict(page)));
  const causes = formatCauses(open, context);
  const findings = listPlaceIssues(open).length;
  const grouped =
    findings > causes.length ? `${pluralize(findings, "finding")} with ${pluralize(causes.length, "cause")}` : "";
  const counts = [page.counts, grouped].filter((it) => it !== "");
  const sections = [
    ...page.warnings.map(({ text }) => `${ink.yellow("! warning")} ${text}`),
    ...(context.folder === "" ? [] : [ink.dim(`Recordings in ${toPrintable(context.folder)}`)]),
    ...causes,
    ...(hasFingerprints && page.report !== undefined && open.length > 0 ? [ink.dim(ACCEPTANCE_ADVICE)] : []),
    ...(page.difference === undefined ? [] : formatComparison(page.difference, context)),
    ...page.lists.map((it) => formatList(it, context)),
    ...formatSpecIssues(page, context),
    ...page.tables.map((it) => formatTable(it, ink)),
    ...page.statements.map(escapeControl),
  ];
  const head = [verdict, ...(counts.length === 0 ? [] : [counts.join("; ")])].join("\n");
  const text = [head, ...sections].join("\n\n");
  const isLong = text.split("\n").length > MAX_LINES;
  const whole = `${isLong ? `${text}\n\n${verdict}` : text}\n`;
  return width === undefined ? whole : wrapText(whole, width);
}

/** Formats each cause, and how to fix the first one of each kind. */
function formatCauses(issues: readonly PageFinding[], context: TextContext): string[] {
  const fixes = new Set<string>();
  return groupCauses(issues).map((group) => {
    const fix = group[0]?.fix ?? "";
    const isNew = fix !== "" && !fixes.has(fix);
    fixes.add(fix);
    return formatCause(group, isNew ? fix : "", context).join("\n");
  });
}

/** Formats the comparison with an older spec, which is a part of another report. Its result counts the compatible changes. */
function formatComparison(page: ReportPage, context: TextContext): string[] {
  const { issues, spec, statements, lists } = page;
  const title = context.ink.bold(escapeControl(`Changes since ${spec}`));
  const changes = issues.filter(({ level }) => level !== "info");
  return [
    [title, ...statements.map(escapeControl)].join("\n"),
    ...formatCauses(changes, context),
    ...lists.map((it) => formatList(it, context)),
  ];
}

/** The maximum number of lines of a cause. */
const MAX_CAUSE_LINES = 8;
/** The maximum number of findings that a cause lists. */
const MAX_LISTED = 3;
/** The maximum number of places of a rule, of one line each. */
const MAX_PLACES = 6;

function formatCause(group: readonly PageFinding[], fix: string, context: TextContext): string[] {
  const [first] = group;
  if (first === undefined) return [];
  const { ink } = context;
  const head = `${formatLevel(first, ink)} ${ink.bold(first.code)}  `;
  const advice = fix === "" ? [] : [`    ${ink.dim(fix)}`];
  const places = first.places.map((place) => formatPlaceLines(place, first, context));
  const reproduction = first.reproduction.map((line) => `    ${ink.dim("reproduce")} ${line}`);
  const isRule = first.places.some(({ message }) => message !== undefined);
  if (isRule) {
    const all = group.flatMap((it) => it.places.map((place) => formatPlaceLines(place, it, context)));
    const shown = all.length === 1 ? all.flat() : all.flatMap((lines) => lines.slice(0, 1));
    const reason = first.acceptance === "" ? [] : [`    ${first.acceptance}`];
    return [head + first.message, ...reason, ...limitLines(shown, MAX_PLACES), ...advice];
  }
  const notes = group.flatMap((it) => it.places.flatMap((place) => (place.notes ?? []).map((text) => `    ${text}`)));
  if (group.length > 1) {
    const operations = [...new Set(group.map(({ operation }) => operation))];
    const lines = group.map((it) => `    ${it.message}  ${ink.dim(formatNote(it, operations.length > 1, context))}`);
    const title = head + ink.dim(`${group.length} findings in ${joinList(operations, 4)}`);
    return [
      title,
      ...limitLines(lines, MAX_LISTED),
      ...limitLines([...new Set(notes)], 2),
      ...(places[0] ?? []),
      ...reproduction,
      ...advice,
    ];
  }
  const more = [
    ...first.consequences.map((text) => `      and ${text}`),
    ...first.facts.filter(([name]) => name === "Values").map(([, text]) => `      values seen: ${text}`),
    ...first.details.map((text) => `    ${text}`),
    ...notes,
  ];
  const title = [head + ink.dim(formatNote(first, true, context)), `    ${first.message}`];
  const last = [...reproduction, ...advice];
  const room = MAX_CAUSE_LINES - title.length - last.length;
  // What is known about the finding matters more than the lines of its places.
  const shown = more.length + places.flat().length <= room ? places.flat() : places.flatMap(([line = ""]) => line);
  return [...title, ...limitLines(more, Math.max(2, room - shown.length)), ...shown, ...last];
}

/** Keeps the first lines, and counts the omitted ones. */
function limitLines(lines: readonly string[], most: number): string[] {
  if (lines.length <= most) return [...lines];
  return [...lines.slice(0, most - 1), `    and ${lines.length - most + 1} more; --format json lists all`];
}

/** Formats where and how often a finding was seen, and its fingerprint. */
function formatNote(issue: PageFinding, hasOperation: boolean, { hasFingerprints }: TextContext): string {
  const { operation, note, last, state, acceptance, fingerprint } = issue;
  const accepted = state === "new" ? "new" : state === "expired" ? acceptance : "";
  const facts = [hasOperation ? operation : "", note, last === undefined ? "" : `last ${last}`, accepted];
  const text = facts.filter((it) => it !== "").join(", ");
  return hasFingerprints && isAcceptable(issue) ? `${text} (${fingerprint})` : text;
}

/** Whether a baseline can accept an issue that it does not accept yet. */
function isAcceptable({ fingerprint, level, state }: PageFinding): boolean {
  return fingerprint !== "" && level !== "info" && state !== "known";
}

function formatLevel({ level, word, state }: PageFinding, ink: Colors): string {
  if (state === "known") return ink.dim("~ accepted");
  if (level === "error") return ink.red(`✗ ${word}`);
  return level === "warn" ? ink.yellow(`! ${word}`) : ink.dim(`· ${word}`);
}

function formatPlaceLines(place: SourcePlace, { places }: PageFinding, { ink, folder }: TextContext): string[] {
  const { label, message, exchange } = place;
  const width = Math.max(...places.map((it) => it.label.length));
  // Recordings can have long names.
  const format = exchange === undefined ? escapeControl : toPrintable;
  const name = exchange === undefined ? place.name : place.name.slice(folder.length);
  const lines = place.lines.slice(0, 1).map(({ line, text }) => `    ${formatNumberedLine(line, text)}`);
  if (message !== undefined) return [`    ${ink.dim(format(name))}  ${message}`, ...lines];
  return [`    ${ink.dim(label.padEnd(width))} ${format(name)}  ${ink.dim(format(place.pointer))}`, ...lines];
}

function formatList({ id, title, rows }: List, { ink, folder }: TextContext): string {
  if (id === "unchecked")
    return rows
      .map(({ place, text }) => `${ink.red("? not checked")} ${ink.bold(toPrintable(place))}\n    ${text}`)
      .join("\n\n");
  const shorten = (place: string): string =>
    toPrintable(folder !== "" && place.startsWith(folder) ? place.slice(folder.length) : place);
  const lines = rows.map(({ exchanges, operations, text, place, relation }) => {
    const lead = exchanges === undefined ? operations : `${exchanges} ×`;
    const mark = id === "unreadable" ? `${ink.red("✗")} ` : "";
    if (lead === undefined) return `  ${mark}${shorten(place)}: ${toPrintable(text)}`;
    return `  ${lead}${exchanges === undefined ? ":" : ""} ${toPrintable(text)}  ${ink.dim(`${relation} ${shorten(place)}`)}`;
  });
  return [ink.bold(title), ...lines].join("\n");
}

/** Formats the findings in the spec, without its remarks. */
function formatSpecIssues({ specIssues }: ReportPage, context: TextContext): string[] {
  const [first, ...others] = formatCauses(
    specIssues.filter(({ level }) => level !== "info"),
    context,
  );
  const notes = listPlaceIssues(specIssues.filter(({ level }) => level === "info")).length;
  if (first === undefined) return [];
  const more = notes === 0 ? [] : [context.ink.dim(`and ${pluralize(notes, "note")}; --format json lists all`)];
  return [`${context.ink.bold("Findings in the spec")}\n${first}`, ...others, ...more];
}

function formatTable({ title, columns, rows, notes }: PageTable, ink: Colors): string {
  const grid = rows.length === 0 ? [] : [columns, ...rows];
  const isEmpty = columns.map((_, column) => rows.every((row) => (row[column] ?? "") === ""));
  const widths = columns.map((_, column) => Math.max(...grid.map((row) => row[column]?.length ?? 0)));
  const lines = grid.map((row) => {
    const cells = row.flatMap((cell, column) => {
      const width = widths[column] ?? 0;
      return isEmpty[column] ? [] : [column === 1 ? cell.padStart(width) : cell.padEnd(width)];
    });
    return `  ${cells.join("  ")}`.trimEnd();
  });
  const [head, ...others] = lines;
  return [
    ink.bold(title),
    ...(head === undefined ? [] : [ink.dim(head), ...others]),
    ...notes.map((it) => `  ${ink.dim(it)}`),
  ].join("\n");
}

/** Shorter paths are left whole. */
const MIN_PREFIX = 24;

/** Finds the folder of all recordings, which would make every line long. Empty without a long one. */
function findSharedFolder({ issues, lists }: ReportPage): string {
  const ofIssues = issues.flatMap(({ places }) => places.flatMap((it) => (it.exchange === undefined ? [] : [it.name])));
  const ofLists = lists.flatMap(({ id, rows }) => (OF_RECORDINGS.has(id) ? rows.map(({ place }) => place) : []));
  const [first = "", ...others] = [...new Set([...ofIssues, ...ofLists.map((it) => it.replace(/ [^ ]*$/, ""))])];
  if (others.length === 0) return "";
  let folder = first.slice(0, first.lastIndexOf("/") + 1);
  while (!others.every((it) => it.startsWith(folder)))
    folder = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
  return folder.length < MIN_PREFIX ? "" : folder;
}

const OF_RECORDINGS: ReadonlySet<string> = new Set(["partial", "notLogged", "skipped", "unreadable"]);
