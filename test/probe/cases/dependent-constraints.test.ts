/** Which keywords of a schema restrict a value beyond its members. */
import { expect, test } from "vitest";
import { hasDependentConstraints } from "../../../src/probe/cases/request-locations.js";
import type { MergedSchema } from "../../../src/schema/model/schema-model.js";

const merge = (schema: object, choices: readonly object[] = []): MergedSchema =>
  ({
    choices,
    applicableSchemas: [
      { pointer: "", schema: { type: "object" } },
      { pointer: "/a", schema },
    ],
  }) as never;

const KEYWORDS = [
  ...["not", "contains", "uniqueItems", "enum", "const", "unevaluatedProperties", "unevaluatedItems"],
  ...["minProperties", "maxProperties", "minItems", "maxItems", "propertyNames"],
  ...["dependentRequired", "dependencies", "$dynamicRef", "$recursiveRef"],
];

test.each(KEYWORDS)("%s", (keyword) => {
  expect(hasDependentConstraints(merge({ [keyword]: 1 }))).toBe(true);
});

test.each(["properties", "items", "required", "minimum", "pattern", "title"])("not %s", (keyword) => {
  const schema = merge({ [keyword]: 1 });
  expect([hasDependentConstraints(schema), hasDependentConstraints(schema)]).toEqual([false, false]);
});

test("branches", () => {
  expect(hasDependentConstraints(merge({}, [{}]))).toBe(true);
});
