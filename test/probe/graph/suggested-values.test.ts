/** Values that a name, a resource of another path or the meaning of a path suggests, and where they are used. */
import { expect, test } from "vitest";
import { listOperations, loadDocument, type Operation } from "../../../src/document/index.js";
import { buildExampleRequests } from "../../../src/probe/cases/example-requests.js";
import { createKnownValues, listNamedTexts } from "../../../src/probe/graph/known-values.js";
import { isServiceSetting } from "../../../src/probe/graph/operation-order.js";
import { buildCandidates } from "../../../src/probe/graph/request-candidates.js";
import type { CaseRequest } from "../../../src/probe/requests/probe-case.js";
import { ProbeExchange } from "../../../src/probe/session/probe-exchange.js";

const OK = 'responses: { "200": { description: d } }';
const query = (name: string, schema: string): string =>
  `parameters: [{ name: ${name}, in: query, required: true, schema: { ${schema} } }]`;
const document = loadDocument(
  "spec.yaml",
  () => `openapi: 3.1.0
info: { title: t, version: "1" }
paths:
  /boxes: { get: { operationId: listBoxes, ${OK} }, post: { operationId: addBox, ${OK} } }
  /boxes/{id}: { get: { operationId: getBox, ${OK} } }
  /open-boxes: { post: { operationId: openBox, ${OK} } }
  /jars: { post: { operationId: openJar, ${OK} } }
  /files/{path}: { get: { operationId: read, ${OK} }, post: { operationId: add, ${OK} }, put: { operationId: put, ${OK} }, delete: { operationId: remove, ${OK} } }
  /notes/{note}: { post: { operationId: note, ${OK} } }
  /flush: { put: { operationId: flush, ${query("zoneDomain", "type: string")}, ${OK} } }
  /short: { put: { operationId: short, ${query("domain", "type: string, maxLength: 11")}, ${OK} } }
  /given: { put: { operationId: given, ${query("domain", "type: string, example: a.example")}, ${OK} } }
  /label: { put: { operationId: label, ${query("label", "type: string")}, ${OK} } }
`,
);
const operations = listOperations(document);
const operation = (id: string): Operation => operations.find((it) => it.id === id) as Operation;

function listCandidates(id: string, path: CaseRequest["path"], value?: unknown): readonly CaseRequest[] {
  const known = createKnownValues({}, operations);
  const response = {
    ...{ status: 200, headers: [["Content-Type", "application/json"]] },
    body: { kind: "text", text: '[{"id":"box:1"}]' },
  };
  const request = { path: {}, query: {}, header: {}, cookie: {} };
  const exchange = { request: { url: "https://a.example/boxes" }, response } as never;
  known.learn(new ProbeExchange({ document, operation: operation("listBoxes"), request, exchange }));
  const example = {
    ...request,
    path,
    ...(value === undefined ? {} : { body: { contentType: "application/json", value } }),
  };
  return [...buildCandidates(operation(id), example, { known, createId: () => "new", isValid: () => true })];
}

test.each<[id: string, isRootTried: boolean]>([
  ["read", true],
  ["add", true],
  ["put", false],
  ["remove", false],
])("the root of a path of files, with %s: %s", (id, isRootTried) => {
  expect(listCandidates(id, { path: "text" }).some(({ path }) => path.path === "/")).toBe(isRootTried);
});

test("a parameter of another name is no path of files", () => {
  expect(listCandidates("note", { note: "text" }).map(({ path }) => path.note)).toEqual(["text"]);
});

test.each<[id: string, value: unknown, isFilled: boolean]>([
  ["openBox", { id: "x" }, true],
  ["openBox", { id: 7 }, false],
  ["openBox", { no: "x" }, false],
  ["openJar", { id: "x" }, false],
  ["addBox", { id: "x" }, false],
])("%s of %j refers to a known box: %s", (id, value, isFilled) => {
  const bodies = listCandidates(id, {}, value).map((it) => it.body && "value" in it.body && it.body.value);
  expect(bodies.some((it) => JSON.stringify(it) === '{"id":"box:1"}')).toBe(isFilled);
});

test.each<[id: string, values: readonly string[]]>([
  ["flush", ["text", "example.com", "example.com."]],
  ["short", ["text", "example.com"]],
  ["given", ["a.example"]],
  ["label", ["text"]],
])("the required query parameter of %s gets %j", (id, values) => {
  const made = buildExampleRequests({ document }, operation(id));
  expect(made.flatMap(({ request }) => Object.values(request.query))).toEqual(values);
});

test.each<[name: string, first: string | undefined]>([
  ["keyAlgorithm", "hmac-sha256"],
  ["algorithms", "hmac-sha256"],
  ["algorithmName", undefined],
  ["constructor", undefined],
])("a usual text for %s: %s", (name, first) => {
  expect(listNamedTexts(name)[0]).toBe(first);
});

test.each<[method: string, path: string, isSetting: boolean]>([
  ["PATCH", "/config", true],
  ["PUT", "/app-settings", true],
  ["GET", "/config", false],
  ["DELETE", "/config", false],
  ["PATCH", "/configs/{id}", false],
  ["PATCH", "/users/{id}/settings", false],
  ["PUT", "/configured", false],
])("%s %s changes settings of the service: %s", (method, path, isSetting) => {
  expect(isServiceSetting({ method, path })).toBe(isSetting);
});
