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
  ["no UTF-8", Buffer.from([0x22, 0xff, 0x22]), "the body is not UTF-8"],
  ["a byte order mark", "\ufeff{}", "the body starts with a byte order mark, which JSON does not allow"],
  ["a name twice", '{"a":1,"b":2,"a":3}', 'an object has the name "a" twice'],
  ["a name twice, once escaped", '{"a":1,"\\u0061":3}', 'an object has the name "a" twice'],
  ["half of a surrogate pair", '"\\ud83d"', "a string contains a lone surrogate"],
  ["half of a surrogate pair in a name", '{"\\ud83d":1}', "a string contains a lone surrogate"],
  ["NUL", '"\\u0000"', "a string contains the character NUL"],
  [
    "an integer that no double holds",
    "9007199254740993",
    "the number 9007199254740993 is outside the safe integers (±9007199254740991)",
  ],
  ["a number beyond doubles", "1e999", "the number 1e999 is too large"],
  ["too deep", nested(depth + 1), "the body is nested deeper than 64 levels"],
  ["too many items", array(items + 1), "an array has more than 5000 items"],
  ["too many members", lists(members / 2000).replace('"0":1', '"0":1,"x":1'), "the body has more than 10000 members"],
  ["too long a name", `{"${"a".repeat(nameLength + 1)}":1}`, "a name is longer than 1024 characters"],
  ["nothing", "", "the body is not JSON"],
  ["what breaks off", '{"a":', "the body is not JSON"],
  ["a comma too many", "[1,]", "the body is not JSON"],
  ["single quotes", "{'a':1}", "the body is not JSON"],
])("%s is rejected", (_, text, reason) => {
  const reading = readStrictJson(typeof text === "string" ? Buffer.from(text) : text);
  expect(reading).toEqual({ kind: "refused", reason });
});
