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

test("templates that differ only in the names of their parameters", () => {
  const readBy = (name: string, pattern: string): object => ({
    operationId: `readBy${name}`,
    parameters: [{ name, in: "path", required: true, schema: { type: "string", pattern } }],
  });
  const paths = {
    "/cars/{vin}": { get: readBy("vin", "^[A-Z]+$") },
    "/cars/{plate}": { get: readBy("plate", "^\\d+$") },
  };
  const read = () => JSON.stringify({ openapi: "3.1.0", info: { title: "Cars", version: "1" }, paths });
  const [old, next] = [loadDocument("old.json", read), loadDocument("new.json", read)];
  expect(diffDocuments({ old, new: next }).findings).toEqual([]);
});
