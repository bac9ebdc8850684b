/** A grant type that the source does not list is drift, because other grants may exist. */
import { expect, test } from "vitest";
import { loadContract } from "../../src/check/index.js";
import { createExchange } from "../check/inline-contract.js";

const contract = loadContract("spec/openapi.yaml");

test.each([
  ["PASSWORD", []],
  ["MAGIC", ["warn request.body.not-in-enum /grantType"]],
])("%s", (grantType, found) => {
  const exchange = createExchange({
    method: "POST",
    url: "https://services.commerce-cloud.example/token",
    headers: [["Content-Type", "application/x-www-form-urlencoded"]],
    body: `grantType=${grantType}&username=u&password=p`,
    status: 400,
    response: {},
  });
  const { findings } = contract.check(exchange);
  expect(findings.map(({ level, code, property = "" }) => `${level} ${code} ${property}`)).toEqual(found);
});
