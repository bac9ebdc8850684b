import { groupBy, toPrintable } from "../check/index.js";
import { formatNumberedLine } from "./finding-texts.js";
import {
  type Colors,
  createColors,
  escapeControl,
  isCommand,
  isSnippet,
  joinList,
  pluralize,
  removeColors,
  shortenMiddle,
  wrapCommands,
  wrapText,
} from "./formatting/text.js";
import {
  formatVerdict,
  groupCauses,
  type List,
  listPlaceIssues,
  type PageFinding,
  type PageTable,
  type ReportContext,
  type ReportPage,
  type SourcePlace,
} from "./page.js";
import { formatUnchecked } from "./summary.js";

export type TextOptions = Pick<ReportContext, "colour" | "width"> & {
  /** Leaves compatible changes out. */
  readonly quiet?: boolean | undefined;
  /** The command that can accept findings, by default `check`. If it is empty, fingerprints are not shown. */
  readonly acceptedBy?: string | undefined;
};

type TextContext = {
  readonly ink: Colors;
  readonly hasFingerprints: boolean;
  readonly width: number | undefined;
  /** Leaves out the folders of files, which stand once above. */
  readonly shorten: (line: string) => string;
};

/** The maximum number of lines after which the outcome is repeated. */
const MAX_LINES = 40;

/**
 * Formats the text report: the outcome and what is set up wrongly, the causes by weight, what was not checked, and what was covered.
 * The outcome of a long report is repeated as its last line.
 */
export function renderText(page: ReportPage, options: TextOptions = {}): string {
  const { colour = false, width, quiet = false, acceptedBy = "check" } = options;
  const hasFingerprints = acceptedBy !== "";
  const ink = createColors(colour);
  // The baseline counts the accepted findings of a run.
  const open = page.issues.filter(
    ({ state, level }) => !(page.report !== undefined && state === "known") && !(quiet && level === "info"),
  );
  // Elsewhere, other programs may read the paths.
  const folders = listFolders(page).filter(({ isLong }) => isLong || width !== undefined);
  const context = { ink, hasFingerprints, width, shorten: createShortener(folders) };
  const unchecked = formatUnchecked(page.outcome);
  const verdict = (page.outcome.kind === "passed" ? ink.green : ink.red)(
    escapeControl(formatVerdict(page).replace(unchecked, unchecked.replace(/:.*/s, ""))),
  );
  const causes = formatCauses(open, context);
  const findings = listPlaceIssues(open).length;
  const grouped =
    findings > causes.length ? `${pluralize(findings, "finding")} with ${pluralize(causes.length, "cause")}` : "";
  const counts = [page.counts, grouped].filter((it) => it !== "");
  // Errors of a spec beside traffic only count where they fail the run.
  const acceptable = [...open, ...(page.difference?.issues ?? []), ...page.specIssues.filter(({ fails }) => fails)];
  const head = [verdict, ...(counts.length === 0 ? [] : [counts.join("; ")])].join("\n");
  const files = folders.map(({ title, folder }) => ink.dim(`${title} in ${toPrintable(folder)}`)).join("\n");
  const text = [
    head,
    ...page.warnings.map((it) => `${ink.yellow("! warning")} ${it.text}`),
    ...(files === "" ? [] : [files]),
    ...causes,
    ...(page.difference === undefined ? [] : formatComparison(page.difference, context)),
    ...(hasFingerprints && acceptable.some(isAcceptable)
      ? [ink.dim(ACCEPTANCE_ADVICE.replace("COMMAND", acceptedBy))]
      : []),
    ...(unchecked === ""
      ? []
      : [[ink.bold("Not checked"), ...(page.outcome.reasons ?? []).map((it) => `  ${it}`)].join("\n")]),
    ...page.lists.map((it) => formatList(it, context)),
    ...formatSpecIssues(page, context),
    ...page.tables.map((it) => formatTable(it, context)),
    ...page.statements.map(escapeControl),
  ].join("\n\n");
  const isLong = text.split("\n").length > MAX_LINES;
  const whole = `${isLong ? `${text}\n\n${verdict}` : text}\n`;
  return width === undefined ? whole : wrapCommands(wrapText(whole, width), width);
}

/** Formats each cause, and how to fix the first one of each kind. */
function formatCauses(issues: readonly PageFinding[], context: TextContext): string[] {
  const fixes = new Set<string>();
  return groupCauses(issues).map((group) => {
    const fix = group[0]?.fix ?? "";
    const isNew = fix !== "" && !fixes.has(fix);
    fixes.add(fix);
    return fitCause(formatCause(group, isNew ? fix : "", context).map(context.shorten), context);
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
/** The maximum number of messages of a rule, and of the places of each. */
const MAX_PLACES = 6;
const MAX_NAMES = 4;

/** Fits a cause into its lines on a terminal: without the lines of files, and with long texts cut, if it is longer. */
function fitCause(lines: readonly string[], { width }: TextContext): string {
  if (width === undefined) return lines.join("\n");
  const isTooLong = (all: readonly string[]): boolean =>
    wrapText(all.filter((it) => !isCommand(it)).join("\n"), width).split("\n").length > MAX_CAUSE_LINES;
  const kept = isTooLong(lines) ? lines.filter((it) => !isSnippet(it)) : lines;
  const cut = isTooLong(kept)
    ? kept.map((it) => (isCommand(it) ? it : shortenMiddle(it, 2 * width - 2 * INDENT)))
    : kept;
  return wrapText(cut.join("\n"), width);
}

/** What a wrapped line loses. */
const INDENT = 8;

/** The length of a command beside another one, which has the same effect; other formats have all. */
const MAX_COMMAND = 1000;

function formatCause(group: readonly [PageFinding, ...PageFinding[]], fix: string, context: TextContext): string[] {
  const [first] = group;
  const { ink } = context;
  const head = `${formatLevel(first, ink)} ${ink.bold(first.code)}  `;
  const advice = fix === "" ? [] : [`    ${ink.dim(fix)}`];
  const places = first.places.map((place) => formatPlaceLines(place, first, context));
  const commands = first.reproduction.filter((line, index) => index === 0 || line.length <= MAX_COMMAND);
  const reproduction = commands.map((line) => `    ${ink.dim("reproduce")} ${line}`);
  const isRule = first.places.some(({ message }) => message !== undefined);
  if (isRule) {
    const reason = first.acceptance === "" ? [] : [`    ${first.acceptance}`];
    return [head + first.message, ...reason, ...formatRulePlaces(group, context), ...advice];
  }
  const notes = group.flatMap((it) => it.places.flatMap((place) => (place.notes ?? []).map((text) => `    ${text}`)));
  if (group.length > 1) {
    const operations = joinList([...new Set(group.map(({ operation }) => operation))], 4);
    const title = head + ink.dim(`${group.length} findings: ${operations}`);
    const shown = [...limitLines([...new Set(notes)], 2), ...(places[0] ?? [])];
    return [title, ...formatFindings(group, context), ...shown, ...reproduction, ...advice];
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

/** Formats the findings of a cause, one line each. Operations with the same message share it. */
function formatFindings(group: readonly [PageFinding, ...PageFinding[]], context: TextContext): string[] {
  const { ink } = context;
  const [{ message, operation }] = group;
  const hasOperations = group.some((it) => it.operation !== operation);
  const isSame = hasOperations && group.every((it) => it.message === message);
  const lines = group.map(({ last, ...it }) => {
    const isCut = context.width !== undefined || last === undefined;
    const note = ink.dim(formatNote(isCut ? it : { ...it, last }, hasOperations, context));
    return isSame ? `      ${note}` : joinCut(["    ", it.message, `  ${note}`], context);
  });
  return [...(isSame ? [`    ${message}`] : []), ...limitLines(lines, MAX_LISTED)];
}

/** Formats the places of a rule, one line for each message. */
function formatRulePlaces(group: readonly PageFinding[], context: TextContext): string[] {
  const all = group.flatMap(({ places }) => places);
  const lines = [...groupBy(all, ({ message = "" }) => message)].map(([message, places]) => {
    const [place] = places;
    const [file = ""] = /^.*?(?=:\d+:\d+$)/.exec(place?.name ?? "") ?? [];
    const [name = "", ...names] = places.map((it) => escapeControl(it.name));
    const others = names.map((it) => (it.startsWith(`${file}:`) ? it.slice(file.length + 1) : it));
    const where = context.ink.dim(joinList([name, ...others], MAX_NAMES));
    return places.length === 1 ? `    ${where}  ${message}` : `    ${places.length} × ${message}: ${where}`;
  });
  const snippet = all.length === 1 ? all.flatMap((it) => formatSnippet(it)) : [];
  return [...limitLines(lines, MAX_PLACES), ...snippet];
}

/** Joins the parts of a line, and cuts the second one to the width. */
function joinCut([start, text, end]: readonly [string, string, string], { width, shorten }: TextContext): string {
  const fixed = shorten(start + end);
  const room = Math.max((width ?? Number.POSITIVE_INFINITY) - removeColors(fixed).length, MIN_TEXT);
  return shorten(start) + shortenMiddle(text, room) + end;
}

/** The least that is left of a text that is cut. */
const MIN_TEXT = 16;

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
  return hasFingerprints && fingerprint !== "" && isAcceptable(issue) ? `${text} (${fingerprint})` : text;
}

/** Whether a baseline can accept an issue that it does not accept yet. */
function isAcceptable({ level, state }: PageFinding): boolean {
  return level !== "info" && state !== "known";
}

const ACCEPTANCE_ADVICE =
  "To accept findings for now, run contract COMMAND with --baseline FILE --update-baseline REASON; keep in FILE only the entries that you accept.";

function formatLevel({ level, word, state }: PageFinding, ink: Colors): string {
  if (state === "known") return ink.dim("~ accepted");
  if (level === "error") return ink.red(`✗ ${word}`);
  return level === "warn" ? ink.yellow(`! ${word}`) : ink.dim(`· ${word}`);
}

function formatPlaceLines(place: SourcePlace, { places }: PageFinding, context: TextContext): string[] {
  const { ink } = context;
  const { label, exchange, name, pointer } = place;
  const width = Math.max(...places.map((it) => it.label.length));
  // Recordings can have long names.
  const format = exchange === undefined ? escapeControl : toPrintable;
  const start = `    ${ink.dim(label.padEnd(width))} ${format(name)}  `;
  return [joinCut([start, format(pointer), ""], context), ...formatSnippet(place)];
}

function formatSnippet({ lines }: SourcePlace): string[] {
  return lines.slice(0, 1).map(({ line, text }) => `    ${formatNumberedLine(line, text)}`);
}

function formatList({ id, title, rows }: List, { ink, shorten }: TextContext): string {
  if (id === "unchecked")
    return rows
      .map(({ place, text }) => `${ink.red("? not checked")} ${ink.bold(toPrintable(place))}\n    ${text}`)
      .join("\n\n");
  const lines = rows.map(({ exchanges, operations, text, place, relation }) => {
    const lead = exchanges === undefined ? operations : `${exchanges} ×`;
    const mark = id === "unreadable" ? `${ink.red("✗")} ` : "";
    const where = toPrintable(shorten(place));
    if (lead === undefined) return `  ${mark}${where}: ${toPrintable(text)}`;
    return `  ${lead}${exchanges === undefined ? ":" : ""} ${toPrintable(text)}  ${ink.dim(`${relation} ${where}`)}`;
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

function formatTable({ title, columns, rows: all, notes }: PageTable, { ink, width: terminal }: TextContext): string {
  const rows = terminal === undefined || all.length <= 2 * MAX_ROWS ? all : all.slice(0, MAX_ROWS);
  const rest = all.length === rows.length ? [] : [`  and ${all.length - rows.length} more; --format json lists all`];
  const grid = rows.length === 0 ? [] : [columns, ...rows];
  const isEmpty = columns.map((_, column) => rows.every((row) => (row[column] ?? "") === ""));
  const widths = columns.map((_, column) => Math.max(...grid.map((row) => row[column]?.length ?? 0)));
  const lines = grid.map((row) => {
    const cells = row.flatMap((cell, column) => {
      const width = widths[column] ?? 0;
      return isEmpty[column] ? [] : [column === 1 ? cell.padStart(width) : cell.padEnd(width)];
    });
    const line = `  ${cells.join("  ")}`.trimEnd();
    return terminal === undefined || line.length <= terminal ? line : `${line.slice(0, terminal - 1)}…`;
  });
  const [head, ...others] = lines;
  return [
    ink.bold(title),
    ...(head === undefined ? [] : [ink.dim(head), ...others, ...rest]),
    ...notes.map((it) => `  ${ink.dim(it)}`),
  ].join("\n");
}

/** The rows of a table that is too long for a terminal. */
const MAX_ROWS = 12;

/** Shorter paths are left whole if they are below the working directory. */
const MIN_PREFIX = 24;

type Folder = { readonly title: string; readonly folder: string; readonly isLong: boolean };

/** Lists the folders of all specs and of all recordings, which would make every line long. */
function listFolders({ issues, specIssues, lists }: ReportPage): Folder[] {
  const places = [...issues, ...specIssues].flatMap((it) => it.places);
  const specs = places.flatMap(({ exchange, name }) => (exchange === undefined ? [name.replace(/(:\d+)+$/, "")] : []));
  const ofIssues = places.flatMap(({ exchange, name }) => (exchange === undefined ? [] : [name]));
  const ofLists = lists.flatMap(({ id, rows }) => (OF_RECORDINGS.has(id) ? rows.map(({ place }) => place) : []));
  const recordings = [...ofIssues, ...ofLists.map((it) => it.replace(/ [^ ]*$/, ""))];
  return [
    { title: "Spec files", folder: findSharedFolder(specs), isLong: false },
    { title: "Recordings", folder: findSharedFolder(recordings), isLong: new Set(recordings).size > 1 },
  ].filter(({ folder, isLong }) => folder.length >= MIN_PREFIX || (!isLong && /^(\/|\.\.)./.test(folder)));
}

function findSharedFolder(names: readonly string[]): string {
  const [first = "", ...others] = [...new Set(names)];
  // The name of a service is its URL.
  if (first.includes("://")) return "";
  let folder = first.slice(0, first.lastIndexOf("/") + 1);
  while (!others.every((it) => it.startsWith(folder)))
    // The root is in no folder, and relative paths are not in it.
    folder = folder === "/" ? "" : folder.slice(0, folder.slice(0, -1).lastIndexOf("/") + 1);
  return folder;
}

function createShortener(folders: readonly Folder[]): (line: string) => string {
  const found = folders.map(({ folder }) => toPrintable(folder).replaceAll(/[^\w/]/g, "\\$&"));
  const pattern = new RegExp(`(?<=^|[\\s(]|\\dm)(?:${found.join("|")})`, "g");
  return (line) => (found.length === 0 || isCommand(line) ? line : line.replaceAll(pattern, ""));
}

const OF_RECORDINGS: ReadonlySet<string> = new Set(["partial", "notLogged", "skipped", "unreadable"]);
