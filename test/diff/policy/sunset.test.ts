/** The sunset of something deprecated: when it may be removed, and how early it must be announced. */
import { expect, test } from "vitest";
import type { DiffFinding } from "../../../src/diff/index.js";
import { applyNotice, applySunset, readSunset } from "../../../src/diff/policy/policy.js";
import { loadDocument } from "../../../src/document/index.js";

const OBJECTS = {
  plain: {},
  deprecated: { deprecated: true },
  dated: { deprecated: true, "x-sunset": "2026-03-01" },
  timed: { deprecated: true, "x-sunset": "2026-03-01T09:30:00Z" },
  kept: { deprecated: false, "x-sunset": "2026-03-01" },
  late: { deprecated: true, "x-sunset": "on 2026-03-01" },
  number: { deprecated: true, "x-sunset": 20_260_301 },
};
const document = loadDocument("spec.json", () =>
  JSON.stringify({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {}, "x-objects": OBJECTS }),
);
const at = (name: string): string => `/x-objects/${name}`;

test.each([
  ["plain", undefined],
  ["deprecated", undefined],
  ["dated", "2026-03-01"],
  ["timed", "2026-03-01"],
  ["kept", undefined],
  ["late", undefined],
  ["number", undefined],
  ["none", undefined],
])("the sunset of %s is %s", (name, day) => expect(readSunset(document, at(name))).toBe(day));

const show = ({ level, message }: DiffFinding): string => `${level}: ${message}`;

test.each<[code: string, old: string | undefined, today: string, shown: string]>([
  ["operation.removed", "dated", "2026-03-01", "info: it was removed; its sunset was on 2026-03-01"],
  ["operation.removed", "timed", "2026-03-02", "info: it was removed; its sunset was on 2026-03-01"],
  ["operation.removed", "dated", "2026-02-28", "error: it was removed; keep it; its sunset is on 2026-03-01"],
  ["operation.removed", "deprecated", "2026-03-02", "error: it was removed; keep it"],
  ["response.property.removed", "deprecated", "2026-03-02", "info: it was removed; it was deprecated"],
  ["webhook.property.removed", "deprecated", "2026-03-02", "info: it was removed; it was deprecated"],
  ["request.property.removed", "deprecated", "2026-03-02", "error: it was removed; keep it"],
  ["response.property.removed", "plain", "2026-03-02", "error: it was removed; keep it"],
  ["response.property.removed", "dated", "2026-02-02", "error: it was removed; keep it; its sunset is on 2026-03-01"],
  ["operation.added", "dated", "2026-03-02", "error: it was removed; keep it"],
  ["operation.removed", undefined, "2026-03-02", "error: it was removed; keep it"],
])("%s of %s on %s: %s", (code, name, today, shown) => {
  const old = name === undefined ? {} : { old: { pointer: at(name) } };
  const finding = { code, level: "error", message: "it was removed; keep it", ...old } as unknown as DiffFinding;
  expect(show(applySunset(finding, document, today))).toBe(shown);
});

test.each<[code: string, next: string | undefined, minDays: number | undefined, shown: string]>([
  ["operation.deprecated", "dated", 28, "info: m"],
  ["operation.deprecated", "dated", 29, "error: m; its sunset is in 28 days, and the policy requires 29"],
  ["operation.sunset.earlier", "dated", 90, "error: m; its sunset is in 28 days, and the policy requires 90"],
  ["request.parameter.deprecated", "deprecated", 7, "error: m; add x-sunset, at least 7 days ahead"],
  ["operation.deprecated", "dated", undefined, "info: m"],
  ["operation.deprecated", undefined, 90, "info: m"],
  ["operation.added", "dated", 90, "info: m"],
])("%s of %s with a notice of %s days: %s", (code, name, minDays, shown) => {
  const next = name === undefined ? {} : { new: { pointer: at(name) } };
  const finding = { code, level: "info", message: "m", ...next } as unknown as DiffFinding;
  expect(show(applyNotice(finding, document, { minDays, today: "2026-02-01" }))).toBe(shown);
});
