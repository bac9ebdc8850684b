/** The generated table of calls matches the spec and omits defaults. */
import { expect, test } from "vitest";
import * as calls from "../../generated/calls.js";
import { servers } from "../../generated/client.js";
import { type OperationDescription, operations } from "../../generated/operations.js";
import type { CallDescription } from "../../src/client/index.js";
import { asObject, listOperations, loadDocument, resolvePointer } from "../../src/document/index.js";
import { generateCalls } from "../../src/generate/client/calls.js";
import { generateClientFile } from "../../src/generate/client/client-file.js";
import { createClientModel } from "../../src/generate/client/client-model.js";

const document = loadDocument("spec/openapi.yaml");
const rows = Object.entries<CallDescription>(calls);
const row = (name: string): OperationDescription => (operations as Record<string, OperationDescription>)[name] as never;

test("every operation has a row", () => {
  expect(Object.keys(calls)).toEqual(Object.keys(operations));
  expect(Object.keys(servers)).toEqual(["baseUrl", "billingUrl"]);
});

test.each(rows)("%s", (name, { call, server = "baseUrl", id, retries, auth, ...description }) => {
  const { method, path, parameters, requestBody, responses, security, ...operation } = row(name);
  expect(call).toBe(`${method} ${path}`);
  expect(operation.servers[0]?.url).toBe(`{${server}}`);
  const isRepeatable = method === "GET" || operation.idempotencyKey !== undefined;
  expect(retries).toBe(isRepeatable ? undefined : 0);
  if (operation.idempotencyKey) expect(id).toBe(operation.idempotencyKey.header);
  expect(parameters.some((it) => it.in === "header" && it.name === "Service-Request-Id")).toBe(id !== undefined);
  expect(security.flat().some(({ type }) => type === "oauth2")).toBe(auth === undefined);
  expect(requestBody?.contentTypes ?? [description.body ?? "application/json"]).toContain(
    description.body ?? "application/json",
  );
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  expect(new Set(successes.flatMap(([, types]) => types))).toEqual(new Set(["application/json"]));
  for (const it of parameters) {
    if (!("style" in it) || it.in === "header") continue;
    const usual = it.in === "path" ? { style: "simple", explode: false } : { style: "form", explode: true };
    const { style, explode } = it;
    expect({ ...usual, ...(description.lists?.includes(it.name) && { explode: false }) }).toEqual({ style, explode });
  }
  const { items } = (operation.list ?? {}) as Readonly<Record<string, string>>;
  const isList = items !== undefined || name === "listPlans";
  expect(description.list?.[0]).toBe(isList ? name.slice(4, 5).toLowerCase() + name.slice(5) : undefined);
});

test("headers that can have one value only are those of the spec", () => {
  for (const { id, parameters } of listOperations(document).filter(({ kind }) => kind === "path")) {
    const fixed = parameters.flatMap(({ in: place, name, schema }) => {
      const value = schema === undefined ? undefined : asObject(resolvePointer(document, schema)?.value)?.const;
      return place === "header" && value !== undefined ? [[name, value]] : [];
    });
    expect((calls as Record<string, CallDescription>)[id]?.headers ?? {}).toEqual(Object.fromEntries(fixed));
  }
});

test("another spec has its own table", () => {
  const document = loadDocument("test/generate/cases/shop/openapi.yaml");
  const model = createClientModel(document);
  expect(generateClientFile(model)).toContain(
    'servers = { baseUrl: "https://shop.example/v1", shelvesUrl: "https://shelves.example" }',
  );
  const text = generateCalls(document, model);
  expect(text).toContain('lists: ["ids"]');
  expect(text).toMatch(/putParcel: [\s\S]*?server: "shelvesUrl",\s+id: "Idempotency-Key",\s+auth: false,/);
  expect(text).toContain('times: "since"');
});

const API = "https://api.example/v2";

test.each([
  [
    "the first operation has one of its own",
    [["https://account.example/oauth2"], []],
    [API],
    { baseUrl: API, accountUrl: "https://account.example/oauth2" },
  ],
  [
    "another path of the same host",
    [["https://api.example/oauth2"], []],
    [API],
    { baseUrl: API, oauth2Url: "https://api.example/oauth2" },
  ],
  [
    "no operation uses that of the document",
    [["https://a.example"], ["https://b-c.example/v1"], ["https://b-c.example/v1"]],
    [API],
    { baseUrl: "https://b-c.example/v1", aUrl: "https://a.example" },
  ],
  [
    "two of one name",
    [[], ["https://up.example"], ["https://up.test"]],
    [API],
    { baseUrl: API, upUrl: "https://up.example", server3: "https://up.test" },
  ],
  ["none", [[], []], [], { baseUrl: "/" }],
])("baseUrl is the server of the document: %s", (_name, own, servers, expected) => {
  const listed = (urls: readonly string[]) => (urls.length === 0 ? {} : { servers: urls.map((url) => ({ url })) });
  const paths = Object.fromEntries(
    own.map((urls, index) => [`/p${index}`, { get: { operationId: `p${index}`, ...listed(urls), responses: {} } }]),
  );
  const root = { openapi: "3.1.0", info: { title: "t", version: "1" }, ...listed(servers), paths };
  const model = createClientModel(loadDocument("spec.json", () => JSON.stringify(root)));
  expect(Object.fromEntries(Object.entries(model.servers).map(([name, { url }]) => [name, url]))).toEqual(expected);
});
