/** Generated validators that are compiled in memory, and why a schema has none that agrees with the checker. */
import { expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { getCompiledValidator } from "../../src/generate/compiled-validators.js";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const load = (schemas: object) => {
  const spec = { openapi: "3.1.0", info: { title: "T", version: "1" }, components: { schemas } };
  return loadDocument("spec.json", () => JSON.stringify(spec));
};

test.each<[what: string, schemas: object, value: unknown, verdict: boolean | string]>([
  ["a valid value", { A: { type: "string", format: "date", minLength: 2 } }, "2026-01-31", true],
  ["an invalid value", { A: { type: "string", format: "date" } }, "no date", false],
  ["a function of the runtime", { A: { uniqueItems: true, items: { multipleOf: 0.1 } } }, [0.3, 0.3], false],
  ["a reference", { A: ref("B"), B: { type: "number" } }, "1", false],
  [
    "a read-only property that a request lacks",
    { A: { required: ["id"], properties: { id: { readOnly: true } } } },
    {},
    true,
  ],
  [
    "a required read-only property after a part that is not supported",
    {
      A: {
        properties: { a: { unevaluatedItems: false } },
        allOf: [{ required: ["id"], properties: { id: { readOnly: true } } }],
      },
    },
    {},
    "Ajv does not evaluate unevaluatedItems as JSON Schema 2020-12 defines it",
  ],
  ["a circle of references", { A: ref("B"), B: ref("A") }, 1, "a reference cannot be resolved"],
])("%s", (_, schemas, value, verdict) => {
  const validate = getCompiledValidator(load(schemas), "/components/schemas/A", "request");
  expect(typeof validate === "string" ? validate : validate(value)).toEqual(verdict);
});
