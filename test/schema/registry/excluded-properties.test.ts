import { describe, expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { createSchemas } from "../../../src/schema/validation/schemas.js";

const document = loadDocument("test/schema/descriptions/sides.yaml");

describe("read-only and write-only properties", () => {
  const schemas = createSchemas(document);
  const check = (name: string, view: "request" | "response", value: unknown): boolean =>
    schemas.isValid(`/components/schemas/${name}`, view, value);

  test.each([
    "Own",
    "ByReference",
    "ByAllOf",
    "Beside",
    "Parent",
    "OtherBranch",
    "OtherReference",
    "AboveBranch",
    "EveryBranch",
  ])("%s: a request need not have id, a response must", (name) => {
    expect(check(name, "request", { name: "a" })).toBe(true);
    expect(check(name, "response", { name: "a" })).toBe(false);
    expect(check(name, "response", { name: "a", id: "b" })).toBe(true);
    expect(check(name, "request", { id: "b" })).toBe(false);
  });

  test("a schema that is combined with readOnly elsewhere still requires it alone", () => {
    expect(check("Nested", "request", { inner: { name: "a" } })).toBe(true);
    expect(check("Asking", "request", { name: "a" })).toBe(false);
    expect(check("Plain", "request", { name: "a" })).toBe(false);
  });

  test("readOnly in one alternative does not apply to another", () => {
    expect(check("OneBranch", "request", { name: "a" })).toBe(false);
    expect(check("OneBranch", "request", { name: "a", id: "b" })).toBe(true);
  });

  test("not readOnly stays required", () => {
    expect(check("Denied", "request", {})).toBe(true);
    expect(check("Denied", "request", { id: "a" })).toBe(false);
  });
});
