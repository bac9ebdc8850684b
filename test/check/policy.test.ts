/** Choices that the specifications leave open, and the configuration that changes them. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createContract, type LevelRule, loadContracts } from "../../src/check/index.js";
import { loadDocument } from "../../src/document/index.js";
import { createFolder } from "../cli/run-contract.js";
import {
  createExchange,
  createInlineContract,
  createSmallContract,
  defineJsonOperation,
  getCodes,
} from "./inline-contract.js";

const HEAD = 'openapi: 3.1.0\ninfo: { title: t, version: "1" }\nservers: [{ url: "https://a.example" }]\n';
const SPEC = `${HEAD}paths: { /a: { get: { operationId: a, responses: { "200": { description: d } } } } }`;

describe.each([
  ["an undocumented path that was rejected", "/b", 404, "request.path.undocumented"],
  ["a redirect that the spec lacks", "/a", 302, "response.status.undocumented"],
] as const)("%s", (_, path, status, code) => {
  const range = `${String(status)[0]}XX`;
  test.each<[string, LevelRule[], string[]]>([
    ["by default", [], []],
    ["with a rule for the code and the status", [{ code, status, level: "warn" }], ["warn"]],
    ["with a rule for a range", [{ code, status: range, level: "error" }], ["error"]],
    ["with a rule for another status", [{ code, status: status + 1, level: "error" }], []],
    ["with a rule for another code", [{ code: "request.method.undocumented", status, level: "error" }], []],
    ["with a rule for the code alone", [{ code, level: "error" }], []],
  ])("%s", (_, levels, expected) => {
    const contract = createContract(
      loadDocument("spec.yaml", () => SPEC),
      { levels },
    );
    const { verdict, findings } = contract.check(createExchange({ url: `https://a.example${path}`, status }));
    expect(findings.map((it) => [it.code, it.level])).toEqual(expected.map((level) => [code, level]));
    expect(verdict === "skipped").toBe(expected.length === 0);
  });
});

test.each<[string, LevelRule[], string[]]>([
  ["by default", [], []],
  ["with a rule for the code", [{ code: "request.server.undocumented", level: "warn" }], ["https://c.example"]],
  ["with a rule for a prefix", [{ code: "request.*", level: "error" }], []],
])("a host that is not a server of any spec: %s", (_, levels, expected) => {
  const folder = createFolder({
    "a.yaml": SPEC,
    "b.yaml": SPEC.replace("a.example", "b.example"),
  });
  const contract = loadContracts([join(folder, "a.yaml"), join(folder, "b.yaml")], { levels });
  const hosts = ["a", "b", "c"].flatMap((host) => {
    const { findings } = contract.check(createExchange({ url: `https://${host}.example/a`, responseHeaders: [] }));
    return findings.flatMap(({ code, message }) =>
      code === "request.server.undocumented" ? [message.split(" ")[0]] : [],
    );
  });
  expect(hosts).toEqual(expected);
});

test("a spec without operations is reported", () => {
  const { verdict, reasons } = createInlineContract({ "spec.yaml": `${HEAD}paths: {}` }).check(createExchange());
  expect([verdict, ...reasons]).toEqual(["skipped", "the spec has no operations"]);
});

const CONDITION =
  "{ type: object, properties: { a: { type: string } }, if: { required: [k], properties: { k: { const: 1 } } }, then: { properties: { b: {} } } }";

test.each([
  ["a condition that holds", { a: "1", k: 1, b: 2 }, []],
  ["a condition that does not hold", { a: "1", k: 2 }, []],
  ["a property of no branch", { a: "1", k: 2, b: 2 }, ["response.body.undeclared"]],
])("the properties of %s are declared", (_, response, codes) => {
  expect(getCodes(createSmallContract(defineJsonOperation(CONDITION)).check(createExchange({ response })))).toEqual(
    codes,
  );
});

const UNION =
  "{ oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }], discriminator: { propertyName: kind } }";
const ANIMALS =
  "components: { schemas: { Cat: { type: object, required: [kind], properties: { kind: { const: Cat }, a: {} } }, Dog: { type: object, required: [kind], properties: { kind: { const: Dog } } } } }";

test("a missing discriminator property is reported at the discriminator", () => {
  const contract = createSmallContract(defineJsonOperation(UNION), ANIMALS);
  expect(getCodes(contract.check(createExchange({ response: { kind: "Cat", a: 1 } })))).toEqual([]);
  const { findings } = contract.check(createExchange({ response: { a: 1 } }));
  expect(findings.map(({ message, contract: place }) => [message, place.pointer])).toEqual([
    [
      'the body: expected the property "kind", got nothing',
      "/paths/~1a/get/responses/200/content/application~1json/schema/discriminator/propertyName",
    ],
  ]);
});

test.each(["additionalProperties", "unevaluatedProperties"])("%s names the property that it rejects", (keyword) => {
  const contract = createSmallContract(defineJsonOperation(`{ properties: { a: {} }, ${keyword}: false }`));
  const messages = (response: object) =>
    contract.check(createExchange({ response })).findings.map(({ message }) => message);
  expect(messages({ a: 1 })).toEqual([]);
  expect(messages({ y: 1 })).toEqual([
    'the body: expected only properties that the schema lists, got the property "y"',
  ]);
});

test.each<[schema: string, keyword: string, responses: readonly unknown[]]>([
  ["{ type: string, enum: [a] }", "type", [null, 5]],
  ["{ allOf: [{ enum: [a] }, { type: string }] }", "type", [null, 5]],
  ["{ type: string, const: a }", "type", [null]],
  ["{ type: [string, 'null'], enum: [a] }", "enum", [null]],
  ["{ type: [string, integer], enum: [a] }", "enum", [5]],
])("a value that %s does not allow has one finding, of %s", (schema, keyword, responses) => {
  const contract = createSmallContract(defineJsonOperation(`{ type: array, items: ${schema} }`));
  for (const response of responses) {
    const { findings } = contract.check(createExchange({ response: ["a", response] }));
    expect(findings.map((it) => it.keyword)).toEqual([keyword]);
  }
});
