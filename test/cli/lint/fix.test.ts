/** `contract lint --fix`: what it edits, and that every other byte stays. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolder, runContract } from "../run-contract.js";

const HEAD =
  'openapi: 3.0.3 # a comment stays\ninfo: { title: Pets, version: "1" }\npaths: {}\ncomponents:\n  schemas:\n';
const PET = "    Pet: { type: object }\n";
const REFERENCE = '$ref: "#/components/schemas/Pet"';

async function fix(path: string): Promise<string> {
  const { stderr } = await runContract(["lint", path, "--fix", "--fail-on", "never"]);
  return stderr;
}

test.each([
  { name: "a repeated item of a flow list", from: "{ enum: [a, b, a, c] }", to: "{ enum: [a, b, c] }" },
  { name: "large numbers of one double", from: "{ enum: [9007199254740993, 9007199254740992] }" },
  {
    name: "a repeated large number",
    from: "{ enum: [9007199254740993, 9007199254740992, 9007199254740993, 9223372036854775806] }",
    to: "{ enum: [9007199254740993, 9007199254740992, 9223372036854775806] }",
  },
  ...["x-enum-varnames", "x-enumNames", "x-enum-descriptions", "x-enumDescriptions"].map((list) => ({
    name: `an enum with ${list}`,
    from: `{ enum: [a, b, a], ${list}: [One, Two, Three] }`,
  })),
  {
    name: "an enum with texts by value",
    from: "{ enum: [a, b, a], x-enum-descriptions: { a: One, b: Two } }",
    to: "{ enum: [a, b], x-enum-descriptions: { a: One, b: Two } }",
  },
  { name: "two repeated items", from: "{ enum: [a, a, b, a] }", to: "{ enum: [a, b] }" },
  {
    name: "a repeated item of a block list, with its comment",
    from: "\n      enum:\n        - a # one\n        - b\n        - a # two\n",
    to: "\n      enum:\n        - a # one\n        - b\n",
  },
  {
    name: "a reference beside annotations",
    from: `{ ${REFERENCE}, default: {} }`,
    to: `{ allOf: [{ ${REFERENCE} }], default: {} }`,
  },
  { name: "a reference beside a keyword that rejects values", from: `{ ${REFERENCE}, minProperties: 1 }` },
  {
    name: "nullable of an object",
    from: "{ nullable: true, properties: {} }",
    to: "{ nullable: true, properties: {}, type: object }",
  },
  { name: "nullable of any type", from: "{ nullable: true }" },
  { name: "nullable of two possible types", from: "{ nullable: true, properties: {}, items: {} }" },
  {
    name: "an enum without null",
    from: "{ type: string, enum: [a], nullable: true }",
    to: "{ type: string, enum: [a, null], nullable: true }",
  },
  { name: "an enum that lists null", from: "{ type: string, enum: [a, null], nullable: true }" },
  {
    name: "a repeated item and an enum without null",
    from: "{ type: string, enum: [a, a], nullable: true }",
    to: "{ type: string, enum: [a, null], nullable: true }",
  },
])("fixes $name, or leaves it", async ({ from, to }) => {
  const path = join(createFolder({}), "spec.yaml");
  const write = (schema: string): string => `${HEAD}${PET}    Other: ${schema}\n`;
  writeFileSync(path, write(from));
  const stderr = await fix(path);
  expect(readFileSync(path, "utf8")).toBe(write(to ?? from));
  expect(stderr.includes("spec.yaml: fixed ")).toBe(to !== undefined);
  expect(await fix(path)).toBe("");
});

test("edits JSON, and the file that a reference leads to", async () => {
  const folder = createFolder({
    "spec.json": JSON.stringify(
      {
        openapi: "3.0.3",
        info: { title: "Pets", version: "1" },
        paths: {},
        components: { schemas: { Pet: { $ref: "pet.yaml" }, Kind: { enum: ["a", "a"] } } },
      },
      null,
      2,
    ),
    "pet.yaml": "properties:\n  state: { enum: [on, off, on] }\n",
  });
  expect(await fix(join(folder, "spec.json"))).toContain("fixed 2 findings: 2 spec.schema.enum-repeated\n");
  expect(readFileSync(join(folder, "pet.yaml"), "utf8")).toBe("properties:\n  state: { enum: [on, off] }\n");
  expect(JSON.parse(readFileSync(join(folder, "spec.json"), "utf8")).components.schemas.Kind).toEqual({ enum: ["a"] });
});

test("a spec from a URL is refused", async () => {
  const { code, stderr } = await runContract(["lint", "https://api.example/openapi.yaml", "--fix"]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("--fix edits files, and https://api.example/openapi.yaml is a URL"),
  ]);
});

test("a file that is no spec is reported as without --fix", async () => {
  const path = join(createFolder({ "spec.yaml": "a: [" }), "spec.yaml");
  const [fixed, plain] = [await runContract(["lint", path, "--fix"]), await runContract(["lint", path])];
  expect(fixed).toEqual(plain);
  expect(fixed.code).toBe(2);
});

test("an accepted finding stays", async () => {
  const entry = 'x-contract-ignore: { code: spec.schema.enum-repeated, reason: "the old clients need it" }';
  const text = `${HEAD}    Other: { enum: [a, a], ${entry} }\n    More: { enum: [b, b] }\n`;
  const path = join(createFolder({ "spec.yaml": text }), "spec.yaml");
  expect(await fix(path)).toContain("fixed 1 finding: ");
  expect(readFileSync(path, "utf8")).toBe(text.replace("[b, b]", "[b]"));
});
