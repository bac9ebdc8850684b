/** Multipart texts, and the parts that they are split into. */
import { expect, test } from "vitest";
import { splitMultipart } from "../../../src/schema/bodies/split-multipart.js";

const END = "\r\n--b--";

/** The parts of a text: name, headers and content. */
function split(text: string): string | undefined {
  const parts = splitMultipart(text, "b");
  return parts
    ?.map(({ name, headers, text: content }) =>
      [name, [...headers].map((it) => it.join("=")).join("&"), content].join("|"),
    )
    .join(" + ");
}

const named = (disposition: string): string | undefined =>
  splitMultipart(`--b\r\nContent-Disposition: ${disposition}\r\n\r\n${END}`, "b")?.[0]?.name;

test.each([
  [`--b\r\nA: x\r\n\r\nt${END}`, "|a=x|t"],
  [`--b\r\n A : x:y \r\nB:\r\nC\r\n:d\r\n\r\n\r\nt\r\n${END}`, "|a=x:y&b=|\r\nt\r\n"],
  [`before\r\n--b\r\nA: x\r\n\r\n1\r\n--b\r\nA: y\r\n\r\n2${END}after`, "|a=x|1 + |a=y|2"],
  [`--b\r\nA: x\r\n\r\nt--b${END}`, "|a=x|t--b"],
  ["--b--", ""],
  ["--b", undefined],
  ["", undefined],
  [`--b\r\nA: x\r\n\r\nt\r\n--b`, undefined],
  [`--b\r\nA: x\r\nt${END}`, undefined],
  [`--c\r\nA: x\r\n\r\nt\r\n--c--`, undefined],
])("%j", (text, parts) => {
  expect(split(text)).toBe(parts);
});

test.each([
  ['form-data; name="a"', "a"],
  ["form-data; name=a", "a"],
  ["form-data;NAME = a ; x=y", "a"],
  ['form-data; name=""', ""],
  ['form-data; name="a\\"b\\\\c%22d\\e"', 'a"b\\c"de'],
  ['form-data; filename="; name=x"; name="a;b"', "a;b"],
  ["form-data; filename=name; names=b", undefined],
  ["form-data; name", undefined],
  ["name=a", undefined],
  ["form-data; name=a; name=b", "a"],
])("the name of %j is %j", (disposition, name) => {
  expect(named(disposition)).toBe(name);
});
