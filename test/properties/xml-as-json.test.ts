/** A value has the same result in XML as in JSON, both for valid values and for values with one edit. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Contract } from "../../src/check/index.js";
import type { MediaTypeDefinition, Operation, Pointer } from "../../src/document/index.js";
import { EXCHANGE_PART_POINTERS, type Exchange } from "../../src/recording/index.js";
import { createInlineContract } from "../check/inline-contract.js";
import { arbitraryValue } from "./arbitrary-value.js";
import { writtenXml } from "./written-xml.js";

const PETSTORE = readFileSync(join(import.meta.dirname, "../descriptions/petstore/openapi.yaml"), "utf8");

/** A spec with all features of the `xml` object. */
const SHOP = `
openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: "https://shop.example" }]
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        "200":
          description: d
          content:
            application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Order" } } }
            application/xml: { schema: { type: array, items: { $ref: "#/components/schemas/Order" } } }
  /orders/1:
    get:
      operationId: getOrder
      responses:
        "200":
          description: d
          content:
            application/json: { schema: { $ref: "#/components/schemas/Order" } }
            application/xml: { schema: { $ref: "#/components/schemas/Order" } }
components:
  schemas:
    Order:
      type: object
      required: [id, sum, lines, customer]
      properties:
        id: { type: integer, xml: { attribute: true } }
        kind: { enum: [a, b], xml: { attribute: true, name: type } }
        sum: { type: number, minimum: 0, xml: { name: total, namespace: "urn:money", prefix: m } }
        paid: { type: boolean }
        note: { type: string, maxLength: 20 }
        state: { type: string, x-extensible-enum: [open, closed] }
        gone: { type: [string, "null"], format: date-time }
        lines: { type: array, minItems: 1, xml: { wrapped: true, name: rows }, items: { $ref: "#/components/schemas/Line" } }
        codes: { type: array, items: { type: integer, xml: { name: code } } }
        words: { type: array, items: { type: string } }
        named: { type: array, xml: { wrapped: true }, items: { type: string } }
        customer: { $ref: "#/components/schemas/Customer" }
        parent: { allOf: [{ $ref: "#/components/schemas/Line" }, { properties: { depth: { type: integer } } }] }
      xml: { name: order, namespace: "urn:shop", prefix: s }
    Line:
      type: object
      required: [sku]
      properties: { sku: { type: string }, count: { type: integer, format: int32 }, price: { type: number } }
      xml: { name: line }
    Customer:
      type: object
      additionalProperties: false
      required: [name]
      properties: { name: { type: string, pattern: "^[A-Z]" }, since: { type: string, format: date }, inner: { $ref: "#/components/schemas/Customer" } }
`;

test.each([
  ["the Petstore", PETSTORE],
  ["a shop", SHOP],
])("the values of %s", (_, text) => {
  const contract = createInlineContract({ "openapi.yaml": text });
  const responses = contract.operations.flatMap((operation) => getResponses(operation));
  let clean = 0;
  let invalid = 0;
  for (const [seed, { operation, json, xml }] of responses.entries()) {
    const values = fc.tuple(arbitraryValue(contract.document, json, { side: "response" }), fc.nat());
    for (const [value, choice] of fc.sample(values, { numRuns: 200, seed })) {
      for (const one of [value, edited(value, choice)]) {
        const written = writtenXml(contract.document, xml, one);
        if (written === undefined) continue;
        const asJson = check(contract, operation, "application/json", JSON.stringify(one));
        const asXml = check(contract, operation, "application/xml", written);
        expect(asXml, written).toEqual(asJson);
        if (asJson.length === 1) clean += 1;
        else invalid += 1;
      }
    }
  }
  expect(clean).toBeGreaterThan(100);
  expect(invalid).toBeGreaterThan(100);
});

type StubResponse = { readonly operation: Operation; readonly json: Pointer; readonly xml: Pointer };

function getResponses(operation: Operation): StubResponse[] {
  const content = operation.responses.find(({ status }) => status === "200")?.content ?? [];
  const schemaOf = (range: string): MediaTypeDefinition["schema"] => content.find((it) => it.range === range)?.schema;
  const [json, xml] = [schemaOf("application/json"), schemaOf("application/xml")];
  return json === undefined || xml === undefined ? [] : [{ operation, json, xml }];
}

/** Returns the result and all findings with their locations. An array schema is located at its media type. */
function check(contract: Contract, { method, path, servers }: Operation, type: string, text: string): string[] {
  const exchange: Exchange = {
    request: {
      method,
      url: `${servers[0]?.url}${path.replaceAll(/\{[^}]*\}/g, "1")}`,
      headers: [],
      body: { kind: "none" },
    },
    response: { status: 200, headers: [["Content-Type", type]], body: { kind: "text", text } },
    origin: { source: "made", index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
  };
  const { verdict, findings } = contract.check(exchange);
  const found = findings.map((it) => `${it.code} ${it.contract.pointer} ${it.recording.body} ${it.occurrences}`);
  return [verdict, ...found.map((it) => it.replace("application~1xml", "application~1json")).sort()];
}

/** Returns the value with one part removed, added or changed to another type. */
function edited(value: unknown, choice: number): unknown {
  const edits: (() => void)[] = [];
  const copy = structuredClone(value);
  const visit = (at: unknown): void => {
    if (Array.isArray(at)) for (const item of at) visit(item);
    if (typeof at !== "object" || at === null || Array.isArray(at)) return;
    const object = at as Record<string, unknown>;
    edits.push(() => Object.assign(object, { strange: "x" }));
    for (const [name, member] of Object.entries(object)) {
      visit(member);
      // In XML, a missing unwrapped array equals an empty one, and null can be omitted.
      if (!["codes", "words", "gone"].includes(name)) edits.push(() => Reflect.deleteProperty(object, name));
      if (typeof member !== "object") edits.push(() => Object.assign(object, { [name]: "nothing of the kind" }));
    }
  };
  visit(copy);
  edits[choice % edits.length]?.();
  return copy;
}
