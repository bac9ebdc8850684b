/** The types of operations, of what they refer to, and of what OpenAPI 3.2 adds to them. */
import { expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { generateTypes } from "../../../src/generate/types/types.js";
import { object, ref } from "./type-case.js";

const head = { info: { title: "T", version: "1" } };

/** The types without indentation and comments. */
async function print(spec: object, openapi = "3.1.0"): Promise<string> {
  const text = generateTypes(loadDocument("spec.json", () => JSON.stringify({ openapi, ...head, ...spec }))).text;
  return text.replaceAll(/^ +/gm, "").replaceAll(/\n(?=[^e\n])/g, " ");
}

const content = (media: object, range = "application/json") => ({ content: { [range]: media } });
const respond = (media: object, range?: string) => ({
  responses: { "200": { description: "d", ...content(media, range) } },
});

test("schemas below others get names, which differ from those of components", async () => {
  const deep = "#/components/schemas/S/properties/a";
  const schemas = {
    S: { properties: { a: { items: { $ref: deep } }, b: { $ref: deep } } },
    S_properties_a: { type: "string" },
  };
  const types = await print({ components: { schemas }, paths: {} });
  expect(types).toContain("S_properties_a: S_properties_a; S_properties_a2: S_properties_a2;");
  expect(types).toContain("export type S_properties_a2 = S_properties_a2[];");
});

test("a nullable schema beside a reference has the name of the other schema, and null once", async () => {
  const nullable = (name: string, type?: string) => ({ ...(type && { type }), allOf: [ref(name)], nullable: true });
  const schemas = {
    O: { type: "object", properties: { a: { type: "string" } } },
    L: { type: "array", items: { type: "string" } },
    E: { enum: ["a"] },
    S: object({ o: nullable("O", "object"), p: nullable("O"), l: nullable("L", "array"), v: nullable("E", "string") }),
    N: { ...object({ b: { type: "string" } }), ...nullable("O", "object") },
  };
  const types = await print({ components: { schemas }, paths: {} }, "3.0.3");
  expect(types).toContain("S = { o?: O | null; p?: O | null; l?: (L & unknown[]) | null; v?: (E & string) | null; };");
  expect(types).toContain("N = (O & { b?: string; }) | null;");
});

test("a path that refers to another has its operations", async () => {
  const paths = { "/a": { $ref: "#/paths/~1b" }, "/b": { get: { responses: {} } } };
  const types = await print({ paths });
  expect(types.match(/requestBody\?: never; responses: never;/g)).toHaveLength(2);
});

test("parameters of an operation override those of its path, and one without a schema is text", async () => {
  const parameter = (name: string, place: string, more: object = {}) => ({ name, in: place, ...more });
  const number = { schema: { type: "number" } };
  const operation = {
    parameters: [parameter("b", "query", { required: true, ...number }), { $ref: "#/components/parameters/c" }],
    responses: {},
  };
  const paths = { "/{a}": { parameters: [parameter("a", "path"), parameter("b", "query")], get: operation } };
  const parameters = {
    c: parameter("c", "cookie", content({ schema: { type: "boolean" } })),
    d: parameter("d", "header", content({})),
  };
  const types = await print({ paths, components: { parameters } });
  expect(types).toContain("get: { parameters: { query: { b: number; }; header?: never; path: { a: string; };");
  expect(types).toContain('cookie?: { c?: components["parameters"]["c"]; };');
  expect(types).toContain("parameters: { c: boolean; d: unknown; };");
});

test("bodies, responses and headers refer to components", async () => {
  const text = { schema: { type: "string" } };
  const operation = {
    requestBody: { $ref: "#/components/requestBodies/B" },
    responses: { "4XX": { $ref: "#/components/responses/R" }, default: { description: "d" }, "x-a": {} },
  };
  const components = {
    requestBodies: { B: { required: true, ...content({}) } },
    responses: { R: { description: "d", headers: { "X-A": { $ref: "#/components/headers/H" }, "X-B": text } } },
    headers: { H: text },
  };
  const types = await print({ paths: { "/a": { put: operation } }, components });
  expect(types).toContain(
    'requestBody: components["requestBodies"]["B"]; responses: { "4XX": components["responses"]["R"];',
  );
  expect(types).toContain("default: { headers: { [name: string]: unknown; }; content?: never; }; };");
  expect(types).toContain('headers: { "X-A": components["headers"]["H"]; "X-B"?: string; [name: string]: unknown; };');
  expect(types).toContain('B: { content: { "application/json": unknown; }; };');
});

test("a webhook goes the other way, also where it refers to components", async () => {
  const schema = { $ref: "#/components/schemas/S" };
  const S = {
    type: "object",
    properties: { id: { type: "string", readOnly: true }, key: { type: "string", writeOnly: true } },
  };
  const body = { $ref: "#/components/requestBodies/B" };
  const operation = (operationId: string) => ({ operationId, requestBody: body, ...respond({ schema }) });
  const types = await print({
    paths: { "/a": { put: operation("call") } },
    webhooks: { w: { post: operation("hook") } },
    components: { schemas: { S }, requestBodies: { B: content({ schema }) } },
  });
  expect(types).toMatch(/ call: \{.*requestBodies"\]\["B"\];.*200: \{.*"application\/json": S;.*hook:/);
  expect(types).toMatch(
    / hook: \{.*requestBody\?: \{ content: \{ "application\/json": S; \}.*200: \{.*"application\/json": SWritable;/,
  );
  expect(types).toContain('B: { content: { "application/json": SWritable; }; };');
});

test("streams have the type of the list of their items", async () => {
  const event = { properties: { data: { contentSchema: { type: "integer" } } } };
  const text = { properties: { data: { type: "string" } } };
  const types = await print(
    {
      paths: {
        "/a": { get: respond({ itemSchema: { oneOf: [event, text] } }, "text/event-stream") },
        "/b": { get: respond({ itemSchema: { type: "object" } }, "text/event-stream; a=b") },
        "/c": { get: respond({ itemSchema: { type: "integer" } }, "application/jsonl") },
        "/d": { get: respond({ $ref: "#/components/mediaTypes/M" }, "a/b") },
        "/e": { get: respond({ schema: { itemSchema: { type: "object" }, type: "string" } }, "c/d") },
        "/f": { get: respond({ itemSchema: { $ref: "#/components/schemas/E" } }, "text/event-stream") },
      },
      components: { mediaTypes: { M: { itemSchema: { type: "string" } } }, schemas: { E: event } },
    },
    "3.2.0",
  );
  for (const line of [
    '"text/event-stream": (number | string)[]; }',
    '"text/event-stream; a=b": unknown[]; }',
    '"application/jsonl": number[]; }',
    '"a/b": string[]; }',
    '"c/d": string; }',
    '"text/event-stream": number[]; }',
  ])
    expect(types).toContain(`content: { ${line}`);
});

test("methods that OpenAPI 3.1 does not know have paths of their own, and a query string is a parameter", async () => {
  const query = { name: "q", in: "querystring", content: { "a/b": { schema: { type: "object" } } } };
  const parameters = [{ name: "p", in: "path", required: true, schema: { type: "string" } }];
  const item = {
    parameters,
    query: { parameters: [query], responses: {} },
    additionalOperations: { "C%PY": { responses: {} } },
  };
  const types = await print(
    { paths: { "/a/{p}": item }, webhooks: { w: { query: { operationId: "w", responses: {} } } } },
    "3.2.0",
  );
  expect(types).toMatch(
    /"\/a\/\{p\} \(QUERY\)": \{ parameters: \{ query\?: never; header\?: never; path: \{ p: string; \};/,
  );
  expect(types).toContain("post: { parameters: { query?: { q?: Record<string, unknown>; };");
  expect(types).toContain('"/a/{p} (C%PY)": {');
  expect(types).toContain('"w (QUERY)": {');
  expect(types).toMatch(/"\/a\/\{p\}": \{[^}]*\}; cookie\?: never; \}; get\?: never; put\?: never; post\?: never;/);
});
