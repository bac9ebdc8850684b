/** The parts of an entry: headers, bodies and positions, and the messages about what is wrong. */
import { expect, test } from "vitest";
import { ByteWindow } from "../../../src/recording/reader/byte-window.js";
import {
  createJsonBody,
  createTextBody,
  decodeBase64,
  decodeBase64Body,
  readHeaderItems,
  readHeaderObject,
  readHeaderPairs,
  readRawHeaders,
} from "../../../src/recording/reader/parsed-entry.js";
import { RecordingError } from "../../../src/recording/reader/recording-source.js";
import { replaceMultipartFields } from "../../../src/recording/redaction/redact-secrets.js";

const position = { offset: 5, line: 2, column: 3 };

test.each([
  [{ source: "a" }, "a: m", {}],
  [{ source: "a", pointer: "/p" }, "a (/p): m", { pointer: "/p" }],
  [{ source: "a", position }, "a:2:3 (byte 5): m", position],
  [{ source: "a", position, pointer: "/p" }, "a:2:3 (byte 5, /p): m", { ...position, pointer: "/p" }],
])("an error at %j", (context, message, fields) => {
  const error = new RecordingError("m", context);
  expect(error.message).toBe(message);
  expect({ ...error }).toEqual({ name: "RecordingError", source: "a", ...fields });
});

test.each<[read: () => unknown, result: unknown]>([
  [() => readHeaderItems([{ name: "a", value: "b" }], "/h"), { headers: [["a", "b"]] }],
  [() => readHeaderItems([{ key: "a", value: 1 }], "/h", "key"), { headers: [["a", "1"]] }],
  [
    () =>
      readHeaderItems(
        [
          { name: "a", value: "b" },
          { name: ":x", value: "" },
          { name: "c", value: "d" },
        ],
        "/h",
      ),
    {
      headers: [
        ["a", "b"],
        ["c", "d"],
      ],
      pointers: ["/0", "/2"],
    },
  ],
  [() => readHeaderItems([{ name: "a", value: "b", disabled: true }], "/h"), { headers: [], pointers: [] }],
  [() => readHeaderItems([{ name: "a", value: "b", disabled: false }], "/h"), { headers: [["a", "b"]] }],
  [
    () =>
      readHeaderItems(
        [
          { name: "a", value: ["b", "c"] },
          { name: "d", value: "e" },
        ],
        "/h",
      ),
    {
      headers: [
        ["a", "b"],
        ["a", "c"],
        ["d", "e"],
      ],
      pointers: ["/0", "/0", "/1"],
    },
  ],
  [() => readHeaderItems([{ name: "a", value: ["b", null] }], "/h"), "h.0.value.1 is null; expected a string"],
  [() => readHeaderItems(7, "/h"), "h is 7; expected an array of { name, value }"],
  [() => readHeaderItems(7, "/h", "key"), "h is 7; expected an array of { key, value }"],
  [() => readHeaderItems([7], "/h"), "h.0 is 7; expected an object with name and value"],
  [() => readHeaderItems([{}], "/h"), "h.0.name is missing; expected a string"],
  [() => readHeaderItems([{ name: "a" }], "/h"), "h.0.value is missing; expected a string"],
  [
    () => readHeaderObject({ "a/b": "c", d: ["e", 1] }, "/h"),
    {
      headers: [
        ["a/b", "c"],
        ["d", "e"],
        ["d", "1"],
      ],
      pointers: ["/a~1b", "/d/0", "/d/1"],
    },
  ],
  [() => readHeaderObject({ "a/b": null }, "/h"), "h.a~1b is null; expected a string"],
  [() => readHeaderObject({ a: ["b", null] }, "/h"), "h.a.1 is null; expected a string"],
  [
    () => readRawHeaders(["a", "b", "c", 1], "/h"),
    {
      headers: [
        ["a", "b"],
        ["c", "1"],
      ],
      pointers: ["/1", "/3"],
    },
  ],
  [() => readRawHeaders(["a"], "/h"), "h is an array; expected alternating names and values"],
  [() => readRawHeaders(["a", null], "/h"), "h.1 is null; expected a string"],
  [() => readRawHeaders([null, "a"], "/h"), "h.0 is null; expected a string"],
  [
    () =>
      readHeaderPairs(
        [
          ["a", "b"],
          ["c", 1],
        ],
        "/h",
      ),
    {
      headers: [
        ["a", "b"],
        ["c", "1"],
      ],
    },
  ],
  [() => readHeaderPairs([["a"]], "/h"), "h.0 is an array; expected a pair [name, value]"],
  [() => readHeaderPairs(["ab"], "/h"), "h.0 is a string; expected a pair [name, value]"],
  [() => readHeaderPairs([["a", null]], "/h"), "h.0.1 is null; expected a string"],
  [() => readHeaderPairs([[null, "a"]], "/h"), "h.0.0 is null; expected a string"],
])("headers %#", (read, result) => {
  if (typeof result === "string") expect(read).toThrow(result);
  else expect(read()).toEqual(result);
});

test.each([
  ["", ""],
  ["YQ==", "a"],
  ["YQ", "a"],
  ["YWI=", "ab"],
  ["YW\nJj", "abc"],
  ["-_-_", Buffer.from([0xfb, 0xff, 0xbf]).toString("latin1")],
  ["Y", undefined],
  ["YQ===", undefined],
  ["Y!==", undefined],
  ["YWJjZ", undefined],
])("%j is base64 of %j", (text, expected) => {
  const bytes = decodeBase64(text);
  expect(bytes && Buffer.from(bytes).toString("latin1")).toBe(expected);
  if (expected === undefined)
    expect(() => decodeBase64Body(text, "/text")).toThrow("text is a string; expected valid base64");
  else expect(decodeBase64Body(text, "/text")).toEqual({ kind: "bytes", bytes });
});

const LOST = "the body contains a number beyond 2^53, which lost precision in the recording";

test.each<[value: unknown, body: object]>([
  [{ a: [2 ** 53 - 1] }, { kind: "text", text: '{"a":[9007199254740991]}' }],
  [{ a: [2 ** 53] }, { kind: "missing", reason: LOST }],
  [[1, { b: -(2 ** 53) }, 2], { kind: "missing", reason: LOST }],
  [null, { kind: "text", text: "null" }],
])("the JSON body %j", (value, body) => {
  expect(createJsonBody(value)).toEqual(body);
  expect([createTextBody(""), createTextBody("a")]).toEqual([{ kind: "none" }, { kind: "text", text: "a" }]);
});

test("a window keeps the offsets and lines of dropped text", () => {
  const window = new ByteWindow();
  window.append(Buffer.from("ab\ncd\n"), 0);
  expect([window.byteAt(5), window.byteAt(6), window.end]).toEqual([0x0a, undefined, 6]);
  expect([0, 2, 3, 5].map((it) => window.positionAt(it))).toEqual([
    { offset: 0, line: 1, column: 1 },
    { offset: 2, line: 1, column: 3 },
    { offset: 3, line: 2, column: 1 },
    { offset: 5, line: 2, column: 3 },
  ]);
  window.append(Buffer.from("ef\ngh"), 4);
  expect([window.base, window.end, window.slice(4, 8).toString(), window.byteAt(4)]).toEqual([4, 11, "d\nef", 0x64]);
  expect([
    window.find(Buffer.from("gh"), 4),
    window.find(Buffer.from("d"), 5),
    window.find(Buffer.from("d"), 4),
  ]).toEqual([9, -1, 4]);
  expect([4, 6, 10].map((it) => window.positionAt(it))).toEqual([
    { offset: 4, line: 2, column: 2 },
    { offset: 6, line: 3, column: 1 },
    { offset: 10, line: 4, column: 2 },
  ]);
  window.append(Buffer.from("x"), 11);
  expect([window.base, window.length, window.find(Buffer.from("h"), 11), window.positionAt(11)]).toEqual([
    ...[11, 1, -1],
    { offset: 11, line: 4, column: 3 },
  ]);
});

test.each([
  [
    '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\nold\r\n--b--',
    '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n<x:old>\r\n--b--',
  ],
  [
    "--b\ncontent-disposition: form-data; name=x\n\nold\n--b--",
    "--b\ncontent-disposition: form-data; name=x\n\n<x:old>\n--b--",
  ],
  [
    '--b\nContent-Disposition: form-data; filename="x"\n\nold\n--b--',
    '--b\nContent-Disposition: form-data; filename="x"\n\nold\n--b--',
  ],
  ["--b\nX: name=x\n\nold\n--b--", "--b\nX: name=x\n\nold\n--b--"],
  [
    "--b\nContent-Disposition: form-data; name=keep\n\nold\n--b--",
    "--b\nContent-Disposition: form-data; name=keep\n\nold\n--b--",
  ],
  ["--b\nContent-Disposition: form-data; name=x\n\n", "--b\nContent-Disposition: form-data; name=x\n\n<x:>"],
  ["no parts", "no parts"],
])("the fields of %j are replaced", (text, replaced) => {
  expect(replaceMultipartFields(text, "b", (name, value) => (name === "keep" ? undefined : `<${name}:${value}>`))).toBe(
    replaced,
  );
});
