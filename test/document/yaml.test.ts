/** What YAML means and where each part of it stands, beside another parser, which is slower and also knows positions. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { DocumentError, type Json, joinPointer, type SourceFile } from "../../src/document/index.js";
import { parseSourceFile } from "../../src/document/source-file.js";

const files = ["spec", "test/generate/cases", "test/material", "test/diff"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => join(folder, name)),
);

test("the files of the repository have the values and positions that the other parser finds", () => {
  expect(files.length).toBeGreaterThan(100);
  const wrong = files.flatMap((path) => {
    const text = readFileSync(path, "utf8");
    if (/^---/m.test(text.slice(3))) return [];
    const own = parseSourceFile(path, text);
    const lines = new LineCounter();
    const other = parseDocument(text, { lineCounter: lines, merge: true, version: "1.2" });
    expect(own.value, path).toEqual(other.toJS({ maxAliasCount: -1 }) ?? null);
    return [...compareNodes(own, lines, other.contents, "")].map((place) => `${path}#${place}`);
  });
  expect(wrong).toEqual([]);
});

function* compareNodes(own: SourceFile, lines: LineCounter, node: unknown, pointer: string): Generator<string> {
  const children = isMap(node)
    ? node.items.map(({ key, value }) => [String(isScalar(key) ? key.value : key), key, value] as const)
    : isSeq(node)
      ? node.items.map((item, index) => [String(index), item, item] as const)
      : [];
  for (const [name, start, value] of children) {
    if (name === String(Symbol("<<"))) continue;
    const place = joinPointer(pointer, name);
    const offset = (start as { range?: readonly number[] }).range?.[0] ?? 0;
    const { line, column } = own.locate(place);
    const expected = lines.linePos(offset);
    if (line !== expected.line || column !== expected.col) yield `${place} at ${line}:${column}`;
    yield* compareNodes(own, lines, value, place);
  }
}

/** Values by text. The other parser reads some of them otherwise, or not at all. */
const VALUES: readonly [text: string, value: Json][] = [
  ["a: {\n}\nb: [\n  1,\n]\n", { a: {}, b: [1] }],
  ["a:\n  b: {\n    c: 1\n  }\n  d: |\n    {\n    }\n  e: 2\n", { a: { b: { c: 1 }, d: "{\n}\n", e: 2 } }],
  ["a:\n  b: 'one\n  two\n  three'\n  c: [1,\n  2\n]\n", { a: { b: "one two three", c: [1, 2] } }],
  ["a: !Ref b\nc: !Map { d: !!float 1 }\ne: !List [!!str 2]\n", { a: "b", c: { d: 1 }, e: ["2"] }],
  ["1.0: a\n0x10: b\n200: c\n'1.0x': d\n", { "1": "a", "16": "b", "200": "c", "1.0x": "d" }],
  ["a: &x { b: 1, c: 2 }\nd: { <<: *x, b: 3 }\n", { a: { b: 1, c: 2 }, d: { b: 3, c: 2 } }],
  [
    "a: 2020-01-01\nb: yes\nc: 012\nd: 0o14\ne: .5\nf: ~\n",
    { a: "2020-01-01", b: "yes", c: 12, d: 12, e: 0.5, f: null },
  ],
  ["__proto__: 1\n", JSON.parse('{ "__proto__": 1 }') as Json],
  ["", null],
  ["\uFEFFa: 1\n", { a: 1 }],
];

test.each(VALUES)("%j", (text, value) => {
  expect(parseSourceFile("a.yaml", text).value).toEqual(value);
});

/** The position of the value at a pointer, where brackets are not indented as YAML wants it or keys are no strings. */
const POSITIONS: readonly [text: string, pointer: string, line: number, column: number, source?: string][] = [
  ["a: {\n  b: 1\n}\nc:\n  d: [\n  ]\n  e: 1.50\n", "/c/e", 7, 3, "1.50"],
  ["a: {\n  b: [1\n], c: 20\n}\n", "/a/c", 3, 4, "20"],
  ['a: "one\ntwo"\nb: 1\n', "/b", 3, 1, "1"],
  ["a:\n  b: 'one\n  two\n  three'\n  c: [1,\n  2\n  ]\n", "/a/c/1", 6, 3, "2"],
  ["1.0:\n  0x10: 7\n", "/1/16", 2, 3, "7"],
  ["~: 1\nb: 2\n", "/null", 1, 1, "1"],
  ["a: &x { b: 12345678901234567890 }\nc: *x\n", "/c/b", 1, 9, "12345678901234567890"],
  ["- |\n  text\n- >-\n  text\n", "/1", 3, 3],
  ["- \"a\"\n- 'b'\n", "/1", 2, 3],
  ["a: 1\n", "/b", 1, 1],
];

describe("positions", () => {
  test.each(POSITIONS)("%j %s", (text, pointer, line, column, source) => {
    const file = parseSourceFile("a.yaml", text);
    expect(file.locate(pointer)).toEqual({ file: "a.yaml", line, column });
    if (source !== undefined) expect(file.textAt?.(pointer)).toBe(source);
  });
});

test("any number of lines of a quoted text may be as far left as their key, unless it has no end", () => {
  const lines = "line\n".repeat(150);
  expect(parseSourceFile("a.yaml", `a: "${lines}"\n`).value).toEqual({ a: "line ".repeat(150) });
  expect(() => parseSourceFile("a.yaml", `a: "${lines}\n`)).toThrow("a.yaml:2:1: not valid YAML or JSON: deficient");
});

test("a list and merge keys of any number are read", () => {
  const list = parseSourceFile("a.yaml", "- 1\n".repeat(200_000)).value;
  expect(list).toHaveLength(200_000);
  const keys = Array.from({ length: 20 }, (_, index) => `k${index}: 1`).join(", ");
  const merges = Array.from({ length: 1000 }, (_, index) => `m${index}: { <<: *a }\n`).join("");
  expect(Object.keys(parseSourceFile("a.yaml", `a: &a { ${keys} }\n${merges}`).value ?? {})).toHaveLength(1001);
});

const ERRORS: readonly [text: string, error: string][] = [
  [
    'a: "one\ntwo\n',
    "2:1 not valid YAML or JSON: deficient indentation; indent this line further, also if other tools accept it",
  ],
  [
    "a: {\n}\nb: [1\nc: 2\n",
    "4:1 not valid YAML or JSON: deficient indentation; indent this line further, also if other tools accept it",
  ],
  ["a: {\n}\nb: 1\n'b': 2\n", "4:1 not valid YAML or JSON: the key 'b' is there twice"],
  ["a: 1\n---\nb: 2\n", "3:1 holds 2 documents; expected one"],
  [`${"- ".repeat(1001)}a`, "1:2001 nested too deeply to be read"],
];

test.each(ERRORS)("%#", (text, error) => {
  try {
    parseSourceFile("a.yaml", text);
    expect.unreachable();
  } catch (caught) {
    expect(caught).toBeInstanceOf(DocumentError);
    const [diagnostic] = (caught as DocumentError).diagnostics;
    const { line, column, message } = diagnostic ?? {};
    expect(`${line}:${column} ${message}`).toBe(error);
  }
});
