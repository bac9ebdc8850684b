import { expect, test } from "vitest";
import { listOperations, loadDocument } from "../../../src/document/index.js";
import { buildExampleRequests } from "../../../src/probe/cases/example-requests.js";

/** The value of the one parameter of `GET /a/{name}`. */
function getFirstValue(name: string, status: string, more: string): unknown {
  const document = loadDocument(
    "a.yaml",
    () => `openapi: 3.1.0
info: { title: t, version: "1" }
paths:
  /a/{${name}}:
    get:
      parameters: [{ name: ${name}, in: path, required: true${more} }]
      responses: { "404": { description: d }, "${status}": { description: d } }
`,
  );
  const [operation] = listOperations(document);
  if (operation === undefined) throw new Error("no operation");
  return buildExampleRequests({ document }, operation)[0]?.request.path[name];
}

test.each<[name: string, status: string, more: string, expected: unknown]>([
  ["codes", "201", "", "201"],
  ["status", "200", ", schema: { type: string }", "200"],
  ["statusCode", "200", ", schema: { type: integer }", 200],
  ["codes", "2XX", "", "text"],
  ["codes", "302", "", "text"],
  ["countryCode", "200", "", "text"],
  ["codes", "200", ", schema: { type: boolean }", true],
  ["codes", "200", ', schema: { example: "418" }', "418"],
])("a path parameter %s beside a response %s%s", (name, status, more, expected) => {
  expect(getFirstValue(name, status, more)).toEqual(expected);
});

test.each([
  ["{a}/b/{id}", "a, id"],
  ["{id}/b/{a}", "id, a"],
])("the values of the path %s are in its order, not in that of its parameters", (path, expected) => {
  const parameters = ["id", "a"].map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
  const paths = { [`/${path}`]: { get: { parameters, responses: { 200: { description: "d" } } } } };
  const spec = { openapi: "3.1.0", info: { title: "t", version: "1" }, paths };
  const document = loadDocument("a.json", () => JSON.stringify(spec));
  const [operation] = listOperations(document);
  const [example] = operation === undefined ? [] : buildExampleRequests({ document }, operation);
  expect(Object.keys(example?.request.path ?? {}).join(", ")).toBe(expected);
});

test.each([
  ["application/x-www-form-urlencoded", ["text"]],
  ["multipart/form-data", ["text"]],
  ["application/json", []],
])("the smallest list that %s can have is %j", (range, ids) => {
  const schema = {
    type: "object",
    required: ["ids"],
    properties: { ids: { type: "array", items: { type: "string" } } },
  };
  const post = {
    requestBody: { required: true, content: { [range]: { schema } } },
    responses: { 200: { description: "d" } },
  };
  const spec = { openapi: "3.1.0", info: { title: "t", version: "1" }, paths: { "/a": { post } } };
  const document = loadDocument("a.json", () => JSON.stringify(spec));
  const [operation] = listOperations(document);
  const [example] = operation === undefined ? [] : buildExampleRequests({ document }, operation);
  expect(example?.request.body).toMatchObject({ value: { ids } });
});
