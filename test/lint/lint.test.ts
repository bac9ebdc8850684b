import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { DocumentError, loadDocument, tryCall } from "../../src/document/index.js";
import { LINT_RULES, lintDocument } from "../../src/lint/index.js";
import { SPEC_EXPLANATIONS } from "../../src/report/codes/explanations.js";
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

  /** The levels that the cases of each code have, and all others that the specs with many defects show. */
  const reported = new Map(codes.map((code) => [code, new Set<string>()]));
  const specs = ["paths", "schemas"].flatMap((name) =>
    Object.values(parse(readFileSync(join(ROOT, `test/lint/findings/${name}.yaml`), "utf8")) as Record<string, object>),
  );
  const texts = ["3.0.4", "3.1.0", "3.2.0"].flatMap((openapi) =>
    specs.map((spec) => JSON.stringify({ openapi, info: { title: "T", version: "1" }, ...spec })),
  );
  const documents = [
    ...lintCases().flatMap(([, cases]) => cases.map((it) => edited(it))),
    ...texts.flatMap((text) => tryCall(() => loadDocument("spec.json", () => text), DocumentError) ?? []),
  ];
  for (const { code, level } of documents.flatMap(problems)) reported.get(code)?.add(level);

  test.each(SPEC_EXPLANATIONS.map((it) => [it.code, it.advice] as const))(
    "%s is explained with the levels that it is reported with",
    (code, advice) => {
      const [, first = ""] = /^(\w+)/.exec(advice) ?? [];
      const [, lower] = / (?:is|it is) a (warning|note)\./.exec(advice) ?? [];
      const explained = [first.toLowerCase(), ...(lower === undefined ? [] : [lower])];
      const words: Readonly<Record<string, string>> = { error: "error", warn: "warning", info: "note" };
      expect([...(reported.get(code) ?? [])].map((level) => words[level]).toSorted()).toEqual(explained.toSorted());
    },
  );

  test("has a section in docs/spec-codes.md", () => {
    expect([...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual(codes);
  });
});
