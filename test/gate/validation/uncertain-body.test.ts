/** A HAR entry without content does not show whether there was a body. */
import { expect, test } from "vitest";
import { createExchange, createSmallContract } from "../inline-contract.js";

const contract = createSmallContract('{ operationId: a, responses: { "202": { description: d } } }');

test.each([
  ["a body that is not recorded", {}, ["response.body.undocumented"]],
  ["perhaps a body", { isUncertain: true }, []],
] as const)("%s", (_, more, codes) => {
  const exchange = createExchange({ status: 202, responseHeaders: [] });
  const body = { kind: "missing", reason: "response.content is null", ...more } as const;
  const { verdict, findings, reasons } = contract.check({ ...exchange, response: { ...exchange.response, body } });
  expect({ verdict, codes: findings.map(({ code }) => code) }).toEqual({ verdict: "partial", codes });
  expect(reasons).toEqual(["response body: response.content is null"]);
});
