/** The version that a change requires (Semantic Versioning 2.0.0). */
import { expect, test } from "vitest";
import { checkVersion, getLeastVersion } from "../../../src/diff/policy/version-check.js";
import { loadDocument } from "../../../src/document/index.js";

const BUMPS = ["none", "patch", "minor", "major"] as const;

test.each([
  ["1.2.3", ["1.2.3", "1.2.4", "1.3.0", "2.0.0"]],
  ["0.2.3", ["0.2.3", "0.2.4", "0.2.4", "0.3.0"]],
  ["v10.20.30-beta.1", ["10.20.30", "10.20.31", "10.21.0", "11.0.0"]],
  ["1.2.3+build", ["1.2.3", "1.2.4", "1.3.0", "2.0.0"]],
  ["1", ["1.0.0", "1.0.1", "1.1.0", "2.0.0"]],
  ["1.2", ["1.2.0", "1.2.1", "1.3.0", "2.0.0"]],
])("the least versions after %s", (old, least) => {
  expect(BUMPS.map((bump) => getLeastVersion(old, bump))).toEqual(least);
});

test("a text that is no version has no next one", () => {
  const texts = ["", "a1", "1.", "1.2.3.4", "1.2-beta", "1.2.3beta", "x1.2.3", "2026-01-31", "1.2.x", "V1"];
  for (const text of texts) expect([text, getLeastVersion(text, "minor")]).toEqual([text, undefined]);
});

function check(old: string, next: string, bump: (typeof BUMPS)[number]) {
  const read = (version: string) =>
    loadDocument("a.yaml", () => `openapi: 3.1.0\ninfo: { title: A, version: "${version}" }\npaths: {}\n`);
  return checkVersion({ old: read(old), new: read(next) }, bump);
}

test.each([
  ["1.2.3", "1.3.0", "minor", true, "1.3.0"],
  ["1.2.3", "1.2.9", "minor", false, "1.3.0"],
  ["1.2.3", "2.0.0", "minor", true, "1.3.0"],
  ["1.2.3", "1.10.0", "minor", true, "1.3.0"],
  ["1.2.3", "0.9.9", "minor", false, "1.3.0"],
  ["1.2.3", "1.2.3", "none", true, "1.2.3"],
  ["1.2.3", "1.2.2", "none", false, "1.2.3"],
  ["1.2.3", "1.2.4", "major", false, "2.0.0"],
] as const)("from %s to %s for a step %s", (old, next, bump, isEnough, least) => {
  expect(check(old, next, bump)).toEqual({ old, new: next, isEnough, least });
});

test("versions that cannot be compared are enough only if nothing changed", () => {
  expect(check("A", "1.0.0", "none")).toEqual({ old: "A", new: "1.0.0", isEnough: true });
  expect(check("1.0.0", "A", "patch")).toEqual({ old: "1.0.0", new: "A", isEnough: false });
});
