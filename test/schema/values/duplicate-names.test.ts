import { describe, expect, test } from "vitest";
import { findDuplicateNames, listDuplicateNames, parseJson } from "../../../src/schema/index.js";

/** A JSON text, and the members that its objects have several times, with their counts. */
const TEXTS: readonly (readonly [text: string, found: Readonly<Record<string, number>>])[] = [
  ['{"a":1}', {}],
  ['{"a":1,"a":2}', { "/a": 2 }],
  ['{"a":1,"a":2,"a":3}', { "/a": 3 }],
  ['{"a":1,"b":2,"a":3,"b":4}', { "/a": 2, "/b": 2 }],
  ['{"a":1,"A":2}', {}],
  ['{"a":1,"b":"a"}', {}],
  ['{"a":"a","b":{"a":1}}', {}],
  ['[{"a":1},{"a":2}]', {}],
  ['[{"a":1},{"a":2,"a":3}]', { "/1/a": 2 }],
  ['{"b":[[{"c":{"a":1,"a":2}}]]}', { "/b/0/0/c/a": 2 }],
  ['{"a":{"b":1,"b":2},"a":{"b":3}}', { "/a": 2 }],
  ['{"a":{"b":1},"a":{"b":3,"b":4}}', { "/a": 2, "/a/b": 2 }],
  ['{"a":{"b":1,"b":2},"a":5}', { "/a": 2 }],
  // The same name in different notation.
  ['{"a":1,"\\u0061":2}', { "/a": 2 }],
  ['{"a\\/b":1,"a/b":2}', { "/a~1b": 2 }],
  ['{"\\n":1,"\\u000a":2}', { "/\n": 2 }],
  ['{"\\"":1,"\\u0022":2}', { '/"': 2 }],
  ['{"é":1,"\\u00e9":2}', { "/é": 2 }],
  ['{"é":1,"e\\u0301":2}', {}],
  ['{"\\ud83d\\ude00":1,"😀":2}', { "/😀": 2 }],
  ['{"":1,"":2}', { "/": 2 }],
  ['{"__proto__":1,"__proto__":2}', { "/__proto__": 2 }],
  ['{"__proto__":{"a":1,"a":2}}', { "/__proto__/a": 2 }],
  ['{"constructor":1}', {}],
  // Text that looks like names and structure.
  ['{"a":"\\"a\\":1","b":"{\\"b\\":1,\\"b\\":2}"}', {}],
  ['{"a":":","b":"\\\\","c":"{[,]}"}', {}],
  ['{"a":"{","a":2}', { "/a": 2 }],
  ['[":","\\":\\"",{"a":":"}]', {}],
  ['{"a\\\\":":","b":2,"b":3}', { "/b": 2 }],
  // White space, a byte order mark, and numbers that no double represents.
  ['{ "a" : 1 ,\n\t"b":2,\r\n"a"\n:3}', { "/a": 2 }],
  ['\ufeff{"a":1,"a":2}', { "/a": 2 }],
  ['{"n":12345678901234567890,"a":1,"a":2}', { "/a": 2 }],
  ['{"n":12345678901234567890,"n":12345678901234567891}', { "/n": 2 }],
  ['{"n":{"v":12345678901234567890}}', {}],
  ['"a"', {}],
  ["[]", {}],
];

describe("the names that an object of a JSON text has several times", () => {
  test.each(TEXTS)("%s: %j", (text, found) => {
    expect(Object.fromEntries(listDuplicateNames(parseJson(text)).map((it) => [it.instance, it.count]))).toEqual(found);
  });
});

test("each name is found at every depth", () => {
  for (let depth = 0; depth <= 200; depth += 40) {
    const text = `${'{"in":['.repeat(depth)}{"a":1,"a":2}${"]}".repeat(depth)}`;
    const [only, ...others] = listDuplicateNames(parseJson(text));
    expect([only?.instance, others]).toEqual([`${"/in/0".repeat(depth)}/a`, []]);
  }
});

test("counting agrees with a comparison of all names", () => {
  // Not a backslash alone: after an object with that name, JSON.parse of Node 24 reads every escaped name as it.
  const names = ["a", "b", "\\u0061", "b\\\\", '\\"'];
  const values = ["1", '":"', '"\\""', "{}", '{"a":{},"a":[]}', "[[]]"];
  for (const one of names)
    for (const other of names)
      for (const value of values) {
        const text = `{"${one}":${value},"${other}" :1}`;
        const isEqual = JSON.parse(`"${one}"`) === JSON.parse(`"${other}"`);
        const isNested = value.includes("a") && !isEqual;
        expect([text, listDuplicateNames(parseJson(text)).length]).toEqual([text, Number(isEqual) + Number(isNested)]);
      }
});

test.each([
  ['{"a":"\\"}","a":2', "a"],
  ['"a":1,"a":2', undefined],
  ['["a":1,"a":2]', undefined],
])("in the invalid text %s: %s", (text, name) => {
  expect(findDuplicateNames(text)[0]?.name).toBe(name);
});
