/** A choice with many branches: if one branch differs, only that one is reported. */
import { expect, test } from "vitest";
import { createContainmentChecker } from "../../../src/diff/containment/containment-checker.js";
import { createVersionedDocument } from "../../../src/diff/containment/schemas/versioned-document.js";
import type { Document, Json } from "../../../src/document/index.js";
import { createSchemaDocument } from "./containment-documents.js";

const COUNT = 200;
const CHOICE = "/components/schemas/Choice";

/** No property is required, so no discriminator separates the branches. */
function choiceWith(maxLength: number): Document {
  const indexes = Array.from({ length: COUNT }, (_, index) => index);
  const branch = (index: number): Json => ({
    type: "object",
    properties: {
      kind: { enum: [`kind ${index}`] },
      text: { type: "string", maxLength: index === 7 ? maxLength : index + 10 },
    },
  });
  return createSchemaDocument({
    ...Object.fromEntries(indexes.map((index) => [`Branch${index}`, branch(index)])),
    Choice: { oneOf: indexes.map((index) => ({ $ref: `#/components/schemas/Branch${index}` })) },
  });
}

test("equal branches are not held against each other, so the steps of one comparison suffice", {
  timeout: 60_000,
}, () => {
  const [old, next] = [createVersionedDocument("old", choiceWith(17)), createVersionedDocument("new", choiceWith(9))];
  const contains = createContainmentChecker({ left: old, direction: "response" });
  const found = contains({ spec: old, pointer: CHOICE }, { spec: next, pointer: CHOICE });
  const violations =
    found.kind === "contained"
      ? []
      : found.violations.map(({ right, counterexample }) => [right, counterexample !== undefined]);
  expect(violations).toEqual([["/components/schemas/Branch7/properties/text/maxLength", true]]);
});
