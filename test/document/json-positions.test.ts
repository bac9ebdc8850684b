/** Where each part of a JSON text begins, and how it is written. */
import { describe, expect, test } from "vitest";
import { createJsonLocator } from "../../src/document/source-file.js";

const text = `\ufeff
{ "a" : [1, -2.50e3 ,
  true,"x", {"b":null}, [] ],
  "c\\"]}" :"\\\\",
  "d~/": {
    "e": {} , "e": [false]},
  "f": "]}\\"," }`;

describe("of every kind of value", () => {
  test.each<readonly [pointer: string, at: string, text: string | undefined]>([
    // The whole begins at its first bracket; a property at its name, an item at itself.
    ["", "2:1", text.slice(2)],
    ["/a", "2:3", '[1, -2.50e3 ,\n  true,"x", {"b":null}, [] ]'],
    ["/a/0", "2:10", "1"],
    ["/a/1", "2:13", "-2.50e3"],
    ["/a/2", "3:3", "true"],
    ["/a/3", "3:8", '"x"'],
    ["/a/4", "3:13", '{"b":null}'],
    ["/a/4/b", "3:14", "null"],
    ["/a/5", "3:25", "[]"],
    ['/c"]}', "4:3", '"\\\\"'],
    ["/d~0~1", "5:3", '{\n    "e": {} , "e": [false]}'],
    // Of a name that comes twice the last one counts, as to JSON.parse.
    ["/d~0~1/e", "6:15", "[false]"],
    ["/d~0~1/e/0", "6:21", "false"],
    ["/f", "7:3", '"]}\\","'],
    // What is not there has the place of the closest thing around it, and no text.
    ["/a/6", "2:3", undefined],
    ["/a/4/b/c", "3:14", undefined],
    ["/gone/x", "2:1", undefined],
  ])("%s", (pointer, at, written) => {
    const { locate, textAt } = createJsonLocator(text);
    const { line, column } = locate(pointer);
    expect({ at: `${line}:${column}`, text: textAt(pointer) }).toEqual({ at, text: written });
  });
});

test.each(["5", "true", '"x"', " -1.5 "])("a text that is one scalar: %j", (scalar) => {
  const { locate, textAt } = createJsonLocator(scalar);
  expect({ ...locate(""), text: textAt("") }).toEqual({
    line: 1,
    column: 1 + scalar.length - scalar.trimStart().length,
    text: scalar.trim(),
  });
});
