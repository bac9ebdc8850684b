import { expect, test } from "vitest";
import { compileGlob, getGlobBase, isGlob } from "../../src/recording/traffic-files.js";

test.each<[pattern: string, matching: string[], others: string[]]>([
  ["*.har", ["a.har", "a b.har"], [".har", ".a.har", "b/a.har", "a.harx", "aXhar"]],
  ["a*", ["a", "ab", "a.b"], ["ba", "a/b"]],
  ["?.har", ["a.har"], ["ab.har", ".har", "..har", "/.har"]],
  ["a?c", ["abc", "a.c"], ["ac", "a/c"]],
  ["**/*.har", ["a.har", "b/a.har", "c/b/a.har"], [".b/a.har", "b/.a.har", "b/.c/a.har"]],
  ["a/**", ["a/b", "a/b/c"], ["a", "a/", "a/.b", "a/b/.c", "a/.b/c"]],
  ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["a/.x/b", "ab"]],
  ["./././a", ["a"], ["./a", "b/a"]],
  ["{a,b}.har", ["a.har", "b.har"], ["c.har", "{a,b}.har", "ab.har"]],
  ["{a,{b,c}d}", ["a", "bd", "cd"], ["b", "ad"]],
  ["a{b", ["ab"], ["a{b", "a"]],
  ["a}b,c", ["a}b,c"], ["ab,c", "a}b"]],
  ["a+(b)[c]|d^$.\\", ["a+(b)[c]|d^$.\\"], ["aab", "a+(b)[c]", "d"]],
  ["a*b*c", ["abc", "a1b2c"], ["ab", "a/b/c"]],
  ["a***c", ["ac", "abc"], ["a/c"]],
  ["a\n*", ["a\nb"], ["a"]],
])("the pattern %j matches %j", (pattern, matching, others) => {
  const compiled = compileGlob(pattern);
  expect([...matching, ...others].filter((path) => compiled.test(path))).toEqual(matching);
});

test.each([
  ["a.har", false, ""],
  ["*.har", true, ""],
  ["a/b?/c", true, "a"],
  ["a/b/{c,d}", true, "a/b"],
  ["/*.har", true, "/"],
  ["/a/*.har", true, "/a"],
])("%j is a pattern: %j, below %j", (pattern, expected, base) => {
  expect(isGlob(pattern)).toBe(expected);
  if (expected) expect(getGlobBase(pattern)).toBe(base);
});
