/** What messages say of bytes and values. */
import { expect, test } from "vitest";
import {
  describeFileStart,
  describeJsonKind,
  formatByte,
  unescapeJsonName,
} from "../../../src/document/json-scanner.js";
import { percentEncode } from "../../../src/recording/message.js";
import { EntryError } from "../../../src/recording/reader/parsed-entry.js";

test.each([
  [0x7b, "an object"],
  [0x5b, "an array"],
  [0x22, "a string"],
  [0x74, "true"],
  [0x66, "false"],
  [0x6e, "null"],
  [0x31, "a number"],
  [undefined, "a number"],
])("the byte %s begins %s", (byte, kind) => {
  expect(describeJsonKind(byte)).toBe(kind);
});

test.each([
  [undefined, "the end of the file", "starts with the end of the file"],
  [0x20, "the byte 0x20", "starts with the byte 0x20"],
  [0x21, '"!"', 'starts with "!"'],
  [0x7e, '"~"', 'starts with "~"'],
  [0x7f, "the byte 0x7f", "starts with the byte 0x7f"],
  [0x0a, "the byte 0x0a", "starts with the byte 0x0a"],
  [0x3c, '"<"', "looks like HTML or XML"],
])("the byte %s is reported as %s", (byte, reported, start) => {
  expect([formatByte(byte), describeFileStart(byte)]).toEqual([reported, start]);
});

test("escapes in names are decoded, unless they are cut", () => {
  expect(["a", "\\u006cog", '\\"', "a\\u00"].map(unescapeJsonName)).toEqual(["a", "log", '"', "a\\u00"]);
  expect(percentEncode("a b/é\ud800")).toBe("a%20b%2F%C3%A9%EF%BF%BD");
});

test.each<[pointer: string, found: unknown, message: string]>([
  ["", 1, "the entry is 1; expected x"],
  ["/a/0/b", undefined, "a.0.b is missing; expected x"],
  ["/a", null, "a is null; expected x"],
  ["/a", [], "a is an array; expected x"],
  ["/a", {}, "a is an object; expected x"],
  ["/a", "", "a is empty; expected x"],
  ["/a", "hunter2", "a is a string; expected x"],
  ["/a", true, "a is true; expected x"],
  ["/request/method", "G T", 'request.method is "G T"; expected x'],
  ["/request/url", "http://a/b?c=d#e\nf", 'request.url is "http://a/b?..."; expected x'],
  ["/response/status", "ok", 'response.status is "ok"; expected x'],
  ["/content/encoding", "b64", 'content.encoding is "b64"; expected x'],
  ["/request/url", 7, "request.url is 7; expected x"],
  ["/request/url", "u".repeat(80), `request.url is "${"u".repeat(80)}"; expected x`],
  ["/request/url", "u".repeat(81), `request.url is "${"u".repeat(80)}..."; expected x`],
])("at %j %j is reported", (pointer, found, message) => {
  const error = new EntryError(pointer, found, "x");
  expect([error.message, error.pointer, error.name]).toEqual([message, pointer, "EntryError"]);
});
