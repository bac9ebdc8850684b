import { type FindingGroup, toPrintable } from "../../gate/index.js";

/** The lines of a file of the description; none when it cannot be had. */
export type ReadSourceLines = (file: string) => readonly string[];

const MAX_LINES = 3;
const MAX_LINE_LENGTH = 110;

/** The clause beside a finding. What is not declared has none; the names that are there say more than the lines. */
export function getFindingSnippet({ code, contract }: FindingGroup, source: ReadSourceLines): SnippetLine[] {
  return code.endsWith(".undeclared") ? [] : readSnippet(contract, source);
}

/** The clause at a place of the contract, its lines with their numbers. */
export function formatSpecSnippet(contract: FindingGroup["contract"], source: ReadSourceLines): string[] {
  return readSnippet(contract, source).map(({ line, text }) => formatNumberedLine(line, text));
}

export type SnippetLine = { readonly line: number; readonly text: string };

/** The clause of the contract that a finding is about: its line, and what is indented below it, as far as it is short. */
function readSnippet({ file, line, column = 1 }: FindingGroup["contract"], source: ReadSourceLines): SnippetLine[] {
  if (line === undefined) return [];
  const lines = source(file);
  const first = lines[line - 1];
  if (first === undefined || first.trim() === "") return [];
  const indent = getIndent(first);
  const rest = lines.slice(line, line + MAX_LINES - 1);
  const end = rest.findIndex((it) => it.trim() === "" || getIndent(it) <= indent);
  const shown = [first, ...(end === -1 ? rest : rest.slice(0, end))];
  // A description in one line is shown from the place on.
  const from = first.length > MAX_LINE_LENGTH ? Math.max(indent, column - 1) : indent;
  return shown.map((text, index) => ({
    line: line + index,
    text: truncateLine(text.slice(from).replaceAll("\t", "  ")),
  }));
}

/** A line with its number, cut where it grows long. */
export function formatNumberedLine(line: number, text: string): string {
  return `${String(line).padStart(6)} │ ${toPrintable(truncateLine(text))}`;
}

function truncateLine(text: string): string {
  return text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text;
}

function getIndent(line: string): number {
  return line.length - line.trimStart().length;
}
