/** The generated table of calls matches the spec and omits defaults. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type CallDescription, calls, servers } from "../../generated/calls.js";
import { type OperationDescription, operations } from "../../generated/operations.js";
import { asObject, listOperations, loadDocument, resolvePointer } from "../../src/document/index.js";
import { generateCalls as callsOf } from "../../src/generate/calls.js";

const document = loadDocument("spec/openapi.yaml");
const rows = Object.entries<CallDescription>(calls);
const row = (name: string): OperationDescription => (operations as Record<string, OperationDescription>)[name] as never;

test("every operation has a row", () => {
  expect(Object.keys(calls)).toEqual(Object.keys(operations));
  expect(Object.keys(servers)).toEqual(["baseUrl", "billingUrl"]);
});

test.each(rows)("%s", (name, { call, server = "baseUrl", id, retries, token = true, ...said }) => {
  const { method, path, parameters, requestBody, responses, security, ...operation } = row(name);
  expect(call).toBe(`${method} ${path}`);
  expect(operation.servers[0]?.url).toBe(`{${server}}`);
  const isRepeatable = method === "GET" || operation.idempotencyKey !== undefined;
  expect(retries).toBe(isRepeatable ? undefined : 0);
  if (operation.idempotencyKey) expect(id).toBe(operation.idempotencyKey.header);
  expect(parameters.some((it) => it.in === "header" && it.name === "Service-Request-Id")).toBe(id !== undefined);
  expect(security.flat().some(({ type }) => type === "oauth2")).toBe(token);
  expect(requestBody?.contentTypes ?? [said.body ?? "application/json"]).toContain(said.body ?? "application/json");
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  expect(new Set(successes.flatMap(([, types]) => types))).toEqual(new Set(["application/json"]));
  for (const it of parameters) {
    if (!("style" in it) || it.in === "header") continue;
    const usual = it.in === "path" ? { style: "simple", explode: false } : { style: "form", explode: true };
    const { style, explode } = it;
    expect({ ...usual, ...(said.lists?.includes(it.name) && { explode: false }) }).toEqual({ style, explode });
  }
  const { style, items, start, count } = (operation.paging ?? {}) as Readonly<Record<string, string>>;
  const paging = style === "links" ? [items?.slice(1)] : [items?.slice(1), start, count];
  expect(said.paging).toEqual(style === undefined ? undefined : paging);
});

test("headers that can have one value only are those of the contract", () => {
  for (const { id, parameters } of listOperations(document).filter(({ kind }) => kind === "path")) {
    const fixed = parameters.flatMap(({ in: place, name, schema }) => {
      const value = schema === undefined ? undefined : asObject(resolvePointer(document, schema)?.value)?.const;
      return place === "header" && value !== undefined ? [[name, value]] : [];
    });
    expect((calls as Record<string, CallDescription>)[id]?.headers ?? {}).toEqual(Object.fromEntries(fixed));
  }
});

test("another description has a table of its own", () => {
  const text = callsOf(loadDocument("test/generate/cases/shop/openapi.yaml"));
  expect(text).toContain('servers = { baseUrl: "https://shop.example/v1", server2: "https://shelves.example" }');
  expect(text).toContain('lists: ["ids"]');
  expect(text).toMatch(/putParcel: \{[\s\S]*?server: "server2",\s+id: "Idempotency-Key",\s+token: false,\s+\}/);
  expect(text).toContain('export type TimeParameter = "since"');
});

test.each<[says: string, path: string, more: string, message: RegExp]>([
  ["a success of another kind", "/parcels", "", /the client reads application\/json, and a success is text\/csv$/],
  ["a success of nothing", "/parcels", "", /the client reads application\/json, and a success is nothing$/],
  ["a part of a path that is filled in part", "/parcels/{id}.json", "", /fills whole parts of a path only$/],
  ["items deep in a page", "/parcels", "x-paging: { style: links, items: /a/b }", /at the top of a page only$/],
])("what the client cannot do is refused when the table is made: %s", (says, path, more, message) => {
  const folder = mkdtempSync(join(tmpdir(), "calls-"));
  const file = join(folder, "openapi.yaml");
  const content = says.endsWith("nothing")
    ? ""
    : `, content: { ${says.endsWith("kind") ? "text/csv" : "application/json"}: {} }`;
  try {
    writeFileSync(
      file,
      `openapi: 3.1.0
info: { title: Parcels, version: "1" }
servers: [{ url: "https://shop.example" }]
paths:
  ${path}:
    get:
      operationId: get
      ${more}
      parameters: [${path.includes("{") ? "{ name: id, in: path, required: true, schema: { type: string } }" : ""}]
      responses: { "200": { description: ok${content} } }
`,
    );
    expect(() => callsOf(loadDocument(file))).toThrow(message);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  ["path", "{ name: parcelId, in: path, required: true, style: label, schema: { type: string } }"],
  ["path", "{ name: parcelId, in: path, required: true, style: matrix, schema: { type: string } }"],
  ["path", "{ name: parcelId, in: path, required: true, explode: true, schema: { type: string } }"],
  ["query", "{ name: filter, in: query, style: deepObject, explode: true, schema: { type: object } }"],
  ["query", "{ name: ids, in: query, style: pipeDelimited, schema: { type: array } }"],
  ["query", "{ name: url, in: query, allowReserved: true, schema: { type: string } }"],
])("a parameter of the %s that the client cannot write is refused when the table is made: %s", (_, parameter) => {
  const folder = mkdtempSync(join(tmpdir(), "calls-"));
  const path = `/parcels${parameter.includes("parcelId") ? "/{parcelId}" : ""}`;
  const file = join(folder, "openapi.yaml");
  const document = (it: string) => `openapi: 3.1.0
info: { title: Parcels, version: "1" }
servers: [{ url: "https://shop.example" }]
paths:
  ${path}:
    get:
      operationId: get
      parameters: [${it}]
      responses: { "200": { description: ok, content: { application/json: {} } } }
`;
  try {
    writeFileSync(file, document(parameter));
    expect(() => callsOf(loadDocument(file))).toThrow(/parameters\/0: the client writes simple in a path and form/);
    writeFileSync(file, document(parameter.replace(/ (style: \w+|explode: true|allowReserved: true),/g, "")));
    expect(callsOf(loadDocument(file))).toContain("GET /parcels");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
