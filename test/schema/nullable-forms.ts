const OBJECT = { $ref: "#/components/schemas/Object" };
const NULLABLE = { $ref: "#/components/schemas/Nullable" };
const text = { type: "string" };

/**
 * `documented`: the spec allows null. `ignored`: it does not, but null is accepted, as drift. `free`: `nullable` has no effect,
 * because the other keywords allow null anyway. `rejected`: null is invalid.
 */
export type NullMeaning = "documented" | "ignored" | "free" | "rejected";

export type NullableForm = readonly [name: string, schema: object, meaning: NullMeaning];

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
    ["type", { ...text, nullable: true }, "ignored"],
    ["enumNull", { ...text, nullable: true, enum: ["a", null] }, "ignored"],
    ["allOf", { nullable: true, allOf: [OBJECT] }, "ignored"],
    ["any", { nullable: true }, "free"],
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
