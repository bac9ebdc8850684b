import { loadDocument } from "../../src/document/index.js";

/** The spec of the shop whose scenarios are tested. */
export const SHOP = loadDocument(
  "spec.yaml",
  () => `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
security: [{ key: [] }]
paths:
  /shops/{shop}/things:
    get:
      operationId: list
      x-list: { style: links }
      parameters:
        - { name: limit, in: query, schema: { type: integer, default: 20 } }
        - { name: state, in: query, schema: { type: string } }
        - { name: states, in: query, explode: false, schema: { type: array, items: { type: string } } }
        - { name: startAt, in: query, x-selects: { property: /updatedAt, by: from }, schema: { type: string, format: date-time } }
        - { name: If-Modified-Since, in: header, description: "Ignored when \`startAt\` is given.", schema: { type: string, format: date-time } }
        - { name: includeTags, in: query, schema: { type: boolean } }
      responses: { "200": { description: d, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Thing" } } } } } }
  /shops/{shop}/things/{id}:
    get: { operationId: read, responses: { "200": { description: d }, "404": { description: d } } }
    put:
      operationId: put
      parameters: [{ name: Once, in: header, x-idempotency-key: true, schema: { type: string } }]
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Thing" } } } }
      responses: { "201": { description: d }, "200": { description: d } }
    patch:
      operationId: patch
      requestBody: { content: { application/merge-patch+json: { schema: { $ref: "#/components/schemas/Thing" } } } }
      responses: { "200": { description: d } }
  /shops/{shop}/things/{id}/parts:
    get: { operationId: parts, responses: { "200": { description: d, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Part" } } } } } } }
  /shops/{shop}/counters/{id}:
    get: { operationId: counter, responses: { "200": { description: d } } }
    patch:
      operationId: count
      parameters: [{ name: Once, in: header, x-idempotency-key: true, schema: { type: string } }]
      requestBody: { content: { application/json-patch+json: { schema: { type: array } } } }
      responses: { "200": { description: d } }
  /open: { get: { operationId: open, security: [], responses: { "200": { description: d } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Thing:
      properties: { id: { type: string }, state: { type: string }, updatedAt: { type: string }, pin: { type: string, x-sensitive: true }, note: { type: string }, parts: { type: array, items: { $ref: "#/components/schemas/Part" } } }
    Part: { properties: { id: { type: string }, size: { type: number } } }
`,
);
