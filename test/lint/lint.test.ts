import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { LINT_RULES, lintDocument } from "../../src/lint/index.js";
import { cleanCases, edited, lintCases } from "./case.js";

const ROOT = join(import.meta.dirname, "../..");
const problems = (document: Parameters<typeof lintDocument>[0]) => lintDocument(document, { values: true });

describe("without findings", () => {
  test.each(["3.0", "3.1", "3.2"] as const)("the clean spec, in %s", (version) => {
    expect(problems(edited({ version }))).toEqual([]);
  });

  test.each(cleanCases())("%s", (_, edit) => {
    expect(problems(edited(edit))).toEqual([]);
  });

  test.each(["spec/openapi.yaml", "test/cases/library.yaml"])("%s", (path) => {
    const found = problems(loadDocument(join(ROOT, path))).filter(({ level }) => level !== "info");
    expect(found.map(({ code, file, line, message }) => `${file}:${line} ${code}: ${message}`)).toEqual([]);
  });
});

describe.each(lintCases())("%s", (code, cases) => {
  test.each(cases)("%o", ({ at, level, also = [], where, ...edit }) => {
    const document = edited(edit);
    const found = problems(document);
    expect([...new Set(found.map((problem) => problem.code))].sort()).toEqual([code, ...also].sort());
    const [problem, ...more] = found.filter((problem) => problem.code === code);
    expect(more).toEqual([]);
    if (at !== "nested") expect(problem?.pointer).toBe(at);
    expect(problem?.level).toBe(level ?? LINT_RULES[code as keyof typeof LINT_RULES].level);
    expect({ file: problem?.file, line: problem?.line, column: problem?.column }).toEqual(
      where ?? document.locate(problem?.pointer ?? ""),
    );
    expect(problem?.message).not.toMatch(/undefined|\[object|\ba [aeiox]\w/);
  });
});

describe("every code", () => {
  const codes = Object.keys(LINT_RULES);
  const page = readFileSync(join(ROOT, "docs/spec-codes.md"), "utf8");

  test("has cases, and every case is of a code", () => {
    expect(
      lintCases()
        .map(([code]) => code)
        .sort(),
    ).toEqual([...codes].sort());
  });

  test("has a section in docs/spec-codes.md", () => {
    expect([...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(codes);
  });
});
