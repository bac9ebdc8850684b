/** Samples of schemas with a discriminator: its value names the branch or the derived schema that the sample has. */
import { expect, test } from "vitest";
import { asObject, type Json, loadDocument } from "../../src/document/index.js";
import { makeSampleValues, makeValue } from "../../src/samples/make-value.js";
import { replacePlaceholders } from "../../src/samples/realistic-values.js";
import { createSchemas } from "../../src/schema/index.js";
import { resolveDiscriminator } from "../../src/schema/registry/discriminator.js";

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const ref = (name: string) => to(name).$ref;
const text = { type: "string" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const choose = (names: readonly string[], mapping?: object, keyword = "oneOf") => ({
  [keyword]: names.map(to),
  discriminator: { propertyName: "kind", ...(mapping === undefined ? {} : { mapping }) },
});

const Cat = object({ kind: text, lives: { type: "integer" } }, { required: ["kind", "lives"] });
const Dog = object({ kind: text, toy: text }, { required: ["kind", "toy"] });
const base = (mapping?: object) =>
  object(
    { kind: text, name: text },
    { required: ["kind"], discriminator: { propertyName: "kind", ...(mapping === undefined ? {} : { mapping }) } },
  );
const Extending = { allOf: [to("Pet"), object({ toy: text }, { required: ["toy"] })] };
const listed = (...values: readonly string[]) =>
  object({ kind: { ...text, enum: values }, [`of-${values[0]}`]: text }, { required: ["kind", `of-${values[0]}`] });

type Case = { readonly schemas: object; readonly values: readonly (string | undefined)[] };

/** The components, and the value of `kind` in the first three samples of `Pet`. */
const CASES: Readonly<Record<string, Case>> = {
  "no mapping": { schemas: { Pet: choose(["Cat", "Dog"]), Cat, Dog }, values: ["Cat", "Dog"] },
  "a mapping by reference": {
    schemas: { Pet: choose(["Cat", "Dog"], { dog: ref("Dog"), cat: ref("Cat") }), Cat, Dog },
    values: ["cat", "dog"],
  },
  "a mapping by name": {
    schemas: { Pet: choose(["Cat", "Dog"], { dog: "Dog", cat: "Cat" }), Cat, Dog },
    values: ["cat", "dog"],
  },
  "a mapping of some branches": {
    schemas: { Pet: choose(["Dog", "Cat"], { cat: ref("Cat") }), Cat, Dog },
    values: ["Dog", "cat"],
  },
  "several values of a branch": {
    schemas: { Pet: choose(["Cat", "Dog"], { tom: ref("Cat"), cat: ref("Cat"), dog: ref("Dog") }), Cat, Dog },
    values: ["tom", "dog"],
  },
  "anyOf, whose branches overlap": {
    schemas: { Pet: choose(["Cat", "Dog"], undefined, "anyOf"), Cat, Dog },
    values: ["Cat", "Dog"],
  },
  "a property that no branch declares": {
    schemas: {
      Pet: choose(["A", "B"]),
      A: object({ a: text }, { required: ["a"] }),
      B: object({ b: text }, { required: ["b"] }),
    },
    values: ["A", "B"],
  },
  "an optional property": {
    schemas: {
      Pet: choose(["A", "B"], { first: "A", second: "B" }),
      A: object({ kind: text, a: text }, { required: ["a"] }),
      B: object({ kind: text, b: text }, { required: ["b"] }),
    },
    values: ["first", "second"],
  },
  "closed branches without the property": {
    schemas: { Pet: choose(["A"]), A: object({ a: text }, { required: ["a"], additionalProperties: false }) },
    values: [undefined],
  },
  "an enum that lists the values of the branch": {
    schemas: { Pet: choose(["A", "B"], { a: "A", a2: "A", b: "B" }), A: listed("a", "a2"), B: listed("b") },
    values: ["a", "b"],
  },
  "an enum with values of other branches": {
    schemas: { Pet: choose(["A", "B"], { y: "A", x: "B" }), A: listed("x", "y"), B: listed("y", "x") },
    values: ["y", "x"],
  },
  "an example with a value of another branch": {
    schemas: {
      Pet: choose(["Cat", "Dog"], { cat: "Cat", dog: "Dog" }),
      Cat: { ...Cat, example: { kind: "dog", lives: 9 } },
      Dog: { ...Dog, example: { kind: "dog", toy: "ball" } },
    },
    values: ["cat", "dog"],
  },
  "a branch with branches": {
    schemas: {
      Pet: choose(["Feline", "Dog"], { lion: "Feline", cat: "Feline", dog: "Dog" }),
      Feline: choose(["Cat", "Lion"], { lion: "Lion", cat: "Cat" }),
      Lion: object({ kind: text, mane: text }, { required: ["kind", "mane"] }),
      ...{ Cat, Dog },
    },
    values: ["cat", "lion", "dog"],
  },
  "a branch with branches, of which the first is excluded": {
    schemas: {
      Pet: choose(["Feline"], { lion: "Feline" }),
      Feline: choose(["Cat", "Lion"], { lion: "Lion", cat: "Cat" }),
      Lion: object({ kind: text, mane: text }, { required: ["kind", "mane"] }),
      ...{ Cat },
    },
    values: ["lion"],
  },
  "a base that others extend": { schemas: { Pet: base(), Dog: Extending }, values: ["Dog"] },
  "a base with a mapping": {
    schemas: { Pet: base({ woof: ref("Dog") }), Dog: Extending },
    values: ["woof"],
  },
  "a base with itself in the mapping": {
    schemas: { Pet: base({ any: ref("Pet"), woof: ref("Dog") }), Dog: Extending },
    values: ["any"],
  },
  "a branch that extends a base": {
    schemas: {
      Pet: { oneOf: [to("Dog")] },
      Dog: { allOf: [to("Animal"), object({ toy: text }, { required: ["toy"] })] },
      Animal: base({ woof: ref("Dog") }),
    },
    values: ["woof"],
  },
  "a schema that others extend again": {
    schemas: {
      Pet: { allOf: [to("Dog"), object({ tricks: text })] },
      Dog: { allOf: [to("Animal"), object({ toy: text }, { required: ["toy"] })] },
      Animal: base(),
    },
    values: ["Pet"],
  },
  "a base whose example lacks the value": {
    schemas: { Pet: { ...base(), example: { kind: "pet" } }, Dog: Extending },
    values: ["Dog"],
  },
};

const load = (openapi: string, schemas: object) => {
  const spec = { openapi, info: { title: "T", version: "1" }, paths: {}, components: { schemas } };
  return createSchemas(loadDocument("spec.json", () => JSON.stringify(spec)));
};

test.each(
  Object.entries(CASES).flatMap(([name, own]) =>
    ["3.0.3", "3.1.0"].flatMap((version) =>
      [true, false].map((isComplete) => [name, version, isComplete, own] as const),
    ),
  ),
)("%s, in OpenAPI %s, complete: %s", (_name, version, isComplete, { schemas: components, values }) => {
  const schemas = load(version, components);
  const pointer = "/components/schemas/Pet";
  const node = schemas.model.at([pointer]);
  const context = { schemas, isComplete };
  const samples = makeSampleValues({ context, stack: [], budget: { left: 1000 } }, node, 3).map(({ value }) => value);
  const kinds = samples.map((it) => asObject(it as Json)?.kind);
  expect([...new Set(kinds)]).toEqual(values.slice(0, new Set(kinds).size));
  expect(makeValue(context, node)?.value).toEqual(samples[0]);
  for (const sample of samples) {
    const replaced = replacePlaceholders(context, node, sample, { name: "", owner: "" }) as Json;
    for (const it of [sample as Json, replaced]) {
      expect(schemas.validate(pointer, "request", it)).toEqual([]);
      expect(asObject(it)?.kind).toBe(asObject(sample as Json)?.kind);
      const targets = node.discriminators.flatMap(({ value }) => resolveDiscriminator(schemas.root, value, it) ?? []);
      for (const target of targets) expect(schemas.validate(target, "request", it)).toEqual([]);
      if (asObject(it)?.kind !== undefined) expect(targets).toHaveLength(node.discriminators.length);
    }
  }
});
