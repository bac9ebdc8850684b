import { describe, expect, test } from "vitest";
import { DIFF_CODES, type DiffResult } from "../../src/diff/index.js";
import { baseText, codesOf, difference, editedText, readCases } from "./case.js";

const FILES = ["operations.yaml", "requests.yaml", "responses.yaml", "webhooks.yaml", "callbacks.yaml", "wire.yaml"];
const ALL = FILES.flatMap((file) => readCases(file).map((it) => ({ file, ...it })));
const base = baseText();

describe.each(FILES)("%s", (file) => {
  test.each(readCases(file))("$title", ({ finds, back, ...edit }) => {
    const edited = editedText(edit);
    const there = difference(base, edited);
    expect(codesOf(there)).toEqual([...finds].sort());
    const backwards = difference(edited, base);
    expect(codesOf(backwards)).toEqual([...back].sort());
    const count = ({ bump, operations }: DiffResult): object => ({ bump, ...operations });
    const findings = [count(there), ...there.findings, { back: count(backwards) }, ...backwards.findings];
    expect(findings.map((it) => JSON.stringify(it)).join("\n")).toMatchSnapshot();
    // Every error about a schema has a counterexample.
    for (const { code, level, counterexample } of there.findings)
      if (level === "error" && /\.(type|values|bounds|text|property|schema)\./.test(code))
        expect(counterexample, code).toBeDefined();
  });
});

test("every code is found by a case, and not found when the edit is reverted", () => {
  const found = new Set(ALL.flatMap(({ finds, back }) => [...finds, ...back]));
  expect(Object.keys(DIFF_CODES).filter((code) => !found.has(code))).toEqual([]);
  const symmetric = [
    "operation.renamed",
    "callback.moved",
    "format.changed",
    "keyword.changed",
    "request.body.serialization",
    "request.default.changed",
    "request.schema.undecided",
    "response.link.changed",
    "response.schema.undecided",
    "webhook.schema.undecided",
  ];
  const oneWay = (code: string): boolean => ALL.some(({ finds, back }) => finds.includes(code) !== back.includes(code));
  expect(Object.keys(DIFF_CODES).filter((code) => !oneWay(code) && !symmetric.includes(code))).toEqual([]);
});
