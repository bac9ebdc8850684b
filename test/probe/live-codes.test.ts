import { expect, test } from "vitest";
import { CODES } from "../../src/checks/index.js";
import { liveCodes, liveStories } from "./live-case.js";

test("every live code has a case, and every case is a live code", () => {
  const codes = Object.keys(CODES).filter((code) => code.startsWith("exchange."));
  expect(liveCodes().sort()).toEqual(codes.sort());
});

test.each(liveCodes())("%s", (code) => {
  const { good, bad } = liveStories(code);
  expect(good.said).toBeUndefined();
  expect(bad.said?.code).toBe(code);
});
