import {
  type FindingGroup,
  type Outcome,
  printable,
  type ReasonGroup,
  type Report,
  type Unaccepted,
} from "../gate/index.js";
import type { Problem } from "../lint/index.js";
import { baselineText, stateText } from "./baseline-text.js";
import { changedText } from "./changed.js";
import { clauseOf, numbered, type SourceLines } from "./clause.js";
import { kindsText } from "./coverage.js";
import { byOperation, mostImportant } from "./finding-order.js";
import { listed } from "./listed.js";
import { type Paint, paint } from "./paint.js";
import { reproductionLines, seenIn } from "./places.js";
import { plural } from "./plural.js";
import { problemsText } from "./problems.js";
import { type Shown, shown } from "./shown.js";
import { UNLOGGED, verdictSentence } from "./verdict.js";
import { wrapped } from "./wrapped.js";

export type TextOptions = {
  /** How many findings are told, errors first; the others are counted. */
  readonly maxFindings?: number;
  /** The lines of a file of the description, so that the clause can be shown. */
  readonly source?: SourceLines;
  readonly colour?: boolean;
  readonly width?: number | undefined;
  /** Whether the reasons of a run that was not conclusive are left to stderr. */
  readonly reasonsOnStderr?: boolean;
  readonly problems?: readonly Problem[];
};

/** A report for people: what disagrees, where on both sides, and the verdict in one sentence at the end. */
export function textReport(report: Report, outcome: Outcome, options: TextOptions = {}): string {
  const { colour = false, problems = [], source = () => [], maxFindings, width } = options;
  // What is accepted is counted beside the baseline.
  const open = report.findings.filter(({ state }) => state !== "known");
  const told = mostImportant(open, maxFindings);
  const untold = open.length - told.length;
  const ink = paint(colour);
  const sections = [
    ...byOperation(told, report).map(({ title, findings }) =>
      [ink.bold(title), ...groupByPlace(findings).map((it) => placeText(it, ink, source))].join("\n"),
    ),
    ...(untold === 0 ? [] : [ink.dim(`and ${plural(untold, "finding")} more; --format json has them all`)]),
    ...reasonsText("Judged only in part", report.partial, ink),
    ...reasonsText(UNLOGGED, report.unlogged ?? [], ink),
    ...reasonsText("Skipped", report.skipped, ink),
    ...unreadableText(report, ink),
    ...problemsText(problems, ink),
    ...(report.summary.exchanges > report.summary.skipped ? shown(report).map((it) => shownText(it, ink)) : []),
    ...unacceptedText(report.unaccepted ?? [], ink),
    ...kindsText(report.coverage.kinds, ink),
    ...changedText(report.coverage.changed, ink),
    ...baselineText(report, ink),
    countsText(report),
    (outcome.kind === "holds" ? ink.green : ink.red)(lastLine(report, outcome, options)),
  ];
  const text = `${sections.join("\n\n")}\n`;
  return width === undefined ? text : wrapped(text, width);
}

function lastLine(report: Report, outcome: Outcome, { reasonsOnStderr = false, problems = [] }: TextOptions): string {
  if (outcome.kind === "unjudged" && reasonsOnStderr) return "The run was inconclusive (exit code 2).";
  return verdictSentence(report, outcome, problems);
}

/** Findings of one code about one place in the contract, such as all properties that one schema does not declare. */
function groupByPlace(findings: readonly FindingGroup[]): FindingGroup[][] {
  const groups = new Map<string, FindingGroup[]>();
  for (const finding of findings) {
    const { code, contract, declared = [] } = finding;
    // What is declared there may depend on the branch that a value fits.
    const key = code.endsWith(".undeclared") ? [code, contract.pointer, ...declared].join("\n") : finding.fingerprint;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()];
}

function placeText(group: readonly FindingGroup[], ink: Paint, source: SourceLines): string {
  const [finding] = group;
  if (finding === undefined) return "";
  const { code, level, message, contract, recording, names, declared, fragment } = finding;
  const mark = level === "error" ? ink.red("✗ error") : ink.yellow("! drift");
  const count = group.length === 1 ? `${seenIn(finding)}${lastSeen(finding)}` : `${group.length} of them`;
  const lines = [
    `${mark} ${ink.bold(code)}  ${ink.dim(count + (group.length === 1 ? stateText(finding) : ""))}`,
    ...(group.length === 1
      ? [`    ${message}`]
      : group.map((it) => `    ${it.message}  ${ink.dim(seenIn(it) + firstSeen(it) + lastSeen(it) + stateText(it))}`)),
    ...(names.length > 1 ? [`    values seen: ${names.map((name) => JSON.stringify(name)).join(", ")}`] : []),
    ...(declared !== undefined && code.endsWith(".undeclared") ? [`    declared: ${listed(declared)}`] : []),
    ...meant(group),
    `    ${ink.dim("contract ")} ${place(contract)}  ${ink.dim(contract.pointer)}`,
    ...clauseOf(finding, source).map(({ line, text }) => `    ${numbered(line, text)}`),
    `    ${ink.dim("recording")} ${printable(recording.source)}  ${ink.dim(recording.pointer + insideBody(recording.body))}`,
    ...(fragment === undefined ? [] : [`    ${numbered(fragment.line, fragment.text)}`]),
    ...reproductionLines(finding).map((line) => `    ${ink.dim("again    ")} ${line}`),
  ];
  return lines.map((line) => `  ${line}`).join("\n");
}

function firstSeen({ first }: FindingGroup): string {
  return `, first ${printable(first.source)}#${first.index}`;
}

/** Where it was seen but once, that is told already. */
function lastSeen({ exchanges, last }: FindingGroup): string {
  return exchanges === 1 ? "" : `, last ${printable(last.source)}#${last.index}`;
}

/** What unknown names were probably meant to be. */
function meant(group: readonly FindingGroup[]): string[] {
  const hints = group.flatMap(({ name, nearest }) =>
    nearest === undefined || name === undefined ? [] : [`"${printable(nearest)}" for "${printable(name)}"`],
  );
  return hints.length === 0 ? [] : [`    did you mean ${listed(hints)}?`];
}

function insideBody(pointer: string | undefined): string {
  if (pointer === undefined) return "";
  return pointer === "" ? " → all of it" : ` → ${printable(pointer)}`;
}

function place({ file, line, column }: FindingGroup["contract"]): string {
  return line === undefined ? file : `${file}:${line}:${column ?? 1}`;
}

function reasonsText(title: string, groups: readonly ReasonGroup[], ink: Paint): string[] {
  if (groups.length === 0) return [];
  const lines = groups.map(
    ({ reason, exchanges, first }) =>
      `  ${exchanges} × ${printable(reason)}  ${ink.dim(`first at ${first.source} ${first.pointer}`)}`,
  );
  return [[ink.bold(title), ...lines].join("\n")];
}

function unreadableText({ unreadable }: Report, ink: Paint): string[] {
  if (unreadable.length === 0) return [];
  const lines = unreadable.map(
    ({ source, pointer, reason }) => `  ${ink.red("✗")} ${printable(source)} ${pointer}: ${printable(reason)}`,
  );
  return [[ink.bold("Unreadable"), ...lines].join("\n")];
}

function unacceptedText(groups: readonly Unaccepted[], ink: Paint): string[] {
  if (groups.length === 0) return [];
  const lines = groups.map(
    ({ source, reason, operations }) =>
      `  ${listed(operations)}: ${printable(reason)}  ${ink.dim(`by ${printable(source)}`)}`,
  );
  return [[ink.bold("Nothing accepted"), ...lines].join("\n")];
}

function countsText({ summary }: Report): string {
  const { exchanges, passed, failed, skipped, unlogged = 0 } = summary;
  const partial = summary.partial - unlogged;
  const counts = [
    `${passed} kept the contract (passed)`,
    `${failed} broke it (failed)`,
    ...(partial === 0 ? [] : [`${partial} could be judged only in part (partial)`]),
    ...(unlogged === 0 ? [] : [`${unlogged} kept it as far as the log tells (partial)`]),
    ...(skipped === 0
      ? []
      : [`${skipped} ${skipped === 1 ? "was" : "were"} not for this service or not captured whole (skipped)`]),
  ];
  return `${plural(exchanges, "exchange")}: ${counts.join(", ")}`;
}

/** Which of them, and which answers. */
function shownText({ kind, title, all }: Shown, ink: Paint): string {
  const seen = all.filter(({ exchanges }) => exchanges > 0);
  const unseen = all.filter(({ exchanges }) => exchanges === 0).map(({ operationId }) => operationId);
  const width = Math.max(9, ...seen.map(({ operationId }) => operationId.length));
  const rows = seen.map(({ operationId, exchanges, statuses, missing }) => {
    const without = missing.length === 0 ? "" : ink.dim(`  without: ${missing.join(" ")}`);
    return `  ${operationId.padEnd(width)}  ${String(exchanges).padStart(9)}  ${Object.keys(statuses).join(" ")}${without}`;
  });
  return [
    ink.bold(title),
    ink.dim(`  ${kind.padEnd(width)}  exchanges  answers`),
    ...rows,
    ...(unseen.length === 0 ? [] : [`  ${ink.dim(`not seen: ${listed(unseen)}`)}`]),
  ].join("\n");
}
