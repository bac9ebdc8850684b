/** The values that XML is read as, for combinations of references, empty values and types. */
import { expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { createSchemas } from "../../../src/schema/index.js";
import { readXml } from "../../../src/schema/xml/read-xml.js";

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const nullable = { type: ["string", "null"] };
const R = {
  type: "object",
  properties: { t: { type: "string" }, n: nullable, a: { type: "string", xml: { attribute: true } } },
};
const root = { openapi: "3.1.0", info: { title: "t", version: "1" }, components: { schemas: { R } } };
const schemas = createSchemas(loadDocument("a.json", () => JSON.stringify(root)));

test.each([
  // The five predefined entities and character references, between other text.
  ["<R><t>a&lt;b&gt;c&amp;d&apos;e&quot;f</t></R>", { t: "a<b>c&d'e\"f" }],
  ["<R><t>&#65;b&#x43;d&#x1F600;</t></R>", { t: "AbCd😀" }],
  ["<R><t>x<![CDATA[&lt;]]>y</t></R>", { t: "x&lt;y" }],
  // Line ends are normalized; a reference to one is not.
  ["<R><t>a\r\nb\rc&#13;d</t></R>", { t: "a\nb\nc\rd" }],
  // In an attribute, white space becomes spaces.
  ['<R a="x\ty\r\nz&#9;&lt;"/>', { a: "x y z\t<" }],
  ["<R a='&quot;'/>", { a: '"' }],
  // Only `xsi:nil` with a true value makes an element null.
  [`<R ${XSI}><n xsi:nil="true"/></R>`, { n: null }],
  [`<R ${XSI}><n xsi:nil=" 1 "/></R>`, { n: null }],
  [`<R ${XSI}><t xsi:nil="false"></t></R>`, { t: "" }],
  [`<R ${XSI}><n xsi:nil="0">x</n></R>`, { n: "x" }],
  ['<R xmlns:xsi="urn:other"><n xsi:nil="true">x</n></R>', { n: "x" }],
])("%j", (text, value) => {
  expect(readXml(schemas, "/components/schemas/R", text, "response")).toMatchObject({ kind: "value", value });
});
