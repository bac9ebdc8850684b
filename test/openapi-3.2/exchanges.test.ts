/** The exchanges of what OpenAPI 3.2 adds. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadContract } from "../../src/check/index.js";
import { createExchange } from "../check/inline-contract.js";
import { EXCHANGE_CASES } from "./exchange-cases.js";

const contract = loadContract(join(import.meta.dirname, "streams.yaml"));

describe.each(Object.entries(EXCHANGE_CASES))("%s", (_, { exchange, good, bad }) => {
  test.each(good)("%j passes", (text) => {
    const { verdict, findings, reasons } = contract.check(createExchange(exchange(text)));
    expect({ verdict, reasons, findings: findings.map(({ message }) => message) }).toEqual({
      ...{ verdict: "passed", reasons: [], findings: [] },
    });
  });

  test.each(bad)("%j is a finding", (text, expected) => {
    const { findings, reasons } = contract.check(createExchange(exchange(text)));
    const found = findings.map(({ code, property = "", contract: { pointer } }) => `${code} ${property} ${pointer}`);
    expect({ found, reasons }).toEqual({
      ...{ found: expect.arrayContaining([expect.stringContaining(expected)]), reasons: [] },
    });
  });
});
