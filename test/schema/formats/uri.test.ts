/** The URI formats match the grammars of the RFCs, which are written here as one regular expression each. */
import fc from "fast-check";
import { IsUriTemplate } from "typebox/format";
import { expect, test } from "vitest";
import { isIri, isIriReference, isUri, isUriReference } from "../../../src/schema/formats/uri.js";
import { isUriTemplate } from "../../../src/schema/formats/uri-template.js";

const UCSCHAR =
  "\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}\\u{10000}-\\u{1fffd}\\u{20000}-\\u{2fffd}\\u{e1000}-\\u{efffd}";
const PRIVATE = "\\u{e000}-\\u{f8ff}\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}";

/** RFC 3986 appendix A or, with additional characters, RFC 3987 section 2.2. Allows only the IP literals of this test. */
function grammar(isReference: boolean, further: string, inQuery: string): RegExp {
  const some = (set: string): string => `(?:[A-Za-z0-9._~\\-!$&'()*+,;=${further}${set}]|%[0-9A-Fa-f]{2})`;
  const pchar = some(":@");
  const segments = `(?:/${pchar}*)*`;
  const authority = `//(?:${some(":")}*@)?(?:\\[(?:::1|v1\\.a)\\]|${some("")}*)(?::[0-9]*)?`;
  const absolutePath = `/(?:${pchar}+${segments})?`;
  const absolute = `[A-Za-z][A-Za-z0-9+.\\-]*:(?:${authority}${segments}|${absolutePath}|${pchar}+${segments})?`;
  const relative = `(?:${authority}${segments}|${absolutePath}|${some("@")}+${segments})?`;
  const rest = `(?:\\?${some(`:@/?${inQuery}`)}*)?(?:#${some(":@/?")}*)?`;
  return new RegExp(`^(?:${isReference ? `${absolute}|${relative}` : absolute})${rest}$`, "u");
}

const PARTS = [
  "a",
  "Z",
  "1",
  ":",
  "/",
  "//",
  "?",
  "#",
  "[::1]",
  "[v1.a]",
  "[",
  "]",
  "@",
  "%41",
  "%4",
  "%",
  "é",
  "http:",
];
const text = fc.array(
  fc.constantFrom(...PARTS, "\ue000", "\u{10fffd}", "\ud800", "😀", " ", "=", "|", ".", "-", ":80"),
  {
    maxLength: 9,
  },
);

test.each([
  ["uri", isUri, grammar(false, "", "")],
  ["uri-reference", isUriReference, grammar(true, "", "")],
  ["iri", isIri, grammar(false, UCSCHAR, PRIVATE)],
  ["iri-reference", isIriReference, grammar(true, UCSCHAR, PRIVATE)],
])("%s", (_, isOfFormat, expression) => {
  let fitting = 0;
  fc.assert(
    fc.property(text, (parts) => {
      const it = parts.join("");
      fitting += Number(isOfFormat(it));
      expect([it, isOfFormat(it)]).toEqual([it, expression.test(it)]);
    }),
    { seed: 5, numRuns: 20_000 },
  );
  expect(fitting).toBeGreaterThan(100);
});

test("uri-template", () => {
  const parts = fc.constantFrom(
    "{",
    "}",
    "a",
    ",",
    ".",
    "%41",
    "%4",
    ":1",
    ":12345",
    "*",
    "+",
    "#",
    "_",
    "|",
    "é",
    " ",
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 9 }), (it) => {
      expect([it, isUriTemplate(it.join(""))]).toEqual([it, IsUriTemplate(it.join(""))]);
    }),
    { seed: 5, numRuns: 20_000 },
  );
});
