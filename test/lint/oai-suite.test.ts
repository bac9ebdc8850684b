import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { DocumentError, loadDocument } from "../../src/document/index.js";
import { lintDocument } from "../../src/lint/index.js";

/** The tests of the OpenAPI Initiative for its schemas of 3.1 and 3.2. ORIGIN.md in their directory names the source. */
const SUITE = join(import.meta.dirname, "../material/OpenAPI-Specification");

/** Correct findings that a JSON Schema cannot report. Most of these documents are fragments of larger ones. */
const BEYOND_THE_SCHEMA: Readonly<Record<string, readonly string[]>> = {
  // Its operations are missing.
  "link-object-examples.yaml": ["spec.link.operation-unknown"],
  // Its parameter is petId but the path has id, and its security scheme is missing.
  "operation-object-example.yaml": [
    "spec.path.parameter-undeclared",
    "spec.path.parameter-unused",
    "spec.security.scheme-undeclared",
  ],
  // The operation of its link is missing.
  "path_item_servers_parameters.yaml": ["spec.link.operation-unknown"],
  // It declares username, which the path has, and usernames, which the path does not have.
  "parameter-object-examples.yaml": ["spec.path.parameter-unused"],
};

const BEYOND_BY_VERSION: Readonly<Record<string, readonly [file: string, codes: readonly string[]]>> = {
  // The JSON Schema requires `required` only for path parameters with a schema, the specification for all.
  "3.1": ["style-defaults.yaml", ["spec.parameter.path-optional"]],
  // The schema of its default mapping is missing.
  "3.2": ["mega.yaml", ["spec.discriminator.target-unknown"]],
};

function errorsOf(path: string, version: string): string[] {
  // The loader fetches nothing from other hosts, so the only remote reference of the suite uses this file.
  const text = readFileSync(path, "utf8")
    .replaceAll("https://example.com/api/openapi.json#", "remote.json#")
    .replace(/^openapi: 3\.1/m, `openapi: ${version}`);
  const remote = { components: { externalDocs: { ThingExternalDocs: { type: "http", scheme: "basic" } } } };
  try {
    const document = loadDocument(path, (name) => (name === path ? text : JSON.stringify(remote)));
    const errors = lintDocument(document, { values: true }).filter(({ level }) => level === "error");
    return [...new Set(errors.map(({ code }) => code ?? ""))].sort();
  } catch (error) {
    if (error instanceof DocumentError) return error.diagnostics.map(({ message }) => message);
    throw error;
  }
}

/** The documents of a version. Those of 3.1 that 3.2 does not have under their name are in it with its version number. */
function files(version: string, kind: string): string[] {
  const own = readdirSync(join(SUITE, version), { recursive: true }).map((file) => basename(String(file)));
  const shared = version === "3.1" ? [] : files("3.1", kind).filter((path) => !own.includes(basename(path)));
  const folder = join(SUITE, version, kind);
  return [...readdirSync(folder).map((file) => join(folder, file)), ...shared];
}

describe.each([
  { version: "3.1", pass: 35, fail: 11 },
  { version: "3.2", pass: 37, fail: 30 },
])("OpenAPI $version", ({ version, pass, fail }) => {
  test("the valid documents have no error", () => {
    const found = files(version, "pass").map((path) => [basename(path), errorsOf(path, version)] as const);
    expect(Object.fromEntries(found.filter(([, errors]) => errors.length > 0))).toEqual({
      ...BEYOND_THE_SCHEMA,
      ...Object.fromEntries([BEYOND_BY_VERSION[version] ?? []]),
    });
    expect(found).toHaveLength(pass);
  });

  test("the invalid documents have an error", () => {
    const found = files(version, "fail").map((path) => [basename(path), errorsOf(path, version)] as const);
    expect(found.filter(([, errors]) => errors.length === 0)).toEqual([]);
    expect(found).toHaveLength(fail);
  });
});
