/** A choice of a great many branches, of which one differs: nothing but that one is told. */
import { expect, test } from "vitest";
import { createContainer } from "../../src/diff/containment/contains.js";
import { createSided } from "../../src/diff/containment/sided.js";
import type { Document, Json } from "../../src/document/index.js";
import { describing } from "./describing.js";

const COUNT = 200;
const CHOICE = "/components/schemas/Choice";

/** No property has to be there, so that no tag tells the branches apart. */
function choiceWith(maxLength: number): Document {
  const indexes = Array.from({ length: COUNT }, (_, index) => index);
  const branch = (index: number): Json => ({
    type: "object",
    properties: {
      kind: { enum: [`kind ${index}`] },
      text: { type: "string", maxLength: index === 7 ? maxLength : index + 10 },
    },
  });
  return describing({
    ...Object.fromEntries(indexes.map((index) => [`Branch${index}`, branch(index)])),
    Choice: { oneOf: indexes.map((index) => ({ $ref: `#/components/schemas/Branch${index}` })) },
  });
}

test("equal branches are not held against each other, so the steps of one comparison suffice", {
  timeout: 60_000,
}, () => {
  const [old, next] = [createSided("old", choiceWith(17)), createSided("new", choiceWith(9))];
  const contains = createContainer({ left: old, view: "response" });
  const found = contains({ sided: old, pointer: CHOICE }, { sided: next, pointer: CHOICE });
  const gaps = found.kind === "contained" ? [] : found.gaps.map(({ right, witness }) => [right, witness !== undefined]);
  expect(gaps).toEqual([["/components/schemas/Branch7/properties/text/maxLength", true]]);
});
