import { type FindingGroup, printable } from "../gate/index.js";

/** The lines of a file of the description; none when it cannot be had. */
export type SourceLines = (file: string) => readonly string[];

const MAX_LINES = 3;
const MAX_WIDTH = 110;

/** The clause of the contract that a finding is about: its line, and what is indented below it, as far as it is short. */
export function clauseLines({ file, line, column = 1 }: FindingGroup["contract"], source: SourceLines): string[] {
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
  return shown.map((text, index) => numbered(line + index, text.slice(from)));
}

/** A line with its number, cut where it grows long. */
export function numbered(line: number, text: string): string {
  const cut = text.length > MAX_WIDTH ? `${text.slice(0, MAX_WIDTH)}…` : text;
  return `${String(line).padStart(6)} │ ${printable(cut)}`;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
