/** What the validators of small specs accept: keywords that are not left to Ajv, null, and properties of one side. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { generateValidators } from "../../src/generate/validators.js";

const folder = mkdtempSync(join(tmpdir(), "validator-use-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Validate = { (value: unknown): boolean; errors?: readonly { instancePath: string; keyword: string }[] | null };

const load = (schemas: object, openapi = "3.1.0") => {
  const content = Object.fromEntries(
    Object.keys(schemas).map((name) => [`a/${name}`, { schema: { $ref: `#/components/schemas/${name}` } }]),
  );
  content["a/without-schema"] = {} as never;
  const operation = { operationId: "a", requestBody: { content }, responses: { 200: { description: "d", content } } };
  const spec = {
    openapi,
    info: { title: "T", version: "1" },
    paths: { "/a": { post: operation } },
    components: { schemas },
  };
  return loadDocument("spec.json", () => JSON.stringify(spec));
};

let count = 0;
async function generate(schemas: object, openapi?: string) {
  const { js, omissions } = await generateValidators(load(schemas, openapi));
  const file = join(folder, `${count++}.mjs`);
  writeFileSync(file, js);
  const { validators } = (await import(file)) as { readonly validators: Record<string, never> };
  const { request, responses } = validators.a as unknown as {
    readonly request: Record<string, Validate>;
    readonly responses: Record<string, Record<string, Validate>>;
  };
  const check = (validate: Validate | undefined, value: unknown): string => {
    if (validate === undefined) return "no validator";
    return validate(value)
      ? "valid"
      : (validate.errors ?? []).map((it) => `${it.instancePath} ${it.keyword}`).join(", ");
  };
  return {
    omissions,
    request: (name: string, value: unknown) => check(request[`a/${name}`], value),
    response: (name: string, value: unknown) => check(responses["200"]?.[`a/${name}`], value),
  };
}

const SCHEMAS = {
  none: { enum: [] },
  multiple: { multipleOf: 0.01 },
  unique: { uniqueItems: true },
  repeated: { uniqueItems: false },
  short: { maxLength: 1 },
  long: { minLength: 2 },
  contains: { contains: { type: "integer" }, minContains: 2 },
  format: { format: "date-time" },
  "unknown-format": { format: "nothing" },
  pattern: { pattern: "^\\p{Lu}$" },
  fixed: { const: { a: [1] } },
  closed: { unevaluatedProperties: false, allOf: [{ properties: { a: {} } }] },
  tuple: { prefixItems: [{ type: "integer" }], items: false },
  tree: { type: "object", properties: { inner: { $ref: "#/components/schemas/tree" } }, additionalProperties: false },
  annotated: { discriminator: { propertyName: "a" }, xml: {}, externalDocs: {}, example: 1, id: "x", $comment: "c" },
};

const VALUES: readonly (readonly [name: string, value: unknown, result: string])[] = [
  ["none", 1, " enum"],
  ["without-schema", 1, "valid"],
  ["multiple", 0.07, "valid"],
  ["multiple", 0.075, " multipleOf"],
  ["multiple", "a", "valid"],
  [
    "unique",
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    " uniqueItems",
  ],
  ["unique", [1, "1", true], "valid"],
  ["repeated", [1, 1], "valid"],
  ["short", "😀", "valid"],
  ["short", "ab", " maxLength"],
  ["long", "😀", " minLength"],
  ["long", "ab", "valid"],
  ["contains", [1, "a"], " contains"],
  ["contains", [1, 2], "valid"],
  ["format", "2026-01-31T09:30:00Z", "valid"],
  ["format", "2026-01-31", " format"],
  ["unknown-format", "x", "valid"],
  ["pattern", "É", "valid"],
  ["pattern", "é", " pattern"],
  ["fixed", { a: [1] }, "valid"],
  ["fixed", { a: [2] }, " const"],
  ["closed", { a: 1 }, "valid"],
  ["closed", { b: 1 }, " unevaluatedProperties"],
  ["tuple", [1], "valid"],
  ["tuple", ["a"], "/0 type"],
  ["tuple", [1, 2], " items"],
  ["tree", { inner: { inner: {} } }, "valid"],
  ["tree", { inner: { other: 1 } }, "/inner additionalProperties"],
  ["tree", { inner: { inner: 1 }, other: 1 }, " additionalProperties, /inner/inner type"],
  ["annotated", 1, "valid"],
];

test("values of each keyword", async () => {
  const { response, omissions } = await generate(SCHEMAS);
  expect(VALUES.map(([name, value]) => [name, value, response(name, value)])).toEqual(VALUES);
  expect(omissions).toEqual([]);
});

test("a nullable schema of OpenAPI 3.0 accepts null whatever its other keywords say", async () => {
  const { response } = await generate(
    {
      number: { type: "integer", nullable: true, minimum: 5, enum: [7, 8] },
      choice: { type: "object", nullable: true, oneOf: [{ required: ["a"] }, { required: ["b"] }] },
      not: { type: "string", nullable: true, not: { enum: [null, "x"] } },
      strict: { type: "integer" },
      items: {
        type: "array",
        nullable: true,
        minItems: 1,
        items: { type: "integer", exclusiveMinimum: true, minimum: 1 },
      },
    },
    "3.0.3",
  );
  const results = {
    number: [null, 7, 6, "a"],
    choice: [null, { a: 1 }, {}, { a: 1, b: 1 }],
    not: [null, "y", "x"],
    strict: [null, 1],
    items: [null, [2], [], [1]],
  };
  const found = Object.entries(results).map(([name, values]) => [name, values.map((it) => response(name, it))]);
  expect(Object.fromEntries(found)).toMatchInlineSnapshot(`
    {
      "choice": [
        "valid",
        "valid",
        " required,  required,  oneOf",
        " oneOf",
      ],
      "items": [
        "valid",
        "valid",
        " minItems",
        "/0 exclusiveMinimum",
      ],
      "not": [
        "valid",
        "valid",
        " not",
      ],
      "number": [
        "valid",
        "valid",
        " enum",
        " type,  enum",
      ],
      "strict": [
        " type",
        "valid",
      ],
    }
  `);
});

test("properties of one side are required on that side alone", async () => {
  const schemas = {
    User: {
      type: "object",
      required: ["id", "secret", "name"],
      properties: { id: { readOnly: true }, secret: { writeOnly: true }, name: {} },
    },
  };
  const { request, response } = await generate(schemas);
  expect([request("User", { secret: 1, name: 1 }), request("User", { id: 1, name: 1 })]).toEqual([
    "valid",
    " required",
  ]);
  expect([response("User", { id: 1, name: 1 }), response("User", { secret: 1, name: 1 })]).toEqual([
    "valid",
    " required",
  ]);
});
