/** A schema that does not compile affects only the exchanges that need it. */
import { describe, expect, test } from "vitest";
import { computeOutcome, createReportBuilder } from "../../../src/check/index.js";
import { createFastValidator } from "../../../src/fast/index.js";
import { createRawJsonString } from "../../../src/recording/index.js";
import { createExchange, createInlineContract } from "../inline-contract.js";

const INVALID: Readonly<Record<string, string>> = {
  "an unknown type": "{ type: strng }",
  "an unknown type further down": "{ type: object, properties: { a: { type: strng } } }",
  "a pattern that is none": '{ type: object, patternProperties: { "(": { type: integer } } }',
  "a pattern that is none, for the interpreter": '{ unevaluatedItems: false, properties: { a: { pattern: "(" } } }',
  "a dynamic reference to nothing": '{ properties: { a: { $dynamicRef: "#nowhere", type: integer } } }',
  "a dynamic reference that leads to what is broken":
    '{ $id: "https://s.example", $ref: "https://t.example", $defs: { n: { $dynamicAnchor: node, pattern: "(" } } }',
  "a dynamic reference that leads back to itself":
    '{ $id: "https://r.example", $dynamicAnchor: node, oneOf: [{ $dynamicRef: "#node", minimum: 4 }, true] }',
  "a reference to nothing": '{ type: object, properties: { a: { $ref: "#/components/schemas/Gone" } } }',
  "required that is a text": "{ type: object, required: a }",
  "a branch that is broken": "{ anyOf: [{ type: strng }, { type: array }] }",
};

const json = (schema: string): string => `{ application/json: { schema: ${schema} } }`;
const responses = `responses: { "200": { description: d, content: ${json("{ type: object }")} } }`;

/** Locations of a schema in an operation, each with a request that uses it. */
const PLACES: Readonly<Record<string, { readonly operation: (schema: string) => string; readonly of?: object }>> = {
  "the answer": { operation: (schema) => `{ responses: { "200": { description: d, content: ${json(schema)} } } }` },
  "the request": {
    operation: (schema) => `{ requestBody: { content: ${json(schema)} }, ${responses} }`,
    of: { method: "POST", headers: [["Content-Type", "application/json"]], body: '{"a":"x"}' },
  },
  "a parameter": {
    operation: (schema) => `{ parameters: [{ name: q, in: query, content: ${json(schema)} }], ${responses} }`,
    of: { url: "https://a.example/q?q=%7B%22a%22%3A1%7D" },
  },
};

const TREE = `components: { schemas: { T: { $id: "https://t.example", $dynamicAnchor: node, properties: { a: { $dynamicRef: "#node" } } } } }`;

function contractWith(operation: string) {
  return createInlineContract({
    "spec.yaml": `openapi: 3.1.0\ninfo: { title: t, version: "1" }\nservers: [{ url: "https://a.example" }]\npaths:\n  /p: { get: { ${responses} } }\n  /q: { get: ${operation}, post: ${operation} }\n${TREE}\n`,
  });
}

describe.each(Object.entries(PLACES))("in %s", (_, { operation, of = {} }) => {
  test.each(Object.entries(INVALID))("%s", (_, schema) => {
    const contract = contractWith(operation(schema));
    const touching = createExchange({ url: "https://a.example/q", response: { a: { a: 1 } }, ...of });
    const next = createExchange({ url: "https://a.example/p", response: {} });
    const tally = createReportBuilder(contract, { coverage: {} });
    // A schema that failed to compile must give the same result the second time.
    for (const one of [touching, touching, next]) tally.add(one, contract.check(one));
    for (const one of [touching, next, touching])
      expect(() =>
        createFastValidator(contract, () => false)(one, createRawJsonString(JSON.stringify({ a: { a: 1 } }))),
      ).not.toThrow();
    const report = tally.report();
    expect(report.summary).toMatchObject({ partial: 2, passed: 1, failed: 0 });
    for (const { reason } of report.partial)
      expect(reason).toMatch(/^spec\.yaml:\d+:\d+: (this schema does not compile: |a reference leads back to itself )/);
    expect(computeOutcome(report, { failOn: "error", allowPartial: false }).kind).toBe("inconclusive");
    expect(computeOutcome(report, { failOn: "error", allowPartial: true }).kind).toBe("passed");
  });
});

test("a schema that does not compile does not affect the next one", () => {
  const properties = Object.entries(INVALID).map(([name, schema]) => `"${name}": ${schema}`);
  const fine = "{ unevaluatedItems: false, type: object, properties: { b: { type: integer } } }";
  const contract = createInlineContract({
    "spec.yaml": `openapi: 3.1.0\ninfo: { title: t, version: "1" }\nservers: [{ url: "https://a.example" }]\npaths:\n  /q: { get: { responses: { "200": { description: d, content: ${json(`{ unevaluatedItems: false, properties: { ${properties.join(", ")} } }`)} } } } }\n  /p: { get: { responses: { "200": { description: d, content: ${json(fine)} } } } }\n${TREE}\n`,
  });
  expect(contract.check(createExchange({ url: "https://a.example/q", response: {} })).verdict).toBe("partial");
  expect(contract.check(createExchange({ url: "https://a.example/p", response: { b: 1 } })).verdict).toBe("passed");
  expect(contract.check(createExchange({ url: "https://a.example/p", response: { b: "x" } })).verdict).toBe("failed");
});

test.each(["3.0.3", "3.1.0"])("a reference beside subschemas that leads back to itself, in OpenAPI %s", (version) => {
  const contract = createInlineContract({
    "spec.yaml": `openapi: ${version}
info: { title: t, version: "1" }
servers: [{ url: "https://a.example" }]
paths:
  /q: { get: { responses: { "200": { description: d, content: ${json('{ $ref: "#/components/schemas/S" }')} } } } }
components: { schemas: { S: { oneOf: [{ $ref: "#/components/schemas/S", not: { type: string } }, { type: object }] } } }
`,
  });
  const { verdict, reasons } = contract.check(createExchange({ url: "https://a.example/q", response: {} }));
  const stated = new Set(reasons.map((it) => / leads back to itself /.exec(it)?.[0]));
  expect({ verdict, stated }).toEqual({ verdict: "partial", stated: new Set([" leads back to itself "]) });
});

describe("of webhooks with a schema that does not compile", () => {
  const hook = (schema: string): string =>
    `{ post: { requestBody: { required: true, content: ${json(schema)} }, responses: { "200": { description: d } } } }`;
  const contract = createInlineContract({
    "spec.yaml": `openapi: 3.1.0\ninfo: { title: t, version: "1" }\npaths: {}\nwebhooks:\n  broken: ${hook("{ type: strng }")}\n  opened: ${hook("{ type: object, required: [type, id], properties: { type: { const: opened }, id: { type: integer } } }")}\n`,
  });
  const event = (body: object) => ({
    ...createExchange({ method: "POST", headers: [["Content-Type", "application/json"]], body: JSON.stringify(body) }),
    webhook: {},
  });

  test.each([
    ["is not taken for another that the event fits", { type: "opened", id: 1 }, "passed", "opened"],
    ["may be the one of an event that fits no other", { type: "closed" }, "partial", "broken"],
  ])("%s", (_, body, verdict, path) => {
    const checked = contract.check(event(body));
    expect({ verdict: checked.verdict, path: checked.operation?.path }).toEqual({ verdict, path });
  });
});
