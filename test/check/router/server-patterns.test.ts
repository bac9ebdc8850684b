/** The patterns of server URLs: what they match, what they leave of a path, and their order. */
import { expect, test } from "vitest";
import { getRawQuery, splitUrl } from "../../../src/check/router/router.js";
import { compileSegment } from "../../../src/check/router/segment.js";
import { compileServer, isVariableOverride } from "../../../src/check/router/server.js";

type Variable = { readonly default: string; readonly enum?: readonly string[] };

/** The patterns of a server, as `key weight`. */
function compile(url: string, variables: Record<string, Variable> = {}, overrides: readonly string[] = []) {
  return compileServer({ url, variables } as never, overrides);
}
const list = (...given: Parameters<typeof compile>): string[] =>
  compile(...given).map(({ key, weight }) => `${key} ${Number(weight.toFixed(3))}`);

const HOST = { host: { default: "a" } };

test.each<[given: Parameters<typeof compile>, patterns: readonly string[]]>([
  [["https://a.example/v1"], ["https://a.example/v1 2"]],
  [["https://A.Example:443/v1/?x#y"], ["https://a.example/v1 2"]],
  [["http://u:p@a.example:80"], ["http://a.example 1"]],
  [["https://a.example:80//v1//b/"], ["https://a.example:80/v1/b 3"]],
  [["http://a.example:443"], ["http://a.example:443 1"]],
  [["https://bücher.example:1"], ["https://xn--bcher-kva.example:1 1"]],
  [["https://[0:0::1]:8"], ["https://[::1]:8 1"]],
  [["https://[x"], ["https://[x 1"]],
  [["/v1"], ["*/v1 1.1"]],
  [["v1/b"], ["*/v1/b 2.1"]],
  [[""], ["* 0.1"]],
  [["//a.example/v1"], ["https://a.example/v1 2", "http://a.example/v1 2"]],
  [
    ["https://{host}/v1", HOST],
    ["https://a/v1 2", "https://{host}/v1 1.9"],
  ],
  [["https://{host}/v1", HOST, ["host=b"]], ["https://b/v1 2"]],
  [
    ["https://{host}/v1", HOST, ["https://c.example"]],
    ["https://c.example 1", "https://a/v1 2"],
  ],
  [["/v1", {}, ["https://c.example"]], ["https://c.example 1"]],
  [
    ["https://b/v1", {}, ["https://c.example"]],
    ["https://c.example 1", "https://b/v1 2"],
  ],
  [
    ["https://{t}.a/{v}", { t: { default: "x", enum: ["x", "y"] }, v: { default: "1" } }],
    ["https://x.a/1 2", "https://x.a/{v} 1.99", "https://y.a/{v} 1.99"],
  ],
  [["{base}/v1", { base: { default: "https://a.example" } }], ["https://a.example/v1 2"]],
  [
    ["https://{a}{b}/{c}", { a: { default: "1" }, b: { default: "2" }, c: { default: "3" } }],
    ["https://12/3 2", "https://{a}{b}/{c} 1.79"],
  ],
])("%j", (given, patterns) => {
  expect(list(...given)).toEqual(patterns);
});

test.each<[url: string, origin: string, path: string, rest: string | undefined]>([
  ["https://a.example/v1", "https://A.example:443", "/v1/a", "/a"],
  ["https://a.example/v1", "https://a.example", "/v1", "/"],
  ["https://a.example/v1", "https://a.example", "/v1/", "/"],
  ["https://a.example/v1", "https://a.example", "/v10/a", undefined],
  ["https://a.example/v1", "https://a.example", "/a/v1", undefined],
  ["https://a.example/v1", "http://a.example", "/v1/a", undefined],
  ["/v1", "https://any.example", "/v1/a", "/a"],
  ["https://{h}.a.example", "https://t.a.example", "/a", "/a"],
  ["https://{h}.a.example", "https://t.b.a.example", "/a", "/a"],
  ["https://{h}.a.example", "https://a.example", "/a", undefined],
  ["https://{h}.a.example", "https://t.a.exampleX", "/a", undefined],
  ["https://{h}.a.example", "xhttps://t.a.example", "/a", undefined],
  ["https://{h}.a.example", "https://taxexample", "/a", undefined],
  ["https://a.example:{port}", "https://a.example:8443", "/a", "/a"],
  ["https://a.example/{v}/b+", "https://a.example", "/1/b+/c", "/c"],
  ["https://a.example/{v}/b+", "https://a.example", "/1/b+", "/"],
  ["https://a.example/{v}/b+", "https://a.example", "/1/2/b+", undefined],
  ["https://a.example/{v}/b+", "https://a.example", "/1/bb", undefined],
  ["https://a.example/{v}", "https://a.example", "/1x/c", "/c"],
])("%s: %s%s leaves %s", (url, origin, path, rest) => {
  const [pattern] = compile(url);
  for (const _ of [1, 2]) expect(pattern?.stripBase(origin, path)).toBe(rest);
  if (rest !== undefined) expect(pattern?.stripBasePath(path)).toBe(rest);
});

test("overrides of variables", () => {
  const overrides = ["a=b", "a=https://b", "https://a?b=c", "a/b=c", "=b", "a", "a:b=c", "a#b=c"];
  expect(overrides.filter(isVariableOverride)).toEqual(["a=b", "a=https://b"]);
});

test.each([
  ["https://a/b?c#d", "https://a", "/b", "c"],
  ["https://a", "https://a", "/", ""],
  ["https://a?b/c", "https://a", "/", "b/c"],
  ["https://a#b?c", "https://a", "/", ""],
  ["https://a/b#c?d", "https://a", "/b", ""],
  ["a/b", "a", "/b", ""],
  ["/b?c?d", "", "/b", "c?d"],
  ["/b?c=https://d/e", "", "/b", "c=https://d/e"],
  ["/b/https://d/e", "", "/b/https://d/e", ""],
  ["https://a?b=https://c/d", "https://a", "/", "b=https://c/d"],
])("the URL %s", (url, origin, path, query) => {
  expect([splitUrl(url), getRawQuery(url)]).toEqual([{ origin, path }, query]);
});

test.each<
  [segment: string, text: string, values: readonly string[] | undefined, others?: readonly (readonly string[])[]]
>([
  ["{a}", "x", ["x"]],
  ["{a}", "", undefined],
  ["p-{a}", "p-x", ["x"]],
  ["p-{a}", "q-x", undefined],
  ["p-{a}", "p-", undefined],
  ["{a}.json", "x.json", ["x"]],
  ["{a}.json", ".json", undefined],
  ["{a}.json", "x.jsonx", undefined],
  ["{a}.{b}", "x.y.z", ["x", "y.z"], [["x.y", "z"]]],
  ["{a}.{b}", "x.", undefined],
  ["{a}.{b}", ".x", undefined],
  ["{a}{b}", "xyz", ["x", "yz"], [["xy", "z"]]],
  [
    "{a}-{b}-{c}",
    "1-2-3-4",
    ["1", "2", "3-4"],
    [
      ["1", "2-3", "4"],
      ["1-2", "3", "4"],
    ],
  ],
  ["{a}:go", "x%3ago", ["x"]],
  ["{a}:go", "x%3Ago", ["x"]],
  ["{a}:go", "x%2Fgo", undefined],
  ["{a}-go", "x%2Dgo", undefined],
])("the segment %s of %s", (segment, text, values, others = []) => {
  const template = compileSegment(segment);
  expect(template.read(text)).toEqual(values);
  if (values !== undefined && !text.includes("%")) expect(template.readAlternatives(text)).toEqual(others);
});

test("keys and order of segments", () => {
  expect(["{a}", "x{a}y{b}", "{a}:go"].map((it) => [compileSegment(it).key, compileSegment(it).specificity])).toEqual([
    ["{}", 0.001],
    ["x{}y{}", 2.002],
    ["{}:go", 3.001],
  ]);
  expect(compileSegment("{a}-{b}").readAlternatives("-".repeat(100)).length).toBeLessThan(30);
});
