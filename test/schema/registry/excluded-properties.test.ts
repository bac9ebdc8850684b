import { describe, expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { createSchemas } from "../../../src/schema/validation/schemas.js";

const document = loadDocument("test/schema/descriptions/sides.yaml");

describe.each(["fastest", "interpreter"] as const)(
  "read-only and write-only properties, with the %s engine",
  (engine) => {
    const schemas = createSchemas(document, { engine });
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
    ])("%s: a request need not have id, a response must", (name) => {
      expect(judge(name, "request", { name: "a" })).toBe(true);
      expect(judge(name, "response", { name: "a" })).toBe(false);
      expect(judge(name, "response", { name: "a", id: "b" })).toBe(true);
      expect(judge(name, "request", { id: "b" })).toBe(false);
    });

    test("a schema that is combined with readOnly elsewhere still requires it alone", () => {
      expect(judge("Nested", "request", { inner: { name: "a" } })).toBe(true);
      expect(judge("Asking", "request", { name: "a" })).toBe(false);
      expect(judge("Plain", "request", { name: "a" })).toBe(false);
    });

    test("readOnly in one alternative does not apply to another", () => {
      expect(judge("OneBranch", "request", { name: "a" })).toBe(false);
      expect(judge("OneBranch", "request", { name: "a", id: "b" })).toBe(true);
    });

    test("not readOnly stays required", () => {
      expect(judge("Denied", "request", {})).toBe(true);
      expect(judge("Denied", "request", { id: "a" })).toBe(false);
    });
  },
);
