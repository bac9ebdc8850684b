import { describe, expect, test } from "vitest";
import { createContract } from "../../../src/check/index.js";
import { createExchange, createSmallContract, type ExchangeInput } from "../inline-contract.js";

const SCHEMA = "{ properties: { state: { type: string, maxLength: 3 }, mood: { type: string, maxLength: 3 } } }";
const JSON_BODY = `content: { application/json: { schema: ${SCHEMA} } }`;
const OPERATION = `{ operationId: a, security: [{ key: [] }], requestBody: { ${JSON_BODY} }, responses: { "200": { description: d, ${JSON_BODY} } } }`;
const MORE = "components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }";
const JSON_TYPE = ["Content-Type", "application/json"] as const;
const KEY = ["X-Key", "k"] as const;

/** Each finding as its code, and after `>` the codes of its consequences. */
const CASES: readonly (readonly [string, ExchangeInput, readonly string[]])[] = [
  [
    "a missing credential",
    { headers: [], response: {} },
    ["request.security.missing > response.status.invalid-accepted"],
  ],
  [
    "a missing credential beside an invalid body",
    { headers: [JSON_TYPE], body: '{"mood":5}', response: {} },
    ["request.security.missing", "request.body.invalid", "response.status.invalid-accepted"],
  ],
  [
    "an invalid value that the response repeats",
    { headers: [KEY, JSON_TYPE], body: '{"state":"open"}', response: { state: "open" } },
    ["request.body.invalid > response.body.invalid", "response.status.invalid-accepted"],
  ],
  [
    "another invalid value of the same property",
    { headers: [KEY, JSON_TYPE], body: '{"state":"open"}', response: { state: "shut" } },
    ["request.body.invalid", "response.body.invalid", "response.status.invalid-accepted"],
  ],
  [
    "the same invalid value of another property",
    { headers: [KEY, JSON_TYPE], body: '{"state":"open"}', response: { mood: "open" } },
    ["request.body.invalid", "response.body.invalid", "response.status.invalid-accepted"],
  ],
];

describe("a finding that follows from another one is reported with it", () => {
  const contract = createSmallContract(OPERATION, MORE);
  test.each(CASES)("%s", (_, input, expected) => {
    const { findings } = contract.check(createExchange(input));
    const lines = findings.map(({ code, consequences = [] }) =>
      [code, ...consequences.map((it) => it.code)].join(" > "),
    );
    expect(lines).toEqual(expected);
  });
});

test("findings of different levels are not folded", () => {
  const { document } = createSmallContract(OPERATION, MORE);
  const contract = createContract(document, { levels: [{ code: "response.body.invalid", level: "warn" }] });
  const input = { headers: [KEY, JSON_TYPE], body: '{"state":"open"}', response: { state: "open" } };
  const { findings } = contract.check(createExchange(input));
  expect(findings.map(({ code, consequences }) => [code, consequences])).toContainEqual([
    "response.body.invalid",
    undefined,
  ]);
});

const ERROR_BODY =
  "content: { application/json: { schema: { required: [code, text], properties: { code: {}, text: {} } } } }";
const WITH_DEFAULT = (listed: string): string =>
  `{ operationId: a, responses: { ${listed}default: { description: d, ${ERROR_BODY} } } }`;

test.each([
  [
    "a success beside listed ones",
    '"200": { description: d }, ',
    202,
    { a: 1, b: 2 },
    "invalid > invalid undeclared undeclared",
  ],
  [
    "drift of a listed range",
    `2XX: { description: d, ${ERROR_BODY} }, `,
    202,
    { code: 1, text: "", a: 1 },
    "undeclared",
  ],
  [
    "drift of a success",
    '"200": { description: d }, ',
    202,
    { code: 1, text: "", a: 1, b: 2 },
    "undeclared > undeclared",
  ],
  ["an error", '"200": { description: d }, ', 400, { a: 1 }, "invalid, invalid, undeclared"],
  ["a success, if no success is listed", '"404": { description: d }, ', 202, { a: 1 }, "invalid, invalid, undeclared"],
])("the findings of the default response: %s", (_, listed, status, response, expected) => {
  const { findings } = createSmallContract(WITH_DEFAULT(listed)).check(createExchange({ status, response }));
  const shorten = (code: string): string => code.replace("response.body.", "");
  const lines = findings.map(({ code, consequences }) =>
    [shorten(code), ...(consequences ? [">", ...consequences.map((it) => shorten(it.code))] : [])].join(" "),
  );
  expect(lines.join(", ")).toBe(expected);
  const isExplained = findings.some((it) => it.message.endsWith('; status 202 is not listed, so "default" applies'));
  expect(isExplained).toBe(expected.includes(">"));
  expect(findings.some((it) => it.edit === 'list status 202 beside "default"')).toBe(isExplained);
});
