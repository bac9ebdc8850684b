import { describe, expect, test } from "vitest";
import { applyEdits, checkMessage, createModeContract, loadFailureModes } from "./mode.js";

const all = loadFailureModes();

describe.each(all)("$mode. $title", (mode) => {
  const contract = createModeContract(mode);

  test.each(Object.entries(mode.clean))("clean: %s", async (_, message) => {
    expect(await checkMessage(contract, message)).toEqual({ verdict: "passed", findings: [], reasons: [] });
  });

  test.each(Object.entries(mode.cases))("%s", async (_, { of, edit, verdict, findings = [], reasons = [] }) => {
    const clean = mode.clean[of];
    if (clean === undefined) throw new Error(`There is no clean exchange "${of}"`);
    expect(await checkMessage(contract, applyEdits(clean, edit))).toEqual({ verdict, findings, reasons });
  });
});

test("each of the fifteen failure modes has a clean control, negatives, and cases without the finding", () => {
  const numbers = new Set(all.map(({ mode }) => mode));
  expect([...numbers]).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
  for (const { title, clean, cases } of all) {
    const reported = Object.values(cases).filter(({ findings = [] }) => findings.length > 0);
    expect(Object.keys(clean).length, title).toBeGreaterThan(0);
    expect(reported.length, title).toBeGreaterThan(1);
    expect(Object.keys(cases).length - reported.length, title).toBeGreaterThan(0);
  }
});

test("every clean exchange has a case that is one edit away from it", () => {
  const unused = all.flatMap(({ title, clean, cases }) => {
    const used = new Set(Object.values(cases).map(({ of }) => of));
    return Object.keys(clean).flatMap((name) => (used.has(name) ? [] : [`${title}: ${name}`]));
  });
  expect(unused).toEqual([]);
  for (const { title, cases } of all)
    for (const [name, { edit }] of Object.entries(cases))
      expect(Object.keys(edit).length, `${title}: ${name}`).toBeLessThanOrEqual(4);
});
