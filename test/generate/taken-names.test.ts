/**
 * Operations, schemas and security schemes that are called as something in the generated files, as a word of the language, or
 * in other scripts than Latin. All files compile, and each operation is a call.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type JsonObject, loadDocument } from "../../src/document/index.js";
import type { ClientConfig } from "../../src/generate/client/client-config.js";
import { createClientModel } from "../../src/generate/client/client-model.js";
import { generateOutput } from "../../src/generate/generate.js";
import { compileStrictly } from "./compile-strictly.js";

const folder = mkdtempSync(join(tmpdir(), "taken-"));
afterAll(() => rmSync(folder, { recursive: true }));

const CONFIG: ClientConfig = {
  with: ["runtime", "validators", "standard-schema", "tanstack-query", "msw"],
  webhooks: "standard-webhooks",
};

const ODD = [
  ...[
    "2fa",
    "404",
    "größe",
    "注文一覧",
    "顧客一覧",
    "注文 一覧",
    "ordre-à-payer",
    "ｆｕｌｌ",
    "e\u0301tat",
    "-",
    "__",
    "$",
  ],
  ...["constructor", "__proto__", "toString", "then", "default", "await", "async", "of", "type", "any", "never"],
  ...["delete", "new", "import", "arguments", "eval", "undefined", "NaN", "Infinity", "globalThis", "Promise", "fetch"],
  ...["Request", "Response", "Headers", "URL", "Date", "Error", "Array", "Object", "Map", "Set", "Symbol", "JSON"],
  ...["foo-bar", "foo_bar", "fooBar", "FooBar", "foo.bar"],
];

/** A spec that uses each name for an operation, a schema and a security scheme. */
function createSpec(names: readonly string[]): JsonObject {
  const schemaNames = [...new Set(names.map((name) => name.replaceAll(/[^\w.-]/g, "")))].filter((it) => it !== "");
  const operations = names.map((operationId, index) => {
    const schema = { $ref: `#/components/schemas/${schemaNames[index % schemaNames.length]}` };
    const content = { "application/json": { schema } };
    const path = {
      post: {
        operationId,
        parameters: [{ name: operationId, in: "query", schema: { type: "string" } }],
        requestBody: { content },
        responses: { 200: { description: "ok", content }, 404: { description: "none" } },
        security: [{ [schemaNames[index % schemaNames.length] ?? ""]: [] }],
      },
      get: { responses: { 204: { description: "none" } } },
    };
    return [`/p${index}`, path] as const;
  });
  const schema = { type: "object", required: ["a"], properties: { a: { type: "string" } } };
  const event = {
    requestBody: { content: { "application/json": { schema } } },
    responses: { 200: { description: "ok" } },
  };
  return {
    openapi: "3.1.0",
    info: { title: "Names", version: "1" },
    servers: [{ url: "https://names.example" }],
    paths: Object.fromEntries(operations),
    webhooks: Object.fromEntries(names.slice(0, 30).map((name) => [name, { post: event }])),
    components: {
      schemas: Object.fromEntries(schemaNames.map((name) => [name, schema])),
      securitySchemes: Object.fromEntries(schemaNames.map((name) => [name, { type: "http", scheme: "bearer" }])),
    },
  };
}

async function generate(names: readonly string[]) {
  const document = loadDocument("names.json", () => JSON.stringify(createSpec(names)));
  return { model: createClientModel(document, CONFIG), files: (await generateOutput(document, CONFIG)).files };
}

/** What the files declare or import at their top level. */
function listNames(files: ReadonlyMap<string, string>): string[] {
  const own = [...files].filter(([path]) => !path.includes("/")).map(([, text]) => text);
  const declared = own.flatMap((text) =>
    [
      ...text.matchAll(
        /^(?:export )?(?:declare )?(?:async )?(?:const|function|type|interface|class|let) ([\p{ID_Start}_$][\p{ID_Continue}$]*)/gmu,
      ),
    ].map(([, name = ""]) => name),
  );
  const imported = own.flatMap((text) =>
    [...text.matchAll(/^import (?:type )?(?:\* as (\w+)|\{([^}]*)\})/gm)].flatMap(([, all, some = ""]) =>
      all !== undefined
        ? [all]
        : some.split(",").map((it) =>
            it
              .replace(/^.* as /s, "")
              .replace(/^\s*type /, "")
              .trim(),
          ),
    ),
  );
  return [...new Set([...declared, ...imported])].filter((it) => it !== "");
}

test("the names of generated files, and odd ones", async () => {
  const own = listNames((await generate(["listNotes", "addNote"])).files);
  expect(own).toEqual(expect.arrayContaining(["operations", "createClient", "runtime", "paths"]));
  const names = [...new Set([...own, ...ODD])];
  const { model, files } = await generate(names);
  expect(model.omissions).toEqual([]);
  expect(model.calls).toHaveLength(2 * names.length);
  expect(new Set(model.calls.map(({ name }) => name)).size).toBe(2 * names.length);
  symlinkSync(join(import.meta.dirname, "../../node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const compiled = [...files.keys()].filter((path) => path.endsWith(".ts")).map((path) => join(folder, path));
  expect(compileStrictly(compiled, { skipLibCheck: true }).map((it) => it.replace(`${folder}/`, ""))).toEqual([]);
  const calls: Readonly<Record<string, unknown>> = await import(join(folder, "calls.ts"));
  expect(model.calls.filter(({ name }) => typeof calls[name] === "undefined").map(({ name }) => name)).toEqual([]);
});

test("an operation whose name is taken is listed", async () => {
  const names = ["createClient", "create-client", "getOrder"];
  const paths = Object.fromEntries(
    names.map((operationId) => [`/${operationId}`, { get: { operationId, responses: {} } }]),
  );
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths });
  const { notes } = await generateOutput(loadDocument("spec.json", () => text));
  expect(notes).toEqual([
    "GET /createClient is generated as createClient2, because generated files have something called createClient",
  ]);
});
