import { describe, expect, test } from "vitest";
import { computeOutcome, createReportBuilder } from "../../src/check/index.js";
import {
  createExchange,
  createInlineContract,
  createSmallContract,
  defineJsonOperation,
  type ExchangeInput,
  getCodes,
} from "./inline-contract.js";

/** Regression tests: input that was once ignored without a finding. */
describe("nothing passes without being checked", () => {
  test("very many findings of one kind do not hide another", () => {
    const contract = createSmallContract(defineJsonOperation("{ type: object, properties: { a: { type: integer } } }"));
    const tally = createReportBuilder(contract);
    const strangers = Object.fromEntries(Array.from({ length: 12_000 }, (_, n) => [`k${n}`, n]));
    for (const [index, response] of [strangers, { a: "wrong" }].entries()) {
      const exchange = createExchange({ response, index });
      tally.add(exchange, contract.check(exchange));
    }
    const report = tally.report();
    expect(report.summary).toMatchObject({ passed: 1, failed: 1, findings: { error: 1 } });
    expect(report.findings.length).toBeLessThan(100);
    expect(computeOutcome(report, { failOn: "error", allowPartial: false })).toEqual({ kind: "failed" });
  });

  test("a header whose name begins with x-", () => {
    const contract = createSmallContract(
      `{ responses: { "200": { description: d, headers: { x-request-id: { required: true, schema: { type: string } } } } } }`,
    );
    expect(getCodes(contract.check(createExchange()))).toEqual(["response.header.missing"]);
  });

  test.each([
    ["undeclared security scheme", `{ security: [{ nope: [] }], responses: { "200": { description: d } } }`],
    [
      "parameter that the template does not have",
      `{ parameters: [{ name: b, in: path, required: true, schema: { type: integer } }], responses: { "200": { description: d } } }`,
    ],
  ])("%s makes the verdict partial", (_, operation) => {
    expect(createSmallContract(operation).check(createExchange())).toMatchObject({
      verdict: "partial",
      reasons: [expect.any(String)],
    });
  });

  test("a body that is nested too deeply to be validated", () => {
    const contract = createSmallContract(
      defineJsonOperation("{ $ref: '#/components/schemas/S' }"),
      "components: { schemas: { S: { type: object, properties: { s: { $ref: '#/components/schemas/S' } } } } }",
    );
    const deep = '{"s":'.repeat(20_000).concat("{}", "}".repeat(20_000));
    expect(contract.check(createExchange({ response: deep }))).toMatchObject({ verdict: "partial" });
  });

  const object = defineJsonOperation("{ type: object }");
  test.each([
    ["an array in place of a map", defineJsonOperation("[]"), /expected a schema object here, found an array/],
    ["text in place of a schema", defineJsonOperation("text"), /expected a schema object here, found a string/],
    [
      "a $ref in place of an array",
      `{ parameters: { $ref: "p.yaml" }, responses: { "200": { description: d } } }`,
      /expected an array here/,
    ],
    [
      "a $ref in place of a map",
      `{ responses: { "200": { description: d, headers: { $ref: "h.yaml" } } } }`,
      /expected a header object here/,
    ],
    [
      "a $ref to something else",
      `{ parameters: [{ $ref: "#/info/title" }], responses: { "200": { description: d } } }`,
      /does not lead to a parameter object/,
    ],
  ])("%s is rejected on load", (_, operation, message) => {
    expect(() => createSmallContract(operation)).toThrow(message);
    expect(() => createSmallContract(object)).not.toThrow();
  });
});

describe("files are bundled without losses", () => {
  const main = (paths: string, components = ""): string =>
    `openapi: 3.1.0\ninfo: { title: t, version: "1" }\nservers: [{ url: "https://a.example" }]\npaths: ${paths}\n${components}`;
  const get = `get: ${defineJsonOperation("{ $ref: '#/components/schemas/A' }")}`;

  const rows: readonly (readonly [string, Record<string, string>, ExchangeInput, string[]])[] = [
    [
      "keywords beside a reference to a file count as well",
      {
        "m.yaml": main(
          `{ /a: { ${get} } }`,
          "components: { schemas: { A: { $ref: a.yaml, required: [name], properties: { x: { $ref: x.yaml } } } } }",
        ),
        "a.yaml": "{ type: object, required: [id], properties: { id: { type: integer } } }",
        "x.yaml": "{ type: integer }",
      },
      { response: { id: "wrong", x: "wrong" } },
      ["response.body.invalid", "response.body.invalid", "response.body.invalid"],
    ],
    [
      "parameters beside a path item in a file",
      {
        "m.yaml": main("{ /a: { $ref: a.yaml, parameters: [{ $ref: q.yaml }] } }"),
        "a.yaml": "{ get: { responses: { '200': { description: d } } } }",
        "q.yaml": "{ name: q, in: query, required: true, schema: { type: integer } }",
      },
      {},
      ["request.query.missing", "response.status.invalid-accepted"],
    ],
    [
      "an operation beside a path item of the components",
      {
        "m.yaml": main(
          "{ /a: { $ref: '#/components/pathItems/P', post: { responses: { '204': { description: d } } } } }",
          "components: { pathItems: { P: { get: { responses: { '200': { description: d } } } } } }",
        ),
      },
      { method: "POST", status: 204 },
      [],
    ],
    [
      "recursion over files",
      {
        "m.yaml": main(`{ /a: { get: ${defineJsonOperation("{ $ref: s/node.yaml }")} } }`),
        "s/node.yaml": "{ type: object, properties: { id: { type: integer }, next: { $ref: node.yaml } } }",
      },
      { response: { id: 1, next: { id: 2, next: { id: "3" } } } },
      ["response.body.invalid"],
    ],
    [
      "what looks like a reference in an example is data",
      {
        "m.yaml": main(
          `{ /a: { get: ${defineJsonOperation("{ type: object, example: { $ref: nowhere.yaml }, properties: { v: { enum: [{ $ref: nowhere.yaml }] } } }")} } }`,
        ),
      },
      { response: { v: { $ref: "nowhere.yaml" } } },
      [],
    ],
  ];

  test.each(rows)("%s", (_, files, written, expected) => {
    expect(getCodes(createInlineContract(files).check(createExchange(written)))).toEqual(expected);
  });

  test("a location in a file is reported in that file", () => {
    const files = {
      "m.yaml": main(`{ /a: { get: ${defineJsonOperation("{ $ref: s/node.yaml }")} } }`),
      "s/node.yaml": "type: object\nproperties:\n  id:\n    type: integer\n",
    };
    const [finding] = createInlineContract(files).check(createExchange({ response: { id: "x" } })).findings;
    expect(finding?.contract).toEqual({
      pointer: "/components/schemas/node/properties/id/type",
      file: "s/node.yaml",
      line: 4,
      column: 5,
    });
  });

  test.each([
    ["a $id in the same file", "{ $ref: 'https://x.example/a' }", { n: "x" }],
    ["the dialect's own schema", "{ $ref: 'https://json-schema.org/draft/2020-12/schema' }", { type: "nope" }],
    [
      "items of an older dialect",
      "{ $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: integer }] }",
      ["x"],
    ],
  ])("a reference to %s", (_, schema, response) => {
    const more = `components: { schemas: { A: { $id: "https://x.example/a", properties: { n: { type: integer } } } } }`;
    expect(
      getCodes(createSmallContract(defineJsonOperation(schema), more).check(createExchange({ response }))),
    ).toEqual(["response.body.invalid"]);
  });

  test("a frequently used anchor is no alias bomb", () => {
    const uses = Array.from({ length: 300 }, (_, n) => `      p${n}: *text`).join("\n");
    const text = `openapi: 3.1.0\ninfo: { title: t, version: "1" }\npaths: {}\ncomponents:\n  schemas:\n    T: &text { type: string }\n    S:\n      type: object\n      properties:\n  ${uses.replaceAll("\n", "\n  ")}\n`;
    expect(() => createInlineContract({ "spec.yaml": text })).not.toThrow();
  });
});

describe("counts", () => {
  test("an exchange counts once for each location, however often it violates it", () => {
    const contract = createSmallContract(
      `{ operationId: a, parameters: [{ name: tags, in: query, schema: { type: array, items: { maxLength: 2 } } }], responses: { "200": { description: d } } }`,
    );
    const tally = createReportBuilder(contract);
    const exchange = createExchange({ url: "https://a.example/a?tags=abc&tags=def" });
    tally.add(exchange, contract.check(exchange));
    expect(tally.report().findings[0]).toMatchObject({ exchanges: 1, of: 1, occurrences: 2 });
  });

  test("a response that only default documents is covered by it", () => {
    const contract = createSmallContract(`{ operationId: a, responses: { default: { description: d } } }`);
    const tally = createReportBuilder(contract);
    const exchange = createExchange({ status: 418 });
    tally.add(exchange, contract.check(exchange));
    expect(tally.report().coverage.operations[0]).toMatchObject({ statuses: { 418: 1 }, missing: [] });
  });

  test("drift in a rejected request is still reported", () => {
    const contract = createSmallContract(
      `{ operationId: a, responses: { "200": { description: d }, "404": { description: d } } }`,
    );
    expect(getCodes(contract.check(createExchange({ url: "https://a.example/a?x=1", status: 404 })))).toEqual([
      "request.query.undeclared",
    ]);
  });
});

describe("what a recording omits", () => {
  const contract = createSmallContract(
    `{ parameters: [{ name: X, in: header, required: true, schema: { type: string } }], responses: { "200": { description: d } } }`,
  );
  const gap = (certainty: "certain" | "possible") => [
    { part: "request.headers" as const, certainty, reason: "headers were not kept" },
  ];

  test("is not reported as missing", () => {
    expect(contract.check({ ...createExchange(), gaps: gap("possible") })).toMatchObject({
      verdict: "partial",
      findings: [],
      reasons: ["headers were not kept"],
    });
  });

  test("does not matter if the spec does not need it", () => {
    const whole = createExchange({ headers: [["X", "1"]] });
    expect(contract.check({ ...whole, gaps: gap("possible") })).toMatchObject({ verdict: "passed" });
    expect(contract.check({ ...whole, gaps: gap("certain") })).toMatchObject({ verdict: "partial" });
  });

  test("a header is found wherever its recording has it", () => {
    const recorded = createExchange({
      headers: [["X", "1"]],
      response: "{}",
      responseHeaders: [["Content-Type", "text/html"]],
    });
    const documented = createSmallContract(defineJsonOperation("{ type: object }"));
    const origin = { ...recorded.origin, headerPointers: { response: ["/7"] } };
    expect(documented.check({ ...recorded, origin }).findings.at(-1)?.recording.pointer).toBe("/response/headers/7");
  });
});
