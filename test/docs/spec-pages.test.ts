/** The pages of small specs, whole, and the limits of pages. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createSpecPages, type SitePage } from "../../src/docs/index.js";
import { loadDocument } from "../../src/document/index.js";

const FOLDER = join(import.meta.dirname, "spec-pages");

function createPages(spec: object, overviewPath = "reference"): SitePage[] {
  const document = loadDocument("spec.json", () => JSON.stringify(spec));
  return createSpecPages(document, { overviewPath, tryServers: ["http://127.0.0.1:1"] });
}

function formatPages(pages: readonly SitePage[]): string {
  return pages
    .map(({ body, request, ...head }) => {
      const { fields = [], body: sent, ...form } = request ?? {};
      return [
        `===== ${head.path}`,
        JSON.stringify(head),
        ...(request === undefined ? [] : [JSON.stringify(form), ...fields.map((it) => `  ${JSON.stringify(it)}`)]),
        ...(sent === undefined ? [] : [`sent: ${JSON.stringify(sent)}`]),
        body,
        "",
      ].join("\n");
    })
    .join("\n");
}

test.each(["shop", "types"])("the pages of %s", async (name) => {
  const pages = createPages(parse(readFileSync(join(FOLDER, `${name}.yaml`), "utf8")));
  const text = formatPages(pages);
  // One of them shows the samples and the blank lines.
  const shown =
    name === "types"
      ? text
      : text.replaceAll(/(?<=^## Samples\n)[\s\S]*?(?=^## |^=====)/gm, "").replaceAll(/\n{2,}/g, "\n");
  await expect(shown).toMatchFileSnapshot(join(FOLDER, `${name}.txt`));
});

test("the pages of a spec without texts", () => {
  expect(formatPages(createPages({ openapi: "3.1.0", info: {}, paths: {} }, ""))).toMatchInlineSnapshot(`
    "===== 
    {"path":"","title":"API","description":"API","groups":["API"],"label":"Overview","isFirst":true}
    Version \`unknown\`. Download: [openapi.json](/openapi.json)

    ## Servers

    - \`https://api.example.com\`
    "
  `);
});

const BASE = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {} };

/** Returns the page of a schema beside others. */
function createSchemaBody(schema: unknown, more: object = {}): string {
  const pages = createPages({ ...BASE, components: { schemas: { Whole: schema } }, ...more });
  return pages.find(({ path }) => path === "reference/schemas/whole")?.body ?? "";
}

test("a property that several branches of allOf declare is listed once, with what all of them say", () => {
  const [base, branch] = [
    { properties: { active: { type: "boolean", description: "Old." }, kept: { type: "string" } } },
    { required: ["active"], properties: { active: { const: true, description: "New." } } },
  ];
  const body = createSchemaBody({ allOf: [base, branch] });
  expect(body.slice(body.indexOf("- **"), body.indexOf("\n\n## Example"))).toBe(
    "- **`active`** boolean, required\n\n  New.\n\n  Always `true`.\n- **`kept`** string",
  );
});

test("the fields of an object that can be null are not those of an alternative", () => {
  const object = { type: "object", properties: { a: { type: "string" } } };
  const listFields = (oneOf: readonly object[]): string | undefined =>
    /## Fields\n\n([\s\S]*?)\n\n##/.exec(createSchemaBody({ oneOf }))?.[1];
  expect(listFields([object, { type: "null" }])).toBe("- **`a`** string");
  expect(listFields([object, { type: "integer" }])).toMatch(/^- Alternative 1: object\n {2}- \*\*`a`\*\* string/);
});

test("an example has the optional properties", () => {
  const properties = { a: { type: "integer" }, b: { properties: { c: { const: 1 } } } };
  const body = createSchemaBody({ required: ["a"], properties });
  expect(JSON.parse(/## Example\n\n```json\n([\s\S]*?)\n```/.exec(body)?.[1] ?? "")).toEqual({ a: 1, b: { c: 1 } });
});

const numbered = <T>(count: number, create: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => create(at));

describe("the limits of a page", () => {
  const propertiesOf = (count: number): object => ({
    properties: Object.fromEntries(numbered(count, (at) => [`p${at}`, {}])),
  });

  test.each([
    [249, 249, false],
    [250, 249, true],
    [252, 249, true],
  ])("of %i properties, %i are listed", (count, listed, hasMore) => {
    const body = createSchemaBody(propertiesOf(count));
    expect(body.match(/^- \*\*`p/gm)).toHaveLength(listed);
    expect(body.match(/^- More properties are in the OpenAPI document\.$/gm)).toEqual(
      hasMore ? ["- More properties are in the OpenAPI document."] : null,
    );
  });

  test.each([
    [30, "- Alternative 30: integer (f29)"],
    [31, "- One of 31 types."],
  ])("of %i alternatives", (count, line) => {
    const body = createSchemaBody({ oneOf: numbered(count, (at) => ({ type: "integer", format: `f${at}` })) });
    expect(body.match(/^- (Alternative 3[01]|One of).*$/gm)).toEqual([line]);
  });

  test.each([
    [30, []],
    [32, ["- and 2 more"]],
  ])("of %i pages that use a schema", (count, more) => {
    const schema = { $ref: "#/components/schemas/Whole" };
    const others = Object.fromEntries(numbered(count, (at) => [`Use${at}`, schema]));
    const body = createSchemaBody(
      { type: "string" },
      { components: { schemas: { Whole: { type: "string" }, ...others } } },
    );
    expect(body.match(/^- \[Use\d+\]/gm)).toHaveLength(30);
    expect(body.match(/^- and .*$/gm) ?? []).toEqual(more);
  });

  /** The definition of a schema with a text of some length. */
  const definition = (description: string): string => JSON.stringify({ description }, null, 2);

  test.each([
    [6000, false],
    [6001, true],
  ])("of a definition with %i characters", (length, isTooLong) => {
    const text = "x".repeat(length - definition("").length);
    const body = createSchemaBody({ description: text });
    expect(body.includes("The schema is too long for this page. It is in the OpenAPI document.")).toBe(isTooLong);
    expect(body.includes(definition(text))).toBe(!isTooLong);
  });

  const exampleOf = (value: unknown, range = "application/json"): string => {
    const content = { [range]: { example: value } };
    const paths = { "/a": { get: { operationId: "a", responses: { 200: { description: "d", content } } } } };
    const body = createPages({ ...BASE, paths }).find(({ path }) => path === "reference/operations/a")?.body ?? "";
    return body.slice(body.indexOf("Example:\n\n") + 10);
  };

  test("of an example", () => {
    const fence = (text: string): string => `\`\`\`json\n${text}\n\`\`\``;
    const long = "x".repeat(5998);
    expect(exampleOf(long)).toBe(fence(`"${long}"`));
    expect(exampleOf(`${long}x`)).toBe("The example is too long for this page. It is in the OpenAPI document.");
    const [item] = [{ a: "x".repeat(4000), b: [null, 1], c: [] }];
    expect(exampleOf([item, item])).toBe(
      `Lists are shortened to one item.\n\n${fence(JSON.stringify([{ ...item, b: [null] }], null, 2))}`,
    );
    const edge = { list: ["x".repeat(6000 - JSON.stringify({ list: [""] }, null, 2).length), 1] };
    expect(exampleOf(edge)).toBe(
      `Lists are shortened to one item.\n\n${fence(JSON.stringify({ list: edge.list.slice(0, 1) }, null, 2))}`,
    );
    expect(exampleOf("y".repeat(6001), "text/plain")).toBe(`\`\`\`text\n${"y".repeat(6000)}…\n\`\`\``);
    expect(exampleOf("y".repeat(6000), "text/plain")).toBe(`\`\`\`text\n${"y".repeat(6000)}\n\`\`\``);
  });
});
