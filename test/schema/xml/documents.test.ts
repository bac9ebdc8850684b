/** Texts as XML: the elements that are read, with names, namespaces and positions, or the syntax error. */
import { expect, test } from "vitest";
import { parseXml } from "../../../src/schema/xml/read-xml.js";
import type { XmlElement } from "../../../src/schema/xml/xml-element.js";
import { isXmlName } from "../../../src/schema/xml/xml-names.js";

const XML = "http://www.w3.org/XML/1998/namespace";
const XMLNS = "http://www.w3.org/2000/xmlns/";

const TEXTS: readonly string[] = [
  "<a/>",
  "<a><b>1</b>x<c/>y</a>",
  "<a>\r\n1\r2&#13;&#xD;</a>",
  '<a b="\r\n\t &#10;&#x9;" c=\'"\'/>',
  "<a>&lt;&gt;&amp;&apos;&quot;&#65;&#x1F600;</a>",
  "<a><![CDATA[<&]]\r]]>t<![CDATA[]]></a>",
  "<a><!-- c --><?p q?><?p?></a>",
  "\ufeff<a/>\n<!-- c -->\t",
  ..."1.0 1.1 1.23 1. 2.0 1".split(" ").map((it) => `<?xml version="${it}"?><a/>`),
  ...["encoding='UTF-8'", 'encoding="a.b_-1"', "encoding='1'", "encoding='a b'", "encoding=a"].map(
    (it) => `<?xml version='1.0' ${it}?><a/>`,
  ),
  ...["yes", "no", "maybe"].map((it) => `<?xml version = "1.0"\tstandalone\n=\r'${it}' ?><a/>`),
  "<?xml version='1.0' standalone='no' encoding='a'?><a/>",
  "<?xml version='1.0'encoding='a'?><a/>",
  "<?xml-stylesheet a?><a/>",
  "<?XML a?><a/>",
  "<?p-q?><a/>",
  "<?p<q?><a/>",
  "<?p q",
  `<p:a xmlns:p="u" p:b="1" b="2"><c p:b="3" xmlns:p="v"/><p:d/></p:a>`,
  '<a xmlns="u" b="1"><c xmlns="v"><d xmlns=""/><e/></c><f/></a>',
  `<a xmlns:xml="${XML}" xml:lang="en"/>`,
  `<a xmlns:p="${XML}"/>`,
  `<a xmlns="${XML}"/>`,
  `<a xmlns:p="${XMLNS}"/>`,
  '<a xmlns:xmlns="u"/>',
  '<a xmlnsx="u" xmlns.b="v"/>',
  '<p:a p:b="1" q:c="2" q:d="3"/>',
  '<a xmlns:p="u" xmlns:q="u" p:b="1" q:c="2" b="3"/>',
  "<:a/>",
  "<a:/>",
  "<a:1/>",
  "<a.b-c_1·/>",
  "<a\u0300/>",
  "<\u0300a/>",
  "<-a/>",
  '<a b = "1"\n\tc\r=\n"2" />',
  '<a b="1"c="2"/>',
  '<a b="1" b="2"/>',
  "<a b/>",
  "<a b=1/>",
  '<a "b"/>',
  '<a b="1',
  '<a b="<"/>',
  "<a b='1'",
  "<a /",
  "<a / >",
  "<a",
  "< a/>",
  "<a></a\n>",
  "<a></ a>",
  "<a></ab>",
  "<ab></a>",
  "<a></a/>",
  "<a><b></a></b>",
  "</a>",
  "<a/></a>",
  "<a/>x",
  "<a/><!DOCTYPE a>",
  "x<a/>",
  "<a>]]></a>",
  "<a>x]]>y</a>",
  "<a><!-- -- --></a>",
  "<a><!-- --->",
  "<a><!---></a>",
  "<a><![CDATA[</a>",
  "<a><![cdata[]]></a>",
  "<a><!x></a>",
  "<a>&b;</a>",
  "<a>&b</a>",
  "<a>&;</a>",
  "<a>&b c;</a>",
  "<a>&#;</a>",
  "<a>&#x;</a>",
  "<a>&#xg;</a>",
  "<a>&#1a;</a>",
  "<a>&#8;&#9;</a>",
  "<a>&#x10FFFF;</a>",
  "<a>&#x110000;</a>",
  "<a>&#xFFFE;</a>",
  "<a>&#55296;</a>",
  `<a>&#${"0".repeat(900)}65;</a>`,
  `<a>&#${"0".repeat(1000)}65;</a>`,
  '<a b="&b;"/>',
  "<a>\u0008</a>",
  "<a>\ufffe</a>",
  "<a>\u007f\u0085</a>",
  "<!DOCTYPE a><a/>",
  "<!DOCTYPE\n\ta\r [\n] ><a/>",
  "<!DOCTYPE a><!DOCTYPE a><a/>",
  "<!DOCTYPE a><a>&b;</a>",
  "<!DOCTYPEa><a/>",
  "<!DOCTYPE ><a/>",
  "<!DOCTYPE a SYSTEM 'x'><a/>",
  '<!DOCTYPE a SYSTEM "x" [ ]><a/>',
  "<!DOCTYPE a SYSTEM><a/>",
  "<!DOCTYPE a PUBLIC 'p' \"s\"><a/>",
  "<!DOCTYPE a PUBLIC 'p'><a/>",
  "<!DOCTYPE a PUBLIC 'p''s'><a/>",
  "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
  '<!DOCTYPE a [<!ENTITY b "c>\'">]><a>&b;</a>',
  "<!DOCTYPE a [<!-- ]> --> <?p ]> ?> %b; <!ELEMENT a (b)>]><a/>",
  "<!DOCTYPE a [<!-- ]><a/>",
  "<!DOCTYPE a [<?p ]><a/>",
  "<!DOCTYPE a [%b ]><a/>",
  "<!DOCTYPE a [<!ELEMENT a <b>]><a/>",
  "<!DOCTYPE a [<!ELEMENT a",
  "<!DOCTYPE a [<!ENTITY b 'c",
  "<!DOCTYPE a [x]><a/>",
  "<!DOCTYPE a [",
  "<!DOCTYPE a [] x><a/>",
  "<!DOCTYPE a x><a/>",
  "",
  "\n ",
];

function show({ local, namespace, attributes, children, text, textOffset, ...at }: XmlElement): string {
  const named = (it: { readonly local: string; readonly namespace: string }): string =>
    it.namespace === "" ? it.local : `{${it.namespace}}${it.local}`;
  const shown = attributes.map(
    (it) => ` ${named(it)}=${JSON.stringify(it.value)}@${it.start},${it.contentStart},${it.end}`,
  );
  const place = `@${textOffset}:${at.start},${at.contentStart},${at.end}`;
  return `<${named({ local, namespace })}${shown.join("")} ${JSON.stringify(text)}${place}${children.map(show).join("")}>`;
}

test("documents", () => {
  const lines = TEXTS.map((text) => {
    const parsed = parseXml(text);
    const result =
      parsed.kind === "document"
        ? `${show(parsed.root)} ${[...parsed.unbound].map((it) => it.join("@")).join(" ")}`
        : `${parsed.kind}: ${parsed.reason}`;
    return `${JSON.stringify(text.replaceAll(/0{20,}/g, "0…0"))}\n  ${result}`;
  });
  expect(lines.join("\n")).toMatchSnapshot();
});

test("limits", () => {
  const nested = (depth: number): string => parseXml("<a>".repeat(depth) + "</a>".repeat(depth)).kind;
  expect([nested(500), nested(501)]).toEqual(["document", "not-checked"]);
  expect(parseXml("<a>".repeat(501))).toEqual({ kind: "not-checked", reason: "it is nested too deeply" });
});

test("names", () => {
  const valid = ["a", "A1", "_a", ":", "a:b", "é", "a-b.c", "a\u00b7", "\u{10000}"];
  expect(valid.filter((name) => !isXmlName(name))).toEqual([]);
  expect(["", "1a", "-a", ".a", "a b", "a/", "\u00d7", "\u00f7", "\u037e", "\u00b7"].filter(isXmlName)).toEqual([]);
});
