import { describe, expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { createUndeclaredCollector } from "../../../src/schema/index.js";
import { createSchemas } from "../../../src/schema/validation/schemas.js";

/** OpenAPI 3.0 ignores keywords beside a `$ref`, and 3.1 applies them. Keywords that only allow more apply in both. */
describe.each([
  ["3.0.3", true],
  ["3.1.0", false],
])("next to a $ref of %s", (version, isIgnored) => {
  const root = {
    openapi: version,
    info: { title: "Beside", version: "1" },
    paths: {},
    components: {
      schemas: {
        Name: { type: "string" },
        WithSiblings: {
          $ref: "#/components/schemas/Name",
          type: "integer",
          maxLength: 1,
          required: ["a"],
          enum: ["b"],
        },
        Nullable: { $ref: "#/components/schemas/Name", nullable: true },
        Marked: {
          type: "object",
          required: ["a"],
          properties: { a: { $ref: "#/components/schemas/Name", readOnly: true } },
        },
      },
    },
  };
  const schemas = createSchemas(loadDocument("beside.json", () => JSON.stringify(root)));
  const isValid = (name: string, value: unknown) => schemas.isValid(`/components/schemas/${name}`, "request", value);

  test("assertions", () => {
    expect(isValid("WithSiblings", "abc")).toBe(isIgnored);
    expect(isValid("WithSiblings", 1)).toBe(false);
  });

  test("nullable", () => expect(isValid("Nullable", null)).toBe(true));

  test("readOnly", () => {
    expect(isValid("Marked", {})).toBe(true);
    expect(createUndeclaredCollector(schemas)("/components/schemas/Marked", "request", { a: "x" })).toHaveLength(
      isIgnored ? 0 : 1,
    );
  });
});
