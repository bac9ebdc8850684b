/** The XML parser: well-formed text, the position of syntax errors, and hostile text that must not exhaust time or memory. */
import { describe, expect, test } from "vitest";
import { checkXmlSyntax, type XmlBody } from "../../../src/schema/index.js";
import { createExchange, createInlineContract, SPEC_START } from "../../check/inline-contract.js";

describe("well-formed", () => {
  test.each([
    "<a/>",
    "<a ></a >",
    "\ufeff<?xml version='1.1' encoding='x' standalone='no' ?>\n<!-- - --><?p?><a/>\n<?p q?><!---->",
    `<é:a xmlns:é="u" é:b='"' c="'&#9;&gt;"/>`,
    "<a>]] ></a>",
    "<a><![CDATA[]]]]><![CDATA[>]]></a>",
    "<a>&#x10FFFF;&#00065;\u{1f600}</a>",
    "<a b=''>\t\r\n</a>",
    '<a xmlns="u"><b xmlns=""/></a>',
    "<!DOCTYPE a><a/>",
    "<!DOCTYPE a [ ] ><a/>",
  ])("%j", (text) => expect(checkXmlSyntax(text)).toBeUndefined());
});

describe("not well-formed", () => {
  test.each([
    ["", "1:1"],
    ["a", "1:2"],
    ["<a>", "1:1"],
    ["<a></b>", "1:4"],
    ["<a></a b>", "1:8"],
    ["<a></a", "1:6"],
    ["</a>", "1:1"],
    ["<a>&#;</a>", "1:6"],
    ["<a>&#x110000;</a>", "1:13"],
    ["<a>&#x;</a>", "1:7"],
    ["<a>&1;</a>", "1:6"],
    ["<a/><b/>", "1:7"],
    ["<a/>b", "1:6"],
    ["<a/></a>", "1:5"],
    ["\n <?xml version='1.0'?><a/>", "2:7"],
    ["<?xml version='2.0'?><a/>", "1:19"],
    ["<?xml encoding='utf-8'?><a/>", "1:15"],
    ["<a b=1/>", "1:6"],
    ["<a b/>", "1:5"],
    ["<a b='1'c='2'/>", "1:9"],
    ["<a b='1' b='2'/>", "1:1"],
    ["<a b='<'/>", "1:7"],
    ["<a b='1", "1:7"],
    ["<a xmlns:p='u' xmlns:q='u' p:b='1' q:b='2'/>", "1:1"],
    ["<a xmlns:p=''/>", "1:13"],
    ["<a xmlns:xml='u'/>", "1:16"],
    ["<a:b:c xmlns:a='u'/>", "1:1"],
    ["<a>\n&b;</a>", "2:3"],
    ["<a>&lt</a>", "1:4"],
    ["<a>& </a>", "1:4"],
    ["<a>&#0;</a>", "1:7"],
    ["<a>&#xD800;</a>", "1:11"],
    ["<a>\u0001</a>", "1:4"],
    ["<a>\ud800</a>", "1:4"],
    ["<a>]]></a>", "1:6"],
    ["<a><!-- -- --></a>", "1:11"],
    ["<a><!--", "1:7"],
    ["<a><![CDATA[</a>", "1:13"],
    ["<![CDATA[]]><a/>", "1:9"],
    ["<a><!DOCTYPE a></a>", "1:12"],
    ["<a><?xml?></a>", "1:9"],
    ["<a><?p", "1:6"],
    ["<1/>", "1:2"],
    ["<a/ >", "1:4"],
    ["<!DOCTYPE a [<!ENTITY b 'c>]><a/>", "1:30"],
    ["<!DOCTYPE a [&b;]><a/>", "1:18"],
    ["<!DOCTYPE a [ <a/>", "1:15"],
    ["<!DOCTYPE a", "1:11"],
    ["<!doctype html><html></html>", "1:9"],
    ["<html><br></html>", "1:11"],
  ])("%j", (text, place) => {
    expect(checkXmlSyntax(text)).toMatchSnapshot();
    expect(checkXmlSyntax(text)).toMatchObject({
      kind: "malformed",
      reason: expect.stringContaining(` at ${place}: `),
    });
  });
});

const LONG = 5_000_000;

describe("hostile", () => {
  const entities = Array.from({ length: 50 }, (_, at) => `<!ENTITY e${at + 1} "&e${at};&e${at};">`).join("");
  test.each<readonly [string, () => string, XmlBody["kind"] | undefined]>([
    ["a million levels", () => "<a>".repeat(1e6), "not-checked"],
    ["a million attributes", () => `<a ${spread(1e6, (at) => `a${at}=""`)}/>`, "not-checked"],
    [
      "a million namespaces",
      () => `<a ${spread(3e5, (at) => `xmlns:a${at}="u"`)}>${spread(3e5, (at) => `<a${at}:b/>`)}</a>`,
      undefined,
    ],
    ["two million elements", () => `<a>${"<a/>".repeat(2e6)}</a>`, "not-checked"],
    ["a long text", () => `<a>${"x".repeat(LONG)}</a>`, undefined],
    ["a long name", () => `<${"x".repeat(LONG)}/>`, undefined],
    ["a long number", () => `<a>&#${"0".repeat(LONG)};</a>`, "malformed"],
    ["very many references", () => `<a>${"&amp;".repeat(LONG / 5)}</a>`, undefined],
    ["a reference without an end", () => `<a>&${"x".repeat(LONG)}</a>`, "malformed"],
    ["a comment without an end", () => `<a><!--${"- ".repeat(LONG / 2)}`, "malformed"],
    ["an attribute without an end", () => `<a ${"b='' ".repeat(9)}c='${"x".repeat(LONG)}`, "malformed"],
    ["entities of entities", () => `<!DOCTYPE a [<!ENTITY e0 "e">${entities}]><a>&e50;</a>`, "not-checked"],
    ["an entity of itself", () => `<!DOCTYPE a [<!ENTITY e "&e;">]><a>&e;</a>`, "not-checked"],
    ["a file", () => `<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>`, "not-checked"],
    ["a parameter entity", () => `<!DOCTYPE a [<!ENTITY % e SYSTEM "http://a.example/"> %e;]><a/>`, "not-checked"],
    ["a document type elsewhere", () => `<!DOCTYPE a PUBLIC "p" "http://a.example/a.dtd"><a/>`, "not-checked"],
    ["quotes without an end in a document type", () => `<!DOCTYPE a [${'<!ENTITY e "'.repeat(4e5)}`, "malformed"],
  ])("%s", (_, make, kind) => expect(checkXmlSyntax(make())?.kind).toBe(kind));
});

const TREE = createInlineContract({
  "openapi.yaml": `
${SPEC_START}
  /a: { get: { operationId: a, responses: { "200": { description: d, content: { application/xml: { schema: { $ref: "#/components/schemas/Tree" } } } } } } }
components:
  schemas:
    Tree: { oneOf: [{ $ref: "#/components/schemas/Leaf" }, { $ref: "#/components/schemas/Fork" }, { $ref: "#/components/schemas/Spoon" }] }
    Leaf: { type: object, required: [leaf], properties: { leaf: { type: integer } } }
    Fork: { type: object, required: [left], properties: { left: { $ref: "#/components/schemas/Tree" }, right: { $ref: "#/components/schemas/Tree" } } }
    Spoon: { type: object, required: [left, end], properties: { left: { type: string }, end: { type: string } } }
`,
});

function checked(text: string): { verdict: string; reasons: readonly string[] } {
  const { verdict, reasons } = TREE.check(
    createExchange({ response: text, responseHeaders: [["Content-Type", "application/xml"]] }),
  );
  return { verdict, reasons };
}

test("alternatives within alternatives are each read once", () => {
  const tree = (depth: number, leaf: string): string => `${"<left>".repeat(depth)}${leaf}${"</left>".repeat(depth)}`;
  expect(checked(`<Tree>${tree(60, "<leaf>1</leaf>")}</Tree>`)).toEqual({ verdict: "passed", reasons: [] });
  expect(checked(`<Tree>${tree(60, "<leaf>x</leaf>")}</Tree>`).verdict).toBe("failed");
});

test("the maximum depth is checked, or reported", () => {
  const deep = `<Tree>${"<left>".repeat(490)}<leaf>1</leaf>${"</left>".repeat(490)}</Tree>`;
  expect(checked(deep).verdict).toMatch(/passed|partial/);
});

function spread(count: number, make: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => make(at)).join(" ");
}
