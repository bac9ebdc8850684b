/**
 * Checks a spec against the rules of OpenAPI and JSON Schema, before any traffic is checked.
 *
 * A rule is a row of a table in `*-rules.ts`, with its code, level, title and fix. It is pure and never throws.
 */
export type { Diagnostic, DiagnosticLevel } from "../document/index.js";
export { LINT_RULES, lintDocument, type SpecFinding } from "./lint.js";
export type { LintRule } from "./rule.js";
