/** A parameter that is invalid because of its encoding says so. Each wrong text is one edit away from a right one. */
import { describe, expect, test } from "vitest";
import { createExchange, createInlineContract } from "../../check/inline-contract.js";

const LIST = { type: "array", items: { enum: ["a", "b"] }, minItems: 2 };
const MAP = { type: "object", required: ["r"], properties: { r: { enum: ["a"] }, g: { enum: ["b"] } } };
const SPACED = { enum: ["a b"] };
const SUM = { enum: ["a+b"] };
const PLAIN = { enum: ["ab"] };
const BYTES = { type: "string", format: "byte" };
const URL_BYTES = { type: "string", format: "base64url" };

const REPEATED = "expected the name repeated for each item";
const COMMA = '"%2C" is a comma in the value and does not separate items';
const TWICE = "percent-encoded twice";
const QUOTES = "the quotation marks are part of the value";
const AROUND = "the spaces around the value are part of it";
const RAW = "headers and cookies are not percent-decoded";
const by = (sent: string, expected: string) => `the items are separated by ${sent}; expected ${expected}`;

type Place = "path" | "query" | "header" | "cookie" | "form";
/** `{}` in a path, and the whole query, form, header value or Cookie header otherwise. */
type Row = readonly [
  place: Place,
  style: string,
  explode: boolean,
  schema: object,
  good: string,
  ...wrong: readonly (readonly [bad: string, hint: string])[],
];

const ROWS: readonly Row[] = [
  [
    "query",
    "form",
    false,
    LIST,
    "f=a,b",
    ["f=a%2Cb", COMMA],
    ["f=a%7Cb", by('encoded "|"', "commas")],
    ["f=a|b", by('"|"', "commas")],
    ["f=a%20b", by("encoded spaces", "commas")],
    ["f=a+b", by("spaces", "commas")],
    ["f=a;b", by('";"', "commas")],
  ],
  [
    "query",
    "form",
    true,
    LIST,
    "f=a&f=b",
    ["f=a,b", by("commas", REPEATED.slice(9))],
    ["f=a%2Cb", REPEATED],
    ["f=a|b", REPEATED],
    ["f=a%20b", REPEATED],
    ["f=a&f=%22b%22", ""],
  ],
  [
    "query",
    "spaceDelimited",
    false,
    LIST,
    "f=a%20b",
    ["f=a,b", by("commas", "spaces")],
    ["f=a%2Cb", by("encoded commas", "spaces")],
    ["f=a|b", by('"|"', "spaces")],
  ],
  [
    "query",
    "pipeDelimited",
    false,
    LIST,
    "f=a|b",
    ["f=a,b", by("commas", '"|"')],
    ["f=a%2Cb", by("encoded commas", '"|"')],
    ["f=a%20b", by("encoded spaces", '"|"')],
  ],
  ["query", "form", false, MAP, "f=r,a,g,b", ["f=r%2Ca%2Cg%2Cb", COMMA], ["f=r|a|g|b", by('"|"', "commas")]],
  [
    "query",
    "deepObject",
    true,
    MAP,
    "f[r]=a&f%5Bg%5D=b",
    ["f[r]=%22a%22", QUOTES],
    ["f[r]=%2561", TWICE],
    ["f.r=a", 'the query has "f.…", but the style "deepObject" is written as "f[…]"'],
    ["f=a", 'expected object, got string "a"'],
  ],
  [
    "query",
    "form",
    true,
    SPACED,
    "f=a+b",
    ["f=a%2520b", TWICE],
    ["f=%22a%20b%22", QUOTES],
    ["f=%20a%20b", AROUND],
    ["f=a%20b+", AROUND],
  ],
  [
    "query",
    "form",
    true,
    SUM,
    "f=a%2Bb",
    ["f=a+b", '"+" is a space here; encode a plus sign as %2B'],
    ["f=a%252Bb", TWICE],
    ["f[]=a%2Bb", 'the query has "f[]", but the style "form" is written as "f"'],
    ["f[x]=a%2Bb", 'the query has "f[…]"'],
  ],
  [
    "query",
    "form",
    true,
    BYTES,
    "f=Pj4%2BPw%3D%3D",
    ["f=Pj4+Pw==", '"+" is a space here'],
    ["f=Pj4-Pw==", 'expected base64 (RFC 4648, section 4: with "+", "/" and padding)'],
    ["f=Pj4%2BPw", "and padding"],
  ],
  [
    "query",
    "form",
    true,
    URL_BYTES,
    "f=Pj4-Pw",
    ["f=Pj4%2BPw", 'expected base64url (RFC 4648, section 5: with "-" and "_", not "+" and "/")'],
  ],
  [
    "query",
    "form",
    true,
    SPACED,
    "f=a%20b",
    ["f=%E9", "is not valid percent-encoded UTF-8; encode its characters as UTF-8"],
    ["f=a%C3b", "encode its characters as UTF-8"],
    ["f=100%", "encode a percent sign as %25"],
  ],
  [
    "path",
    "simple",
    false,
    SPACED,
    "a%20b",
    ["a+b", '"+" is a plus sign in a path; encode a space as %20'],
    ["a%2520b", TWICE],
    ["a%20b%20", AROUND],
    ["a%2Fb", '"%2F" is a slash in the value'],
  ],
  ["path", "simple", false, LIST, "a,b", ["a%2Cb", COMMA], ["a|b", by('"|"', "commas")], ["a;b", by('";"', "commas")]],
  ["path", "simple", true, MAP, "r=a,g=b", ["r=a%2Cg=b", COMMA]],
  [
    "header",
    "simple",
    false,
    LIST,
    "a, b",
    ["a;b", by('";"', "commas")],
    ["a|b", by('"|"', "commas")],
    ["a%2Cb", COMMA],
  ],
  ["header", "simple", false, SPACED, "a b", ["a%20b", RAW], ['"a b"', QUOTES]],
  ["cookie", "form", false, PLAIN, "f=ab", ["f=%61b", RAW], ['f="ab"', QUOTES]],
  [
    "form",
    "form",
    true,
    SUM,
    "f=a%2Bb",
    ["f=a+b", '"+" is a space here'],
    ["f=a%252Bb", TWICE],
    ["f=%22a%2Bb%22", QUOTES],
  ],
  ["form", "form", false, LIST, "f=a,b", ["f=a%2Cb", COMMA], ["f=a|b", by('"|"', "commas")]],
  ["form", "pipeDelimited", false, LIST, "f=a|b", ["f=a,b", by("commas", '"|"')]],
];

function listMessages([place, style, explode, schema]: Row, text: string): string[] {
  const form = {
    "application/x-www-form-urlencoded": {
      schema: { type: "object", properties: { f: schema } },
      encoding: { f: { style, explode } },
    },
  };
  const operation =
    place === "form"
      ? { requestBody: { content: form } }
      : { parameters: [{ name: "f", in: place, required: true, style, explode, schema }] };
  const root = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    servers: [{ url: "https://a.example" }],
    paths: {
      [place === "path" ? "/a/{f}" : "/a"]: { post: { ...operation, responses: { 200: { description: "d" } } } },
    },
  };
  const exchange = createExchange({
    method: "POST",
    url: `https://a.example/a${place === "path" ? `/${text}` : place === "query" ? `?${text}` : ""}`,
    headers: [
      ...(place === "header" ? [["f", text] as const] : []),
      ...(place === "cookie" ? [["Cookie", text] as const] : []),
      ...(place === "form" ? [["Content-Type", "application/x-www-form-urlencoded"] as const] : []),
    ],
    ...(place === "form" ? { body: text } : {}),
    responseHeaders: [],
  });
  const { findings } = createInlineContract({ "spec.json": JSON.stringify(root) }).check(exchange);
  return findings
    .filter(({ code }) => code !== "response.status.invalid-accepted" && !code.endsWith(".undeclared"))
    .map(({ message }) => message);
}

describe.each(ROWS.map((row) => [row.slice(0, 5).join(" "), row] as const))("%s", (_, row) => {
  const [, , , , good, ...wrong] = row;

  test("the right text is valid", () => expect(listMessages(row, good)).toEqual([]));

  test.each(wrong)("%s", (bad, hint) => {
    const messages = listMessages(row, bad);
    expect(messages.length).toBeGreaterThan(0);
    for (const message of messages) expect(message).toContain(hint);
  });
});

test("a value that no other encoding makes valid gets no explanation", () => {
  const row: Row = ["query", "form", false, LIST, "f=a,b"];
  for (const text of ["f=a%2Cc", "f=z", "f=a%252Cc", "f=%22z%22"])
    expect(listMessages(row, text).join("\n")).not.toMatch(/encoded|separated|quotation|space/);
});

test("an explanation contains no part of a secret value", () => {
  const secret = { type: "string", "x-sensitive": true, enum: ["s3 cr3t"] };
  for (const text of ["f=s3%2520cr3t", "f=%22s3%20cr3t%22", "f=s3%20cr3t+"])
    expect(listMessages(["query", "form", true, secret, "f=s3%20cr3t"], text).join("\n")).toMatch(
      /got string \[redacted\]; the (value|quotation|spaces)/,
    );
});
