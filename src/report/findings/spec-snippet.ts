import { type FindingGroup, toPrintable } from "../../check/index.js";

/** Returns the lines of a file of the spec, or an empty list if it cannot be read. */
export type ReadSourceLines = (file: string) => readonly string[];

const MAX_LINES = 3;
const MAX_LINE_LENGTH = 110;

/** Returns the spec snippet for a finding. Undeclared data has none: the report lists the declared names instead. */
export function getFindingSnippet({ code, contract }: FindingGroup, source: ReadSourceLines): SnippetLine[] {
  return code.endsWith(".undeclared") ? [] : readSnippet(contract, source);
}

/** Formats the spec snippet at a location without line numbers, for readers without that file. */
export function formatSpecExcerpt(contract: FindingGroup["contract"], source: ReadSourceLines): string {
  return readSnippet(contract, source)
    .map(({ text }) => toPrintable(text))
    .join("\n");
}

export type SnippetLine = { readonly line: number; readonly text: string };

/** Returns the line at a location of the spec and the first lines indented below it. */
export function readSnippet(
  { file, line, column = 1 }: FindingGroup["contract"],
  source: ReadSourceLines,
): SnippetLine[] {
  if (line === undefined) return [];
  const lines = source(file);
  const first = lines[line - 1];
  if (first === undefined || first.trim() === "") return [];
  const indent = getIndent(first);
  const rest = lines.slice(line, line + MAX_LINES - 1);
  const end = rest.findIndex((it) => it.trim() === "" || getIndent(it) <= indent);
  const shown = [first, ...(end === -1 ? rest : rest.slice(0, end))];
  // A minified spec is one long line, so the snippet starts at the location.
  const from = first.length > MAX_LINE_LENGTH ? Math.max(indent, column - 1) : indent;
  return shown.map((text, index) => ({
    line: line + index,
    text: truncateLine(text.slice(from).replaceAll("\t", "  ")),
  }));
}

/** Formats a line with its number, and truncates it if it is long. */
export function formatNumberedLine(line: number, text: string): string {
  return `${String(line).padStart(6)} │ ${toPrintable(truncateLine(text))}`;
}

function truncateLine(text: string): string {
  return text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text;
}

function getIndent(line: string): number {
  return line.length - line.trimStart().length;
}
