import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { DocumentError, loadDocument } from "../../src/document/index.js";
import { lintDocument } from "../../src/lint/index.js";

/** The OpenAPI Initiative's own tests of the 3.1 schema; ORIGIN.md beside them names their source. */
const SUITE = join(import.meta.dirname, "../material/OpenAPI-Specification");

/** Errors that are true, and that a schema cannot see: most of these documents are fragments of larger ones. */
const BEYOND_THE_SCHEMA: Readonly<Record<string, readonly string[]>> = {
  // Its operations are left out.
  "link-object-examples.yaml": ["spec.link.operation-unknown"],
  // Its parameter is petId where the path says id, and its security scheme is left out.
  "operation-object-example.yaml": [
    "spec.path.parameter-undeclared",
    "spec.path.parameter-unused",
    "spec.security.scheme-undeclared",
  ],
  // The operation of its link is left out.
  "path_item_servers_parameters.yaml": ["spec.link.operation-unknown"],
  // It declares username, which the path has, and usernames, which it has not.
  "parameter-object-examples.yaml": ["spec.path.parameter-unused"],
  // The schema asks for `required` of path parameters with a schema only, the specification of all.
  "style-defaults.yaml": ["spec.parameter.path-optional"],
};

function errorsOf(path: string): string[] {
  // The loader fetches nothing from other machines; the one remote reference of the suite finds its file here.
  const text = readFileSync(path, "utf8").replaceAll("https://example.com/api/openapi.json#", "remote.json#");
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

function files(folder: string): string[] {
  return readdirSync(join(SUITE, folder)).map((file) => join(SUITE, folder, file));
}

test("the documents that are right have no error", () => {
  const found = files("pass").map((path) => [basename(path), errorsOf(path)] as const);
  expect(Object.fromEntries(found.filter(([, errors]) => errors.length > 0))).toEqual(BEYOND_THE_SCHEMA);
  expect(found).toHaveLength(35);
});

test("the documents that are wrong have an error", () => {
  const found = files("fail").map((path) => [basename(path), errorsOf(path)] as const);
  expect(found.filter(([, errors]) => errors.length === 0)).toEqual([]);
  expect(found).toHaveLength(11);
});
