import { describe, expect, test } from "vitest";
import { createReportBuilder } from "../../../src/gate/index.js";
import { formatTextReport } from "../../../src/report/index.js";
import { createExchange, createSmallContract, defineJsonOperation } from "../inline-contract.js";

describe("nothing told can steer a terminal", () => {
  const evil = "\u001b[2J\u009b31m\u202ex";
  test.each([
    ["a property's name", { answer: { [evil]: 1, a: {} } }],
    ["a place", { answer: { m: { [evil]: "x" } } }],
    ["a value", { answer: { a: evil } }],
    ["a query", { url: `https://a.example/a?${encodeURIComponent(evil)}=1`, answer: {} }],
  ] as const)("%s", (_, written) => {
    const contract = createSmallContract(
      defineJsonOperation("{ properties: { a: { type: integer }, m: { additionalProperties: { type: integer } } } }"),
    );
    const judged = createExchange(written);
    const judgement = contract.check(judged);
    const tally = createReportBuilder(contract);
    tally.add(judged, judgement);
    const text = formatTextReport(tally.report(), { kind: "failed" });
    expect(judgement.findings.length).toBeGreaterThan(0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(text).not.toMatch(/[\u001b\u0080-\u009f\u202e]/);
  });
});
