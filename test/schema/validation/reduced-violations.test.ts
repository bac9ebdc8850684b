/** What is reported of a value that a schema with alternatives rejects: every violation, reduced to the branch that was meant. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { createSchemas, describeViolation, reduceToClosestBranch } from "../../../src/schema/index.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const tagged = (kind: string, more: object) => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { const: kind }, ...more },
});
const int = { type: "integer" };

const COMPONENTS = {
  Cat: { type: "object", required: ["lives"], properties: { kind: { type: "string" }, lives: int } },
  Dog: { type: "object", required: ["bark"], properties: { kind: { type: "string" }, bark: { type: "boolean" } } },
  Node: {
    oneOf: [{ type: "object", required: ["and"], properties: { and: { type: "array", items: ref("Node") } } }, int],
  },
};
const pets = [ref("Cat"), ref("Dog")];

const ROWS: readonly (readonly [schema: object | boolean, ...values: unknown[]])[] = [
  [{ oneOf: [int, { type: "boolean" }] }, "x", null, {}],
  [{ oneOf: [int, { type: "number" }] }, 1, "x"],
  [{ anyOf: [{ type: "string", maxLength: 1 }, int] }, "ab", true],
  [
    { oneOf: [tagged("a", { n: int }), tagged("b", { n: { type: "boolean" } })] },
    { kind: "a", n: "x" },
    { kind: "b", n: 1 },
    { kind: "c" },
    {},
    "x",
  ],
  [{ oneOf: [tagged("a", {}), { ...tagged("b", {}), properties: { kind: { enum: ["b", "c"] } } }] }, { kind: "d" }],
  [{ oneOf: [tagged("a", {}), { type: "object", required: ["x"] }] }, { kind: "d" }, { y: 1 }],
  [
    { oneOf: pets, discriminator: { propertyName: "kind" } },
    { kind: "Cat" },
    { kind: "Dog", bark: 1 },
    { kind: "Cow" },
    {},
    [],
  ],
  [
    { oneOf: pets, discriminator: { propertyName: "kind", mapping: { c: "Cat" } } },
    { kind: "c", lives: "x" },
  ],
  [{ oneOf: pets, discriminator: { propertyName: "kind", defaultMapping: "Dog" } }, { bark: 1 }, { kind: "x" }],
  [{ anyOf: [{ required: ["a"] }, { required: ["b"] }] }, {}],
  [{ anyOf: [{ required: ["a"] }, { required: ["b"], properties: { c: int } }] }, { c: "x" }],
  [{ anyOf: [{ properties: { a: int } }, { properties: { a: { type: "boolean" } } }] }, { a: "x" }],
  [{ anyOf: [{ minimum: 5 }, { minimum: 5 }, { maximum: 1 }] }, 3],
  [ref("Node"), { and: [1, { and: [{ and: ["x"] }] }] }, { and: 5 }],
  [{ anyOf: [{ anyOf: [int, { type: "object", required: ["a"] }] }, { type: "array" }] }, {}],
  [{ properties: { p: { oneOf: [tagged("a", {}), tagged("b", {})] } } }, { p: { kind: "z" } }],
  [{ if: { required: ["a"] }, then: { required: ["b"] }, else: { properties: { c: int } } }, { a: 1 }, { c: "x" }],
  [{ if: { required: ["a"] }, then: false }, { a: 1 }],
  [{ propertyNames: { pattern: "^a", maxLength: 2 } }, { b: 1 }, { abc: 1, bcd: 2 }],
  [{ type: "string", enum: ["a"] }, 5, "b"],
  [{ type: ["string", "null"], const: "a" }, 5, null],
  [{ not: int }, 5],
  [{ minItems: 2, maxItems: 1, uniqueItems: true }, [1], [1, 1, 2]],
  [{ prefixItems: [int], items: false }, [1, 2]],
  [{ contains: int, minContains: 2, maxContains: 3 }, [1, "x"], [1, 2, 3, 4]],
  [{ prefixItems: [int], unevaluatedItems: false }, [1, 2]],
  [{ contains: int, unevaluatedItems: false }, [1, "x"]],
  [{ properties: { a: int }, additionalProperties: false, minProperties: 2 }, { z: 1 }],
  [
    { properties: { a: int }, unevaluatedProperties: false, maxProperties: 0 },
    { a: "x", z: 1 },
  ],
  [{ dependentRequired: { a: ["b", "c"] } }, { a: 1 }],
  [{ format: "date", minLength: 3, pattern: "^x" }, "1", "2026-02-30"],
  [{ exclusiveMinimum: 1, exclusiveMaximum: 1, multipleOf: 2, minimum: 2, maximum: 0 }, 1],
  [false, 1],
  [{ enum: [] }, 1],
  [{ anyOf: [] }, 1, { a: 1 }],
  [{ type: "integer", format: "int64", multipleOf: 2, minimum: 2 }, 1.5, 1, 2.5],
  [{ enum: ["a", "b"], maxLength: 1, pattern: "^[a-z]$" }, "cc", "c"],
  [{ enum: [2, 4], maximum: 4, multipleOf: 2 }, 5, 3],
  [{ format: "uuid", minLength: 36 }, "x"],
  [{ pattern: "^[a-z]+$", minLength: 1 }, "", "1"],
  [{ minLength: 3, maxLength: 2, pattern: "^x" }, "x", "y"],
  [{ propertyNames: { enum: ["a", "long"], maxLength: 3 } }, { bc: 1, long: 2 }],
  [{ enum: ["red", "green", "blue"] }, "rad", "RED"],
];

test("reduced violations", async () => {
  const schemas = Object.fromEntries(ROWS.map(([schema], index) => [`S${index}`, schema]));
  const spec = {
    openapi: "3.2.0",
    info: { title: "t", version: "1" },
    paths: {},
    components: { schemas: { ...schemas, ...COMPONENTS } },
  };
  const compiled = createSchemas(loadDocument("a.json", () => JSON.stringify(spec)));
  const lines = ROWS.flatMap(([schema, ...values], index) => [
    JSON.stringify(schema),
    ...values.flatMap((value) => {
      const violations = compiled.validate(`/components/schemas/S${index}`, "request", value);
      const reduced = reduceToClosestBranch(compiled, "request", violations);
      return [
        `  ${JSON.stringify(value)} (${violations.length})`,
        ...reduced.map((it) => {
          const { expected, actual, valueClass } = describeViolation(it);
          return `    ${it.keyword} of ${it.pointer.replace("/components/schemas/", "")} at "${it.instance}": expected ${expected}, got ${actual} (${valueClass})`;
        }),
      ];
    }),
  ]);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(join(import.meta.dirname, "reduced-violations.txt"));
});
