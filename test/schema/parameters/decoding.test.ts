/** Texts of URLs, headers and cookies, decoded. */
import { expect, test } from "vitest";
import {
  decodeCookieJson,
  decodePercent,
  decodeQuery,
  getDecoder,
  MalformedValueError,
} from "../../../src/schema/parameters/decoding.js";

test("each location has its decoding", () => {
  const decode = (raw: string) => (["path", "query", "header", "cookie"] as const).map((it) => getDecoder(it)(raw));
  expect(decode("a+b+c%20%2B%C3%A9")).toEqual(["a+b+c +é", "a b c +é", "a+b+c%20%2B%C3%A9", "a+b+c%20%2B%C3%A9"]);
  expect(decode("a+b")).toEqual(["a+b", "a b", "a+b", "a+b"]);
});

test("invalid percent-encoding is a malformed value", () => {
  for (const decode of [decodePercent, decodeQuery]) {
    for (const raw of ["%", "%zz", "100%", "%4"]) expect(() => decode(raw)).toThrow(/%25$/);
    for (const raw of ["a%E9", "%C3%28"]) expect(() => decode(raw)).toThrow(/encode its characters as UTF-8/);
  }
  expect(new MalformedValueError("percent-encoding", "a").names).toEqual([]);
});

test.each([
  ['{"a":1}', '{"a":1}'],
  ["%7B%22a%22:1%7D", '{"a":1}'],
  ["%31", "1"],
  ["%22a%2520b%22", '"a%20b"'],
  ['"a%20b"', '"a%20b"'],
  ["%7Ba", "%7Ba"],
  ["a%20b", "a%20b"],
  ["%7B%", "%7B%"],
  ["text", "text"],
])("the cookie %s", (raw, text) => {
  expect(decodeCookieJson(raw)).toBe(text);
});
