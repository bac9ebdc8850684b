/** Parts of the XML reader: character data, document types and namespaces, each with its error at its offset. */
import { expect, test } from "vitest";
import { skipDocumentType } from "../../../src/schema/xml/document-type.js";
import { NamespaceScope } from "../../../src/schema/xml/namespace-scope.js";
import { normalizeLineEnds, readAttributeText, readElementText } from "../../../src/schema/xml/xml-scanner.js";
import { XmlSyntaxError } from "../../../src/schema/xml/xml-syntax-error.js";

/** What a function returns, or the offset and message of the error that it throws. */
function run(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof XmlSyntaxError) return `${error.offset}: ${error.message}`;
    throw error;
  }
}

const character = "the reference is not to a valid XML character";
const start = '"&" does not start a valid reference';
const TEXTS: readonly (readonly [raw: string, text: string])[] = [
  ["a", "a"],
  ["\r\na\rb\n\tc", "\na\nb\n\tc"],
  ["&lt;&gt;&amp;&apos;&quot;", `<>&'"`],
  ["\ra&#13;&#xD;&#9;\r\nb", "\na\r\r\t\nb"],
  ["&#65;&#x42;&#x1F600;&#x6a;", "AB\u{1F600}j"],
  ["&amp;lt;", "&lt;"],
  ["a > b ] ]> c", "a > b ] ]> c"],
  ["ab]]>", '12: "]]>" is not allowed outside a CDATA section'],
  ["]]>", '10: "]]>" is not allowed outside a CDATA section'],
  ["a&b", `11: ${start}`],
  ["a&;", `11: ${start}`],
  ["&1;", `10: ${start}`],
  ["&amp;&b c;", `15: ${start}`],
  ["a&b;", "11: the reference is to an undeclared entity"],
  ["&#;", `10: ${character}`],
  ["&#x;", `10: ${character}`],
  ["&#xg;", `10: ${character}`],
  ["&#1a;", `10: ${character}`],
  ["&#X41;", `10: ${character}`],
  ["&#0;", `10: ${character}`],
  ["&#8;", `10: ${character}`],
  ["&#xB;", `10: ${character}`],
  ["&#xC;", `10: ${character}`],
  ["&#xE;", `10: ${character}`],
  ["&#x1F;", `10: ${character}`],
  ["&#x20;", " "],
  ["&#xA;", "\n"],
  ["&#xD7FF;&#xE000;&#xFFFD;", "\ud7ff\ue000\ufffd"],
  ["&#xD800;", `10: ${character}`],
  ["&#xDFFF;", `10: ${character}`],
  ["&#xFFFE;", `10: ${character}`],
  ["&#xFFFF;", `10: ${character}`],
  ["&#x10FFFF;", "\u{10FFFF}"],
  ["&#x110000;", `10: ${character}`],
  [`&#${"0".repeat(996)}65;`, "A"],
  [`&#${"0".repeat(997)}65;`, `10: ${start}`],
];

test.each(TEXTS)("the text %j", (raw, text) => {
  expect(run(() => readElementText({ raw, offset: 10, hasDeclarations: false }))).toBe(text);
});

test("references to entities that a document type may declare are dropped", () => {
  const read = (raw: string) => run(() => readElementText({ raw, offset: 10, hasDeclarations: true }));
  expect(read("a&b;c&lt;&d.e;")).toBe("ac<");
  expect(read("a&b")).toBe(`11: ${start}`);
  expect(read("&#0;")).toBe(`10: ${character}`);
});

test("white space of an attribute becomes spaces, except that of references", () => {
  const read = (raw: string) => run(() => readAttributeText({ raw, offset: 10, hasDeclarations: false }));
  expect(read("a\tb\nc\r\nd\re")).toBe("a b c d e");
  expect(read("\t&#9;\n&#10;\r&#13;\t")).toBe(" \t \n \r ");
  expect(read("]]>&lt;")).toBe("]]><");
  expect(read("a<b&")).toBe('11: "<" is not allowed in an attribute value');
  expect(read("<")).toBe('10: "<" is not allowed in an attribute value');
  expect(normalizeLineEnds("a\r\r\nb\n\r")).toBe("a\n\nb\n\n");
});

const skipped = (hasDeclarations: boolean) => (text: string) => ({ end: text.length - 1, hasDeclarations });
const plain = skipped(false);
const declared = skipped(true);
const unclosed = "the document type declaration is not closed";
const cut = "the declaration is not closed";

/** The text after `<!DOCTYPE`, which starts at offset 1, and is followed by one character. */
const TYPES: readonly (readonly [rest: string, result: typeof plain | string])[] = [
  [" a>", plain],
  ["\t\n\r a \t\n\r>", plain],
  [" a []>", plain],
  [" a[ \t\n\r] >", plain],
  [" a [<!---->]>", declared],
  [' a [<!-- ]> " -->]>', declared],
  [" a [<!-- -- > ]--> ]>", declared],
  [' a [<?p ">]" ?>]>', declared],
  [" a [%p; %q;]>", declared],
  [` a [<!ENTITY b "]>'"> <!ENTITY c ']>"'> ]>`, declared],
  [' a SYSTEM "b>">', declared],
  ["  a\tSYSTEM\n'b>' >", declared],
  [` a PUBLIC "p'" 'b"'[]>`, declared],
  [` a\r\nPUBLIC\t'p"'\n"b'">`, declared],
  [">", "1: the document type declaration has no name"],
  [" >", "1: the document type declaration has no name"],
  ["a>", "1: the document type declaration has no name"],
  [" 1>", "1: the document type declaration has no name"],
  [" a b>", `13: ${unclosed}`],
  [" a SYSTEM>", `13: ${unclosed}`],
  [' a PUBLIC "p">', `13: ${unclosed}`],
  [' a SYSTEM"b">', `13: ${unclosed}`],
  [" a [] b>", `16: ${unclosed}`],
  [" a [b]>", "14: expected a declaration"],
  [" a [<b>]>", "14: expected a declaration"],
  [" a [<!-- ->]>", `18: ${cut}`],
  [" a [<!-->]>", `18: ${cut}`],
  [" a [<? >]>", `16: ${cut}`],
  [" a [<?>]>", `16: ${cut}`],
  [" a [%p]>", `14: ${cut}`],
  [" a [<!E <!F>]>", `14: ${cut}`],
  [` a [<!E ">]>`, `19: ${cut}`],
  [` a [<!E "b']>`, `19: ${cut}`],
];

test.each(TYPES)("the document type <!DOCTYPE%s", (rest, result) => {
  const text = `-<!DOCTYPE${rest}-`;
  expect(run(() => skipDocumentType(text, 1))).toEqual(typeof result === "string" ? result : result(text));
});

test("a document type that ends early is not closed at the end of the text", () => {
  for (const rest of ["<!DOCTYPE a", "<!DOCTYPE a [", "<!DOCTYPE a [ ", "<!DOCTYPE a []"])
    expect(run(() => skipDocumentType(rest, 0))).toBe(`${rest.length}: ${unclosed}`);
  expect(run(() => skipDocumentType("<!DOCTYPE a [<!E", 0))).toBe(`13: ${cut}`);
});

const attribute = (name: string, value: string, at = 0) => ({
  ...{ name, value, start: at, contentStart: at + 1, end: at + 2 },
});
const XML = "http://www.w3.org/XML/1998/namespace";

test("a declaration holds until its element ends, and inner ones hide outer ones", () => {
  const scope = new NamespaceScope();
  expect(scope.enter([])).toEqual([]);
  const outer = scope.enter([attribute("xmlns", "d"), attribute("xmlns:p", "u"), attribute("xmlnsq", "v")]);
  const inner = scope.enter([attribute("xmlns:p", "w"), attribute("xmlns", ""), attribute("p:xmlns", "z")]);
  const names = ["a", "p:a", "xml:a", "q:a"];
  const resolveAll = () => names.map((name, at) => Object.values(scope.resolve(name, at, false)).join(" "));
  expect([outer, inner]).toEqual([
    ["", "p"],
    ["p", ""],
  ]);
  expect(resolveAll()).toEqual(["a ", "a w", `a ${XML}`, "a "]);
  scope.leave(inner);
  expect(resolveAll()).toEqual(["a d", "a u", `a ${XML}`, "a "]);
  scope.resolve("q:b", 9, true);
  expect(scope.resolve("a", 0, true)).toEqual({ local: "a", namespace: "" });
  expect([...scope.unbound]).toEqual([["q", 3]]);
  scope.leave(outer);
  expect(resolveAll()).toEqual(["a ", "a ", `a ${XML}`, "a "]);
  expect([...scope.unbound]).toEqual([
    ["q", 3],
    ["p", 1],
  ]);
});

const reserved = "5: a reserved XML prefix or namespace is redeclared";
const DECLARATIONS: readonly (readonly [name: string, value: string, result: unknown])[] = [
  ["xmlns:xmlns", "a", reserved],
  ["xmlns:xml", "a", reserved],
  ["xmlns:a", XML, reserved],
  ["xmlns", XML, reserved],
  ["xmlns:a", "http://www.w3.org/2000/xmlns/", reserved],
  ["xmlns:xml", XML, ["xml"]],
  ["xmlns:a", "", "5: the prefix is declared with an empty namespace"],
  ["xmlns", "", [""]],
  ["xml", "", []],
];

test.each(DECLARATIONS)("the declaration %s=%j", (name, value, result) => {
  expect(run(() => new NamespaceScope().enter([attribute(name, value, 5)]))).toEqual(result);
});

test("attributes have the namespaces of their prefixes, and declarations are dropped", () => {
  const scope = new NamespaceScope();
  const raw = [
    ...[attribute("xmlns", "d"), attribute("xmlns:p", "u"), attribute("xmlns:q", "u"), attribute("xmlns:r", "w")],
    ...[attribute("a", "1", 10), attribute("p:a", "2", 20), attribute("r:a", "3", 30), attribute("p:b", "4", 40)],
  ];
  scope.enter(raw);
  expect(scope.attributes(raw)).toEqual([
    { ...attribute("a", "1", 10), local: "a", namespace: "" },
    { ...attribute("p:a", "2", 20), local: "a", namespace: "u" },
    { ...attribute("r:a", "3", 30), local: "a", namespace: "w" },
    { ...attribute("p:b", "4", 40), local: "b", namespace: "u" },
  ]);
  expect(scope.attributes([])).toEqual([]);
  expect(run(() => scope.attributes([attribute("p:a", "1", 1), attribute("q:a", "2", 2)]))).toBe(
    "2: the attribute is a duplicate",
  );
  expect(scope.attributes([attribute("s:a", "1"), attribute("t:a", "2")])).toHaveLength(2);
  expect(run(() => scope.resolve("a:b:c", 7, false))).toBe(
    "7: the name is invalid; expected one colon, between prefix and name",
  );
});
