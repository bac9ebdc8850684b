/**
 * What is wrong with a description itself, by the rules of OpenAPI and JSON Schema: found before any traffic is judged.
 *
 * A rule is a row of one of the tables in `*-rules.ts`, with its code, level, title and fix; it is pure and never throws.
 */
export type { Diagnostic, DiagnosticLevel } from "../document/index.js";
export { type LintOptions, lintDocument } from "./lint.js";
export { LINT_RULES, type LintCode } from "./rules/all-rules.js";
