import { CODES, type CodeDescription } from "../../checks/index.js";
import { LINT_RULES } from "../../lint/index.js";

export type RuleTexts = { readonly title: string; readonly fix: string; readonly level: "error" | "warn" | "info" };

/** What the code of a finding, or of a problem of the description, means and what to do about it. */
export function getRuleTexts(code: string): RuleTexts {
  const rules: Readonly<Record<string, RuleTexts | CodeDescription>> = { ...LINT_RULES, ...CODES };
  const { title = code, fix = "", level = "error" } = rules[code] ?? {};
  return { title, fix, level };
}

/** The place of a code in docs/codes.md or docs/spec-codes.md. */
export function getDocsAnchor(code: string): string {
  const page = code.startsWith("spec.") ? "docs/spec-codes.md" : "docs/codes.md";
  return `${page}#${code.toLowerCase().replaceAll(/[^a-z0-9 _-]/g, "")}`;
}
