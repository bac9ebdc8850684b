import { expect, test } from "vitest";
import { normalizePath } from "../../../src/check/router/segment.js";

test.each([
  ["/a/b", "/a/b"],
  ["/a/./b", "/a/b"],
  ["/a/../b", "/b"],
  ["/a/.", "/a/"],
  ["/a/b/..", "/a/"],
  ["/a/..", "/"],
  ["/..", "/"],
  ["/../a", "/a"],
  ["/../../a", "/a"],
  ["/a/.b", "/a/.b"],
  ["/a/..b/...", "/a/..b/..."],
  ["/a.", "/a."],
  ["/a/%2E%2e/b", "/b"],
  ["/a/%2e", "/a/"],
  ["/%61%2D%5f%7E", "/a-_~"],
  ["/%2f", "/%2F"],
  ["/%zz%", "/%zz%"],
  ["/a b<c>", "/a%20b%3Cc%3E"],
  ["/a^`|", "/a%5E%60|"],
  ["/é", "/%C3%A9"],
  ["/\ud800", "/\ud800"],
  ["/!#$&'()*+,;=:@[]{}_-.~?", "/!#$&'()*+,;=:@[]{}_-.~?"],
])("%j is normalized to %j", (path, expected) => {
  expect(normalizePath(path)).toBe(expected);
});
