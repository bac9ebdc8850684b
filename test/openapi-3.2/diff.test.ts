/** Differences between specs of OpenAPI 3.2, and between a 3.1 and a 3.2 spec of one API. */
import { expect, test } from "vitest";
import { diffDocuments } from "../../src/diff/index.js";
import { loadDocument } from "../../src/document/index.js";
import { DIFF_CASES } from "./diff-cases.js";

test.each(Object.entries(DIFF_CASES))("%s", (_, { old, next, there, back }) => {
  const codes = (from: string, to: string): string[] =>
    diffDocuments({
      old: loadDocument("old.yaml", () => from),
      new: loadDocument("new.yaml", () => to),
    })
      .findings.map(({ code }) => code)
      .sort();
  expect([codes(old, next), codes(next, old)]).toEqual([there, back]);
});
