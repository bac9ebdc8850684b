/** Types and calls for a spec of OpenAPI 3.2. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { createContract } from "../../src/check/index.js";
import { createClient, writeJsonLines, writeJsonSequence } from "../../src/client/index.js";
import { loadDocument } from "../../src/document/index.js";
import { generateCalls } from "../../src/generate/client/calls.js";
import { createClientModel } from "../../src/generate/client/client-model.js";
import { generateTypes } from "../../src/generate/types/types.js";
import { createFetchExchange } from "../../src/recording/index.js";
import { createFolder } from "../cli/run-contract.js";

const path = join(import.meta.dirname, "streams.yaml");
/** A form with a part that has parts itself. */
const LETTERS = `
  /letters:
    post:
      operationId: send
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [letter]
              properties:
                letter: { type: array, items: { type: object, required: [n], properties: { n: { type: integer } } } }
                scan: { type: string }
                tags: { type: array, items: { type: string } }
            encoding:
              letter:
                contentType: multipart/mixed
                itemEncoding:
                  contentType: application/json
                  headers: { X-Kind: { required: true, schema: { const: page } }, X-Page: { required: true, schema: { type: integer } } }
              scan: { headers: { X-Sizes: { required: true, schema: { type: array, items: { type: integer } } } } }
      responses: { "204": {} }`;
const document = loadDocument(path, (file) => readFileSync(file, "utf8").replace(/(?=\n {2}\/files\/)/, LETTERS));

test("the types have operations of all methods, and the items of streams", async () => {
  const types = generateTypes(document).text;
  for (const operation of ["search", "searchByQuery", "copy", "notify", "events"])
    expect(types).toMatch(new RegExp(`^ {2}${operation}: \\{$`, "m"));
  expect(types).toContain('"/search (QUERY)"');
  expect(types).toContain('"application/jsonl": Item[];');
  expect(types).toContain('"text/event-stream": (string | Item)[];');
});

test("a method may contain a percent sign", async () => {
  const operation = { operationId: "half", responses: { "204": {} } };
  const paths = { "/a": { additionalOperations: { "50%": operation } } };
  const spec = { openapi: "3.2.0", info: { title: "t", version: "1" }, paths };
  const types = generateTypes(loadDocument("spec.json", () => JSON.stringify(spec))).text;
  expect(types).toMatch(/"\/a \(50[^"]*\)": \{[^}]*\}[^}]*post: operations\["half"\]/);
});

test("the client has calls of all methods, and lacks no operation", () => {
  const { calls, omissions } = createClientModel(document);
  expect(calls.map(({ operation: { method, path } }) => `${method} ${path}`)).toEqual(
    expect.arrayContaining(["QUERY /search", "COPY /search", "notify /search", "GET /events"]),
  );
  expect(omissions).toEqual([]);
});

const search = (query: object) => ({ params: { query: { query } } });
const filter = (json: unknown) => ({ params: { query: { json } } });
const select = (path: unknown) => ({ params: { query: { path } } });
const cookies = (prefs: object) => ({ params: { cookie: { prefs } } });

/** Options that the spec allows, what the client sends, and options that it does not allow. */
const CALLS: Readonly<Record<string, readonly [valid: object, sent: string, invalid: object]>> = {
  search: [{ body: { text: "a" } }, '{"text":"a"}', { body: { text: 1 } }],
  searchByQuery: [search({ text: "a b", limit: 5 }), "?text=a%20b&limit=5", search({ text: "a", limit: "b" })],
  filter: [filter({ max: 1 }), "?%7B%22max%22%3A1%7D", filter({ max: "a" })],
  select: [select("$.a[1:1]"), "?%24.a%5B1%3A1%5D", select("a.$")],
  cookies: [cookies({ size: 1, color: "a b" }), "size=1; color=a b", cookies({ size: "big" })],
  upload: [
    { body: [{ n: 1 }, "a"], partHeaders: { "/1": { "X-Part": 3 } } },
    'content-type: application/json\r\n\r\n{"n":1}\r\n',
    { body: [{ n: 1 }, "a"], partHeaders: { "/1": { "X-Part": "three" } } },
  ],
  send: [
    {
      body: { letter: [{ n: 1 }, { n: 2 }], scan: "s", tags: ["a", "b"] },
      partHeaders: { "/letter/0": { "X-Page": 1 }, "/letter/1": { "X-Page": 2 }, "/scan": { "X-Sizes": [1, 2] } },
    },
    'x-kind: page\r\nx-page: 2\r\n\r\n{"n":2}\r\n',
    { body: { letter: [{ n: "1" }] }, partHeaders: { "/letter/0": { "X-Page": 1 } } },
  ],
};

test("the client sends what the spec describes", async () => {
  const runtime = pathToFileURL(join(import.meta.dirname, "../../src/client/index.ts")).href;
  const path = join(createFolder({}), "calls.ts");
  writeFileSync(path, generateCalls(document, createClientModel(document, { runtime })));
  const contract = createContract(document);
  let found: { readonly text: string; readonly codes: readonly string[]; readonly verdict: string } | undefined;
  const send: typeof fetch = async (url, init) => {
    const request = new Request(url, init);
    const response = /search/.test(request.url) ? Response.json([]) : new Response(null, { status: 204 });
    if (/cookies/.test(request.url)) response.headers.set("Set-Cookie", "lang=en");
    const text = `${request.url} ${request.headers.get("Cookie")} ${await request.clone().text()}`;
    const at = { source: "client", index: 0, startedAt: "2026-01-01T00:00:00Z" };
    const { verdict, findings } = contract.check(await createFetchExchange(request, response.clone(), at));
    found = { text, verdict, codes: findings.map(({ code }) => code) };
    return response;
  };
  const client = createClient(await import(path), { baseUrl: "https://a.example", fetch: send }) as unknown as Readonly<
    Record<string, (options: object) => Promise<unknown>>
  >;
  for (const [name, [valid, sent, invalid]] of Object.entries(CALLS)) {
    await client[name]?.(valid);
    expect(found).toMatchObject({ verdict: "passed", codes: [], text: expect.stringContaining(sent) });
    await client[name]?.(invalid);
    expect([name, found?.codes]).toEqual([name, expect.arrayContaining([expect.stringMatching(/^request/)])]);
  }
});

test("a list of items is sent as lines of JSON or as a text sequence; other bodies are sent unchanged", () => {
  const write = (writer: typeof writeJsonLines, body: unknown) => writer(body, String, new Headers());
  expect(write(writeJsonLines, [{ n: 1 }, 2])).toBe('{"n":1}\n2\n');
  expect(write(writeJsonSequence, [{ n: 1 }])).toBe('\u001e{"n":1}\n');
  expect(write(writeJsonLines, "1\n")).toBe("1\n");
});
