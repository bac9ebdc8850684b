import { describe, expect, test } from "vitest";
import { createTally } from "../../src/gate/index.js";
import { textReport } from "../../src/report/index.js";
import { answering, exchange, smallContract } from "./inline-contract.js";

describe("nothing told can steer a terminal", () => {
  const evil = "\u001b[2J\u009b31m\u202ex";
  test.each([
    ["a property's name", { answer: { [evil]: 1, a: {} } }],
    ["a place", { answer: { m: { [evil]: "x" } } }],
    ["a value", { answer: { a: evil } }],
    ["a query", { url: `https://a.example/a?${encodeURIComponent(evil)}=1`, answer: {} }],
  ] as const)("%s", (_, written) => {
    const contract = smallContract(
      answering("{ properties: { a: { type: integer }, m: { additionalProperties: { type: integer } } } }"),
    );
    const judged = exchange(written);
    const judgement = contract.check(judged);
    const tally = createTally(contract);
    tally.add(judged, judgement);
    const text = textReport(tally.report(), { kind: "broken" });
    expect(judgement.findings.length).toBeGreaterThan(0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(text).not.toMatch(/[\u001b\u0080-\u009f\u202e]/);
  });
});
