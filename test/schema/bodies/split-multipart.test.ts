/** Multipart texts, and the parts that they are split into. */
import { expect, test } from "vitest";
import { explainMultipart, splitMultipart } from "../../../src/schema/bodies/split-multipart.js";

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

const HEAD = 'Content-Disposition: form-data; name="a"';
const GOOD = `--b\r\n${HEAD}\r\n\r\nt${END}`;
const LF = "has lines that end with LF; multipart requires CRLF (RFC 2046, section 5.1.1)";

/** Each text is one edit away from a good one. */
test.each([
  [GOOD, undefined],
  [`preamble\n\r\n${GOOD}\nepilogue`, undefined],
  [`--b\r\n${HEAD}\r\n\r\nline\n\nline${END}`, undefined],
  [GOOD.replaceAll("\r\n", "\n"), LF],
  [`--b\n${HEAD}\n\nt\n`, LF],
  [GOOD.replace("\r\n\r\n", "\n\n"), LF],
  [GOOD.replace("\r\n--b--", "\n--b--"), LF],
  [GOOD.replaceAll("--b", "--c"), 'has parts with the boundary "c", but its Content-Type says "b"'],
  [GOOD.replaceAll("--b", "b"), 'has no line "--b", which the boundary in its Content-Type requires'],
  ["preamble only", 'has no line "--b", which the boundary in its Content-Type requires'],
  [GOOD.replace("--b--", ""), 'does not end with the line "--b--"'],
  [GOOD.replace("--b--", "--b"), 'does not end with the line "--b--"'],
  [GOOD.replace("\r\n\r\n", "\r\n"), "has no empty line after the headers of part 1"],
  [GOOD.replace('; name="a"', ""), "has no name in the Content-Disposition of part 1"],
  [GOOD.replace(HEAD, "A: x"), "has no name in the Content-Disposition of part 1"],
  [GOOD.replace('"a"', '""'), undefined],
])("%j is explained", (text, explanation) => {
  expect(explainMultipart(text, "b")).toBe(explanation);
});

test("the hyphens of a delimiter are not part of the boundary", () => {
  expect(explainMultipart(GOOD, "--b")).toBe(
    "has parts whose boundary lacks the hyphens that its Content-Type includes",
  );
});
