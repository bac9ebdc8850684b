const OBJECT = { $ref: "#/components/schemas/Object" };
const NULLABLE = { $ref: "#/components/schemas/Nullable" };
const text = { type: "string" };
const ENUM_EDIT = 'write type: [string, "null"] instead and add null to "enum"';

/**
 * `documented`: the spec allows null. `ignored`: it does not, but null is accepted, as drift. `free`: `nullable` has no effect,
 * because the other keywords allow null anyway. `rejected`: null is invalid.
 */
export type NullMeaning = "documented" | "ignored" | "free" | "rejected";

/** `edit`: what lint and check advise, where that depends on the form. */
export type NullableForm = readonly [name: string, schema: object, meaning: NullMeaning, edit?: string];

export const NULLABLE_FORMS: Readonly<Record<"3.0.3" | "3.1.0", readonly NullableForm[]>> = {
  "3.0.3": [
    ["type", { ...text, nullable: true }, "documented"],
    ["typeFalse", { ...text, nullable: false }, "rejected"],
    ["typeOnly", text, "rejected"],
    ["enumNull", { ...text, nullable: true, enum: ["a", null] }, "documented"],
    ["enumWithout", { ...text, nullable: true, enum: ["a"] }, "ignored"],
    ["enumUntyped", { nullable: true, enum: ["a"] }, "ignored"],
    ["any", { nullable: true }, "free"],
    ["propertiesUntyped", { nullable: true, properties: { a: text } }, "free"],
    ["properties", { type: "object", nullable: true, properties: { a: text } }, "documented"],
    ["ref", { nullable: true, ...OBJECT }, "ignored"],
    ["refNullable", { nullable: true, ...NULLABLE }, "documented"],
    ["refOnly", OBJECT, "rejected"],
    ["allOf", { nullable: true, allOf: [OBJECT] }, "ignored"],
    ["allOfTyped", { type: "object", nullable: true, allOf: [OBJECT] }, "ignored"],
    ["allOfNullable", { type: "object", nullable: true, allOf: [NULLABLE] }, "documented"],
    ["allOfMixed", { type: "object", nullable: true, allOf: [NULLABLE, OBJECT] }, "ignored"],
    ["allOfOnly", { allOf: [OBJECT] }, "rejected"],
    ["oneOf", { nullable: true, oneOf: [OBJECT, text] }, "ignored"],
    ["oneOfNullable", { oneOf: [NULLABLE, text] }, "documented"],
    ["anyOf", { nullable: true, anyOf: [OBJECT, text] }, "ignored"],
    ["anyOfNullable", { nullable: true, anyOf: [NULLABLE, text] }, "free"],
    ["notText", { type: "object", nullable: true, not: { type: "string" } }, "documented"],
    ["notNull", { ...text, nullable: true, not: { ...text, nullable: true, enum: [null] } }, "ignored"],
  ],
  "3.1.0": [
    ["typeList", { type: ["string", "null"] }, "documented"],
    ["typeListNullable", { type: ["string", "null"], nullable: true }, "free", "remove it"],
    ["type", { ...text, nullable: true }, "ignored", 'write type: [string, "null"] instead'],
    [
      "types",
      { type: ["string", "integer"], nullable: true },
      "ignored",
      'write type: [string, integer, "null"] instead',
    ],
    ["typeFalse", { ...text, nullable: false }, "rejected", "remove it"],
    ["enumNull", { ...text, nullable: true, enum: ["a", null] }, "ignored", 'write type: [string, "null"] instead'],
    ["enumWithout", { ...text, nullable: true, enum: ["a"] }, "ignored", ENUM_EDIT],
    ["enumUntyped", { nullable: true, enum: ["a"] }, "ignored", 'add null to "enum"'],
    ["const", { nullable: true, const: "a" }, "ignored", 'write anyOf: [{ const }, { type: "null" }] instead'],
    ["ref", { nullable: true, ...OBJECT }, "ignored", 'write anyOf: [{ $ref }, { type: "null" }] instead'],
    ["refAnyOf", { anyOf: [OBJECT, { type: "null" }] }, "documented"],
    ["refNullable", { nullable: true, ...NULLABLE }, "free", "remove it"],
    ["allOf", { nullable: true, allOf: [OBJECT] }, "ignored", 'write anyOf: [{ allOf }, { type: "null" }] instead'],
    [
      "oneOf",
      { nullable: true, oneOf: [OBJECT, text] },
      "ignored",
      'write anyOf: [{ oneOf }, { type: "null" }] instead',
    ],
    ["oneOfNullable", { nullable: true, oneOf: [NULLABLE, text] }, "free", "remove it"],
    [
      "oneOfTyped",
      { type: "object", nullable: true, oneOf: [NULLABLE, text] },
      "ignored",
      'write anyOf: [{ type, oneOf }, { type: "null" }] instead',
    ],
    ["any", { nullable: true }, "free", "remove it"],
  ],
};

/** Writes a spec whose response has a property for each form. */
export function writeNullableSpec(version: string, schemas: readonly (readonly [string, object])[]): string {
  const properties = Object.fromEntries(schemas);
  const content = { "application/json": { schema: { type: "object", properties } } };
  const Nullable =
    version === "3.0.3"
      ? { type: "object", nullable: true, properties: { a: text } }
      : { type: ["object", "null"], properties: { a: text } };
  return JSON.stringify({
    ...{ openapi: version, info: { title: "t", version: "1" }, servers: [{ url: "https://a.example" }] },
    paths: { "/a": { get: { operationId: "a", responses: { "200": { description: "d", content } } } } },
    components: { schemas: { Object: { type: "object", properties: { a: text } }, Nullable } },
  });
}

/** The pointer of the schema of a form. */
export function getFormPointer(name: string): string {
  return `/paths/~1a/get/responses/200/content/application~1json/schema/properties/${name}`;
}
