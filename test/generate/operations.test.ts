/** Tests of the generated table of operations. */
import { expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { generateOperations } from "../../src/generate/operations.js";

const DESCRIPTION = `openapi: 3.1.0
info: { title: t, version: "1" }
servers: [{ url: "https://{region}.example", variables: { region: { default: eu } } }]
paths:
  /a/{id}:
    post:
      operationId: change
      tags: [A]
      x-list: { style: links }
      security: [{ key: [] }, { oauth: [write] }, {}]
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
        - { name: Idempotency-Key, in: header, x-idempotency-key: true, schema: { type: string } }
        - { name: q, in: query, content: { application/json: { schema: {} } } }
      requestBody: { required: true, content: { application/json: {}, text/csv: {} } }
      responses: { "200": { description: d, content: { application/json: {} } }, "204": { description: d } }
    get: { operationId: see, servers: [{ url: https://b.example }], responses: { default: { description: d } } }
webhooks:
  made:
    post:
      operationId: onMade
      x-acknowledge-within-ms: 500
      requestBody: { content: { application/json: {} } }
      responses: { "200": { description: d } }
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    oauth: { type: http, scheme: bearer }
`;

test("each operation has what types cannot express", () => {
  const text = generateOperations(loadDocument("spec.yaml", () => DESCRIPTION));
  expect(tableOf(text, "operations")).toEqual({
    change: {
      method: "POST",
      path: "/a/{id}",
      tags: ["A"],
      servers: [{ url: "https://{region}.example", variables: { region: "eu" } }],
      parameters: [
        { name: "id", in: "path", required: true, style: "simple", explode: false, allowReserved: false },
        {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          style: "simple",
          explode: false,
          allowReserved: false,
        },
        { name: "q", in: "query", required: false, contentType: "application/json" },
      ],
      requestBody: { required: true, contentTypes: ["application/json", "text/csv"] },
      responses: { 200: ["application/json"], 204: [] },
      security: [
        [{ name: "key", type: "apiKey", in: "header", parameter: "X-Key", scopes: [] }],
        [{ name: "oauth", type: "http", scheme: "bearer", scopes: ["write"] }],
        [],
      ],
      idempotencyKey: { header: "Idempotency-Key", required: false },
      list: { style: "links" },
    },
    see: {
      ...{ method: "GET", path: "/a/{id}", tags: [], servers: [{ url: "https://b.example" }], parameters: [] },
      ...{ responses: { default: [] }, security: [] },
    },
  });
  expect(tableOf(text, "webhooks")).toEqual({
    onMade: {
      ...{ event: "made", method: "POST", tags: [], parameters: [], responses: { 200: [] } },
      requestBody: { required: false, contentTypes: ["application/json"] },
      acknowledgeWithinMs: 500,
    },
  });
});

/** Evaluates a table of the generated source as JavaScript. */
function tableOf(text: string, name: string): unknown {
  const source = new RegExp(`^export const ${name} = ([^]*?) as const satisfies`, "m").exec(text)?.[1];
  return new Function(`return ${source}`)();
}
