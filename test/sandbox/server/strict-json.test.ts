import { expect, test } from "vitest";
import { JSON_LIMITS, readStrictJson } from "../../../src/sandbox/server/strict-json.js";

const { depth, items, members, nameLength } = JSON_LIMITS;
const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
const array = (count: number): string => `[${Array(count).fill("1").join()}]`;
const object = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"${at}":1`).join()}}`;
const lists = (count: number): string => `[${Array(count).fill(object(2000)).join()}]`;

test.each([
  ["{}", {}],
  [' [1, -1.5e3, "a\\"b", true, null] ', [1, -1500, 'a"b', true, null]],
  ['{"a":{"a":1},"b":["a","a"]}', { a: { a: 1 }, b: ["a", "a"] }],
  ['{"a":"b","c":"a"}', { a: "b", c: "a" }],
  ["9007199254740991", 9007199254740991],
  ["0.1", 0.1],
  ['"\\ud83d\\ude00"', "😀"],
  ['"}{]["', "}{]["],
])("%s is read", (text, value) => {
  expect(readStrictJson(Buffer.from(text))).toEqual({ kind: "value", value });
});

test.each([
  ["the deepest", nested(depth)],
  ["the most items", array(items)],
  ["the most members", lists(members / 2000)],
  ["the longest name", `{"${"a".repeat(nameLength)}":1}`],
])("%s is read", (_, text) => {
  expect(readStrictJson(Buffer.from(text)).kind).toBe("value");
});

test.each([
  ["no UTF-8", Buffer.from([0x22, 0xff, 0x22])],
  ["a byte order mark", "\ufeff{}"],
  ["a name twice", '{"a":1,"b":2,"a":3}'],
  ["a name twice, once escaped", '{"a":1,"\\u0061":3}'],
  ["half of a surrogate pair", '"\\ud83d"'],
  ["half of a surrogate pair in a name", '{"\\ud83d":1}'],
  ["NUL", '"\\u0000"'],
  ["an integer that no double holds", "9007199254740993"],
  ["a number beyond doubles", "1e999"],
  ["too deep", nested(depth + 1)],
  ["too many items", array(items + 1)],
  ["too many members", lists(members / 2000).replace('"0":1', '"0":1,"x":1')],
  ["too long a name", `{"${"a".repeat(nameLength + 1)}":1}`],
  ["nothing", ""],
  ["what breaks off", '{"a":'],
  ["a comma too many", "[1,]"],
  ["single quotes", "{'a':1}"],
])("%s is rejected", (_, text) => {
  const reading = readStrictJson(typeof text === "string" ? Buffer.from(text) : text);
  expect(reading.kind).toBe("refused");
  expect(reading).toMatchSnapshot();
});
