/** How the client of a spec writes parameters: the function of the runtime for each of them. */
import { expect, test } from "vitest";
import { describeCall, shorten } from "./describe-call.js";

function describeParameter(parameter: { readonly in: string }): string {
  const required = parameter.in === "path" ? { required: true } : {};
  const path = parameter.in === "path" ? "/a/{x}" : "/a";
  const { lists, prepare } = describeCall({ parameters: [{ name: "x", ...required, ...parameter }] }, { path });
  if (lists !== undefined) return `list ${shorten(lists)}`;
  return shorten(prepare).replace(/^createParameterSetWriter\(\{(?:"?\w+ x"?: )?(.*)\}\)$/, "$1") || "cookies";
}

const OBJECT = { type: "object" };
/** An object below so many `allOf`. */
const nest = (depth: number): object => (depth === 0 ? OBJECT : { allOf: [nest(depth - 1)] });

/** By location, each with `explode` and without. */
const BY_SCHEMA: Readonly<Record<string, readonly [schema: object, expected: Readonly<Record<string, string>>]>> = {
  text: [{ type: "string" }, { path: "– –", query: '– list ["x"]', header: "– –", cookie: "cookies cookies" }],
  "a list": [
    { type: "array", items: {} },
    {
      path: "writeSimpleExploded writeCommaDelimited",
      query: '– list ["x"]',
      header: "– –",
      cookie: "cookies writeCommaDelimited",
    },
  ],
  "a list of objects": [
    { type: "array", items: { anyOf: [OBJECT] } },
    {
      path: "writeSimpleExploded writeCommaDelimited",
      query: "writeJsonItems writeCommaDelimited",
      header: "– –",
      cookie: "cookies writeCommaDelimited",
    },
  ],
  "an object or null below branches": [
    { allOf: [{ anyOf: [{ oneOf: [{ type: ["object", "null"] }] }] }] },
    {
      path: "writeSimpleExploded writeCommaDelimited",
      query: "writeFormObject writeCommaDelimited",
      header: "writeSimpleExploded writeCommaDelimited",
      cookie: "writeFormObject writeCommaDelimited",
    },
  ],
};

test.each(Object.entries(BY_SCHEMA))("parameters with %s", (_, [schema, expected]) => {
  const found = Object.keys(expected).map((place) => [
    place,
    [true, false].map((explode) => describeParameter({ in: place, ...{ explode, schema } })).join(" "),
  ]);
  expect(Object.fromEntries(found)).toEqual(expected);
});

const json = { content: { "application/json": {} } };

test.each<[parameter: { readonly in: string; readonly [name: string]: unknown }, writer: string]>([
  [{ in: "query", schema: nest(60) }, "writeFormObject"],
  [{ in: "query", style: "deepObject", schema: {} }, "writeDeepObject"],
  [{ in: "query", style: "deepObject", explode: false, schema: {} }, "writeDeepObject"],
  [{ in: "query", style: "spaceDelimited", explode: true, schema: {} }, "–"],
  [{ in: "query", style: "spaceDelimited", explode: false, schema: {} }, "writeSpaceDelimited"],
  [{ in: "query", style: "pipeDelimited", explode: false, allowReserved: true, schema: {} }, "writePipeDelimited"],
  [{ in: "query", allowReserved: true, schema: {} }, "writeReserved"],
  [{ in: "query", ...json }, "writeJsonText"],
  [{ in: "header", ...json }, "writeJsonText"],
  [{ in: "path", ...json }, "writeJsonText"],
  [{ in: "cookie", ...json }, "writeJsonText"],
  [{ in: "cookie", style: "cookie", explode: false, schema: {} }, "writeCookie"],
  [{ in: "cookie", style: "cookie", schema: {} }, "writeCookieExploded"],
  [{ in: "path", style: "label", schema: {} }, "writeLabel"],
  [{ in: "path", style: "label", explode: true, schema: {} }, "writeLabelExploded"],
  [{ in: "path", style: "matrix", schema: {} }, "writeMatrix"],
  [{ in: "path", style: "matrix", explode: true, schema: {} }, "writeMatrixExploded"],
  [{ in: "querystring", ...json }, "writeJsonQuery"],
  [{ in: "querystring", content: { "a/b+json; c=d": {} } }, "writeJsonQuery"],
  [{ in: "querystring", content: { "application/x-www-form-urlencoded": {} } }, "createFormQueryWriter({})"],
  [
    {
      in: "querystring",
      content: { "Application/X-www-form-urlencoded;a=b": { encoding: { b: { explode: false } } } },
    },
    "createFormQueryWriter({b: writeCommaDelimited})",
  ],
  [{ in: "querystring", content: { "x-application/x-www-form-urlencoded": {} } }, "writeTextQuery"],
  [{ in: "querystring", content: { "text/json5": {} } }, "writeTextQuery"],
])("the parameter %j is written by %s", (parameter, writer) => expect(describeParameter(parameter)).toBe(writer));

test("the query of a path is written before the parameters, without the fragment", () => {
  const { prepare } = describeCall({}, { path: "/a?b=c#d" });
  expect(shorten(prepare)).toBe('createFixedQueryWriter("b=c")');
  const call = describeCall({ parameters: [{ name: "x", in: "cookie" }] }, { path: "/a?b" });
  expect(shorten(call.prepare)).toBe('createFixedQueryWriter("b", createParameterSetWriter({}))');
});
