/** An old and a new line for every code of a difference, taken from the cases that hold the comparison to its word. */
import { stringify } from "yaml";
import { DIFF_CODES, type DiffCode } from "../../src/diff/index.js";
import { isObject, type Json, valueAt } from "../../src/document/index.js";
import type { DiffExample } from "../../src/report/codes/diff-example.js";
import { baseText, type Case, difference, editedText, readCases } from "../../test/diff/case.js";

export const DIFF_EXAMPLES_PATH = "src/report/codes/diff-examples.json";

const CASE_FILES = ["operations.yaml", "requests.yaml", "answers.yaml", "webhooks.yaml", "callbacks.yaml"];

/** What src/report/codes/diff-examples.json holds. */
export function formatDiffExamplesFile(): string {
  const cases = CASE_FILES.flatMap(readCases);
  const examples = (Object.keys(DIFF_CODES) as DiffCode[]).flatMap((code) => {
    const [best] = cases
      .flatMap((it) => listCandidates(code, it))
      .sort((one, other) => one.others - other.others || one.size - other.size);
    return best === undefined ? [] : [[code, createExample(code, best)] as const];
  });
  return `${JSON.stringify(Object.fromEntries(examples), null, 2)}\n`;
}

type Candidate = {
  readonly old: string;
  readonly new: string;
  readonly pointers: readonly string[];
  readonly others: number;
  readonly size: number;
};

/** A case there and back, where it finds the code; one with fewer other codes and fewer edits is the plainer example. */
function listCandidates(code: DiffCode, it: Case): Candidate[] {
  const pointers = [...(it.remove ?? []), ...Object.keys(it.set ?? {})];
  const [base, edited] = [baseText(), editedText(it)];
  const size = pointers.length * 1000 + JSON.stringify(it.set ?? {}).length;
  return [
    ...(it.finds.includes(code) ? [{ old: base, new: edited, pointers, others: it.finds.length, size }] : []),
    ...(it.back.includes(code) ? [{ old: edited, new: base, pointers, others: it.back.length, size }] : []),
  ];
}

function createExample(code: DiffCode, { old, new: next, pointers }: Candidate): DiffExample {
  const finding = difference(old, next).findings.find((it) => it.code === code);
  if (finding === undefined) throw new Error(`${code} is not found by the case that finds it`);
  const counterexample =
    finding.counterexample === undefined ? {} : { counterexample: JSON.stringify(finding.counterexample.value) };
  return {
    old: formatPointers(old, pointers),
    new: formatPointers(next, pointers),
    message: finding.message,
    ...counterexample,
  };
}

/** What stands at the places of an edit; what is longer than a few lines is told by its first ones. */
function formatPointers(text: string, pointers: readonly string[]): string {
  const root = JSON.parse(text) as Json;
  return pointers
    .map((pointer) => {
      const value = valueAt(root, pointer);
      const below = value === undefined ? "(nothing)" : stringify(value, { lineWidth: 0 }).trimEnd();
      const lines = below.split("\n");
      const shown = lines.length > 12 ? [...lines.slice(0, 12), "…"] : lines;
      return isObject(value) || Array.isArray(value)
        ? [`${pointer}:`, ...shown.map((line) => `  ${line}`)].join("\n")
        : `${pointer}: ${shown.join("\n")}`;
    })
    .join("\n");
}
