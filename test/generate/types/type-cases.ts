/**
 * Schemas with the TypeScript values that their types accept and refuse. `X` is the schema of a request and a response; the
 * others are components beside it. A value without a direction is for both.
 */
export type TypeCase = {
  readonly what: string;
  /** The version of OpenAPI, 3.1.0 by default. */
  readonly version?: string;
  /** The media type of the request, JSON by default. */
  readonly media?: string;
  readonly schemas: Readonly<Record<string, unknown>> & { readonly X: unknown };
  readonly accepts?: readonly string[];
  readonly refuses?: readonly string[];
  readonly read?: Values;
  readonly written?: Values;
};

type Values = { readonly accepts?: readonly string[]; readonly refuses?: readonly string[] };

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const number = { type: "number" };
const object = (properties: object, ...required: readonly string[]) => ({
  type: "object",
  properties,
  ...(required.length === 0 ? {} : { required }),
});

const PART = object({ a: text, b: number });
const BASE = (mapping?: object) => ({
  ...object({ kind: text, id: text }, "kind"),
  discriminator: { propertyName: "kind", ...(mapping === undefined ? {} : { mapping }) },
});
const child = (name: string, property: string) => ({ allOf: [ref(name), object({ [property]: text }, property)] });
const SIDES = object(
  { id: { ...text, readOnly: true }, secret: { ...text, writeOnly: true }, name: text },
  "id",
  "secret",
  "name",
);
const READ = '{ id: "1", name: "n" }';
const WRITTEN = '{ secret: "s", name: "n" }';

/** A value that holds sided values, by the schema around them. */
const sided = (what: string, X: object, around: (value: string) => string): TypeCase => ({
  what: `read-only and write-only properties in ${what}`,
  schemas: { X, Sides: SIDES },
  read: { accepts: [around(READ)], refuses: [around(WRITTEN), around('{ id: "1", name: "n", secret: "s" }')] },
  written: { accepts: [around(WRITTEN)], refuses: [around(READ), around('{ id: "1", name: "n", secret: "s" }')] },
});

export const TYPE_CASES: readonly TypeCase[] = [
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
  sided("objects", ref("Sides"), (it) => it),
  sided("arrays", { type: "array", items: ref("Sides") }, (it) => `[${it}]`),
  sided("maps", { type: "object", additionalProperties: ref("Sides") }, (it) => `{ k: ${it} }`),
  sided("unions", { oneOf: [ref("Sides"), text] }, (it) => it),
  sided("properties", object({ p: ref("Sides") }, "p"), (it) => `{ p: ${it} }`),
  sided("tuples", { type: "array", prefixItems: [ref("Sides")], minItems: 1 }, (it) => `[${it}]`),
  sided("nullable references", { anyOf: [ref("Sides"), { type: "null" }] }, (it) => it),
  {
    what: "a read-only property in a part of allOf",
    schemas: {
      X: { allOf: [ref("Part"), { required: ["id"], properties: { id: { ...text, readOnly: true } } }] },
      Part: PART,
    },
    read: { accepts: ['{ id: "1", a: "1" }'], refuses: ["{}"] },
    written: { accepts: ["{}", '{ a: "1" }'], refuses: ['{ id: "1" }'] },
  },
  {
    what: "a read-only schema that a property refers to",
    schemas: { X: object({ id: ref("Id"), a: text }, "id"), Id: { ...text, readOnly: true } },
    read: { accepts: ['{ id: "1" }'], refuses: ["{}"] },
    written: { accepts: ["{}"], refuses: ['{ id: "1" }'] },
  },
  {
    what: "a recursive schema with a read-only property",
    schemas: { X: object({ id: { ...text, readOnly: true }, inner: ref("X") }, "id") },
    read: { accepts: ['{ id: "1", inner: { id: "2" } }'], refuses: ['{ id: "1", inner: {} }'] },
    written: { accepts: ["{ inner: {} }"], refuses: ['{ inner: { id: "2" } }'] },
  },
  {
    what: "properties beside typed additionalProperties",
    schemas: { X: { ...object({ a: number, c: { type: "boolean" } }, "c"), additionalProperties: text } },
    accepts: ['{ c: true, other: "1" }', '{ a: 1, c: true, other: "1" }'],
    refuses: ['{ a: "1", c: true }', '{ other: "1" }', "{ c: true, other: {} }"],
  },
  {
    what: "additionalProperties in another part of allOf",
    schemas: { X: { allOf: [ref("Part"), { type: "object", additionalProperties: true }] }, Part: PART },
    accepts: ['{ a: "1", other: 1 }'],
    refuses: ["{ a: 1 }"],
  },
  {
    what: "unevaluatedProperties beside a reference",
    schemas: { X: { ...ref("Part"), unevaluatedProperties: { type: "boolean" } }, Part: PART },
    accepts: ['{ a: "1", b: 1, other: true }'],
    refuses: ["{ a: 1 }", "{ other: {} }"],
  },
  {
    what: "patternProperties beside closed properties",
    schemas: { X: { ...object({ a: number }), patternProperties: { "^x-": text }, additionalProperties: false } },
    accepts: ['{ a: 1, "x-b": "1" }', "{}"],
    refuses: ['{ "x-b": {} }', '{ a: "1" }'],
  },
  {
    what: "an object without properties",
    schemas: { X: object({ open: { type: "object" }, closed: { type: "object", additionalProperties: false } }) },
    accepts: ["{ open: { any: 1 }, closed: {} }"],
    refuses: ["{ closed: { any: 1 } }", "{ open: 1 }"],
  },
  {
    what: "definitions",
    schemas: { X: { ...object({ a: { $ref: "#/components/schemas/X/$defs/A" } }, "a"), $defs: { A: number } } },
    accepts: ["{ a: 1 }"],
    refuses: ["{ a: 1, $defs: {} }", '{ a: "1" }'],
  },
  {
    what: "a nullable part of allOf in OpenAPI 3.0",
    version: "3.0.3",
    schemas: {
      X: { required: ["s"], allOf: [ref("Base")] },
      Base: { type: "object", nullable: true, properties: { s: text } },
    },
    accepts: ['{ s: "1" }', "null"],
    refuses: ["{}", "1"],
  },
  {
    what: "a nullable part without properties in OpenAPI 3.0",
    version: "3.0.3",
    schemas: { X: { required: ["s"], allOf: [ref("Base")] }, Base: { type: "object", nullable: true } },
    accepts: ["{ s: 1 }", "null"],
    refuses: ["{}"],
  },
  {
    what: "a nullable schema around allOf in OpenAPI 3.0",
    version: "3.0.3",
    schemas: { X: object({ p: { nullable: true, allOf: [ref("Part")] } }, "p"), Part: PART },
    accepts: ["{ p: null }", "{ p: {} }"],
    refuses: ["{}", "{ p: 1 }"],
  },
  {
    what: "names of TypeScript's library",
    schemas: {
      X: { oneOf: [ref("Omit"), ref("Record")], discriminator: { propertyName: "kind" } },
      Omit: object({ kind: text, a: ref("Exclude") }, "kind"),
      Record: object({ kind: text, b: ref("Blob") }, "kind"),
      Exclude: { type: "string", "x-extensible-enum": ["A"] },
      Blob: object({ file: { type: "string", format: "binary" }, empty: { type: "object" } }),
      Pick: PART,
      Partial: PART,
      Promise: PART,
      Array: PART,
    },
    accepts: ['{ kind: "Omit", a: "A" }', '{ kind: "Record", b: { file: new Blob(["a"]), empty: { a: 1 } } }'],
    refuses: ['{ kind: "Record", a: "A" }', '{ kind: "Record", b: { file: {} } }'],
  },
  {
    what: "files in a multipart request",
    media: "multipart/form-data",
    schemas: {
      X: ref("Form"),
      Form: {
        allOf: [ref("Files")],
        ...object({ file: ref("File"), text, note: { ...text, contentMediaType: "application/json" } }, "file"),
      },
      Files: object({ files: { type: "array", items: { type: "string", format: "binary" } }, coded: ref("Coded") }),
      File: { type: "string", contentMediaType: "application/octet-stream" },
      Coded: { type: ["string", "null"], contentEncoding: "base64" },
    },
    written: {
      accepts: [
        '{ file: new Blob(["a"]), text: "a", note: "a" }',
        '{ file: new File(["a"], "b"), files: [new Blob(["a"]), new Uint8Array(1)] }',
        '{ file: new ArrayBuffer(1), coded: "YQ==" }',
        '{ file: new Uint8Array(1), coded: new Blob(["a"]) }',
        "{ file: new Uint8Array(1), coded: null }",
      ],
      refuses: ["{}", '{ file: "a" }', "{ file: 1 }", '{ file: new Blob(["a"]), text: new Blob(["a"]) }'],
    },
  },
  {
    what: "a multipart request without files",
    media: "multipart/form-data",
    schemas: { X: ref("Part"), Part: PART },
    written: { accepts: ['{ a: "1", b: 1 }'], refuses: ["{ a: 1 }", '{ a: new Blob(["a"]) }'] },
  },
  {
    what: "required properties that no schema declares",
    schemas: { X: { ...object({ a: text }), allOf: [object({ c: text })], required: ["b", "c", 5] } },
    accepts: ['{ b: 1, c: "1" }'],
    refuses: ['{ a: "1", b: 1 }', '{ c: "1" }'],
  },
  {
    what: "properties with the names of keywords",
    schemas: {
      X: {
        properties: {
          discriminator: { mapping: { a: "C" }, type: "string" },
          properties: { properties: { a: text }, required: ["b"] },
          required: { enum: ["c"] },
        },
      },
    },
    accepts: ['{ discriminator: "a", properties: { a: "1", b: 1 }, required: "c" }', "{}"],
    refuses: ["{ discriminator: 1 }", "{ properties: {} }", '{ required: "d" }'],
  },
  {
    what: "a discriminator without a name, and one without branches",
    schemas: {
      X: object({
        a: { oneOf: [ref("A"), ref("B")], discriminator: {} },
        b: { oneOf: [], discriminator: { propertyName: "b" } },
      }),
      A: object({ a: text }, "a"),
      B: object({ b: text }, "b"),
    },
    accepts: ['{ a: { a: "1" }, b: 1 }', '{ a: { b: "1" } }'],
    refuses: ["{ a: {} }"],
  },
  {
    what: "values of an enumeration and a type",
    schemas: { X: { type: ["string", "null"], enum: ["a", null, 1] } },
    accepts: ['"a"', "null"],
    refuses: ["1", '"b"'],
  },
  {
    what: "values that several parts allow",
    schemas: { X: { allOf: [ref("Kind"), { enum: ["b", "c"] }] }, Kind: { enum: ["a", "b"] } },
    accepts: ['"b"'],
    refuses: ['"a"', '"c"'],
  },
  {
    what: "constants of any type",
    schemas: { X: { enum: [true, 1.5, { a: [1, "b"] }] } },
    accepts: ["true", "1.5", '{ a: [1, "b"] }'],
    refuses: ["false", "{ a: [1] }", "{}"],
  },
  {
    what: "several types with keywords of each",
    schemas: { X: { type: ["object", "array", "integer"], properties: { a: text }, items: number } },
    accepts: ['{ a: "1" }', "[1]", "1"],
    refuses: ['"1"', "{ a: 1 }", '["1"]', "true"],
  },
  {
    what: "anyOf beside properties",
    schemas: { X: { ...object({ a: text }, "a"), anyOf: [object({ b: number }, "b"), object({ c: text }, "c")] } },
    accepts: ['{ a: "1", b: 1 }', '{ a: "1", c: "1" }', '{ a: "1", b: 1, c: "1" }'],
    refuses: ['{ a: "1" }', "{ b: 1 }"],
  },
  {
    what: "oneOf and anyOf",
    schemas: {
      X: {
        oneOf: [object({ a: text }, "a"), object({ b: text }, "b")],
        anyOf: [object({ c: text }, "c"), object({ d: text }, "d")],
      },
    },
    accepts: ['{ a: "1", c: "1" }', '{ b: "1", d: "1" }'],
    refuses: ['{ a: "1", b: "1" }', '{ c: "1" }'],
  },
  {
    what: "not, if and conditions",
    schemas: {
      X: {
        ...object({ a: text }, "a"),
        not: { required: ["b"] },
        if: { properties: { a: { const: "1" } } },
        then: { required: ["c"] },
      },
    },
    accepts: ['{ a: "1" }'],
    refuses: ["{}", "{ a: 1 }"],
  },
  {
    what: "boolean schemas",
    schemas: { X: object({ any: true, none: false }, "any") },
    accepts: ["{ any: 1 }", "{ any: null }"],
    refuses: ["{ any: 1, none: 1 }", "{}"],
  },
  {
    what: "a map of maps with null",
    schemas: {
      X: { type: "object", additionalProperties: { type: ["object", "null"], additionalProperties: number } },
    },
    accepts: ["{ a: { b: 1 }, c: null }"],
    refuses: ['{ a: { b: "1" } }'],
  },
  {
    what: "a recursive list",
    schemas: { X: { type: "array", items: { anyOf: [ref("X"), number] } } },
    accepts: ["[1, [2, [3]]]"],
    refuses: ['[1, ["2"]]'],
  },
];
