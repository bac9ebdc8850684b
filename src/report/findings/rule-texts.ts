import { CODES, type CodeDescription } from "../../checks/index.js";
// The index would make every check load the whole comparison.
import { DIFF_CODES, isDiffCode } from "../../diff/codes.js";
import { LINT_RULES } from "../../lint/index.js";

export type RuleTexts = { readonly title: string; readonly fix: string; readonly level: "error" | "warn" | "info" };

/** Returns the title, fix and level of a finding code, a lint code or a diff code. */
export function getRuleTexts(code: string): RuleTexts {
  const { title = code, fix = "", level = "error" } = RULES[code] ?? {};
  return { title, fix, level: level === "off" ? "warn" : level };
}

const RULES: Readonly<Record<string, Partial<RuleTexts> | CodeDescription>> = {
  ...LINT_RULES,
  ...DIFF_CODES,
  ...CODES,
};

/** Returns the link to a code in docs/codes.md or docs/spec-codes.md. */
export function getDocsAnchor(code: string): string {
  const page = isDiffCode(code)
    ? "docs/diff-codes.md"
    : code.startsWith("spec.")
      ? "docs/spec-codes.md"
      : "docs/codes.md";
  return `${page}#${code.toLowerCase().replaceAll(/[^a-z0-9 _-]/g, "")}`;
}
