/** Rules that depend on a list of names: each name of the list, and names that only contain one. */
import { expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { lintDocument } from "../../src/lint/index.js";

function listFindings(paths: object, code: string): string[] {
  const spec = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths };
  const found = lintDocument(loadDocument("spec.json", () => JSON.stringify(spec)));
  return found.filter((it) => it.code === code).map(({ message }) => message);
}

const responses = { 200: { description: "d" } };

test.each([
  ["Accept", true],
  ["content-type", true],
  ["AUTHORIZATION", true],
  ["Accept-Language", false],
  ["X-Accept", false],
  ["Content-Type-X", false],
  ["X-Authorization", false],
])("the header parameter %s is ignored: %s", (name, isIgnored) => {
  const parameters = [
    { name, in: "header", schema: {} },
    { name, in: "query", schema: {} },
  ];
  expect(listFindings({ "/a": { get: { parameters, responses } } }, "spec.parameter.ignored")).toEqual(
    isIgnored ? [`the declaration of the header ${name} is ignored`] : [],
  );
});

test.each(["Content-Type", "content-type", "Content-Type-X", "X-Content-Type"])("the response header %s", (name) => {
  const response = { description: "d", headers: { [name]: { schema: {} } } };
  const found = listFindings({ "/a": { get: { responses: { 200: response } } } }, "spec.parameter.ignored");
  expect(found).toHaveLength(/^content-type$/i.test(name) ? 1 : 0);
});

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

test.each(METHODS)("two templates with %s match one URL, unless only one has it", (method) => {
  const parameter = { name: "p", in: "path", required: true, schema: { type: "string" } };
  const item = (name: string): object => ({ parameters: [parameter], [name]: { responses } });
  const find = (other: string) =>
    listFindings({ "/a/{p}": item(method), "/{p}/b": item(other) }, "spec.path.ambiguous");
  expect(find(method)).toEqual(['"/a/{p}" and "/{p}/b" both match /a/b']);
  expect(find(method === "get" ? "put" : "get")).toEqual([]);
});

test.each([...METHODS])("the body of %s", (method) => {
  const operation = { requestBody: { content: { "a/b": {} } }, responses };
  const found = listFindings({ "/a": { [method]: operation } }, "spec.operation.body-unusual");
  const isUnusual = ["get", "head", "delete"].includes(method);
  expect(found).toEqual(isUnusual ? [`the body of a ${method.toUpperCase()} request has no meaning`] : []);
});

test("of one code, 1000 findings are listed", () => {
  const list = (count: number): number => {
    const parameters = Array.from({ length: count }, () => ({ name: "accept", in: "header", schema: {} }));
    return listFindings({ "/a": { get: { parameters, responses } } }, "spec.parameter.ignored").length;
  };
  expect([999, 1000, 1001, 1002].map(list)).toEqual([999, 1000, 1000, 1000]);
});
