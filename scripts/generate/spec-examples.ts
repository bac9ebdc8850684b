/** A bad example for every code of the description, and a good one, taken from the cases that hold the rules to their word. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { parentPointer, parsePointer, valueAt } from "../../src/document/index.js";
import { LINT_RULES, lintDocument } from "../../src/lint/index.js";
import type { SpecExample } from "../../src/report/codes/explanations.js";
import { edited, type LintCase, lintCases } from "../../test/lint/case.js";

const BASE = join(import.meta.dirname, "../../test/lint/cases/base.yaml");
const MAX_LINES = 12;

export const SPEC_EXAMPLES_PATH = "src/report/codes/spec-examples.json";

/** Of the cases of a code, the one that says most with least: no other problem beside it, and the shortest. */
export function createSpecExamples(): Record<string, SpecExample> {
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

/** What src/report/codes/spec-examples.json holds. */
export function formatSpecExamplesFile(): string {
  return `${JSON.stringify(createSpecExamples(), null, 2)}\n`;
}

function createExample(base: unknown, code: string, it: LintCase): { weight: number; example: SpecExample }[] {
  const at = it.add ?? it.remove;
  if (at === undefined || it.only !== undefined) return [];
  const document = edited(it);
  const problem = lintDocument(document, { values: true }).find((found) => found.code === code);
  if (problem === undefined) return [];
  const isInBoth = [document.root, base].every((root) => valueAt(root as never, at) !== undefined);
  const place = isInBoth ? at : parentPointer(at);
  const name = parsePointer(at).at(-1) ?? "";
  const bad = extractYaml(document.root, place, isInBoth ? undefined : name);
  const good = extractYaml(base, place, isInBoth ? undefined : name);
  const example = { at: place, bad, good, message: problem.message };
  const others = (it.also?.length ?? 0) + Object.keys(it.with ?? {}).length + (it.version === undefined ? 0 : 1);
  return [{ weight: 1000 * others + bad.length + (good === "" ? 100 : 0), example }];
}

/** What stands at a pointer, under its own name; of what stands beside `name` in it only the outermost. */
function extractYaml(root: unknown, pointer: string, name?: string): string {
  const value: unknown = valueAt(root as never, pointer);
  if (value === undefined) return "";
  const shown = name === undefined ? value : shortenNested(value, name);
  const key = parsePointer(pointer).at(-1);
  if (key === undefined) return formatYaml(shown);
  return formatYaml(Array.isArray(valueAt(root as never, parentPointer(pointer))) ? [shown] : { [key]: shown });
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
