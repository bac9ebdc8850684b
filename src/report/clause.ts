import { type FindingGroup, printable } from "../gate/index.js";

/** The lines of a file of the description; none when it cannot be had. */
export type SourceLines = (file: string) => readonly string[];

const MAX_LINES = 3;
const MAX_WIDTH = 110;

/** The clause beside a finding. What is not declared has none; the names that are there say more than the lines. */
export function clauseOf({ code, contract }: FindingGroup, source: SourceLines): ClauseLine[] {
  return code.endsWith(".undeclared") ? [] : clause(contract, source);
}

/** The clause at a place of the contract, its lines with their numbers. */
export function clauseLines(contract: FindingGroup["contract"], source: SourceLines): string[] {
  return clause(contract, source).map(({ line, text }) => numbered(line, text));
}

export type ClauseLine = { readonly line: number; readonly text: string };

/** The clause of the contract that a finding is about: its line, and what is indented below it, as far as it is short. */
function clause({ file, line, column = 1 }: FindingGroup["contract"], source: SourceLines): ClauseLine[] {
  if (line === undefined) return [];
  const lines = source(file);
  const first = lines[line - 1];
  if (first === undefined || first.trim() === "") return [];
  const indent = indentOf(first);
  const rest = lines.slice(line, line + MAX_LINES - 1);
  const end = rest.findIndex((it) => it.trim() === "" || indentOf(it) <= indent);
  const shown = [first, ...(end === -1 ? rest : rest.slice(0, end))];
  // A description in one line is shown from the place on.
  const from = first.length > MAX_WIDTH ? Math.max(indent, column - 1) : indent;
  return shown.map((text, index) => ({ line: line + index, text: cutLine(text.slice(from).replaceAll("\t", "  ")) }));
}

/** A line with its number, cut where it grows long. */
export function numbered(line: number, text: string): string {
  return `${String(line).padStart(6)} │ ${printable(cutLine(text))}`;
}

function cutLine(text: string): string {
  return text.length > MAX_WIDTH ? `${text.slice(0, MAX_WIDTH)}…` : text;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
