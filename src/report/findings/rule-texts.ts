import type { FindingGroup } from "../../check/index.js";
import { CODES, type CodeDescription } from "../../check/index.js";
// The index would make every check load the whole comparison.
import { DIFF_CODES, isDiffCode } from "../../diff/codes.js";
import { LINT_RULES } from "../../lint/index.js";
import { getPackagePage } from "../package-page.js";
import { formatSpecLocation } from "./locations.js";

export type RuleTexts = { readonly title: string; readonly fix: string; readonly level: "error" | "warn" | "info" };

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

/** How to fix a finding: where a keyword rejects a value, the edit of that keyword, at `place`. */
export function getFix(
  { code, keyword, contract }: Pick<FindingGroup, "code" | "keyword" | "contract">,
  place = formatSpecLocation(contract),
): string {
  if (keyword === undefined || !code.endsWith(".invalid")) return getRuleTexts(code).fix;
  const edit = EDITS[keyword] ?? `change "${keyword}"`;
  return `Send a value that the schema accepts, or ${edit} (${place}).`;
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
