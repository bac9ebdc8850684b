import {
  CODES,
  type CodeDescription,
  createFingerprint,
  type FindingGroup,
  formatLocation,
  toPrintable,
} from "../check/index.js";
import { DIFF_CODES, isDiffCode } from "../diff/codes.js";
import { type Diagnostic, LINT_RULES } from "../lint/index.js";
import { escapeControl, getPackagePage, joinList } from "./formatting/text.js";

/** Formats the number of exchanges with the finding, of all exchanges of its operation. */
export function formatOccurrences({ exchanges, of, occurrences }: FindingGroup): string {
  return `in ${exchanges} of ${of}${occurrences > exchanges ? `, ${occurrences} times` : ""}`;
}

/** Formats the declared names next to an undeclared one, and the most similar of them. */
export function formatDeclaredNames({ code, declared, name, nearest }: FindingGroup): string[] {
  const suggestion = nearest === undefined ? [] : [`did you mean "${nearest}" for "${name}"?`];
  const names = declared !== undefined && code.endsWith(".undeclared") ? [`declared: ${joinList(declared)}`] : [];
  const texts = [...names, ...suggestion];
  return texts.length === 0 ? [] : [escapeControl(texts.join("; "))];
}

/** Formats the reason, expiry date and ticket of an accepted finding. */
export function formatWaiver({ waiver, state }: Pick<FindingGroup, "waiver" | "state">): string {
  if (waiver === undefined) return "";
  const until = waiver.expires === undefined ? "" : ` until ${waiver.expires}`;
  const ticket = waiver.ticket === undefined ? "" : ` (${waiver.ticket})`;
  return escapeControl(`${state === "expired" ? "was " : ""}accepted${until}: ${waiver.reason}${ticket}`);
}

/** Identifies a finding in a spec. */
export function getSpecFingerprint({ code = "unknown", pointer = "" }: Pick<Diagnostic, "code" | "pointer">): string {
  return createFingerprint(`${code}\n${pointer}`);
}

type RuleTexts = { readonly title: string; readonly fix: string; readonly level: "error" | "warn" | "info" };

/** Returns the title, fix and level of a finding code, a lint code or a diff code. */
export function getRuleTexts(code: string): RuleTexts {
  const { title = code, fix = "", level = "error" } = RULES[code] ?? {};
  return { title, fix, level: level === "off" ? "warn" : level };
}

/** The edit of the spec that accepts a value, by the keyword that rejects it. */
const EDITS: Readonly<Record<string, string>> = {
  type: 'add its type to "type"',
  enum: 'add the value to "enum"',
  const: 'replace "const" by an "enum" with both values',
  required: 'remove the name from "required"',
  additionalProperties: 'declare the property in "properties"',
  unevaluatedProperties: 'declare the property in "properties"',
  propertyNames: 'widen "propertyNames"',
  items: 'describe further items in "items"',
  unevaluatedItems: 'describe further items in "items"',
  oneOf: 'change "oneOf" so that exactly one branch matches it',
  anyOf: 'add a branch for it to "anyOf"',
  not: 'narrow "not"',
  format: 'remove "format"',
  pattern: 'widen "pattern"',
};

type FixedFinding = Pick<FindingGroup, "code" | "keyword" | "contract" | "edit">;

/** How to fix a finding: where a keyword rejects a value, the edit of that keyword. */
export function getFix({ code, keyword, contract, edit: known }: FixedFinding): string {
  if (known === undefined && (keyword === undefined || !code.endsWith(".invalid"))) return getRuleTexts(code).fix;
  // The values that select a branch stand in several branches, so the finding is at the keyword that has them.
  const edited = /\/(oneOf|anyOf)$/.exec(contract.pointer)?.[1] ?? keyword ?? "";
  const edit = known ?? EDITS[edited] ?? `change "${edited}"`;
  return `Send a value that the schema accepts, or ${edit} (${formatLocation(contract)}).`;
}

const RULES: Readonly<Record<string, Partial<RuleTexts> | CodeDescription>> = {
  ...LINT_RULES,
  ...DIFF_CODES,
  ...CODES,
};

/** Returns the link to a code in a page of the package. */
export function getDocsAnchor(code: string): string {
  const page = isDiffCode(code) ? "diff-codes.md" : code.startsWith("spec.") ? "spec-codes.md" : "codes.md";
  return `${getPackagePage(page)}#${code.toLowerCase().replaceAll(/[^a-z0-9 _-]/g, "")}`;
}

/** Returns the lines of a file of the spec, or an empty list if it cannot be read. */
export type ReadSourceLines = (file: string) => readonly string[];

const MAX_LINES = 3;
const MAX_LINE_LENGTH = 110;

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
