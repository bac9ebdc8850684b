/** Operations that share an operationId or lack parameters of their path, and what is reported of names. */
import { expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { generateOutput } from "../../src/generate/generate.js";

const responses = { "200": { description: "d" } };
const operation = (operationId: string) => ({ operationId, responses });

async function generate(spec: object) {
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, ...spec });
  return generateOutput(
    loadDocument("spec.json", () => text),
    { with: ["validators", "bundle"] },
  );
}

test("an operation with the operationId of another gets a name of its own in all files but the spec", async () => {
  const { files, notes, omissions } = await generate({
    paths: {
      "/a": { get: operation("read"), head: operation("read") },
      "/b": { get: operation("read_head"), head: operation("read") },
    },
    webhooks: { w: { post: operation("read") } },
  });
  expect(notes).toEqual([
    "HEAD /a is generated as read_head2, because /paths/~1a/get has the operationId read as well",
    "HEAD /b is generated as read_head3, because /paths/~1a/get has the operationId read as well",
    "POST w is generated as read_post, because /paths/~1a/get has the operationId read as well",
  ]);
  expect(omissions).toEqual([]);
  for (const name of ["read", "read_head", "read_head2", "read_head3", "read_post"]) {
    expect(files.get("types.ts")).toContain(`operations["${name}"]`);
    expect(files.get("operations.ts")).toContain(`${name}: {`);
  }
  expect(files.get("calls.ts")).toContain(
    'read_head2: runtime.DescribedCall<"HEAD /a", operations["read_head2"], ReadHead2Options>',
  );
  expect(files.get("openapi.json")).not.toContain("read_head2");
});

test("a parameter of a path that one operation does not declare is that of another one", async () => {
  const declared = [{ name: "a", in: "path", required: true, schema: { type: "integer" } }];
  const { files, notes } = await generate({
    paths: { "/{a}": { get: { ...operation("read"), parameters: declared }, delete: operation("drop") } },
  });
  expect(notes).toEqual(["DELETE /{a} is generated with a, because the spec does not declare it"]);
  expect(files.get("types.ts")).toMatch(/drop: \{\s+parameters: \{[^}]*path: \{\s+a: number;\s+\}/);
});

test("a parameter of a path that the spec does not declare is a string in all files but the spec", async () => {
  const declared = [{ name: "a", in: "path", required: true, schema: { type: "integer" } }];
  const { files, notes, omissions } = await generate({
    paths: {
      "/{a}/{b}": { parameters: declared, get: operation("read") },
      "/{a}": { parameters: declared, get: operation("all") },
    },
    webhooks: { "{w}": { post: operation("event") } },
  });
  expect({ notes, omissions }).toEqual({
    notes: ["GET /{a}/{b} is generated with b, because the spec does not declare it"],
    omissions: [],
  });
  expect(files.get("types.ts")).toMatch(/read: \{\s+parameters: \{[^}]*path: \{\s+a: number;\s+b: string;\s+\}/);
  expect(files.get("calls.ts")).toContain(
    'read: runtime.DescribedCall<"GET /{a}/{b}", operations["read"], ReadOptions>',
  );
  expect(files.get("openapi.json")).not.toContain('"b"');
});

test("a parameter that the path does not have is in no file but the spec", async () => {
  const declare = (name: string) => ({ name, in: "path", required: true, schema: { type: "string" } });
  const { files, notes, omissions } = await generate({
    paths: {
      "/{a}": {
        parameters: [declare("a"), { $ref: "#/components/parameters/q" }],
        get: { ...operation("read"), parameters: [declare("p"), { ...declare("q"), in: "query" }] },
        put: operation("write"),
      },
      "/{q}": { parameters: [{ $ref: "#/components/parameters/q" }], get: operation("find") },
      "/b/{c}": { get: { ...operation("swap"), parameters: [declare("d")] } },
    },
    webhooks: { w: { post: { ...operation("event"), parameters: [declare("e")] } } },
    components: { parameters: { q: declare("q") } },
  });
  expect({ notes, omissions }).toEqual({
    notes: [
      "GET /{a} is generated without q, p, because the path does not have it",
      "PUT /{a} is generated without q, because the path does not have it",
      "GET /b/{c} is generated without d, because the path does not have it",
      "GET /b/{c} is generated with c, because the spec does not declare it",
    ],
    omissions: [],
  });
  const types = (files.get("types.ts") ?? "").replaceAll(/\s+/g, " ");
  expect(types).toContain("read: { parameters: { query: { q: string; }; header?: never; path: { a: string; };");
  expect(types).toContain("write: { parameters: { query?: never; header?: never; path: { a: string; };");
  expect(types).toContain('find: { parameters: { query?: never; header?: never; path: { q: components["parameters"]');
  expect(types).toContain("swap: { parameters: { query?: never; header?: never; path: { c: string; };");
  expect(types).toContain("event: { parameters: { query?: never; header?: never; path: { e: string; };");
  expect(files.get("openapi.json")).toContain('"d"');
});

test("a schema whose type has another name is named once", async () => {
  const schemas = { "Foo.Bar": { type: "string" }, FooBar: { type: "number" } };
  const { notes, files } = await generate({ paths: {}, components: { schemas } });
  expect(notes).toEqual(['types.ts exports the schema "Foo.Bar" as FooBar2, because FooBar is another type']);
  expect(files.get("types.ts")).toContain("export type FooBar2 = string;\nexport type FooBar = number;\n");
});

test("the validator of a reference to a reference with siblings has these", async () => {
  const schemas = {
    S: { $ref: "#/components/schemas/P", required: ["c"], properties: { e: { type: "string" } } },
    P: { type: "object", properties: { c: { type: "string" } } },
  };
  const requestBody = { content: { "application/json": { schema: { $ref: "#/components/schemas/S" } } } };
  const { files } = await generate({
    paths: { "/a": { post: { ...operation("send"), requestBody } } },
    components: { schemas },
  });
  const url = `data:text/javascript,${encodeURIComponent(files.get("validators.js") ?? "")}`;
  const { send } = await import(/* @vite-ignore */ url);
  const values = [{ c: "a" }, { c: "a", e: "b" }, { c: "a", e: 5 }, { e: "b" }];
  expect(values.map((value) => send.request["application/json"](value))).toEqual([true, true, false, false]);
});
