/** The TypeScript samples of the docs compile with the client that is generated of the same spec. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { createDocsContext } from "../../src/docs/docs-context.js";
import { addExamples } from "../../src/docs/example-document.js";
import { loadDocument } from "../../src/document/index.js";
import { generateOutput } from "../../src/generate/generate.js";
import { compileStrictly } from "../generate/compile-strictly.js";
import { VENDORED_SPECS } from "../material/specs.js";

const RUNTIME = join(import.meta.dirname, "../../dist/types/src/client/index.js");
const key = { type: "apiKey", in: "header", name: "X-Key" };
const responses = { 200: { description: "d", content: { "application/json": { schema: {} } } } };

/** Security requirements whose schemes are missing, as in the spec of Ory Kratos, or are not part of a request. */
const SECURITY: readonly (readonly object[])[] = [
  [{ missing: [] }],
  [{ missing: [] }, { key: [] }],
  [{ missing: [], key: [] }],
  [{ mutual: [] }, { key: [], user: [] }],
  [{ key: [] }, {}],
];

/** A part of the body does not compile. */
const FLOAT_SCHEMA = { type: "object", properties: { a: { oneOf: [{ type: "float" }, { type: "string" }] } } };
const FLOAT = { content: { "application/json": { schema: FLOAT_SCHEMA, example: { a: "x" } } } };

const SECURED = {
  ...{ openapi: "3.1.0", info: { title: "T", version: "1" } },
  components: {
    securitySchemes: { key, user: { type: "http", scheme: "basic" }, mutual: { type: "mutualTLS" } },
  },
  paths: Object.fromEntries([
    ...SECURITY.map((security, at) => [`/${at}`, { get: { operationId: `get${at}`, security, responses } }]),
    ["/names/{undeclared}", { get: { operationId: "get0", responses }, put: { operationId: "", responses } }],
    ["/float", { post: { operationId: "float", responses, requestBody: FLOAT } }],
  ]),
};

const SPECS: Readonly<Record<string, () => string>> = {
  unusual: () => JSON.stringify(parse(readFileSync("test/generate/cases/unusual.yaml", "utf8"))),
  secured: () => JSON.stringify(SECURED),
  ...Object.fromEntries(Object.entries(VENDORED_SPECS).map(([name, path]) => [name, () => readFileSync(path, "utf8")])),
};

const folder = mkdtempSync(join(tmpdir(), "samples-"));
let counts: Readonly<Record<string, number>> = {};
let found: readonly string[] = [];

// One program, because checking the libraries of TypeScript takes most of the time.
beforeAll(async () => {
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const environment = join(folder, "environment.d.ts");
  writeFileSync(environment, "declare const process: { readonly env: Record<string, string | undefined> };\n");
  const programs = await Promise.all(Object.entries(SPECS).map(([name, read]) => writePrograms(name, read)));
  counts = Object.fromEntries(Object.keys(SPECS).map((name, at) => [name, programs[at]?.length ?? 0]));
  found = compileStrictly([environment, ...programs.flat()]);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function writePrograms(name: string, read: () => string): Promise<readonly string[]> {
  const document = loadDocument("spec.json", read);
  const own = join(folder, name);
  mkdirSync(join(own, "generated"), { recursive: true });
  for (const [file, text] of (await generateOutput(document, { runtime: RUNTIME })).files)
    writeFileSync(join(own, "generated", file), text);
  return [...createDocsContext(addExamples(document)).clientSamples.values()].map((text, at) => {
    const path = join(own, `${at}.ts`);
    writeFileSync(path, text);
    return path;
  });
}

test("all samples compile", () => {
  expect(found).toEqual([]);
  expect(counts).toMatchObject({ secured: SECURITY.length + 3, "scalar-galaxy-3.1": 10 });
  expect(Math.min(...Object.values(counts))).toBeGreaterThanOrEqual(SECURITY.length);
});

test.each([
  [0, []],
  [1, ["key"]],
  [2, ["key"]],
  [3, ["key", "user by password"]],
  [4, []],
])("the sample with security requirements %i signs in with %j", (at, schemes) => {
  const text = readFileSync(join(folder, "secured", `${at}.ts`), "utf8");
  const credentials = text.replaceAll(
    "[process.env.USERNAME, process.env.PASSWORD].join",
    "process.env.TOKEN by password",
  );
  expect(
    [...credentials.matchAll(/(\w+): process\.env\.TOKEN( by password)?/g)].map(([, name, by = ""]) => name + by),
  ).toEqual(schemes);
});
