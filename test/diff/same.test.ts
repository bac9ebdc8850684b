/** Compares a spec with itself: it reports no difference, and stays fast. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { diffDocuments } from "../../src/diff/index.js";
import { loadDocument } from "../../src/document/index.js";

const FILES = [
  "spec/openapi.yaml",
  ...["adyen", "github", "openai"].map((name) => `test/descriptions/${name}/openapi.yaml`),
];

test.each(FILES)("%s", (file) => {
  expect(existsSync(join(import.meta.dirname, "../..", file))).toBe(true);
  const { findings, bump, operations } = diffDocuments({ old: loadDocument(file), new: loadDocument(file) });
  expect({ findings, bump }).toEqual({ findings: [], bump: "none" });
  expect(operations.compared).toBe(operations.old);
});
