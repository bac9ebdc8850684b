/**
 * What is wrong with a description itself, by the rules of OpenAPI and JSON Schema: found before any traffic is judged.
 *
 * A rule is a row of one of the tables in `*-rules.ts`, with its code, level, title and fix; it is pure and never throws.
 */
export { type LintOptions, lint, type Problem } from "./lint.js";
export type { ProblemLevel } from "./rule.js";
export { RULES, type SpecCode } from "./rules.js";
