/** Explanations of all codes. `codes-page.test.ts` tests the examples. */
import { expect, test } from "vitest";
import { CODES } from "../../src/check/index.js";
import { DIFF_CODES } from "../../src/diff/index.js";
import { LINT_RULES } from "../../src/lint/index.js";
import { formatExplanation } from "../../src/report/codes/explanations.js";

test("no code has two meanings, and contract explain knows each", () => {
  for (const code of Object.keys(DIFF_CODES)) {
    expect([...Object.keys(CODES), ...Object.keys(LINT_RULES)]).not.toContain(code);
    expect(formatExplanation(code)).toContain(`${code}\n\n`);
  }
});
