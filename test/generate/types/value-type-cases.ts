/** Types of objects, arrays, values and files. */
import { number, object, PART, ref, type TypeCase, text } from "./type-case.js";

const LISTED = [{ a: "1", b: 2 }, { a: "1" }, { a: "1", b: 2, c: 3 }, { a: "1", b: "2" }];

export const VALUE_TYPE_CASES: readonly TypeCase[] = [
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
    what: "nullable branches beside an object in OpenAPI 3.0",
    version: "3.0.3",
    schemas: {
      X: { allOf: [{ type: "object" }, { nullable: true, anyOf: [ref("Part"), { type: "integer" }] }] },
      Part: PART,
    },
    accepts: ["{}"],
    refuses: ["null", "1"],
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
    accepts: ['{ kind: "Omit", a: "A" }', '{ kind: "Record", b: { file: "a", empty: { a: 1 } } }'],
    refuses: ['{ kind: "Record", a: "A" }', '{ kind: "Record", b: { file: new Blob(["a"]) } }'],
  },
  {
    what: "a map with listed names",
    schemas: {
      X: object(
        {
          listed: { type: "object", propertyNames: { enum: ["a", "b-c"] }, additionalProperties: number },
          referred: { type: "object", propertyNames: ref("Names"), additionalProperties: number, required: ["b"] },
          one: { type: "object", propertyNames: { const: "a" } },
          both: { allOf: [{ type: "object", propertyNames: ref("Names") }], propertyNames: { enum: ["b", "d"] } },
          none: { type: "object", propertyNames: { enum: [] }, additionalProperties: number },
          open: { type: "object", propertyNames: { pattern: "^a" }, additionalProperties: number },
        },
        "listed",
      ),
      Names: { type: "string", enum: ["a", "b"] },
    },
    accepts: [
      '{ listed: {}, referred: { b: 1 }, one: { a: "x" }, both: { b: 1 }, none: {}, open: { any: 1 } }',
      '{ listed: { a: 1, "b-c": 2 }, referred: { a: 1, b: 2 } }',
    ],
    refuses: [
      "{ listed: { a: 1, d: 2 } }",
      '{ listed: { a: "1" } }',
      "{ listed: {}, referred: { a: 1 } }",
      "{ listed: {}, referred: { b: 1, c: 1 } }",
      "{ listed: {}, one: { b: 1 } }",
      "{ listed: {}, both: { a: 1 } }",
      "{ listed: {}, none: { a: 1 } }",
      '{ listed: {}, open: { any: "1" } }',
    ],
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
    what: "a component of a multipart request and a JSON response, whose files are text in JSON",
    media: "multipart/form-data",
    schemas: {
      X: { anyOf: [ref("Letter"), ref("Parcel")] },
      Letter: object({ to: text, scan: ref("File"), meta: ref("Meta") }, "to", "scan"),
      Parcel: { oneOf: [object({ label: ref("File") }, "label"), ref("Meta")] },
      Meta: object({ thumb: ref("File") }, "thumb"),
      File: { type: "string", format: "binary" },
    },
    read: {
      accepts: ['{ to: "a", scan: "b", meta: { thumb: "c" } }', '{ label: "b" }'],
      refuses: ['{ to: "a", scan: new Blob(["b"]) }', '{ label: new Blob(["b"]) }'],
    },
    written: {
      accepts: ['{ to: "a", scan: new Blob(["b"]), meta: { thumb: "c" } }', '{ label: new Blob(["b"]) }'],
      refuses: [
        '{ to: "a", scan: "b" }',
        '{ label: "b" }',
        '{ to: "a", scan: new Blob(["b"]), meta: { thumb: new Blob(["c"]) } }',
      ],
    },
  },
  {
    what: "a multipart request with a component that is a branch of itself",
    media: "multipart/form-data",
    schemas: { X: { oneOf: [object({ file: { type: "string", format: "binary" } }, "file"), ref("X")] } },
    written: { accepts: ['{ file: new Blob(["a"]) }'] },
  },
  {
    what: "a discriminated component of a multipart request",
    media: "multipart/form-data",
    schemas: {
      X: { oneOf: [ref("Letter"), ref("Parcel")], discriminator: { propertyName: "kind" } },
      Letter: object({ kind: text, scan: ref("File") }, "kind", "scan"),
      Parcel: { allOf: [object({ kind: text, label: ref("File") }, "kind", "label")] },
      File: { type: "string", format: "binary" },
    },
    read: { accepts: ['{ kind: "Letter", scan: "b" }'], refuses: ['{ kind: "Parcel", label: new Blob(["b"]) }'] },
    written: {
      accepts: ['{ kind: "Letter", scan: new Blob(["b"]) }', '{ kind: "Parcel", label: new Blob(["b"]) }'],
      refuses: ['{ kind: "Letter", scan: "b" }', '{ kind: "Letter", label: new Blob(["b"]) }'],
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
  {
    what: "an enumeration of the empty object",
    schemas: { X: { type: "object", enum: [{}] } },
    accepts: ["{}"],
    refuses: ["{ a: 1 }", "1"],
  },
  {
    what: "listed objects beside properties and required",
    schemas: { X: { ...object({ a: number }, "a"), enum: [{ a: 1, b: 2 }, { a: "1" }, { b: 3 }, [1], 1] } },
    accepts: ["{ a: 1, b: 2 }"],
    refuses: ['{ a: "1" }', "{ b: 3 }", "{ a: 1 }", "[1]", "1"],
  },
  {
    what: "listed arrays beside items and minItems",
    schemas: { X: { type: "array", items: number, minItems: 2, enum: [[1], [1, 2], ["1", "2"], { a: 1 }] } },
    accepts: ["[1, 2]"],
    refuses: ["[1]", '["1", "2"]', "{ a: 1 }"],
  },
  {
    what: "listed objects beside a reference, allOf and not",
    schemas: {
      X: { ...ref("Part"), allOf: [{ required: ["b"] }], not: { required: ["c"] }, enum: LISTED },
      Part: PART,
    },
    accepts: ['{ a: "1", b: 2 }'],
    refuses: ['{ a: "1" }', '{ a: "1", b: 2, c: 3 }', '{ a: "1", b: "2" }'],
  },
  {
    what: "listed objects beside additionalProperties",
    schemas: { X: { ...object({ a: text }), additionalProperties: false, enum: LISTED } },
    accepts: ['{ a: "1" }'],
    refuses: ['{ a: "1", b: 2 }', "{}"],
  },
  {
    what: "a listed object in a branch, beside the keywords around it",
    schemas: { X: { ...object({ kind: text }, "kind"), anyOf: [{ enum: [{ kind: "a" }, { kind: 1 }, {}] }] } },
    accepts: ['{ kind: "a" }'],
    refuses: ["{ kind: 1 }", "{}", '{ kind: "b" }'],
  },
  {
    what: "listed objects with a property of one direction",
    schemas: { X: { ...object({ id: { ...text, readOnly: true } }, "id"), enum: [{ id: "1" }, { a: 1 }] } },
    read: { accepts: ['{ id: "1" }'], refuses: ["{ a: 1 }"] },
    written: { accepts: ["{ a: 1 }"] },
  },
];
