/** How deeply a schema may contain itself so that the rule about infinite schemas still finds it. */
import { expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { lintDocument } from "../../src/lint/index.js";

const nest = (depth: number): object =>
  depth === 0 ? { $ref: "#/components/schemas/A" } : { type: "array", minItems: 1, items: nest(depth - 1) };

test.each([
  [1, true],
  [50, true],
  [51, false],
])("in %i arrays: %s", (depth, isFound) => {
  const spec = { openapi: "3.1.0", info: { title: "T", version: "1" }, components: { schemas: { A: nest(depth) } } };
  const found = lintDocument(loadDocument("spec.json", () => JSON.stringify(spec)));
  expect(found.filter(({ code }) => code === "spec.schema.infinite-recursion")).toHaveLength(isFound ? 1 : 0);
});
