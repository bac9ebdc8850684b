/** The fast path checks the parameters of each exchange, even if an exchange with the same signature has passed. */
import { expect, test } from "vitest";
import { createFastValidator } from "../../../src/fast/index.js";
import { createRawJsonString } from "../../../src/recording/index.js";
import { createExchange, createInlineContract, SPEC_START } from "../../check/inline-contract.js";

const SCHEMAS: readonly (readonly [schema: string, kept: readonly string[], wrong: readonly string[]])[] = [
  ["type: string, pattern: '^[a-c]+$'", ["a", "abc"], ["d", "1", "a%20b"]],
  ["type: integer, maximum: 5", ["1", "5"], ["6", "a", "1.5"]],
  // A numeric text is also valid as a string.
  ["type: [string, integer], maximum: 5", ["1", "a", "12"], []],
  ["enum: [a, 1]", ["a", "1"], ["b", "2"]],
];

test.each(SCHEMAS)("%s", (schema, kept, wrong) => {
  const contract = createInlineContract({
    "spec.yaml": `${SPEC_START}
  /a/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { ${schema} } }]
      responses: { "200": { description: d, content: { application/json: { schema: { type: array } } } } }`,
  });
  const isSettled = (id: string): boolean => {
    const responded = createExchange({ url: `https://a.example/a/${id}`, response: [] });
    const outcome = createFastValidator(contract, () => false)(responded, createRawJsonString("[]"));
    if (outcome !== undefined) expect(outcome.findings).toEqual(contract.check(responded).findings);
    return outcome?.findings.length === 0;
  };
  const all = [...kept, ...wrong, ...kept];
  expect(all.map((id) => [id, isSettled(id)])).toEqual(all.map((id) => [id, kept.includes(id)]));
});

const FORM = "application/x-www-form-urlencoded";

test.each([
  [FORM, ["?text=a", "?limit=5&text=b"], ["?txt=a", "?text=a&other=b", "?limit=b", "?limit=5&limit=b"]],
  [
    "application/json",
    ["?%7B%22text%22:%22a%22%7D"],
    ["?%7B%22txt%22:%22a%22%7D", "?%7B%22limit%22:%22b%22%7D", "?%7B"],
  ],
])("a query string that one parameter describes as %s", (type, kept, wrong) => {
  const contract = createInlineContract({
    "spec.yaml": `openapi: 3.2.0
info: { title: t, version: "1" }
servers: [{ url: "https://a.example" }]
paths:
  /a:
    get:
      parameters:
        - name: q
          in: querystring
          content: { ${type}: { schema: { type: object, properties: { text: { type: string }, limit: { type: integer } } } } }
      responses: { "200": { description: d, content: { application/json: { schema: { type: array } } } } }`,
  });
  const all = [...kept, ...wrong, ...kept, ...wrong];
  const isSettled = (query: string): boolean => {
    const exchange = createExchange({ url: `https://a.example/a${query}`, response: [] });
    const { findings } = contract.check(exchange);
    expect([query, findings.length > 0]).toEqual([query, wrong.includes(query)]);
    const outcome = createFastValidator(contract, () => false)(exchange, createRawJsonString("[]"));
    if (outcome !== undefined) expect(outcome.findings).toEqual(findings);
    return outcome?.findings.length === 0;
  };
  expect(all.map((query) => [query, isSettled(query)])).toEqual(all.map((query) => [query, kept.includes(query)]));
});
