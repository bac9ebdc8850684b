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

const CAT = { required: ["kind", "lives"], properties: { kind: { enum: ["cat"] }, lives: { type: "integer" } } };
const DOG = { required: ["kind", "bark"], properties: { kind: { enum: ["dog"] }, bark: { type: "string" } } };
const OPEN = { required: ["kind"], properties: { kind: { type: "string" } } };
const PET = { oneOf: [ref("Cat"), ref("Dog")] };
const mapping = { cat: "#/components/schemas/Cat", dog: "Dog" };
const TAGGED = { ...PET, discriminator: { propertyName: "kind", mapping } };
const PETS = { Cat: CAT, Dog: DOG };

test.each<[what: string, schemas: object, value: unknown, errors: readonly string[]]>([
  ["of the discriminator", { ...PETS, A: TAGGED }, { kind: "cat" }, [" lives"]],
  [
    "of the discriminator, though another is closer",
    { Dog: DOG, Cat: { ...OPEN, required: ["a", "b", "c"] }, A: TAGGED },
    { kind: "cat", bark: "x" },
    [" a", " b", " c"],
  ],
  [
    "of a discriminator without a mapping",
    { ...PETS, A: { ...PET, discriminator: { propertyName: "kind" } } },
    { kind: "Dog", lives: 1 },
    ["/kind enum", " bark"],
  ],
  ["of a value without the discriminator", { ...PETS, A: TAGGED }, { lives: 1 }, [" kind"]],
  ["of an unknown value of the discriminator", { ...PETS, A: TAGGED }, { kind: "cow" }, ["/kind enum Cat Dog cat dog"]],
  [
    "of a value that is no object",
    { Cat: { ...CAT, type: "object" }, Dog: { ...DOG, type: "object" }, A: TAGGED },
    1,
    [" type", " type", " oneOf"],
  ],
  ["of anyOf", { ...PETS, A: { ...TAGGED, oneOf: undefined, anyOf: PET.oneOf } }, { kind: "dog", lives: 1 }, [" bark"]],
  [
    "in a list, after others",
    { ...PETS, A: { minItems: 3, items: TAGGED } },
    [{ kind: "cat" }, { kind: "dog" }],
    [" minItems", "/0 lives", "/1 bark"],
  ],
  [
    "in a branch of one without a discriminator",
    {
      ...PETS,
      A: { oneOf: [{ type: "string" }, { type: "object", ...TAGGED }] },
    },
    { kind: "cat" },
    [" type", " lives", " oneOf"],
  ],
  ["of equally close ones", { A: { oneOf: [{ required: ["a"] }, { required: ["b"] }] } }, {}, [" a", " b", " oneOf"]],
  ["of several that match", { A: { oneOf: [{}, { required: ["a"] }, { required: ["b"] }] } }, { a: 1 }, [" oneOf"]],
])("the errors of a composition: %s", (_, schemas, value, expected) => {
  const validate = getCompiledValidator(load(schemas), "/components/schemas/A", "request");
  if (typeof validate === "string") throw new Error(validate);
  expect(validate(value)).toBe(false);
  const errors = (validate.errors ?? []) as readonly object[] as readonly ValidationError[];
  expect(
    errors.map(({ instancePath, keyword, params: { missingProperty, allowedValues = [] } }) =>
      [instancePath, missingProperty ?? keyword].concat(expected.length === 1 ? allowedValues : []).join(" "),
    ),
  ).toEqual(expected);
});

type ValidationError = {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: { readonly missingProperty?: string; readonly allowedValues?: readonly string[] };
};
