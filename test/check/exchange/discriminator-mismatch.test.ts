/** A discriminating value against the schema that the object matches, in every form of a discriminator. */
import { describe, expect, test } from "vitest";
import { createExchange, createInlineContract } from "../inline-contract.js";

const animal = (more: string): string =>
  `{ type: object, required: [kind], properties: { kind: { type: string }, ${more} } }`;
const CAT = `{ allOf: [${animal("lives: { type: integer }")}, { required: [lives] }] }`;
const DOG = `{ allOf: [${animal("bark: { type: string }")}, { required: [bark] }] }`;
const UNION = "[{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]";

/** The schema of a pet, with the components that it needs; and which tags name Cat and Dog. */
type Form = { readonly pet: string; readonly more?: string; readonly cat: string; readonly dog: string };

const tagged = (keyword: string, mapping: string): string =>
  `{ ${keyword}: ${UNION}, discriminator: { propertyName: kind${mapping} } }`;
const FAMILY = `Cat: ${CAT}, Dog: ${DOG}`;
const DERIVED = `Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { required: [lives], properties: { lives: { type: integer } } }] }, Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }, { required: [bark], properties: { bark: { type: string } } }] }`;
const base = (mapping: string): string =>
  `{ type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind${mapping} } }`;

const FORMS: Readonly<Record<string, Form>> = {
  "oneOf, names of components": { pet: tagged("oneOf", ""), cat: "Cat", dog: "Dog" },
  "anyOf, names of components": { pet: tagged("anyOf", ""), cat: "Cat", dog: "Dog" },
  "oneOf, mapping to references": {
    pet: tagged("oneOf", ", mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' }"),
    cat: "cat",
    dog: "dog",
  },
  "oneOf, mapping to names": { pet: tagged("oneOf", ", mapping: { cat: Cat, dog: Dog }"), cat: "cat", dog: "dog" },
  "oneOf, mapping of one": { pet: tagged("oneOf", ", mapping: { dog: Dog }"), cat: "Cat", dog: "dog" },
  "oneOf, mapping to a relative reference": {
    pet: tagged(
      "oneOf",
      ", mapping: { cat: './spec.yaml#/components/schemas/Cat', dog: 'spec.yaml#/components/schemas/Dog' }",
    ),
    cat: "cat",
    dog: "dog",
  },
  "a base class, names of components": { pet: base(""), more: DERIVED, cat: "Cat", dog: "Dog" },
  "a base class, mapping": {
    pet: base(", mapping: { cat: Cat, dog: '#/components/schemas/Dog' }"),
    more: DERIVED,
    cat: "cat",
    dog: "dog",
  },
};

const PLACES: Readonly<Record<string, readonly [schema: string, wrap: (pet: object) => unknown, at: string]>> = {
  "the body": ["{ $ref: '#/components/schemas/Pet' }", (pet) => pet, "/kind"],
  "an item": ["{ type: array, items: { $ref: '#/components/schemas/Pet' } }", (pet) => [pet], "/*/kind"],
  "a map": ["{ additionalProperties: { $ref: '#/components/schemas/Pet' } }", (pet) => ({ x: pet }), "/{key}/kind"],
  "a property at depth": [
    "{ properties: { a: { allOf: [{ properties: { b: { anyOf: [{ $ref: '#/components/schemas/Pet' }] } } }] } } }",
    (pet) => ({ a: { b: pet } }),
    "/a/b/kind",
  ],
};

const CASES = Object.entries(FORMS).flatMap(([form, it]) =>
  Object.entries(PLACES).flatMap(([place, [schema, wrap, at]]) =>
    (place === "the body" ? ["3.0.3", "3.1.0", "3.2.0"] : ["3.1.0"]).map((version) => ({
      title: `${form}, ${place}, ${version}`,
      form: it,
      schema,
      wrap,
      at,
      version,
    })),
  ),
);

function createPetContract(version: string, schema: string, { pet, more = FAMILY }: Form) {
  const content = `content: { application/json: { schema: ${schema} } }`;
  return createInlineContract({
    "spec.yaml": `openapi: ${version}
info: { title: t, version: "1" }
servers: [{ url: "https://a.example" }]
paths: { /a: { post: { operationId: a, requestBody: { ${content} }, responses: { "200": { description: d, ${content} } } } } }
components: { schemas: { Pet: ${pet}, ${more} } }
`,
  });
}

describe.each(CASES)("$title", ({ form, schema, wrap, at, version }) => {
  const contract = createPetContract(version, schema, form);
  const check = (pet: object) => {
    const value = wrap(pet);
    const headers = [["Content-Type", "application/json"]] as const;
    const exchange = { method: "POST", headers, body: JSON.stringify(value), response: value };
    const { verdict, findings } = contract.check(createExchange(exchange));
    return { verdict, found: findings.map(({ code, property }) => `${code} ${property}`) };
  };
  const mismatch = ["request", "response"].map((side) => `${side}.body.discriminator-mismatch ${at}`);

  test("the right tag", () => {
    expect(check({ kind: form.cat, lives: 9 })).toEqual({ verdict: "passed", found: [] });
    expect(check({ kind: form.dog, bark: "x" })).toEqual({ verdict: "passed", found: [] });
  });

  test("the tag of another schema, or of none", () => {
    // The base class does not list the properties of another class.
    const withoutOthers = ({ verdict, found }: ReturnType<typeof check>) => ({
      verdict,
      found: found.filter((it) => it.endsWith("/kind")),
    });
    expect(withoutOthers(check({ kind: form.dog, lives: 9 }))).toEqual({ verdict: "passed", found: mismatch });
    expect(withoutOthers(check({ kind: form.cat, bark: "x" }))).toEqual({ verdict: "passed", found: mismatch });
    expect(withoutOthers(check({ kind: "cow", lives: 9 }))).toEqual({ verdict: "passed", found: mismatch });
  });
});

const one = (pet: string, more = FAMILY): Form => ({ pet, more, cat: "", dog: "" });

test.each<[title: string, version: string, form: Form, pet: object, found: readonly string[]]>([
  [
    "an object that is invalid has only its violation",
    "3.1.0",
    one(tagged("oneOf", "")),
    { kind: "Cat", lives: "many" },
    ["response.body.invalid"],
  ],
  [
    "a derived class in place",
    "3.1.0",
    one(`{ allOf: [{ $ref: '#/components/schemas/Base' }] }`, `Base: ${base("")}`),
    { kind: "Pet" },
    [],
  ],
  ["the base class itself", "3.1.0", one(base(""), DERIVED), { kind: "Pet" }, []],
  [
    "a tag that the branch lists, though no component has its name",
    "3.1.0",
    one(
      tagged("oneOf", ""),
      "Cat: { required: [kind], properties: { kind: { const: feline } } }, Dog: { required: [kind], properties: { kind: { enum: [canine] } } }",
    ),
    { kind: "feline" },
    [],
  ],
  [
    "a mapping that cannot be resolved",
    "3.1.0",
    one(tagged("oneOf", ", mapping: { cat: missing.yaml }")),
    { kind: "cat", lives: 9 },
    [],
  ],
  ["a tag that both schemas accept", "3.1.0", one(tagged("anyOf", "")), { kind: "Dog", bark: "x", lives: 9 }, []],
  ["a default of 3.2", "3.2.0", one(tagged("oneOf", ", defaultMapping: Cat")), { kind: "cow", lives: 9 }, []],
  [
    "another default of 3.2",
    "3.2.0",
    one(tagged("oneOf", ", defaultMapping: Dog")),
    { kind: "cow", lives: 9 },
    ["response.body.discriminator-mismatch"],
  ],
  [
    "a tag that is no text",
    "3.1.0",
    one(`{ oneOf: [{ properties: { kind: { type: integer } } }], discriminator: { propertyName: kind } }`, "Cat: {}"),
    { kind: 5 },
    [],
  ],
])("%s", (_, version, form, pet, found) => {
  const contract = createPetContract(version, "{ $ref: '#/components/schemas/Pet' }", form);
  const { findings } = contract.check(createExchange({ method: "POST", response: pet }));
  expect(findings.map(({ code }) => code)).toEqual(found);
});

test("a discriminator of Swagger 2.0", () => {
  const contract = createInlineContract({
    "spec.yaml": `swagger: "2.0"
info: { title: t, version: "1" }
host: a.example
schemes: [https]
produces: [application/json]
paths: { /a: { get: { operationId: a, responses: { "200": { description: d, schema: { $ref: "#/definitions/Pet" } } } } } }
definitions:
  Pet: { type: object, discriminator: kind, required: [kind], properties: { kind: { type: string } } }
  Cat: { allOf: [{ $ref: "#/definitions/Pet" }, { required: [lives], properties: { lives: { type: integer } } }] }
`,
  });
  const check = (response: object) =>
    contract.check(createExchange({ response })).findings.map(({ code, message }) => `${code} ${message}`);
  expect(check({ kind: "Cat", lives: 9 })).toEqual([]);
  expect(check({ kind: "Cat" })).toEqual([
    'response.body.discriminator-mismatch /kind: "Cat" names Cat, but the object does not match that schema: expected the property "lives", got nothing',
  ]);
  expect(check({ kind: "Cow" })).toEqual([
    'response.body.discriminator-mismatch /kind: "Cow" names no schema for the discriminator: it is no component',
  ]);
});
