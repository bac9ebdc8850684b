/** What is written of every code; that the examples are what the cases say, `codes-page.test.ts` tests. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CODES } from "../../src/checks/index.js";
import { DIFF_CODES } from "../../src/diff/index.js";
import { RULES } from "../../src/lint/index.js";
import { diffCodesPage } from "../../src/report/diff/codes-page.js";
import { explanationText } from "../../src/report/explanation.js";

test("docs/diff-codes.md is what the codes say; npm run generate writes it", () => {
  expect(readFileSync(join(import.meta.dirname, "../../docs/diff-codes.md"), "utf8")).toBe(diffCodesPage());
});

test("no code means two things, and contract explain knows each", () => {
  for (const code of Object.keys(DIFF_CODES)) {
    expect([...Object.keys(CODES), ...Object.keys(RULES)]).not.toContain(code);
    expect(explanationText(code)).toContain(`${code}\n\n`);
  }
});
