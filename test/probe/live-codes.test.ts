import { expect, test } from "vitest";
import { CODES } from "../../src/check/index.js";
import { listLiveCodes, readLiveScenarios } from "./live-case.js";

test("every live code has a case, and every case is a live code", () => {
  const codes = Object.keys(CODES).filter((code) => code.startsWith("exchange."));
  expect(listLiveCodes().sort()).toEqual(codes.sort());
});

test.each(listLiveCodes())("%s", (code) => {
  const { good, bad } = readLiveScenarios(code);
  expect(good.finding).toBeUndefined();
  expect(bad.finding?.code).toBe(code);
});
