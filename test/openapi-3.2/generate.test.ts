/** Types and calls for a spec of OpenAPI 3.2, which openapi-typescript does not read. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { createClientModel } from "../../src/generate/client/client-model.js";
import { generateTypes } from "../../src/generate/types.js";

const document = loadDocument(join(import.meta.dirname, "streams.yaml"));

test("the types have operations of all methods, and the items of streams", async () => {
  const types = await generateTypes(document);
  for (const operation of ["search", "searchByQuery", "copy", "notify", "events"])
    expect(types).toMatch(new RegExp(`^ {4}${operation}: \\{$`, "m"));
  expect(types).toContain('"/search (QUERY)"');
  expect(types).toContain('"application/jsonl": components["schemas"]["Item"][];');
});

test("the client has calls of all methods, and names the operations that it lacks", () => {
  const { calls, omissions } = createClientModel(document);
  expect(calls.map(({ operation: { method, path } }) => `${method} ${path}`)).toEqual(
    expect.arrayContaining(["QUERY /search", "COPY /search", "notify /search", "GET /events"]),
  );
  expect(omissions.map(({ operation, reason }) => `${operation}: ${reason}`)).toEqual([
    'searchByQuery: the parameter "query" is a whole query string',
    'filter: the parameter "json" is a whole query string',
  ]);
});
