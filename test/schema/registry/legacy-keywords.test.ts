import { describe, expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { createSchemas } from "../../../src/schema/validation/schemas.js";

const schemas = createSchemas(loadDocument("test/schema/descriptions/relics.yaml"));
const at = (name: string): string => `/components/schemas/${name}`;

/** Valid values of a schema, invalid values, and why a keyword is read differently. */
const CASES: Readonly<Record<string, { fits?: readonly unknown[]; not?: readonly unknown[]; reason?: RegExp }>> = {
  Data: { fits: [{ $id: "https://example.com/same", $anchor: "same" }], not: [{}] },
  NullableWithoutType: { fits: [null, 1, "a"] },
  NullableReference: { fits: [null, "a"], not: [1] },
  NullableParts: { fits: [null, "ab"], not: ["a", 1] },
  NullableChoice: { fits: [null, "ab", 1], not: [true] },
  NullableEnum: { fits: [null, "a"], not: ["c"] },
  Unquoted: { fits: ["3", "4.1", "true", "v5", null], not: [3, true, "v"] },
  NotText: { fits: [3], not: ["3"] },
  NotNullable: { fits: ["a"], not: [null] },
  HoldsNullable: { fits: [{ name: null }, { name: "ab" }], not: [{ name: "a" }, null] },
  Above: { fits: [1.1], not: [1] },
  Below: { fits: [1], not: [1.1] },
  NoLimit: { fits: [1e9] },
  NoEnum: { not: [null, "", 0] },
  RequiredFlag: { fits: [{}, { a: "x" }], not: [{ a: 1 }] },
  Words: { fits: ["a-b.c"], not: ["a b"] },
  Perl: { fits: ["abc"], not: ["abc1", "zabcz1"] },
  AnyCase: { fits: ["ABC", "abc"], not: ["abcd"] },
  NamedGroup: { fits: ["2026"], not: ["26"] },
  Posix: { fits: ["a_B"], not: ["a:", "1"] },
  Dotall: { fits: ["A\nb"], not: ["ab"] },
  Slashes: { fits: ["AB/C"], not: ["/ab/c/", "abc"] },
  Java: { fits: ["äA\u001b\\"], not: ["äB\u001b\\"] },
  Letters: { fits: ["ä_ -\\"], not: ["p{", "1"] },
  EmptyLists: { fits: [{ a: 1 }], not: [1] },
  ByName: { fits: [{ a: "x" }], not: [{ a: 1 }] },
  ToOther: { fits: [[true]], not: [[1]] },
  PatternNames: { fits: [{ "a-b.c": 1 }], not: [{ "a-b.c": "1" }, { "a b": 1 }] },
  UnknownFormat: { fits: ["anything"] },
  Inherited: { fits: ["anything"] },
  Draft7: { fits: [{ a: 1, b: 1 }, { c: 1, d: 1 }, 1], not: [{ a: 1 }, { c: 1 }] },
  Draft4: { fits: ["short"], not: [1] },
  UnknownDialect: { fits: [1], not: ["a"], reason: /the dialect .* is unknown/ },
  OwnDialect: { fits: [1], not: ["a"] },
  Mapped: { fits: [{ kind: "a" }], not: [{}] },
  OldId: { fits: [1], not: ["a"] },
  Asynchronous: { fits: [1], not: ["a"] },
  Prototype: {
    fits: [JSON.parse('{"__proto__":1,"toString":1}')],
    not: [{}, { toString: 1 }, JSON.parse('{"__proto__":"a","toString":1}')],
  },
  ByAnchor: { fits: [1], not: ["a"] },
  Identified: { fits: [true], not: [1] },
  ByUrn: { fits: ["a"], not: ["ab"] },
  Displaced: { fits: [null, 2], not: [1, "a"] },
};

describe("schemas as they are found", () => {
  test.each(Object.entries(CASES))("%s", (name, { fits = [], not = [], reason }) => {
    for (const value of fits) expect([value, schemas.validate(at(name), "response", value)]).toEqual([value, []]);
    for (const value of not) expect([value, schemas.isValid(at(name), "response", value)]).toEqual([value, false]);
    for (const value of not) expect(schemas.validate(at(name), "response", value)).not.toEqual([]);
    const reasons = [...schemas.reinterpreted].filter(([pointer]) => pointer.startsWith(`${at(name)}/`));
    if (reason !== undefined) expect(reasons.map(([, message]) => message).join("\n")).toMatch(reason);
  });

  test.each(["BrokenPattern", "Horizontal", "BrokenType", "BrokenDeep"])("%s is rejected with its location", (name) => {
    const check = (): boolean => schemas.isValid(at(name), "response", null);
    expect(check).toThrow(/relics\.yaml:\d+:\d+: this schema does not compile: .+/);
  });

  test("failures have their location in the spec, also behind references that are not pointers", () => {
    const [failure] = schemas.validate(at("Identified"), "response", 1);
    expect(failure).toMatchObject({ pointer: `${at("Identified")}/$defs/inner/type`, instance: "", value: 1 });
    const [second] = schemas.validate(at("HoldsNullable"), "response", { name: "a" });
    expect(second).toMatchObject({
      pointer: `${at("NullableParts")}/allOf/1/minLength`,
      instance: "/name",
      value: "a",
    });
  });
});
