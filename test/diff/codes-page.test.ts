import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatDiffExamplesFile } from "../../scripts/build/generate/diff-examples.js";
import { DIFF_CODES } from "../../src/diff/index.js";

test("every code has an example that matches the cases; npm run generate writes them", {
  timeout: 120_000,
}, () => {
  const written = readFileSync(join(import.meta.dirname, "../../src/report/codes/diff-examples.json"), "utf8");
  expect(written).toBe(formatDiffExamplesFile());
  expect(Object.keys(JSON.parse(written))).toEqual(Object.keys(DIFF_CODES));
});
