import { CODES, type CodeDescription } from "../../checks/index.js";
// The index would make every check load the whole comparison.
import { DIFF_CODES, isDiffCode } from "../../diff/codes.js";
import { LINT_RULES } from "../../lint/index.js";
import { getPackagePage } from "../package-page.js";

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

/** Returns the link to a code in a page of the package. */
export function getDocsAnchor(code: string): string {
  const page = isDiffCode(code) ? "diff-codes.md" : code.startsWith("spec.") ? "spec-codes.md" : "codes.md";
  return `${getPackagePage(page)}#${code.toLowerCase().replaceAll(/[^a-z0-9 _-]/g, "")}`;
}
