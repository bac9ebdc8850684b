/** Tests of the tool that plants bugs in the source: its operators, switches and results. */
import { expect, test } from "vitest";
import { createDistance } from "../scripts/long/mutate-source/distance.js";
import { applyEdit, type Mutant } from "../scripts/long/mutate-source/edit.js";
import { reasonFor } from "../scripts/long/mutate-source/equivalents.js";
import { testFilesFor } from "../scripts/long/mutate-source/folders.js";
import { instrument } from "../scripts/long/mutate-source/instrument.js";
import { listEdits } from "../scripts/long/mutate-source/operators.js";
import { summaryLines } from "../scripts/long/mutate-source/report.js";

const SOURCE = `import { a } from "./a.js";
type Word = "one" | "two";
/** A comment with 5 and "text". */
export function sum(list: readonly number[], limit: number = 3): number {
  let total = 0;
  for (const item of list.filter((it) => it > 1)) {
    if (item >= limit && !a[item]) continue;
    total += item;
  }
  return total > 0 ? total : -1;
}
export const names: Record<string, readonly Word[]> = { first: ["one", "two"], ...a.more };
export const pattern = /^x+$/;
export const told = a?.b.c(1, 2) ?? \`\${names} of \${pattern}\`;
`;

const edits = listEdits("sample.ts", SOURCE);

test("mutants are planted in expressions and statements, and not in types, imports or comments", () => {
  const shown = edits.map((it) => `${it.operator}: ${SOURCE.slice(it.start, it.end)} -> ${it.text}`);
  expect(shown.map((line) => line.replaceAll(/\s+/g, " ")).join("\n")).toMatchSnapshot();
});

test("a mutated source differs from the original in one location", () => {
  for (const edit of edits) {
    const changed = applyEdit(SOURCE, edit);
    expect(changed).not.toBe(SOURCE);
    expect(changed.startsWith(SOURCE.slice(0, edit.start))).toBe(true);
    expect(changed.endsWith(SOURCE.slice(edit.end))).toBe(true);
  }
});

/** Builds a program without imports and types, with a switch for each planted bug. */
const PROGRAM = `const low = 2;
function count(list) {
  let found = 0;
  for (const it of list) if (it > low) found += 1;
  return found;
}
globalThis.result = count([1, 2, 3]);`;

const mutants: readonly Mutant[] = listEdits("program.ts", PROGRAM).map((edit, index) => ({
  ...edit,
  id: index + 1,
  file: "src/sample/program.ts",
  line: 1,
  original: PROGRAM.slice(edit.start, edit.end),
}));

/** Returns the result of the program with one of the bugs, and the bugs that it reaches. */
function run(id: number): { readonly result: unknown; readonly reached: readonly number[] } {
  const reached = new Set<number>();
  const mutation = { active: id, ticks: 0, limit: 1000, reach: (it: number) => reached.add(it) };
  const scope = { __mutation: mutation, result: undefined as unknown };
  new Function("globalThis", instrument(PROGRAM, mutants))(scope);
  return { result: scope.result, reached: [...reached] };
}

test("without a mutant, an instrumented program runs unchanged and reports the reached mutants", () => {
  expect(run(0).result).toBe(1);
  expect(run(0).reached.length).toBeGreaterThan(mutants.length / 2);
});

test("one mutant at a time is active", () => {
  const result = (operator: string): unknown => run(mutants.find((it) => it.operator === operator)?.id ?? 0).result;
  expect(result("EqualityOperator")).toBe(2);
  expect(result("ConditionalExpression")).toBe(3);
  expect(result("AssignmentOperator")).toBe(-1);
  expect(result("BlockStatement")).toBeUndefined();
});

test("an infinite loop is stopped", () => {
  const endless = instrument("let n = 0; while (n >= 0) n += 1;", []);
  const mutation = { active: 1, ticks: 0, limit: 50, reach: () => {} };
  expect(() => new Function("globalThis", endless)({ __mutation: mutation })).toThrow("a loop does not end");
  expect(mutation.ticks).toBe(51);
});

test("killed, surviving and equivalent mutants are distinguished", () => {
  const [killed, survived, equal] = mutants as readonly [Mutant, Mutant, Mutant];
  const { original, text, file } = equal;
  const equivalents = [{ file, original: ` ${original}\n`, text, reason: "the value is not used" }];
  expect(reasonFor(equal, equivalents)).toBe("the value is not used");
  expect(reasonFor({ ...equal, original: "other" }, equivalents)).toBeUndefined();
  const verdicts = [
    { mutant: killed, isReached: true, killedBy: "test/sample" },
    { mutant: survived, isReached: false },
    { mutant: equal, isReached: true },
  ];
  const lines = summaryLines({ verdicts, seed: "1", refused: 0, equivalents });
  expect(lines.filter((line) => line.startsWith("not reached"))).toHaveLength(1);
  expect(lines.at(-1)).toMatch(/^all +1 of +2 {2}50\.0 % {2}1 equivalent$/);
});

test("the distance of a test from a source is the number of imports between them", () => {
  const distance = createDistance(".");
  const here = "test/mutate-source.test.ts";
  expect(distance(here, "scripts/long/mutate-source/edit.ts")).toBe(1);
  expect(distance(here, "scripts/long/mutate-source/mutate-regex.ts")).toBe(2);
  expect(distance(here, "src/check/router/router.ts")).toBe(Number.POSITIVE_INFINITY);
});

test("expensive tests and tests of command output run second", () => {
  const [first, second] = [testFilesFor(".", "generate", false), testFilesFor(".", "generate", true)];
  expect(first).toContain("test/generate/calls.test.ts");
  expect(second).toContain("test/cli/outputs.test.ts");
  expect(first.filter((file) => second.includes(file))).toEqual([]);
  expect(testFilesFor(".", "client", true)).not.toContain("test/cli/outputs.test.ts");
  expect(testFilesFor(".", "cli", false)).toContain("test/cli/outputs.test.ts");
});
