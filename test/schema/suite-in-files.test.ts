/** The mandatory tests of the JSON Schema Test Suite, each schema loaded as part of a spec: inline, and in a file of its own. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isObject, type Json, loadDocument } from "../../src/document/index.js";
import { createSchemas } from "../../src/schema/validation/schemas.js";

const SUITE = join(import.meta.dirname, "suite");

type Group = {
  readonly description: string;
  readonly schema: Json;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
};

const remotes = new Map(
  readdirSync(join(SUITE, "remotes"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".json"))
    .map((path): [string, Json] => [`http://localhost:1234/${path}`, readJson(join(SUITE, "remotes", path))]),
);

const SCHEMA = "/paths/~1tested/get/responses/200/content/application~1json/schema";

const FORMS = {
  inline: (schema: Json) => ({ "spec.json": describe(identify(schema)) }),
  "in a file": (schema: Json) => ({
    "spec.json": describe({ $ref: "schemas/tested.json" }),
    "schemas/tested.json": schema,
  }),
};

test.each(Object.entries(FORMS))("the suite is passed with each schema %s", (form, write) => {
  const failed: string[] = [];
  let passed = 0;
  const folder = join(SUITE, "tests/draft2020-12");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
    for (const group of readJson(join(folder, file)) as unknown as Group[]) {
      const isValid = createValidator(write(group.schema));
      for (const { description, data, valid } of group.tests) {
        const result = isValid(data);
        if (result === valid) passed += 1;
        else failed.push(`${file}: ${group.description}: ${description}: ${result}`);
      }
    }
  }
  process.stdout.write(`JSON Schema 2020-12, ${form}: ${passed} of ${passed + failed.length}\n`);
  expect(passed + failed.length).toBe(1299);
  expect(failed).toEqual([]);
});

function createValidator(files: Readonly<Record<string, Json>>): (value: Json) => boolean | string {
  const load = () =>
    createSchemas(
      loadDocument("spec.json", (path) => {
        if (files[path] === undefined) throw Object.assign(new Error(path), { code: "ENOENT" });
        return JSON.stringify(files[path]);
      }),
      { externalSchemas: remotes, formatMode: "annotation" },
    );
  try {
    const schemas = load();
    return (value) => {
      try {
        return schemas.isValid(SCHEMA, "response", value);
      } catch (error) {
        return String(error);
      }
    };
  } catch (error) {
    return () => String(error);
  }
}

/** A schema of the suite refers to itself from its start, which `$id` makes possible inside of a spec. */
function identify(schema: Json): Json {
  return isObject(schema) && schema.$id === undefined ? { $id: "https://suite.example/schema", ...schema } : schema;
}

function describe(schema: Json): Json {
  const content = { "application/json": { schema } };
  const operation = { responses: { "200": { description: "d", content } } };
  return { openapi: "3.1.0", info: { title: "t", version: "1" }, paths: { "/tested": { get: operation } } };
}

function readJson(path: string): Json {
  return JSON.parse(readFileSync(path, "utf8")) as Json;
}
