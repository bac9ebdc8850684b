/** The code blocks of the generated pages are the examples of test cases. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DIFF_EXAMPLES_PATH } from "../../scripts/build/generate/diff-examples.js";
import { FINDING_EXAMPLES_PATH } from "../../scripts/build/generate/finding-examples.js";
import { SPEC_EXAMPLES_PATH } from "../../scripts/build/generate/spec-examples.js";
import { ROOT, readBlocks } from "./blocks/read.js";

type Examples = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The pages, and the files with their examples, which other tests compare with the cases. */
const PAGES: Readonly<Record<string, string>> = {
  "docs/codes.md": FINDING_EXAMPLES_PATH,
  "docs/diff-codes.md": DIFF_EXAMPLES_PATH,
  "docs/spec-codes.md": SPEC_EXAMPLES_PATH,
};

test("these are the generated pages", () => {
  const pages = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
  const generated = pages.filter((name) =>
    /^<!-- Generated from /.test(readFileSync(join(ROOT, "docs", name), "utf8")),
  );
  expect(generated.map((name) => `docs/${name}`)).toEqual(Object.keys(PAGES));
});

test.each(Object.entries(PAGES))("every block of %s is an example of a case", (page, path) => {
  const examples = JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Examples;
  const known = new Set(Object.values(examples).flatMap((it) => Object.values(it).map(withoutNumbers)));
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
