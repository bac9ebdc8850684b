/** The code blocks of the generated pages are the examples of test cases. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatDiffExamplesFile } from "../../scripts/build/generate/diff-examples.js";
import { createFindingExamples } from "../../scripts/build/generate/finding-examples.js";
import { createSpecExamples } from "../../scripts/build/generate/spec-examples.js";
import { ROOT, readBlocks } from "./blocks/read.js";

type Examples = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The pages, and their current examples. */
const PAGES: Readonly<Record<string, () => Examples>> = {
  "docs/codes.md": createFindingExamples,
  "docs/diff-codes.md": () => JSON.parse(formatDiffExamplesFile()),
  "docs/spec-codes.md": createSpecExamples,
};

test("these are the generated pages", () => {
  const pages = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
  const generated = pages.filter((name) =>
    /^<!-- Generated from /.test(readFileSync(join(ROOT, "docs", name), "utf8")),
  );
  expect(generated.map((name) => `docs/${name}`)).toEqual(Object.keys(PAGES));
});

test.each(Object.entries(PAGES))("every block of %s is an example of a case", (page, examples) => {
  const known = new Set(Object.values(examples()).flatMap((it) => Object.values(it).map(withoutNumbers)));
  const blocks = readBlocks(page);
  expect(blocks.length).toBeGreaterThan(100);
  expect(blocks.filter(({ text }) => !known.has(text.trimEnd())).map(({ line, text }) => `${line} ${text}`)).toEqual(
    [],
  );
});

/** Removes the line numbers of a snippet. */
function withoutNumbers(text: string): string {
  return text.replaceAll(/^ *\d+ │ /gm, "").trimEnd();
}
