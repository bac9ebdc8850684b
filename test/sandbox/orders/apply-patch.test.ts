import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asObject, type Json } from "../../../src/document/index.js";
import { Refusal } from "../../../src/sandbox/context/request-context.js";
import { applyPatch, readPatch } from "../../../src/sandbox/orders/update-order.js";
import { catchRefusal } from "../catch-refusal.js";

type SuiteRecord = {
  readonly place: string;
  readonly comment: string;
  readonly doc: Json;
  readonly patch: readonly { readonly op?: Json }[];
  readonly expected?: Json;
};

const records = JSON.parse(
  readFileSync(join(import.meta.dirname, "json-patch-tests/records.json"), "utf8"),
) as readonly SuiteRecord[];

/** Intentional restrictions compared to RFC 6902, with the reason. */
const STRICTER: Readonly<Record<string, string>> = {
  "spec_tests.json#/11": "members that an operation does not have are refused, not ignored",
};

const isSupported = ({ patch }: SuiteRecord): boolean =>
  patch.every(({ op }) => ["add", "remove", "replace"].includes(String(op)));

describe("the official suite", () => {
  test("has the expected number of records", () => {
    expect(records).toHaveLength(108);
    expect(records.filter(isSupported)).toHaveLength(73);
  });

  test.each(records.filter(isSupported))("$place $comment", ({ place, doc, patch, expected }) => {
    const before = JSON.stringify(doc);
    const operations = patch.length === 0 ? [] : catchRefusal(() => readPatch(patch as unknown as Json));
    if ("status" in operations) {
      expect(expected === undefined || place in STRICTER, JSON.stringify(operations.body)).toBe(true);
      return;
    }
    const patched = catchRefusal(() => ({ document: applyPatch(doc, operations) }));
    expect("status" in patched ? undefined : patched.document).toEqual(expected);
    expect(JSON.stringify(doc)).toBe(before);
  });

  test.each(records.filter((it) => !isSupported(it)))("$place is rejected for its operations", ({ patch }) => {
    expect(() => readPatch(patch as unknown as Json)).toThrow(Refusal);
  });
});

const add = (path: string, value: Json = 1): Json => ({ op: "add", path, value });
const many = (count: number): Json => Array.from({ length: count }, () => add("/amounts/netTotal"));

describe("documents that are rejected", () => {
  const refused: readonly (readonly [line: string, document: Json, reason: RegExp])[] = [
    ["P1 __proto__ in the path", [add("/__proto__/x")], /the path contains "__proto__"/],
    ["P2 constructor in the path", [add("/constructor/prototype/x")], /the path contains "constructor"/],
    [
      "P3 __proto__ in a value",
      JSON.parse('[{"op":"add","path":"/a","value":[{"__proto__":1}]}]'),
      /named "__proto__"/,
    ],
    ["P3 constructor deep in a value", [add("/a", { b: [{ constructor: {} }] })], /named "constructor"/],
    ["P4 test", [{ op: "test", path: "/a", value: 1 }], /unsupported operation "test"/],
    ["P5 move", [{ op: "move", from: "/a", path: "/b" }], /unsupported operation "move"/],
    ["P6 copy", [{ op: "copy", from: "/a", path: "/b" }], /unsupported operation "copy"/],
    ["P7 unknown op", [{ op: "merge", path: "/a", value: 1 }], /unsupported operation "merge"/],
    ["P7 upper case", [{ op: "ADD", path: "/a", value: 1 }], /unsupported operation "ADD"/],
    ["P7 no op", [{ path: "/a", value: 1 }], /unsupported operation nothing/],
    ["P7 a name of Object", [{ op: "toString", path: "/a" }], /unsupported operation/],
    ["P11 ~2", [add("/a~2b")], /not followed by 0 or 1/],
    ["P11 trailing ~", [add("/a~")], /not followed by 0 or 1/],
    ["P11 missing slash", [add("amounts")], /must start with a slash/],
    ["P12 101 operations", many(101), /101 operations; expected at most 100/],
    ["P12 10 000 operations", many(10_000), /at most 100/],
    ["P12 none", [], /no operation/],
    ["P13 a path of 10 kB", [add(`/${"a".repeat(10_000)}`)], /10001 characters; expected at most 512/],
    ["P13 a path of 33 parts", [add("/a".repeat(33))], /33 segments; expected at most 32/],
    ["P16 an object", { amounts: {} }, /must be an array/],
    ["P16 null", null, /must be an array/],
    ["P16 a text", "[]", /must be an array/],
    ["P16 an operation that is none", [null], /an operation must be an object/],
    ["a member that add has not", [{ op: "add", path: "/a", value: 1, from: "/b" }], /unknown member "from" of "add"/],
    ["a value for remove", [{ op: "remove", path: "/a", value: 1 }], /unknown member "value" of "remove"/],
    ["a path that is no text", [{ op: "remove", path: ["a"] }], /the path is not a string/],
  ];
  test.each(refused)("%s", (_, document, reason) => {
    expect(() => readPatch(document)).toThrow(Refusal);
    expect(() => readPatch(document)).toThrow(reason);
  });

  test("the maximum number of operations and segments", () => {
    expect(readPatch(many(100))).toHaveLength(100);
    expect(readPatch([add("/a".repeat(32))])).toHaveLength(1);
    expect(readPatch([add(`/${"a".repeat(511)}`)])).toHaveLength(1);
  });
});

const applied = (document: Json, ...operations: readonly Json[]): Json => {
  const read = readPatch(operations as readonly Json[]);
  const patched = catchRefusal(() => ({ document: applyPatch(document, read) }));
  return "status" in patched ? `refused: ${asObject(patched.body)?.message}` : patched.document;
};

describe("places", () => {
  const misses: readonly (readonly [line: string, operation: Json])[] = [
    ["P8 - of replace", { op: "replace", path: "/list/-", value: 1 }],
    ["P8 - of remove", { op: "remove", path: "/list/-" }],
    ...["01", "-1", "1e0", "+1", " 1", "1.0", "0x1", "", "٠"].map(
      (index) => [`P9 index ${JSON.stringify(index)}`, { op: "add", path: `/list/${index}`, value: 1 }] as const,
    ),
    ["P10 a far index", { op: "add", path: "/list/9999999", value: 1 }],
    ["P10 replacing behind the end", { op: "replace", path: "/list/2", value: 1 }],
    ["through - to something within", { op: "add", path: "/list/-/a", value: 1 }],
    ["within a number", { op: "add", path: "/number/a", value: 1 }],
    ["within null", { op: "add", path: "/nothing/a", value: 1 }],
    ["an inherited member", { op: "replace", path: "/toString", value: 1 }],
    ["within an inherited member", { op: "add", path: "/toString/a", value: 1 }],
    ["the whole document", { op: "remove", path: "" }],
  ];
  const document = { list: [1, 2], number: 1, nothing: null };
  test.each(misses)("%s does not exist", (_, operation) => {
    expect(applied(document, operation)).toMatch(/^refused: operation 0: /);
    expect(document).toEqual({ list: [1, 2], number: 1, nothing: null });
  });

  test("P14 nothing is applied when a later operation fails", () => {
    const patched = applied(document, add("/list/-", 3), { op: "remove", path: "/missing" });
    expect(patched).toMatch(/^refused: operation 1: "\/missing" does not exist/);
    expect(document.list).toEqual([1, 2]);
  });

  test("escapes are decoded: ~01 is ~1, and ~1 a slash", () => {
    expect(applied({}, add("/~01", 1), add("/a~1b", 2))).toEqual({ "~1": 1, "a/b": 2 });
  });

  test("members keep their order", () => {
    expect(Object.keys(applied({ a: 1, b: 2, c: 3 }, { op: "replace", path: "/a", value: 0 }) as object)).toEqual([
      ..."abc",
    ]);
  });
});

test("adding and removing a member leaves the document unchanged", () => {
  const names = fc.stringMatching(/^[a-z~/]{1,4}$/).filter((name) => name !== "");
  const value = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
  fc.assert(
    fc.property(fc.dictionary(names, value), names, value, (document, name, added) => {
      fc.pre(!Object.hasOwn(document, name) && "length" in catchRefusal(() => readPatch([add("/x", added)])));
      const path = `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      expect(applied(document, add(path, added))).toEqual({ ...document, [name]: added });
      expect(applied(document, add(path, added), { op: "remove", path })).toEqual({ ...document });
    }),
  );
});
