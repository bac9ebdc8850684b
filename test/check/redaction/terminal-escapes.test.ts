import { describe, expect, test } from "vitest";
import { createReportBuilder } from "../../../src/check/index.js";
import { formatTextReport } from "../../../src/report/index.js";
import { createExchange, createSmallContract, defineJsonOperation } from "../inline-contract.js";

describe("no report controls the terminal", () => {
  const evil = "\u001b[2J\u009b31m\u202ex";
  test.each([
    ["a property's name", { response: { [evil]: 1, a: {} } }],
    ["a place", { response: { m: { [evil]: "x" } } }],
    ["a value", { response: { a: evil } }],
    ["a query", { url: `https://a.example/a?${encodeURIComponent(evil)}=1`, response: {} }],
  ] as const)("%s", (_, written) => {
    const contract = createSmallContract(
      defineJsonOperation("{ properties: { a: { type: integer }, m: { additionalProperties: { type: integer } } } }"),
    );
    const exchange = createExchange(written);
    const result = contract.check(exchange);
    const tally = createReportBuilder(contract);
    tally.add(exchange, result);
    const text = formatTextReport({ report: tally.report(), outcome: { kind: "failed" } });
    expect(result.findings.length).toBeGreaterThan(0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(text).not.toMatch(/[\u001b\u0080-\u009f\u202e]/);
  });
});
