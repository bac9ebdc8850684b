import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatCodePages } from "../scripts/build/code-pages.js";
import { formatFindingExamplesFile } from "../scripts/build/generate/finding-examples.js";
import { formatSpecExamplesFile, SPEC_EXAMPLES_PATH } from "../scripts/build/generate/spec-examples.js";
import { CODES } from "../src/check/index.js";
import { LINT_RULES } from "../src/lint/index.js";
import { formatExplanation, type SpecExample } from "../src/report/codes/explanations.js";

const page = readFileSync(join(import.meta.dirname, "../docs/codes.md"), "utf8");

test("npm run build has written the pages of codes", () => {
  for (const [name, text] of formatCodePages())
    expect(readFileSync(join(import.meta.dirname, "../docs", name), "utf8"), name).toBe(text);
});

test("every code has a section, and every section is a code", () => {
  const sections = [...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
  expect(sections).toEqual(Object.keys(CODES));
});

test("every code has an example that violates the spec, and one that matches it; npm run generate writes them", () => {
  // An example is a case whose bad exchange has the finding and whose good exchange has none.
  const written = readFileSync(join(import.meta.dirname, "../src/report/codes/finding-examples.json"), "utf8");
  expect(written).toBe(formatFindingExamplesFile());
  expect(Object.keys(JSON.parse(written))).toEqual(Object.keys(CODES));
});

test.each(Object.keys(CODES))("contract explain %s", (code) => {
  const text = formatExplanation(code) ?? "";
  expect(text).toMatch(/\nSpec of the example\n {2}\S.*\nViolates the spec\n {2}> .*\nMatches the spec\n {2}> /s);
  const [bad, good] = text.split("\nViolates the spec")[1]?.split("\nMatches the spec") ?? [];
  expect(bad).not.toBe(good);
});

test("every code of a spec that an edit can violate has an example; npm run generate writes them", () => {
  const written = readFileSync(join(import.meta.dirname, "..", SPEC_EXAMPLES_PATH), "utf8");
  expect(written).toBe(formatSpecExamplesFile());
  const examples = JSON.parse(written) as Readonly<Record<string, SpecExample>>;
  const without = Object.keys(LINT_RULES).filter((code) => examples[code] === undefined);
  // The first is about the text of a file, the second about depth, the last about an empty spec.
  expect(without).toEqual(["spec.document.not-json", "spec.document.too-deep", "spec.document.empty"]);
  for (const [code, { at, bad, good, message }] of Object.entries(examples)) {
    expect(good, code).not.toBe(bad);
    expect(formatExplanation(code)).toContain(`Incorrect${at === "" ? "" : `, at ${at}`}\n  `);
    expect(formatExplanation(code)).toContain(message);
  }
});
