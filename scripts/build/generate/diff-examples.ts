/** Creates an example for every code of `contract diff`, from the test cases of the diff. */
import { stringify } from "yaml";
import { DIFF_CODES, type DiffCode } from "../../../src/diff/index.js";
import { isObject, type Json, valueAt } from "../../../src/document/index.js";
import type { DiffExample } from "../../../src/report/codes/explanations.js";
import { baseText, type Case, difference, editedText, readCases } from "../../../test/diff/case.js";

export const DIFF_EXAMPLES_PATH = "src/report/codes/diff-examples.json";

const CASE_FILES = [
  "operations.yaml",
  "requests.yaml",
  "responses.yaml",
  "webhooks.yaml",
  "callbacks.yaml",
  "wire.yaml",
];

/** Formats src/report/codes/diff-examples.json. */
export function formatDiffExamplesFile(): string {
  const cases = CASE_FILES.flatMap(readCases);
  const examples = (Object.keys(DIFF_CODES) as DiffCode[]).flatMap((code) => {
    const [best] = cases
      .flatMap((it) => listCandidates(code, it))
      .sort((one, other) => one.otherCodes - other.otherCodes || one.size - other.size);
    return best === undefined ? [] : [[code, createExample(code, best)] as const];
  });
  return `${JSON.stringify(Object.fromEntries(examples), null, 2)}\n`;
}

type Candidate = {
  readonly old: string;
  readonly new: string;
  readonly pointers: readonly string[];
  readonly otherCodes: number;
  readonly size: number;
};

/** Lists a case and its reversal if they find the code. The best example has few other codes and a small edit. */
function listCandidates(code: DiffCode, it: Case): Candidate[] {
  if (![...it.finds, ...it.back].includes(code)) return [];
  const pointers = [...(it.remove ?? []), ...Object.keys(it.set ?? {})];
  const [base, edited] = [baseText(), editedText(it)];
  const size = pointers.length * 1000 + JSON.stringify(it.set ?? {}).length;
  return [
    ...(it.finds.includes(code) ? [{ old: base, new: edited, pointers, otherCodes: it.finds.length, size }] : []),
    ...(it.back.includes(code) ? [{ old: edited, new: base, pointers, otherCodes: it.back.length, size }] : []),
  ];
}

function createExample(code: DiffCode, { old, new: next, pointers }: Candidate): DiffExample {
  const finding = difference(old, next).findings.find((it) => it.code === code);
  if (finding === undefined) throw new Error(`${code}: the diff of its test case does not report it`);
  const counterexample =
    finding.counterexample === undefined ? {} : { counterexample: JSON.stringify(finding.counterexample.value) };
  return {
    old: formatPointers(old, pointers),
    new: formatPointers(next, pointers),
    message: finding.message,
    ...counterexample,
  };
}

/** Formats the values at the pointers of an edit, each with at most 12 lines. */
function formatPointers(text: string, pointers: readonly string[]): string {
  const root = JSON.parse(text) as Json;
  return pointers
    .map((pointer) => {
      const value = valueAt(root, pointer);
      const below = value === undefined ? "(nothing)" : stringify(value, { lineWidth: 0 }).trimEnd();
      const lines = below.split("\n");
      const shortened = lines.length > 12 ? [...lines.slice(0, 12), "…"] : lines;
      return isObject(value) || Array.isArray(value)
        ? [`${pointer}:`, ...shortened.map((line) => `  ${line}`)].join("\n")
        : `${pointer}: ${shortened.join("\n")}`;
    })
    .join("\n");
}
