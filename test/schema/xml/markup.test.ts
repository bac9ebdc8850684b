/** Parts of XML documents: character data, document types and namespaces. */
import { expect, test } from "vitest";
import { parseXml } from "../../../src/schema/xml/read-xml.js";

const character = "malformed character entity";
const name = "disallowed character in entity name";
const start = '"&" does not start a valid reference';
const cdata = 'the string "]]>" is disallowed in char data';

/** What is read of the root element, or the mode of a failure. */
function parse(text: string) {
  const parsed = parseXml(text);
  if (parsed.kind !== "document") return parsed.kind === "malformed" ? parsed.mode : parsed.kind;
  return parsed.root;
}

function readText(raw: string): string {
  const root = parse(`<a>${raw}</a>`);
  return typeof root === "string" ? root : root.text;
}

const TEXTS: readonly (readonly [raw: string, text: string])[] = [
  ["a", "a"],
  ["\r\na\rb\n\tc", "\na\nb\n\tc"],
  ["a\r\r\nb\n\r", "a\n\nb\n\n"],
  ["&lt;&gt;&amp;&apos;&quot;", `<>&'"`],
  ["\ra&#13;&#xD;&#9;\r\nb", "\na\r\r\t\nb"],
  ["&#65;&#x42;&#x1F600;&#x6a;", "AB\u{1F600}j"],
  ["&amp;lt;", "&lt;"],
  ["a > b ] ]> c", "a > b ] ]> c"],
  ["ab]]>", cdata],
  ["]]>", cdata],
  ["a&b", start],
  ["a&;", start],
  ["&1;", name],
  ["&amp;&b c;", start],
  ["a&b;", "undefined entity"],
  ["a & b &amp; c", start],
  ["<!-- & --><![CDATA[&]]><?p &?>&c;", "undefined entity"],
  ["<![CDATA[ & ]]", "unclosed tag"],
  ["&#;", character],
  ["&#x;", character],
  ["&#xg;", character],
  ["&#1a;", character],
  ["&#X41;", character],
  ["&#0;", character],
  ["&#8;", character],
  ["&#xB;", character],
  ["&#xC;", character],
  ["&#xE;", character],
  ["&#x1F;", character],
  ["&#x20;", " "],
  ["&#xA;", "\n"],
  ["&#xD7FF;&#xE000;&#xFFFD;", "\ud7ff\ue000\ufffd"],
  ["&#xD800;", character],
  ["&#xDFFF;", character],
  ["&#xFFFE;", character],
  ["&#xFFFF;", character],
  ["&#x10FFFF;", "\u{10FFFF}"],
  ["&#x110000;", character],
  [`&#${"0".repeat(996)}65;`, "A"],
  [`&#${"0".repeat(997)}65;`, "disallowed character"],
  ["\ud800a", "disallowed character"],
  ["\udc00a", "disallowed character"],
];

test.each(TEXTS)("the text %j", (raw, text) => expect(readText(raw)).toBe(text));

test("references to entities that a document type may declare are allowed", () => {
  const read = (raw: string) => parse(`<!DOCTYPE a [<!ENTITY b "c">]><a>${raw}</a>`);
  expect(read("a&b;c&lt;&d.e;")).toBe("not-checked");
  expect(read("a&b")).toBe(start);
  expect(read("&#0;")).toBe(character);
});

test("white space of an attribute becomes spaces, except that of references", () => {
  const read = (raw: string) => {
    const root = parse(`<a b="${raw}"/>`);
    return typeof root === "string" ? root : root.attributes[0]?.value;
  };
  expect(read("a\tb\nc\r\nd\re")).toBe("a b c d e");
  expect(read("\t&#9;\n&#10;\r&#13;\t")).toBe(" \t \n \r ");
  expect(read("]]>&lt;")).toBe("]]><");
  expect(read("a<b&")).toBe("disallowed character");
  expect(read("<")).toBe("disallowed character");
});

const PLAIN = [" a>", "\t\n\r a \t\n\r>", " a []>", " a[ \t\n\r] >"];
const DECLARED = [
  " a [<!---->]>",
  ' a [<!-- ]> " -->]>',
  ' a [<?p ">]" ?>]>',
  " a [%p; %q;]>",
  ` a [<!ENTITY b "]>'"> <!ENTITY c ']>"'> ]>`,
  ' a SYSTEM "b>">',
  "  a\tSYSTEM\n'b>' >",
  ` a PUBLIC "p'" 'b"'[]>`,
  ` a\r\nPUBLIC\t'p"'\n"b'">`,
];
const MALFORMED = [
  ...[">", " >", "a>", " 1>", " a b>", " a SYSTEM>", ' a PUBLIC "p">', ' a SYSTEM"b">', " a [] b>"],
  ...[" a [b]>", " a [<b>]>", " a [<!-- ->]>", " a [<!-->]>", " a [<!-- -- > ]--> ]>", " a [<? >]>", " a [<?>]>"],
  ...[
    " a [%p]>",
    " a [<!E <!F>]>",
    ` a [<!E ">]>`,
    ` a [<!E "b']>`,
    ' a ["b"]>',
    " a [<?p ?b>]>",
    " a [<!E <!---->>]>",
  ],
  ...["", " a", " a [", " a [ ", " a []", " a [<!E"],
];

test.each([
  ...PLAIN.map((rest) => [rest, "document"]),
  ...DECLARED.map((rest) => [rest, "not-checked"]),
  ...MALFORMED.map((rest) => [rest, "malformed"]),
])("the document type <!DOCTYPE%s is %s", (rest, kind) => {
  expect(parseXml(`<!DOCTYPE${rest}<a/>`).kind).toBe(kind);
  if (kind === "malformed") expect(parseXml(`<!DOCTYPE${rest}`).kind).toBe(kind);
});

const XML = "http://www.w3.org/XML/1998/namespace";

test("a declaration holds until its element ends, and inner ones hide outer ones", () => {
  const names = "<a/><p:a/><xml:a/><q:a/>";
  const inner = `<i xmlns:p="w" xmlns="" p:xmlns="z">${names}</i>`;
  const parsed = parseXml(`<r><o xmlns="d" xmlns:p="u" xmlnsq="v">${inner}${names}<a q:b=""/></o>${names}</r>`);
  if (parsed.kind !== "document") throw new Error(parsed.reason);
  const [outer, ...after] = parsed.root.children;
  const [hidden, ...rest] = outer?.children ?? [];
  const namespaces = [hidden?.children, rest, after].map((elements) => elements?.map(({ namespace }) => namespace));
  expect(namespaces).toEqual([
    ["", "w", XML, ""],
    ["d", "u", XML, "", "d"],
    ["", "", XML, ""],
  ]);
  expect([...parsed.unbound.keys()]).toEqual(["q", "p"]);
});

test("an attribute without a prefix does not hide the default namespace", () => {
  const c = { local: "c", namespace: "u", attributes: [{ local: "d", namespace: "" }] };
  const b = { local: "b", namespace: "u", children: [c, { local: "e", namespace: "u" }] };
  expect(parse('<a xmlns="u"><b><c d="1"/><e/></b></a>')).toMatchObject({ local: "a", namespace: "u", children: [b] });
});

const DECLARATIONS: readonly (readonly [declaration: string, result: string | undefined])[] = [
  ['xmlns:xmlns="a"', "xmlns prefix must be bound to http://www.w3.org/2000/xmlns/"],
  ['xmlns:xml="a"', `xml prefix must be bound to ${XML}`],
  [`xmlns:a="${XML}"`, "may not assign the xml namespace to another prefix"],
  [`xmlns="${XML}"`, `the default namespace may not be set to ${XML}`],
  [
    'xmlns:a="http://www.w3.org/2000/xmlns/"',
    'may not assign a prefix (even "xmlns") to the URI http://www.w3.org/2000/xmlns/',
  ],
  [`xmlns:xml="${XML}"`, undefined],
  ['xmlns:a=""', "invalid attempt to undefine prefix in XML 1.0"],
  ['xmlns:1="a"', "malformed name"],
  ['xmlns=""', undefined],
  ['xml=""', undefined],
];

test.each(DECLARATIONS)("the declaration %s", (declaration, mode) => {
  const root = parse(`<a ${declaration}/>`);
  expect(typeof root === "string" ? root : undefined).toBe(mode);
});

test("attributes have the namespaces of their prefixes, and declarations are dropped", () => {
  const declared = 'xmlns="d" xmlns:p="u" xmlns:q="u" xmlns:r="w"';
  expect(parse(`<a ${declared} a="1" p:a='2' r:a="3" p:b="4"/>`)).toMatchObject({
    attributes: [
      { name: "a", local: "a", namespace: "", value: "1", start: 49, contentStart: 52, end: 53 },
      { name: "p:a", local: "a", namespace: "u", value: "2", start: 55, contentStart: 60, end: 61 },
      { name: "r:a", local: "a", namespace: "w", value: "3", start: 63, contentStart: 68, end: 69 },
      { name: "p:b", local: "b", namespace: "u", value: "4", start: 71, contentStart: 76, end: 77 },
    ],
  });
  expect(parse(`<a ${declared} p:a="1" q:a="2"/>`)).toBe("duplicate attribute");
  expect(parse('<a s:a="1" t:a="2"/>')).toMatchObject({ attributes: [{ namespace: "" }, { namespace: "" }] });
  expect(parse("<a:b:c/>")).toBe("malformed name");
});
