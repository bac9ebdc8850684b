/** References that an edit of a spec in several files needs: to the shared error response, and from the file that is edited. */
import { expect, test } from "vitest";
import { listOperations, loadDocument } from "../../src/document/index.js";
import { findSharedResponse } from "../../src/suggest/suggest-additions.js";
import { rewriteReferences, rewriteReferencesFrom } from "../../src/suggest/suggestion.js";

const FILES: Readonly<Record<string, string>> = {
  "api/main.yaml": `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /a: { $ref: "paths/a.yaml" }
  /b:
    get: { responses: { "200": { $ref: "#/components/responses/Ok" }, "404": { $ref: "#/components/responses/Gone" }, "500": { $ref: "#/components/responses/Broken" }, "501": { $ref: "#/components/responses/NotImplemented" } } }
    put: { responses: { "200": { description: d }, "400": { $ref: "#/components/responses/Bad" }, "500": { $ref: "#/components/responses/Broken" }, default: { $ref: "#/components/responses/Rest" } } }
    post: { responses: { "200": { description: d }, "403": { $ref: "#/components/responses/Bad" }, "404": { description: own }, "409": { $ref: "#/components/responses/Gone" } } }
    delete: { responses: { "204": { description: d } } }
components:
  responses:
    Ok: { description: ok }
    Gone: { description: gone }
    Bad: { description: bad }
    Broken: { description: broken }
    Rest: { description: rest }
    NotImplemented: { description: not }
    Far: { $ref: "parts/more.yaml#/far" }
  schemas: { "A B": { type: string }, Far: { $ref: "parts/far.yaml" } }
`,
  "api/paths/a.yaml": `get: { responses: { "200": { description: d }, "400": { $ref: "../parts/more.yaml#/far" } } }
put: { responses: { "200": { description: d } } }
`,
  "api/parts/more.yaml": "far: { description: far }\nother: { description: other }\n",
  "api/parts/far.yaml": "type: integer\n",
};
const document = loadDocument("api/main.yaml", (path) => FILES[path] ?? "");
const operations = listOperations(document);

test.each([
  // The operation itself has one of the same class.
  ["b/get", "401", "Gone"],
  // Broken and NotImplemented describe a status each.
  ["b/get", "502", "Gone"],
  ["b/put", "422", "Bad"],
  // One of another class is better than that of another operation.
  ["b/put", "502", "Bad"],
  // The most common one of the file, and of several the first.
  ["b/delete", "400", "Gone"],
  ["b/delete", "500", "Broken"],
  ["b/delete", "503", "Gone"],
  ["b/delete", "204", undefined],
  ["b/delete", "2XX", undefined],
  ["b/delete", "default", undefined],
  ["b/delete", "4XX", "Gone"],
])("%s with the status %s refers to %s", (name, status, expected) => {
  const found = findSharedResponse(document, operations, { responses: `/paths/~1${name}/responses`, status });
  const reference = `#/components/responses/${expected}`;
  expect(found).toEqual(
    expected === undefined ? undefined : { status: expect.any(String), source: reference, bundled: reference },
  );
});

test("a file refers to the responses of its own operations", () => {
  const find = (responses: string, status = "400") => findSharedResponse(document, operations, { responses, status });
  const bundled = "#/components/responses/Far";
  const expected = { status: "400", source: "../parts/more.yaml#/far", bundled };
  expect(find("/paths/~1a/get/responses")).toEqual(expected);
  expect(find("/paths/~1a/put/responses")).toEqual(expected);
  // A response that is used once may be for any status.
  expect(find("/paths/~1a/put/responses", "404")).toEqual(expected);
});

const REFERENCES = {
  list: [{ $ref: "#/components/schemas/A%20B" }, { $ref: "#/components/responses/Far" }, null, 5],
  $ref: { $ref: "#/components/schemas/Far" },
  far: { $ref: "https://a.example/#/x" },
  data: "#/components/schemas/Far",
  gone: { $ref: "#anchor" },
};

test.each([
  ["/paths", ["#/components/schemas/A%20B", "parts/more.yaml#/far", "parts/far.yaml"]],
  ["/paths/~1a", ["../main.yaml#/components/schemas/A%20B", "../parts/more.yaml#/far", "../parts/far.yaml"]],
])("references in the file of %s", (at, [own = "", far = "", whole = ""]) => {
  expect(rewriteReferences(document, at, REFERENCES)).toEqual({
    ...REFERENCES,
    list: [{ $ref: own }, { $ref: far }, null, 5],
    $ref: { $ref: whole },
  });
});

test("references of a file that does not exist yet, and within a file", () => {
  const rewrite = (path: string, $ref: string) => rewriteReferencesFrom(document, path, { $ref });
  expect(rewrite("api/paths/new/b.yaml", "#/components/responses/Far")).toEqual({
    $ref: "../../parts/more.yaml#/far",
  });
  expect(rewrite("api/parts/more.yaml", "#/components/responses/Far")).toEqual({ $ref: "#/far" });
  expect(rewrite("api/parts/far.yaml", "#/components/schemas/Far")).toEqual({ $ref: "#" });
  expect(rewriteReferences({ ...document, getOrigin: undefined } as never, "/paths", REFERENCES)).toBe(REFERENCES);
});
