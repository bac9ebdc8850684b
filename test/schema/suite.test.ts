/** The JSON Schema Test Suite for 2020-12, run with the public functions that the gate uses. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createFaultyDocument, type Document, type Json } from "../../src/document/index.js";
import { createSchemas, type SchemasOptions } from "../../src/schema/validation/schemas.js";

const SUITE = join(import.meta.dirname, "suite");
const REMOTE = "http://localhost:1234";

type Group = {
  readonly description: string;
  readonly schema: Json;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
};

/** A test that this engine fails on purpose, and why. */
type Exception = { readonly test: string; readonly reason: string };

const exceptions = parse(readFileSync(join(import.meta.dirname, "exceptions.yaml"), "utf8")) as Record<
  string,
  readonly Exception[]
>;

/** The parts of the suite, their format mode, and their number of tests, so that a missing test is noticed. */
const PARTS = [
  { name: "mandatory", folder: "", formats: "annotation", tests: 1299 },
  { name: "optional", folder: "optional", formats: "annotation", tests: 162 },
  { name: "format", folder: "optional/format", formats: "assertion", tests: 764 },
] as const;

const known = remotes();

describe("validated by the checker", () => {
  test.each(PARTS)("$name tests", ({ name, folder, formats, tests }) => {
    const failed: string[] = [];
    let passed = 0;
    for (const file of jsonFiles(join(SUITE, "tests/draft2020-12", folder))) {
      const asserted = file === "format-assertion.json" ? "assertion" : formats;
      for (const group of readJson(join(SUITE, "tests/draft2020-12", folder, file)) as unknown as Group[]) {
        const check = createCheck(group.schema, { formatMode: asserted });
        for (const { description, data, valid } of group.tests) {
          if (check(data) === valid) passed += 1;
          else failed.push(`${file}: ${group.description}: ${description}`);
        }
      }
    }
    process.stdout.write(`JSON Schema 2020-12, ${name}: ${passed} of ${passed + failed.length}\n`);
    expect(passed + failed.length).toBe(tests);
    expect(failed.sort()).toEqual((exceptions[name] ?? []).map((exception) => exception.test).sort());
  });
});

/** A schema that does not compile counts as a failed test, whatever the expected result. */
function createCheck(schema: Json, options: SchemasOptions): (value: Json) => boolean | string {
  const uri = "https://suite.example/schema";
  const document = describing({ $ref: uri });
  const schemas = createSchemas(document, { ...options, externalSchemas: new Map([...known, [uri, schema]]) });
  return (value) => {
    try {
      const valid = schemas.isValid("/components/schemas/Tested", "response", value);
      const failures = schemas.validate("/components/schemas/Tested", "response", value);
      return valid === (failures.length === 0) ? valid : "isValid and validate differ";
    } catch (error) {
      return String(error);
    }
  };
}

function describing(schema: Json): Document {
  const value = {
    openapi: "3.1.0",
    info: { title: "Tested", version: "1" },
    components: { schemas: { Tested: schema } },
  };
  const entry = { path: "tested.json", text: "", value, locate: () => ({ file: "tested.json" }) };
  const { document, errors } = createFaultyDocument(entry, () => ({
    root: value,
    origins: new Map(),
    referenced: new Set(),
    diagnostics: [],
    unresolved: new Map(),
    repaired: new Map(),
  }));
  expect(errors).toEqual([]);
  return document;
}

function remotes(): Map<string, Json> {
  const folder = join(SUITE, "remotes");
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".json"));
  return new Map(paths.map((path) => [`${REMOTE}/${path}`, readJson(join(folder, path))]));
}

function jsonFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith(".json"));
}

function readJson(path: string): Json {
  return JSON.parse(readFileSync(path, "utf8")) as Json;
}
