import { CODES, type CodeDescription } from "../../checks/index.js";
import { LINT_RULES } from "../../lint/index.js";

export type RuleTexts = { readonly title: string; readonly fix: string; readonly level: "error" | "warn" | "info" };

/** Returns the title, fix and level of a finding code or a lint code. */
export function getRuleTexts(code: string): RuleTexts {
  const rules: Readonly<Record<string, RuleTexts | CodeDescription>> = { ...LINT_RULES, ...CODES };
  const { title = code, fix = "", level = "error" } = rules[code] ?? {};
  return { title, fix, level: level === "off" ? "warn" : level };
}

/** Returns the link to a code in docs/codes.md or docs/spec-codes.md. */
export function getDocsAnchor(code: string): string {
  const page = code.startsWith("spec.") ? "docs/spec-codes.md" : "docs/codes.md";
  return `${page}#${code.toLowerCase().replaceAll(/[^a-z0-9 _-]/g, "")}`;
}
