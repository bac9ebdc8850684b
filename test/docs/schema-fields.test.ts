/** The list of properties on the page of the configuration. */
import { describe, expect, test } from "vitest";
import { formatSchemaFields } from "../../scripts/build/docs/schema-fields.js";
import { loadDocument } from "../../src/document/index.js";

function listFields(schema: unknown): string {
  const spec = { openapi: "3.1.0", info: { title: "T", version: "1" }, components: { schemas: { Whole: schema } } };
  const document = loadDocument("spec.json", () => JSON.stringify(spec));
  return formatSchemaFields({ document, paths: { schemas: new Map() } }, "/components/schemas/Whole");
}

test("a property that several branches of allOf declare is listed once, with what all of them say", () => {
  const [base, branch] = [
    { properties: { active: { type: "boolean", description: "Old." }, kept: { type: "string" } } },
    { required: ["active"], properties: { active: { const: true, description: "New." } } },
  ];
  expect(listFields({ allOf: [base, branch] })).toBe(
    "- **`active`** boolean, required\n\n  New.\n\n  Always `true`.\n- **`kept`** string",
  );
});

test("the fields of an object that can be null are not those of an alternative", () => {
  const object = { type: "object", properties: { a: { type: "string" } } };
  expect(listFields({ oneOf: [object, { type: "null" }] })).toBe("- **`a`** string");
  expect(listFields({ oneOf: [object, { type: "integer" }] })).toMatch(
    /^- Alternative 1: object\n {2}- \*\*`a`\*\* string/,
  );
});

const numbered = <T>(count: number, create: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => create(at));

describe("the limits of a list of fields", () => {
  const propertiesOf = (count: number): object => ({
    properties: Object.fromEntries(numbered(count, (at) => [`p${at}`, {}])),
  });

  test.each([
    [249, 249, false],
    [250, 249, true],
    [252, 249, true],
  ])("of %i properties, %i are listed", (count, listed, hasMore) => {
    const body = listFields(propertiesOf(count));
    expect(body.match(/^- \*\*`p/gm)).toHaveLength(listed);
    expect(body.match(/^- More properties are in the OpenAPI document\.$/gm)).toEqual(
      hasMore ? ["- More properties are in the OpenAPI document."] : null,
    );
  });

  test.each([
    [30, "- Alternative 30: integer (f29)"],
    [31, "- One of 31 types."],
  ])("of %i alternatives", (count, line) => {
    const body = listFields({ oneOf: numbered(count, (at) => ({ type: "integer", format: `f${at}` })) });
    expect(body.match(/^- (Alternative 3[01]|One of).*$/gm)).toEqual([line]);
  });
});
