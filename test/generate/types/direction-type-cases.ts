/** Types of schemas with properties that one direction excludes. */
import { object, PART, ref, type TypeCase, text } from "./type-case.js";

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

export const DIRECTION_TYPE_CASES: readonly TypeCase[] = [
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
    what: "a required property that another part of allOf makes read-only",
    schemas: {
      X: { allOf: [ref("Base"), object({ id: { enum: ["x"] } })] },
      Base: object({ id: { ...text, readOnly: true } }, "id"),
    },
    read: { accepts: ['{ id: "x" }'], refuses: ["{}", '{ id: "y" }'] },
    written: { accepts: ["{}"], refuses: ['{ id: "y" }'] },
  },
];
