/** Types of schemas with `allOf`, branches and discriminators. */
import { list, number, object, PART, ref, type TypeCase, text } from "./type-case.js";

const BASE = (mapping?: object) => ({
  ...object({ kind: text, id: text }, "kind"),
  discriminator: { propertyName: "kind", ...(mapping === undefined ? {} : { mapping }) },
});
const child = (name: string, property: string) => ({ allOf: [ref(name), object({ [property]: text }, property)] });
/** A page of objects of any kind, and what lists of items with a property `a` have to allow. */
const PAGE = object({ data: list({ type: "object" }), count: number });
const OF_PARTS = object({ data: list(ref("Part")) });
const LIST_USES = ["x.data?.map(({ a, b }) => [a?.length, b?.toFixed()])", "x.data?.[0]?.a?.length"];

export const COMPOSED_TYPE_CASES: readonly TypeCase[] = [
  {
    what: "allOf with a part that only requires",
    schemas: { X: { allOf: [ref("Part"), { required: ["a"] }] }, Part: PART },
    accepts: ['{ a: "1" }', '{ a: "1", b: 1 }'],
    refuses: ["{}", "{ b: 1 }", "{ a: 1 }", "{ a: undefined }"],
  },
  {
    what: "required beside allOf",
    schemas: { X: { required: ["a"], allOf: [ref("Part")] }, Part: PART },
    accepts: ['{ a: "1" }'],
    refuses: ["{}", "{ b: 1 }"],
  },
  {
    what: "a part that requires what another part declares",
    schemas: { X: { allOf: [ref("Part"), ref("Demand")] }, Part: PART, Demand: { type: "object", required: ["a"] } },
    accepts: ['{ a: "1" }'],
    refuses: ["{}", "{ a: 1 }"],
  },
  {
    what: "required in a part, declared beside allOf",
    schemas: { X: { ...PART, allOf: [{ required: ["b"] }] } },
    accepts: ["{ b: 1 }"],
    refuses: ["{}"],
  },
  {
    what: "a reference with siblings",
    schemas: { X: { ...ref("Part"), required: ["c"], properties: { e: number } }, Part: object({ c: text }) },
    accepts: ['{ c: "1" }', '{ c: "1", e: 1 }'],
    refuses: ["{}", '{ c: "1", e: "1" }', "{ c: 1 }"],
  },
  {
    what: "a reference with siblings in OpenAPI 3.0",
    version: "3.0.3",
    schemas: { X: { ...ref("Part"), required: ["c"], properties: { e: number } }, Part: object({ c: text }) },
    accepts: ["{}", '{ c: "1" }'],
    refuses: ['{ c: "1", e: 1 }'],
  },
  {
    what: "a property that is a reference with siblings",
    schemas: { X: object({ p: { ...ref("Part"), required: ["a"] } }), Part: PART },
    accepts: ["{}", '{ p: { a: "1" } }'],
    refuses: ["{ p: {} }"],
  },
  {
    what: "alternatives of required properties",
    schemas: { X: { properties: { a: text, b: number }, anyOf: [{ required: ["a"] }, { required: ["b"] }] } },
    accepts: ['{ a: "1" }', "{ b: 1 }", '{ a: "1", b: 1 }'],
    refuses: ["{}", "42", '"text"', "{ a: 1 }"],
  },
  {
    what: "alternatives of required properties beside a type and allOf",
    schemas: {
      X: { type: "object", allOf: [ref("Part")], oneOf: [{ required: ["a"] }, { required: ["b"] }] },
      Part: PART,
    },
    accepts: ['{ a: "1" }', "{ b: 1 }"],
    refuses: ["{}", "{ a: 1 }"],
  },
  {
    what: "a base schema with a discriminator and a mapping",
    schemas: {
      X: ref("Base"),
      Base: BASE({ c: "#/components/schemas/Cat", d: "Dog" }),
      Cat: child("Base", "meow"),
      Dog: child("Base", "bark"),
    },
    accepts: ['{ kind: "c", meow: "m" }', '{ kind: "d", bark: "b", id: "1" }'],
    refuses: ['{ kind: "c", bark: "b" }', '{ kind: "e", bark: "b" }', '{ kind: "d" }'],
    read: { accepts: ['(null! as X).kind === "c" ? { kind: "c", meow: (null! as X & { kind: "c" }).meow } : null!'] },
  },
  {
    what: "a base schema with a discriminator without a mapping, in an array",
    schemas: {
      X: { type: "array", items: ref("Base") },
      Base: BASE(),
      Cat: child("Base", "meow"),
      Dog: child("Base", "bark"),
    },
    accepts: ['[{ kind: "Cat", meow: "m" }, { kind: "Dog", bark: "b" }]'],
    refuses: ['[{ kind: "Cat", bark: "b" }]', '[{ kind: "cat", meow: "m" }]'],
  },
  {
    what: "a child of a child of a base schema",
    schemas: {
      X: ref("Base"),
      Base: BASE({ c: "Cat", k: "Kitten", b: "Base" }),
      Cat: child("Base", "meow"),
      Kitten: child("Cat", "age"),
    },
    accepts: ['{ kind: "c", meow: "m" }', '{ kind: "k", meow: "m", age: "1" }', '{ kind: "b" }'],
    refuses: ['{ kind: "k", meow: "m" }', '{ kind: "b", meow: "m" }', '{ kind: "c" }'],
  },
  {
    what: "a child of a base schema",
    schemas: {
      X: ref("Cat"),
      Base: BASE({ c: "Cat", d: "Dog" }),
      Cat: child("Base", "meow"),
      Dog: child("Base", "bark"),
    },
    accepts: ['{ kind: "c", meow: "m" }'],
    refuses: ['{ kind: "d", meow: "m" }', '{ kind: "c", bark: "m" }'],
  },
  {
    what: "a base schema without children",
    schemas: { X: ref("Base"), Base: BASE() },
    accepts: ['{ kind: "any" }'],
    refuses: ["{}"],
  },
  {
    what: "a discriminator of branches",
    schemas: {
      X: { oneOf: [ref("A"), ref("B")], discriminator: { propertyName: "kind", mapping: { b1: "B", b2: "B" } } },
      A: object({ kind: text, a: text }, "kind"),
      B: object({ kind: text, b: text }, "kind"),
    },
    accepts: ['{ kind: "A", a: "1" }', '{ kind: "b1", b: "1" }', '{ kind: "b2" }'],
    refuses: ['{ kind: "B" }', '{ kind: "A", b: "1" }', "{}"],
  },
  {
    what: "a discriminator of branches that list their own values",
    schemas: {
      X: { oneOf: [ref("A"), ref("B")], discriminator: { propertyName: "kind" } },
      A: object({ kind: { const: "a" } }, "kind"),
      B: object({ kind: { enum: ["b", "c"] } }, "kind"),
    },
    accepts: ['{ kind: "a" }', '{ kind: "c" }'],
    refuses: ['{ kind: "A" }', '{ kind: "d" }'],
  },
  {
    what: "a discriminator that narrows the values of a branch",
    schemas: {
      X: { oneOf: [ref("A"), ref("B")], discriminator: { propertyName: "kind", mapping: { a: "A", b: "B" } } },
      A: object({ kind: ref("Kind"), a: text }, "kind"),
      B: object({ kind: ref("Kind"), b: text }, "kind"),
      Kind: { enum: ["a", "b"] },
    },
    accepts: ['{ kind: "a", a: "1" }', '{ kind: "b", b: "1" }'],
    refuses: ['{ kind: "a", b: "1" }'],
  },
  {
    what: "prefixItems",
    schemas: { X: { type: "array", prefixItems: [text, number] } },
    accepts: ["[]", '["1"]', '["1", 1, true]'],
    refuses: ["[1]", '["1", "2"]'],
  },
  {
    what: "prefixItems with items and minItems",
    schemas: { X: { type: "array", prefixItems: [text, number], items: { type: "boolean" }, minItems: 1 } },
    accepts: ['["1"]', '["1", 1, true, false]'],
    refuses: ["[]", '["1", 1, "2"]'],
  },
  {
    what: "a closed tuple",
    schemas: { X: { prefixItems: [text, { type: ["number", "null"] }], items: false, minItems: 2 } },
    accepts: ['["1", 1]', '["1", null]'],
    refuses: ['["1"]', '["1", 1, 2]', "{}"],
  },
  {
    what: "a tuple of an earlier draft, closed by maxItems",
    schemas: { X: { type: "array", items: [text], additionalItems: number, maxItems: 1 } },
    accepts: ["[]", '["1"]'],
    refuses: ['["1", 1]'],
  },
  {
    what: "items in several parts",
    schemas: {
      X: { allOf: [ref("List"), { items: { required: ["a"] } }] },
      List: { type: "array", items: object({ a: text, b: number }) },
    },
    accepts: ["[]", '[{ a: "1", b: 1 }]'],
    refuses: ["[1]", "{}"],
  },
  {
    what: "a schema that is a part of itself",
    schemas: { X: { anyOf: [ref("X"), text] } },
    accepts: ['"1"', "{}"],
  },
  {
    what: "a branch of another type than the schema around it",
    schemas: { X: { ...PART, anyOf: [number, PART] } },
    accepts: ["{}", '{ a: "1" }'],
    refuses: ["1"],
  },
  {
    what: "an enumeration beside another type",
    schemas: { X: { ...PART, anyOf: [{ enum: [true] }, PART] } },
    accepts: ["{}"],
    refuses: ["true"],
  },
  {
    what: "a type beside branches that can be null",
    version: "3.0.3",
    schemas: {
      X: { type: "object", oneOf: [ref("Part"), ref("Other")] },
      Part: { ...PART, nullable: true },
      Other: PART,
    },
    accepts: ['{ a: "1" }'],
    refuses: ["null", "{ a: 1 }", '{ a: "1", c: 1 }'],
  },
  {
    what: "a type beside a reference to scalars",
    schemas: { X: { ...ref("Scalars"), type: "object" }, Scalars: { enum: ["y", { a: "x" }] } },
    accepts: ['{ a: "x" }'],
    refuses: ['"y"', "{}"],
  },
  {
    what: "a page of any items, and what its items are",
    schemas: { X: { allOf: [ref("Page"), OF_PARTS] }, Page: PAGE, Part: PART },
    accepts: ["{}", '{ data: [{ a: "1" }], count: 1 }'],
    refuses: ["{ data: [{ a: 1 }] }"],
    uses: LIST_USES,
  },
  {
    what: "a page of any items beside what its items are",
    schemas: { X: { ...OF_PARTS, allOf: [PAGE] }, Part: PART },
    accepts: ['{ data: [{ a: "1" }] }'],
    refuses: ["{ data: [{ a: 1 }] }"],
    uses: LIST_USES,
  },
  {
    what: "two named pages, of which the second one has the items",
    schemas: { X: { allOf: [ref("Page"), ref("Parts")] }, Page: PAGE, Parts: OF_PARTS, Part: PART },
    refuses: ["{ data: [{ a: 1 }] }"],
    uses: LIST_USES,
  },
  {
    what: "a page in a page of any items",
    schemas: {
      X: { allOf: [ref("Outer"), object({ page: OF_PARTS })] },
      Outer: object({ page: ref("Page") }),
      Page: PAGE,
      Part: PART,
    },
    uses: LIST_USES.map((it) => it.replaceAll("x.data", "x.page?.data")),
  },
];
