/** Explanations of all codes. `codes-page.test.ts` tests the examples. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CODES } from "../../src/checks/index.js";
import { DIFF_CODES } from "../../src/diff/index.js";
import { LINT_RULES } from "../../src/lint/index.js";
import { formatDiffCodesPage } from "../../src/report/codes/diff-codes-page.js";
import { formatExplanation } from "../../src/report/codes/explanations.js";

test("docs/diff-codes.md matches the codes; npm run generate writes it", () => {
  expect(readFileSync(join(import.meta.dirname, "../../docs/diff-codes.md"), "utf8")).toBe(formatDiffCodesPage());
});

test("no code has two meanings, and contract explain knows each", () => {
  for (const code of Object.keys(DIFF_CODES)) {
    expect([...Object.keys(CODES), ...Object.keys(LINT_RULES)]).not.toContain(code);
    expect(formatExplanation(code)).toContain(`${code}\n\n`);
  }
});
