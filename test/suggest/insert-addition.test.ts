/** How an addition is written into the text of a file, by the style of what stands there. */
import { expect, test } from "vitest";
import { type Addition, insertAddition } from "../../src/suggest/insert-addition.js";

const B: Addition = { key: "b", value: 2 };
const SAME = { c: 1 };
const LIST: Addition = { value: "x" };
const DEEP: Addition = { key: "b", value: { c: [1, {}], d: "e" } };

test.each<[text: string, at: string, addition: Addition, after: string | undefined]>([
  // Block maps and lists.
  ["a: 1\n", "", B, "a: 1\nb: 2\n"],
  ["a: 1", "", B, "a: 1\nb: 2"],
  ["a: 1\r\n", "", B, "a: 1\r\nb: 2\r\n"],
  ["a: 1 # note\nz: 1\n", "", B, "a: 1 # note\nz: 1\nb: 2\n"],
  ["m:\n  a: 1 # note\nz: 1\n", "/m", B, "m:\n  a: 1 # note\n  b: 2\nz: 1\n"],
  [
    "m:\n    a:\n      - 1\nz: 1\n",
    "/m",
    DEEP,
    "m:\n    a:\n      - 1\n    b:\n      c:\n        - 1\n        - {}\n      d: e\nz: 1\n",
  ],
  ["m:\n  a: |\n    text\n\nz: 1\n", "/m", B, "m:\n  a: |\n    text\n  b: 2\n\nz: 1\n"],
  ["m:\n  a:\nz: 1\n", "/m", B, "m:\n  a:\n  b: 2\nz: 1\n"],
  ["l:\n  - 1\n  - 2\nz: 1\n", "/l", LIST, "l:\n  - 1\n  - 2\n  - x\nz: 1\n"],
  ["l:\n- m:\n    a: 1\n", "/l/0/m", B, "l:\n- m:\n    a: 1\n    b: 2\n"],
  ["- a: 1\n", "/0", B, "- a: 1\n  b: 2\n"],
  ["x: &x\n  a: 1\ny: 1\n", "/x", B, "x: &x\n  a: 1\n  b: 2\ny: 1\n"],
  ["x: &x\n  a: 1\ny:\n  <<: *x\n", "/y", B, "x: &x\n  a: 1\ny:\n  <<: *x\n  b: 2\n"],
  // Empty maps and lists.
  ["m: {}\nz: 1\n", "/m", B, "m:\n  b: 2\nz: 1\n"],
  ["m: {} # note\nz: 1\n", "/m", B, "m: # note\n  b: 2\nz: 1\n"],
  ["m: {}", "/m", B, "m:\n  b: 2"],
  ["m: {}\r\n", "/m", B, "m:\r\n  b: 2\r\n"],
  ["n:\n  m: {}\n", "/n/m", DEEP, "n:\n  m:\n    b:\n      c:\n        - 1\n        - {}\n      d: e\n"],
  ["n: { m: {} }\n", "/n/m", B, "n: { m: { b: 2 } }\n"],
  ["- m: {}\n", "/0/m", B, "- m: { b: 2 }\n"],
  ["l: []\n", "/l", LIST, "l: [x]\n"],
  ["{}\n", "", B, '{ "b":2 }\n'],
  ["[]\n", "", LIST, '["x"]\n'],
  // Flow maps and lists.
  ["m: { a: 1 }\n", "/m", B, "m: { a: 1, b: 2 }\n"],
  ["m: { a: 1, }\n", "/m", B, "m: { a: 1, b: 2 }\n"],
  ["m: { a: 1 }\n", "/m", DEEP, "m: { a: 1, b: { c: [ 1, {} ], d: e } }\n"],
  ["m: {\n  a: 1\n}\n", "/m", B, "m: {\n  a: 1,\n  b: 2\n}\n"],
  ["m: {\n  a: 1,\n}\n", "/m", B, "m: {\n  a: 1,\n  b: 2,\n}\n"],
  ["l: [1, 2]\n", "/l", LIST, "l: [1, 2, x]\n"],
  ["l: [1, 2]\n", "/l", { value: { a: 1 } }, "l: [1, 2, { a: 1 }]\n"],
  // JSON.
  ['{"a":1}', "", B, '{"a":1,"b":2}'],
  ['{"a":1}', "", DEEP, '{"a":1,"b":{"c":[1,{}],"d":"e"}}'],
  ['{ "a": 1 }', "", DEEP, '{ "a": 1, "b": { "c": [1, {}], "d": "e" } }'],
  [
    '{\n  "a": 1\n}\n',
    "",
    DEEP,
    '{\n  "a": 1,\n  "b": {\n    "c": [\n      1,\n      {}\n    ],\n    "d": "e"\n  }\n}\n',
  ],
  ['{\r\n\t"a": 1\r\n}\r\n', "", { key: "b", value: [1] }, '{\r\n\t"a": 1,\r\n\t"b": [\r\n\t\t1\r\n\t]\r\n}\r\n'],
  ['\uFEFF{"a":1}', "", B, '\uFEFF{"a":1,"b":2}'],
  ['{"l":[1,2]}', "/l", LIST, '{"l":[1,2,"x"]}'],
  ['{"l": [1, 2]}', "/l", LIST, '{"l": [1, 2, "x"]}'],
  ['{"l":[]}', "/l", LIST, '{"l":["x"]}'],
  ['{"m":{}}', "/m", B, '{"m":{ "b":2 }}'],
  ['{"a~b":{"c/d":{"x":1}}}', "/a~0b/c~1d", B, '{"a~b":{"c/d":{"x":1,"b":2}}}'],
  // What cannot be done.
  ["a: 1\n", "/a", B, undefined],
  ["a: 1\n", "/none", B, undefined],
  ["a: 1\n", "", { key: "a", value: 2 }, undefined],
  ["a: 1\n", "", LIST, undefined],
  ["- 1\n", "", B, undefined],
  // What an alias would change elsewhere.
  ["x: &x\n  a: 1\ny: *x\n", "/y", B, undefined],
  ["x: &x\n  a: 1\ny: *x\n", "/x", B, undefined],
  ["x: &x\n  m:\n    a: 1\ny: *x\n", "/y/m", B, undefined],
  ["x: &x\n  - 1\ny: *x\n", "/y", LIST, undefined],
  ["x: &x\n  a: 1\ny:\n  <<: *x\n", "/x", B, undefined],
  ["x: &x\n  b: 1\ny:\n  <<: *x\n", "/y", B, undefined],
  ["", "", B, undefined],
  // Equal values are written out each time.
  ["a: 1\n", "", { key: "b", value: [SAME, SAME] }, "a: 1\nb:\n  - c: 1\n  - c: 1\n"],
  // More styles.
  ["a: 1\n\n", "", B, "a: 1\nb: 2\n\n"],
  ['{\n "a": 1\n}', "", { key: "b", value: [1] }, '{\n "a": 1,\n "b": [\n  1\n ]\n}'],
  ['\uFEFF  {"a":1}', "", B, '\uFEFF  {"a":1,"b":2}'],
  ['{"a":"x: y"}', "", B, '{"a":"x: y","b":2}'],
  ['{"a":1, "c":2}', "", B, '{"a":1, "c":2,"b":2}'],
  ["1: { a: 1 }\n", "/1", B, "1: { a: 1, b: 2 }\n"],
  ["l: [{ a: 1 }]\n", "/l/0", B, "l: [{ a: 1, b: 2 }]\n"],
  ["l: [1,]\n", "/l", LIST, "l: [1, x]\n"],
  ["m: { a: 1 } # note\n", "/m", B, "m: { a: 1, b: 2 } # note\n"],
  ["? m\n: {}\n", "/m", B, "? m\n: { b: 2 }\n"],
])("%j at %j with %j", (text, at, addition, after) => {
  expect(insertAddition(text, at, addition)).toBe(after);
});
