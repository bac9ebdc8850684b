/** Creates a failing and a corrected example for every code about specs, from the test cases of the lint rules. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { parentPointer, parsePointer, valueAt } from "../../../src/document/index.js";
import { LINT_RULES, lintDocument } from "../../../src/lint/index.js";
import type { SpecExample } from "../../../src/report/codes/explanations.js";
import { edited, type LintCase, lintCases } from "../../../test/lint/case.js";

const BASE = join(import.meta.dirname, "../../../test/lint/cases/base.yaml");
const MAX_LINES = 12;

export const SPEC_EXAMPLES_PATH = "src/report/codes/spec-examples.json";

/** Chooses, for each code, the shortest case without other problems. */
function createSpecExamples(): Record<string, SpecExample> {
  const base: unknown = parse(readFileSync(BASE, "utf8"));
  const cases = new Map(lintCases());
  return Object.fromEntries(
    Object.keys(LINT_RULES).flatMap((code) => {
      const examples = (cases.get(code) ?? []).flatMap((it) => createExample(base, code, it));
      const [best] = examples.sort((a, b) => a.weight - b.weight);
      return best === undefined ? [] : [[code, best.example]];
    }),
  );
}

/** Formats src/report/codes/spec-examples.json. */
export function formatSpecExamplesFile(): string {
  return `${JSON.stringify(createSpecExamples(), null, 2)}\n`;
}

function createExample(base: unknown, code: string, it: LintCase): { weight: number; example: SpecExample }[] {
  const at = it.add ?? it.remove;
  if (at === undefined || it.only !== undefined) return [];
  const document = edited(it);
  const diagnostic = lintDocument(document, { values: true }).find((found) => found.code === code);
  if (diagnostic === undefined) return [];
  const isInBoth = [document.root, base].every((root) => valueAt(root as never, at) !== undefined);
  const shownAt = isInBoth ? at : parentPointer(at);
  const name = parsePointer(at).at(-1) ?? "";
  const bad = extractYaml(document.root, shownAt, isInBoth ? undefined : name);
  const good = extractYaml(base, shownAt, isInBoth ? undefined : name);
  const example = { at: shownAt, bad, good, message: diagnostic.message };
  const others = (it.also?.length ?? 0) + Object.keys(it.with ?? {}).length + (it.version === undefined ? 0 : 1);
  return [{ weight: 1000 * others + bad.length + (good === "" ? 100 : 0), example }];
}

/** Formats the value at a pointer under its key. Nested values of properties other than `name` are shortened to `…`. */
function extractYaml(root: unknown, pointer: string, name?: string): string {
  const value: unknown = valueAt(root as never, pointer);
  if (value === undefined) return "";
  const shortened = name === undefined ? value : shortenNested(value, name);
  const key = parsePointer(pointer).at(-1);
  if (key === undefined) return formatYaml(shortened);
  return formatYaml(Array.isArray(valueAt(root as never, parentPointer(pointer))) ? [shortened] : { [key]: shortened });
}

function shortenNested(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, it]) => [key, key !== name && typeof it === "object" && it !== null ? "…" : it]),
  );
}

function formatYaml(value: unknown): string {
  const lines = stringify(value, { lineWidth: 0 }).trimEnd().split("\n");
  return lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), "…"].join("\n") : lines.join("\n");
}
