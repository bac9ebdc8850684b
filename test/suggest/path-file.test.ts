/** The file of a new path item, in specs whose path items are in files of their own. */
import { expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { choosePathFile } from "../../src/suggest/suggest-operations.js";

const ITEM = JSON.stringify({ get: { responses: { 204: { description: "d" } } } });

function choose(paths: Readonly<Record<string, unknown>>, template: string): unknown {
  const info = { title: "t", version: "1" };
  const spec = JSON.stringify({ openapi: "3.1.0", info, paths, components: { pathItems: { P: JSON.parse(ITEM) } } });
  const document = loadDocument("api/spec.json", (path) => (path === "api/spec.json" ? spec : ITEM));
  return choosePathFile(document, template);
}

const NEW = "/books/{id}/pages/";

test.each<[paths: Readonly<Record<string, string>>, reference: string | undefined]>([
  [{ "/a/b": "paths/a_b.yaml" }, "paths/books_{id}_pages.yaml"],
  [{ "/a/b": "./paths/a_b.yaml" }, "./paths/books_{id}_pages.yaml"],
  [{ "/a/b/": "paths/a-b.json", "/c": "paths/c.json" }, "paths/books-{id}-pages.json"],
  [{ "/a/{b}": "a_b.yaml" }, "books_id_pages.yaml"],
  [{ "/a/{b}/c": "a-b-c.yaml", "x-note": "other.yaml" }, "books-id-pages.yaml"],
  [{ "/a/{b}": "a_{b}.yaml", "/c/d": "c-d.yaml" }, undefined],
  [{ "/a": "paths/a.yaml", "/b": "other/b.yaml" }, undefined],
  [{ "/a": "paths/first.yaml" }, undefined],
  [{ "/a": "paths/a" }, undefined],
  [{ "/a": "#/components/pathItems/P" }, undefined],
  [{ "/a": "paths/a.yaml#/get" }, undefined],
  [{}, undefined],
])("beside %j, the new path is in %j", (references, reference) => {
  const paths = Object.fromEntries(Object.entries(references).map(([path, $ref]) => [path, { $ref }]));
  const expected = reference && { path: `api/${reference.replace("./", "")}`, reference };
  expect(choose(paths, NEW)).toEqual(expected);
});

test("a path item that is not in a file of its own decides against it", () => {
  expect(choose({ "/a": { $ref: "paths/a.yaml" }, "/b": JSON.parse(ITEM) }, NEW)).toBeUndefined();
  expect(choose({ "x-a": { $ref: "paths/a.yaml" } }, NEW)).toBeUndefined();
});
