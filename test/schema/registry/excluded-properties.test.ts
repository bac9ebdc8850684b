import { describe, expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { createSchemas } from "../../../src/schema/validation/schemas.js";

const document = loadDocument("test/schema/descriptions/sides.yaml");

describe("what one side may not carry", () => {
  const schemas = createSchemas(document);
  const judge = (name: string, view: "request" | "response", value: unknown): boolean =>
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
  ])("%s: a request need not carry id, an answer must", (name) => {
    expect(judge(name, "request", { name: "a" })).toBe(true);
    expect(judge(name, "response", { name: "a" })).toBe(false);
    expect(judge(name, "response", { name: "a", id: "b" })).toBe(true);
    expect(judge(name, "request", { id: "b" })).toBe(false);
  });

  test("a schema that others combine with a mark still asks by itself", () => {
    expect(judge("Nested", "request", { inner: { name: "a" } })).toBe(true);
    expect(judge("Asking", "request", { name: "a" })).toBe(false);
    expect(judge("Plain", "request", { name: "a" })).toBe(false);
  });

  test("a mark in one alternative is none in another", () => {
    expect(judge("OneBranch", "request", { name: "a" })).toBe(false);
    expect(judge("OneBranch", "request", { name: "a", id: "b" })).toBe(true);
  });

  test("what is denied stays denied", () => {
    expect(judge("Denied", "request", {})).toBe(true);
    expect(judge("Denied", "request", { id: "a" })).toBe(false);
  });
});
