import { CODES, type CodeDescription } from "../checks/index.js";
import { RULES } from "../lint/index.js";

export type RuleWords = { readonly title: string; readonly fix: string; readonly level: "error" | "warn" | "info" };

/** What the code of a finding, or of a problem of the description, means and what to do about it. */
export function ruleWords(code: string): RuleWords {
  const rules: Readonly<Record<string, RuleWords | CodeDescription>> = { ...RULES, ...CODES };
  const { title = code, fix = "", level = "error" } = rules[code] ?? {};
  return { title, fix, level };
}

/** The place of a code in docs/codes.md or docs/spec-codes.md. */
export function docsAnchor(code: string): string {
  const page = code.startsWith("spec.") ? "docs/spec-codes.md" : "docs/codes.md";
  return `${page}#${code.toLowerCase().replaceAll(/[^a-z0-9 _-]/g, "")}`;
}
