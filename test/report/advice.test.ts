/** Advice names an edit of the spec, the client or the service, or is not printed. */
import { expect, test } from "vitest";
import { CODES, type Contract, createReportBuilder, type FindingGroup } from "../../src/check/index.js";
import { LINT_RULES } from "../../src/lint/index.js";
import { getFix } from "../../src/report/finding-texts.js";
import {
  createExchange,
  createInlineContract,
  createSmallContract,
  defineJsonOperation,
} from "../check/inline-contract.js";

const fixes = Object.entries({ ...CODES, ...LINT_RULES }).map(([code, { fix }]) => [code, fix] as const);

const VERBS = `accept acknowledge add apply change check close declare delete describe document escape give handle issue keep
  leave let link make mask merge move name omit raise refer remove rename replace return send sign start state stop store use
  validate write`;

test.each(fixes.filter(([, fix]) => fix !== ""))("the advice of %s names an edit: %s", (_, fix) => {
  expect(fix).not.toMatch(/\b(correct|repair|relax|fix|reported location|as documented)\b/i);
  expect(VERBS.split(/\s+/)).toContain(
    fix
      .replace(/^In [^,]*, /, "")
      .split(" ")[0]
      ?.toLowerCase(),
  );
});

const KIND =
  "oneOf: [{ properties: { k: { enum: [a] } }, required: [k] }, { properties: { k: { const: b } }, required: [k] }]";

const KEYWORDS: readonly (readonly [keyword: string, schema: string, response: unknown, edit: string])[] = [
  ["type", "{ type: integer }", '"x"', 'add its type to "type" (spec.yaml:6:107)'],
  ["enum", "{ enum: [a] }", '"x"', 'add the value to "enum" (spec.yaml:6:107)'],
  ["required", "{ required: [a] }", {}, 'remove the name from "required"'],
  ["additionalProperties", "{ additionalProperties: false }", { a: 1 }, 'declare the property in "properties"'],
  ["maximum", "{ maximum: 1 }", 2, 'change "maximum"'],
  ["oneOf", "{ oneOf: [{}, {}] }", 2, "so that exactly one branch matches it"],
  ["enum", `{ ${KIND} }`, { k: "c" }, 'change "oneOf" so that exactly one branch matches it (spec.yaml:6:107)'],
  ["enum", `{ ${KIND.replace("oneOf", "anyOf")} }`, { k: "c" }, 'add a branch for it to "anyOf" (spec.yaml:6:107)'],
];

test.each(KEYWORDS)("the advice for %s names the keyword and its line", (keyword, schema, response, edit) => {
  const findings = listFindings(createSmallContract(defineJsonOperation(schema)), response);
  expect(findings.map((it) => it.keyword)).toEqual([keyword]);
  expect(findings.map(getFix).join()).toContain(edit);
});

const VEHICLE = `oneOf: [{ $ref: "#/components/schemas/Car" }, { $ref: "#/components/schemas/Boat" }],
  discriminator: { propertyName: kind, mapping: { autos: "#/components/schemas/Boat", auto: "#/components/schemas/Car" } }`;
const COMPONENTS = `components: { schemas: {
  Car: { type: object, required: [wheels], properties: { kind: { type: string }, wheels: { type: integer } } },
  Boat: { type: object, properties: { kind: { type: string } } } } }`;

test.each([
  ["auto", undefined, "Send a value that the schema accepts, or map the discriminating value to the schema"],
  ["aütos", "autos", "Send the value that names the schema of the object, or add the value to the mapping"],
])("the advice for the discriminating value %s is about what is wrong", (kind, nearest, advice) => {
  const contract = createSmallContract(`${defineJsonOperation(`{ ${VEHICLE} }`)}\n${COMPONENTS}`);
  const [finding] = listFindings(contract, { kind, wheels: "four" });
  expect([finding?.name, finding?.nearest]).toEqual([kind, nearest]);
  expect(finding === undefined ? "" : getFix(finding)).toContain(advice);
});

const SWAGGER = `swagger: "2.0"\ninfo: { title: t, version: "1" }\nhost: a.example\nschemes: [https]\npaths:\n  /a:
    get: { produces: [application/json], responses: { "200": { description: d, schema: { type: string } } } }`;
const OPENAPI = `openapi: VERSION\ninfo: { title: t, version: "1" }\nservers: [{ url: "https://a.example" }]\npaths:\n  /a:
    get: ${defineJsonOperation("{ type: string }")}`;

test.each([
  ["2.0", SWAGGER, null, 'or add "x-nullable: true" ('],
  ["2.0", SWAGGER, 1, "or change the type ("],
  ["3.0.3", OPENAPI, null, 'or add "nullable: true" ('],
  ["3.0.3", OPENAPI, 1, 'or change the type, or write "oneOf" with a schema for each type ('],
  ["3.1.0", OPENAPI, null, 'or add its type to "type" ('],
  ["3.2.0", OPENAPI, 1, 'or add its type to "type" ('],
])("the advice for a type is one that OpenAPI %s has", (version, spec, response, edit) => {
  const contract = createInlineContract({ "spec.yaml": spec.replace("VERSION", version) });
  expect(listFindings(contract, response).map(getFix).join()).toContain(edit);
});

function listFindings(contract: Contract, response: unknown): readonly FindingGroup[] {
  const builder = createReportBuilder(contract);
  const exchange = createExchange({ response });
  builder.add(exchange, contract.check(exchange));
  return builder.report().findings;
}
