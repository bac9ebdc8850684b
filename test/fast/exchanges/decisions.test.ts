/** Which exchanges the fast path decides after one that conforms: it must not fall back more often than needed, nor accept more. */
import { expect, test } from "vitest";
import { createFastValidator } from "../../../src/fast/index.js";
import { createRawJsonString, type Exchange } from "../../../src/recording/index.js";
import { createExchange, createInlineContract, type ExchangeInput } from "../../check/inline-contract.js";

const SPEC = `openapi: 3.1.0
info: { title: t, version: "1" }
servers: [{ url: "https://a.example" }]
security: [{ key: [] }, {}]
paths:
  /books/{id}:
    get:
      operationId: getBook
      parameters:
        - { name: id, in: path, required: true, schema: { type: integer } }
        - { name: page, in: query, schema: { type: integer } }
        - { name: X-Desk, in: header, schema: { type: integer } }
        - { name: X-Trace, in: header, content: { application/json: { schema: { type: object } } } }
      responses:
        "200": { $ref: "#/components/responses/Book" }
        "404": { description: d, content: { application/json: { schema: { type: object } } } }
    put:
      operationId: putBook
      parameters: [{ name: id, in: path, required: true, schema: { type: string, minLength: 1, maxLength: 3 } }]
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Book" } }, text/plain: { schema: { type: string } } } }
      responses:
        "200": { $ref: "#/components/responses/Book" }
  /other/{id}:
    get:
      operationId: getOther
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        "200":
          description: d
          headers: { X-Rate: { schema: { type: integer } }, ETag: { schema: { type: string, pattern: "^W" } } }
          content: { application/json: { schema: { oneOf: [{ type: object, properties: { a: {} } }, { type: array }] } }, text/plain: {} }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Book: { type: object, properties: { id: { type: integer }, title: { type: string, maxLength: 9 }, state: { type: string, x-extensible-enum: [in, out] } }, required: [id] }
  responses:
    Book: { description: d, content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }
`;

type Input = Omit<ExchangeInput, "url"> & { readonly at?: string; readonly more?: Partial<Exchange> };
const JSON_TYPE = ["Content-Type", "application/json"] as const;
const BASE: Input = { at: "/books/1", response: { id: 1 } };
const PUT: Input = { at: "/books/a", method: "PUT", headers: [JSON_TYPE], body: '{"id":1}', response: { id: 1 } };
const OTHER: Input = { at: "/other/x", response: { a: 1 } };

const CASES: readonly (readonly [title: string, base: Input, ...variants: readonly Input[]])[] = [
  ["the same", BASE, {}],
  [
    "another path parameter",
    BASE,
    { at: "/books/2" },
    { at: "/books/x" },
    { at: "/books/2" },
    { at: "/books/" },
    { at: "/books/1/" },
  ],
  ["another path parameter of text", PUT, { at: "/books/abc" }, { at: "/books/abcd" }],
  [
    "another query",
    BASE,
    { at: "/books/1?page=1" },
    { at: "/books/1?page=x" },
    { at: "/books/1?other=1" },
    { at: "/books/1#f" },
  ],
  [
    "an own header",
    BASE,
    { headers: [["X-Desk", "1"]] },
    { headers: [["X-Desk", "2"]] },
    { headers: [["X-Desk", "x"]] },
    { headers: [["x-desk", "3"]] },
  ],
  ["a header with content", BASE, { headers: [["X-Trace", "{}"]] }, { headers: [["X-Trace", "[]"]] }],
  ["a foreign header", BASE, { headers: [["X-New", "1"]] }],
  ["a standard header", BASE, { headers: [["Accept", "*/*"]] }, { headers: [["Accept", "a/b"]] }],
  ["a date", BASE, { responseHeaders: [JSON_TYPE, ["Date", "a"]] }, { responseHeaders: [JSON_TYPE, ["Date", "b"]] }],
  ["a credential", BASE, { headers: [["X-Key", "1"]] }, { headers: [["X-Key", "2"]] }],
  [
    "a declared response header",
    OTHER,
    { responseHeaders: [JSON_TYPE, ["X-Rate", "1"]] },
    { responseHeaders: [JSON_TYPE, ["X-Rate", "x"]] },
    { responseHeaders: [JSON_TYPE, ["ETag", "W1"]] },
    { responseHeaders: [JSON_TYPE, ["ETag", "V1"]] },
  ],
  [
    "another body",
    BASE,
    { response: { id: 2, title: "a" } },
    { response: { id: 2, title: "a long title" } },
    { response: { title: "a" } },
    { response: { id: 2, more: 1 } },
    { response: { id: "x" } },
    { response: { id: 1, state: "lost" } },
  ],
  ["a body of a union", OTHER, { response: [1] }, { response: 5 }, { response: { b: 1 } }],
  ["a body that is no JSON", BASE, { response: "{" }, { response: "" }],
  [
    "another status",
    BASE,
    { status: 404, response: {} },
    { status: 500, response: {} },
    { status: 302, response: { id: 1 } },
  ],
  [
    "another response type",
    BASE,
    { responseHeaders: [["Content-Type", "text/plain"]] },
    { responseHeaders: [] },
    { responseHeaders: [["Content-Type", "application/json; charset=utf-8"]] },
  ],
  ["a response type that is no JSON", OTHER, { response: "a", responseHeaders: [["Content-Type", "text/plain"]] }],
  ["another request body", PUT, { body: '{"id":2}' }, { body: "{}" }, { body: "{" }, { body: "" }],
  ["another request type", PUT, { headers: [["Content-Type", "text/plain"]], body: "a" }, { headers: [] }],
  ["a request body where none is", BASE, { body: "{}", headers: [JSON_TYPE] }],
  ["another method", BASE, { method: "PUT", headers: [JSON_TYPE], body: '{"id":1}' }, { method: "DELETE" }],
  [
    "an incomplete exchange",
    BASE,
    { more: { incomplete: "r" } },
    { more: { notLogged: ["request.body"] } },
    { more: { gaps: [] } },
    { more: { webhook: {} } },
  ],
  [
    "a body of bytes",
    PUT,
    {
      more: {
        request: {
          ...createExchange({ url: "https://a.example/books/a", method: "PUT", headers: [JSON_TYPE] }).request,
          body: { kind: "bytes", bytes: Buffer.from('{"id":1}') },
        },
      },
    },
  ],
];

test("exchanges after one that conforms", async () => {
  const lines = CASES.flatMap(([title, base, ...variants]) => {
    const contract = createInlineContract({ "spec.yaml": SPEC });
    const validate = createFastValidator(contract, () => false);
    const shown = [{}, ...variants, {}].map((variant: Input) => {
      const { at = "", more, ...input } = { ...base, ...variant };
      const exchange = { ...createExchange({ ...input, url: `https://a.example${at}` }), ...more };
      const { body } = exchange.response;
      const outcome = validate(exchange, createRawJsonString(body.kind === "text" ? body.text : ""));
      const result = outcome ?? contract.check(exchange);
      const found = result.findings.map(({ code, recording }) => `${code} ${recording.body ?? recording.pointer}`);
      const name =
        Object.keys(variant).length === 0
          ? "base"
          : JSON.stringify({ ...variant, ...(more === undefined ? {} : { more: Object.keys(more) }) });
      return `  ${outcome === undefined ? "full" : "fast"} ${result.verdict} ${name}${found.length === 0 ? "" : `: ${found.join(", ")}`}`;
    });
    return [title, ...shown];
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("decisions.txt");
});
