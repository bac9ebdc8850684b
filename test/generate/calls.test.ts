/** The calls of a client, made from a spec, and the operations that a client cannot have. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { loadDocument } from "../../src/document/index.js";
import { generateCalls } from "../../src/generate/client/calls.js";
import { generateClientFile } from "../../src/generate/client/client-file.js";
import { createClientModel } from "../../src/generate/client/client-model.js";

const text = readFileSync("test/generate/cases/calls.yaml", "utf8");
const model = (spec: string) => {
  const document = loadDocument("spec.yaml", () => spec);
  return { document, model: createClientModel(document) };
};
const generate = (spec: string): string => {
  const made = model(spec);
  return generateCalls(made.document, made.model);
};

test("each call has what the client needs, and no defaults", () => {
  expect(generate(text)).toMatchSnapshot();
  expect(model(text).model.omissions).toEqual([]);
});

test("createClient has every call, and the servers of the spec", () => {
  expect(generateClientFile(model(text).model)).toMatchSnapshot();
});

test.each<[servers: string, expected: readonly string[]]>([
  [
    '[{ url: "https://{a}.example", variables: { a: { default: x, enum: [x, y] } } }]',
    ['readonly "https://{a}.example": { readonly a?: "x" | "y" };', '{ "https://{a}.example": { a: "x" } }'],
  ],
  [
    '[{ url: "https://a.example" }, { url: "https://b.example" }]',
    ['readonly "https://b.example": Record<never, never>;', '"https://b.example": {}'],
  ],
  ['[{ url: "https://a.example" }]', []],
])("the servers %s can be chosen if there is a choice", (servers, expected) => {
  const spec = `openapi: 3.1.0\ninfo: { title: T, version: "1" }\nservers: ${servers}\npaths: { /a: { get: {} } }\n`;
  const file = generateClientFile(model(spec).model);
  for (const part of expected) expect(file).toContain(part);
  expect(file.includes("buildServerUrl")).toBe(expected.length > 0);
});

test.each<[server: string, needsNoOptions: boolean]>([
  ['{ url: "https://shop.example/v1" }', true],
  ["{ url: /v1 }", false],
  ['{ url: "{address}/v1", variables: { address: { default: "https://try.shop.com" } } }', true],
  ['{ url: "{address}/v1", variables: { address: { default: "https://try.shop.example" } } }', false],
  ['{ url: "{address}/v1", variables: { address: { default: "try.shop.com" } } }', false],
  ['{ url: "{scheme}://shop.com/v1", variables: { scheme: { default: https } } }', true],
  ['{ url: "{scheme}://shop.com/v1", variables: { scheme: { default: wss } } }', false],
  ['{ url: "https://{host}/v1", variables: { host: { default: shop.com } } }', true],
  ['{ url: "https://{host}/v1", variables: { host: { default: "" } } }', false],
  ['{ url: "https://{host}/v1" }', false],
])("with the server %s, createClient needs no options: %s", (server, needsNoOptions) => {
  const spec = `openapi: 3.1.0\ninfo: { title: T, version: "1" }\nservers: [${server}]\npaths: { /a: { get: {} } }\n`;
  const file = generateClientFile(model(spec).model);
  expect(file.includes("createClient(options: ClientOptions = {})")).toBe(needsNoOptions);
  expect(file.includes("readonly baseUrl: string;")).toBe(!needsNoOptions);
});

test("a spec without operations has a client without calls", () => {
  const empty = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n';
  expect(generate(empty)).toContain("export {};");
  expect(generateClientFile(model(empty).model)).toContain('const calls: typeof import("./calls.js") = {\n};');
});

type Spec = { paths: Record<string, Record<string, Record<string, unknown>>> };

/** One edit of GET /items, and what its call then contains. */
const EDITS: readonly (readonly [title: string, edit: object, contained: string, method?: "post"])[] = [
  ["text", response("text/plain"), 'createReader({ "text/plain": runtime.readTextBody })'],
  ["XML", response("application/xml"), 'createReader({ "application/xml": runtime.readTextBody })'],
  ["bytes", response("image/*"), 'createReader({ "image/*": runtime.readBlob })'],
  ["errors of text", response("text/plain", "404"), "errors: false,"],
  ["events", response("text/event-stream; charset=utf-8"), 'createReader({ "text/event-stream": runtime.readEvents })'],
  ["JSON Lines", response("application/x-ndjson"), 'createReader({ "application/x-ndjson": runtime.readJsonLines })'],
  ["nothing", { responses: { "204": { description: "d" } } }, "empty: true,"],
  ["spaces", query({ style: "spaceDelimited", explode: false }), '"query a": runtime.writeSpaceDelimited'],
  ["reserved characters", query({ allowReserved: true }), '"query a": runtime.writeReserved'],
  ["nested brackets", query({ style: "deepObject" }), '"query a": runtime.writeDeepObject'],
  [
    "an object among branches",
    query({ schema: { anyOf: [{ type: "string" }, { oneOf: [{ type: "object" }] }] } }),
    '"query a": runtime.writeFormObject',
  ],
  [
    "objects in a list",
    query({ schema: { type: "array", items: { type: "object" } } }),
    '"query a": runtime.writeJsonItems',
  ],
  [
    "objects in a list with commas",
    query({ explode: false, schema: { type: "array", items: { type: "object" } } }),
    '"query a": runtime.writeCommaDelimited',
  ],
  [
    "objects in a list of a form",
    form({ type: "array", items: { type: "object" } }),
    "createFormWriter({ a: runtime.writeJsonItems })",
    "post",
  ],
  [
    "a body that fetch cannot send",
    { requestBody: { content: { "application/json": {} } } },
    "write: runtime.refuseBody,",
  ],
  ["JSON in the query", query({ schema: undefined, content: { "application/json": {} } }), "runtime.writeJsonText"],
  [
    "items deep in a page",
    { "x-list": { style: "links", items: "/page/items" } },
    'runtime.defineList("items", /* @__PURE__ */ runtime.locate("page/items"), runtime.createLinkedReader)',
  ],
  [
    "the next page in a header",
    { "x-list": { style: "header", items: "/items", next: "Next-Page" } },
    'runtime.defineList("items", "items", /* @__PURE__ */ runtime.createLinkHeaderReader("Next-Page"))',
  ],
  [
    "pages by a cursor",
    { "x-list": { style: "cursor", items: "", start: "after", next: "/meta/next" }, ...response("application/json") },
    'runtime.defineList("items", /* @__PURE__ */ runtime.locate(""), () => runtime.createCursorReader("after", "meta/next"))',
  ],
];

function response(type: string, status = "200"): object {
  return { responses: { [status]: { description: "d", content: { [type]: { schema: {} } } } } };
}

function query(more: object): object {
  return { parameters: [{ name: "a", in: "query", schema: { type: "array" }, ...more }] };
}

function form(a: object): object {
  const content = { "application/x-www-form-urlencoded": { schema: { type: "object", properties: { a } } } };
  return { requestBody: { content } };
}

test.for(EDITS)("%s", ([, edit, contained, method = "get"]) => {
  const root = parse(text) as Spec;
  expect(generate(stringify(root))).not.toContain(contained);
  Object.assign(root.paths["/items"]?.[method] ?? {}, edit);
  expect(generate(stringify(root))).toContain(contained);
});

test.each([
  ["get", false],
  ["head", true],
])("a response to %s may be empty, though the spec describes its body: %s", (method, mayBeEmpty) => {
  const root = parse(text) as Spec;
  root.paths["/state"] = { [method]: { operationId: "readState", ...response("application/json") } };
  const [, call = ""] = generate(stringify(root)).split("const readState");
  expect(call.includes("empty: true,")).toBe(mayBeEmpty);
});

/** One edit of GET /items, and why the client then lacks it. */
const OMITTED: readonly (readonly [reason: string, edit: object])[] = [
  ["items of the list of listItems must be a JSON Pointer, such as /items", { "x-list": { style: "links" } }],
  [
    "items of the list of listItems must be a JSON Pointer, such as /items",
    { "x-list": { style: "links", items: "items" } },
  ],
  ['the style "magic" of its list is not known', { "x-list": { style: "magic", items: "/items" } }],
];

test.each(OMITTED)("an operation is left out with the reason: %s", (reason, edit) => {
  const root = parse(text) as Spec;
  Object.assign(root.paths["/items"]?.get ?? {}, edit);
  const { omissions, calls } = model(stringify(root)).model;
  expect(omissions).toEqual([{ operation: "listItems", pointer: "/paths/~1items/get", reason }]);
  expect(calls.map(({ name }) => name)).toEqual(
    model(text)
      .model.calls.slice(1)
      .map(({ name }) => name),
  );
});

test("an operation whose required body fetch cannot send is left out, which is no fault of the spec", () => {
  const root = parse(text) as Spec;
  Object.assign(root.paths["/items"]?.get ?? {}, { requestBody: { required: true, content: { "text/plain": {} } } });
  const { omissions, notes, calls } = model(stringify(root)).model;
  const note = "the client has no listItems (/paths/~1items/get): fetch cannot send its required body with GET";
  expect([omissions, notes]).toEqual([[], [note]]);
  expect(calls.map(({ name }) => name)).not.toContain("listItems");
});

test("the query of a path is added to the others", () => {
  const addition = 'prepare: /* @__PURE__ */ runtime.createFixedQueryWriter("beta=true"';
  expect(generate(text.replace("/items/{id}:", '"/items/{id}?beta=true#top":'))).toContain(`${addition})`);
  const root = parse(text) as Spec;
  root.paths["/items?beta=true"] = {
    get: { operationId: "a", ...response("text/plain"), ...query({ allowReserved: true }) },
  };
  expect(generate(stringify(root))).toContain(`${addition}, /* @__PURE__ */ runtime.createParameterSetWriter({`);
});

test("a path whose parameter is not declared is left out", () => {
  const { omissions } = model(text.replace("/items/{id}:", "/items/{id}/{other}:")).model;
  expect(omissions).toHaveLength(4);
  expect(omissions[0]?.reason).toBe('the spec declares no path parameter "other"');
});

test.each<[id: string | undefined, name: string, variable?: string]>([
  ["listItems", "listItems"],
  ["see-item", "seeItem"],
  ["pets/list", "petsList"],
  ["delete", "delete", "delete_"],
  ["Get_Item", "Get_Item"],
  ["1.item", "_1Item"],
  ["createItem", "createItem2"],
  ["GET", "GET2"],
  ["then", "then2"],
  ["__proto__", "__proto__2"],
  [undefined, "getItems"],
])("the operationId %s is the call %s", (operationId, name, variable = name) => {
  const root = parse(text) as Spec;
  const { get, ...item } = root.paths["/items"] ?? {};
  root.paths["/items"] = { ...item, get: { ...get, operationId } as Record<string, unknown> };
  if (operationId === undefined) delete root.paths["/items"].get?.operationId;
  if (name.endsWith("m2"))
    root.paths = Object.fromEntries(Object.entries({ "/a": { get: { operationId, responses: {} } }, ...root.paths }));
  const named = model(stringify(root)).model.calls.map((it) => [it.name, it.variable]);
  expect(named).toContainEqual([name, variable]);
});
