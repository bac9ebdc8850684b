/**
 * XML documents, edited tag by tag: what is read then. The file shows each edit with its value and notes, those with the same
 * result on one line.
 */
import { expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { createSchemas } from "../../../src/schema/index.js";
import { readXml } from "../../../src/schema/xml/read-xml.js";

const text = { type: "string" };
const int = { type: "integer" };
const list = (items: object, xml?: object): object => ({ type: "array", items, ...(xml === undefined ? {} : { xml }) });
const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

const SAMPLES: readonly (readonly [schema: object, xml: string])[] = [
  [
    {
      type: "object",
      xml: { name: "b" },
      required: ["id"],
      properties: {
        id: { ...int, xml: { attribute: true } },
        t: text,
        p: { type: "number" },
        s: { type: "boolean" },
        l: list(text),
      },
    },
    '<?xml version="1.0"?><!-- c --><b id="1" x="2"><t>a &amp; b</t><p>1.5</p><s>true</s><l>1</l><l>2</l></b>',
  ],
  [
    {
      type: "object",
      xml: { name: "r", namespace: "urn:r", prefix: "r" },
      properties: {
        a: { ...text, xml: { namespace: "urn:a", prefix: "a" } },
        b: { ...text, xml: { attribute: true, namespace: "urn:a", prefix: "a" } },
        c: list({ ...int, xml: { name: "c" } }, { wrapped: true, name: "cs" }),
      },
    },
    '<r:r xmlns:r="urn:r" xmlns:a="urn:a" a:b="x"><a:a>y</a:a><cs><c>1</c><c>2</c></cs></r:r>',
  ],
  [
    {
      type: ["object", "null"],
      properties: {
        v: { type: ["integer", "null"] },
        w: { type: ["string", "null"] },
        o: { type: ["object", "null"], properties: { x: text } },
      },
    },
    `<S ${XSI}><v xsi:nil="true"/><w></w><o><x>1</x></o></S>`,
  ],
  [list({ ...int, xml: { name: "i" } }, { name: "list", wrapped: true }), "<list><i>1</i><i>2</i></list>"],
  [list({ $ref: "#/components/schemas/Book" }), "<S><Book><title>a</title></Book><Book><title>b</title></Book></S>"],
  [{ type: "object", additionalProperties: int }, "<S><a>1</a><b>2</b></S>"],
  [
    {
      oneOf: [
        { type: "object", required: ["x"], properties: { x: int } },
        { type: "object", required: ["y"], properties: { y: { type: "boolean" } } },
      ],
    },
    "<S><y>true</y></S>",
  ],
  [
    {
      type: "object",
      properties: { m: { type: "array", items: list(int) }, n: list({ type: "object", properties: { k: text } }) },
    },
    "<S><m><m>1</m></m><n><k>a</k></n><n/></S>",
  ],
  [
    { allOf: [{ $ref: "#/components/schemas/Book" }, { properties: { u: int } }] },
    "<S><title>a</title><u>1</u>text</S>",
  ],
  [int, "<S>5</S>"],
  [{ type: ["string", "integer"] }, "<S> 5 </S>"],
  [{}, "<S><a>1</a><a>2</a><b c='1'>x</b></S>"],
];

function read(schema: object, xml: string): string {
  const schemas = { S: schema, Book: { type: "object", properties: { title: text } } };
  const spec = { openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {}, components: { schemas } };
  const reading = readXml(loadSchemas(JSON.stringify(spec)), "/components/schemas/S", xml, "response");
  if (reading.kind !== "value") return `${reading.kind}: ${reading.reason}`;
  const notes = reading.notes.map((note) => JSON.stringify(note).replaceAll("/components/schemas/", ""));
  return [JSON.stringify(reading.value), ...notes].join("; ");
}

const loaded = new Map<string, ReturnType<typeof createSchemas>>();
function loadSchemas(spec: string): ReturnType<typeof createSchemas> {
  const known = loaded.get(spec) ?? createSchemas(loadDocument("a.json", () => spec));
  loaded.set(spec, known);
  return known;
}

/** Removes, repeats and changes each tag, text and attribute. */
function* edit(xml: string): Iterable<readonly [what: string, edited: string]> {
  for (const { 0: token, index } of xml.matchAll(/<[^>]*>|[^<]+/g)) {
    const put = (changed: string): string => xml.slice(0, index) + changed + xml.slice(index + token.length);
    yield [`without ${token}`, put("")];
    yield [`${token} twice`, put(token + token)];
    const changes = token.startsWith("<")
      ? [
          token.replace(/^<(\/?)([\w:]+)/, "<$1z"),
          token.replace(/^<(\w+)>$/, "<$1/>"),
          `<q/>${token}`,
          token.slice(0, -1),
          token.replace(/\s[\w:]+=("[^"]*"|'[^']*')/, ""),
          token.replace(/="[^"]*"/, '="&lt;7"'),
          token.replace(/="[^"]*"/, ""),
        ]
      : ["7", "word", "", " 7 ", "<![CDATA[7]]>", "&#55;", "&none;", "<!-- c -->7"];
    for (const changed of changes) if (changed !== token) yield [`${token} as ${changed || "nothing"}`, put(changed)];
  }
}

/** Removes, repeats, empties and renames each element, which stays well-formed. */
function* editElements(xml: string): Iterable<readonly [what: string, edited: string]> {
  for (const { 0: element, 1: name = "", 2: attributes = "", 3: inner = "", index } of xml.matchAll(ELEMENT)) {
    const put = (changed: string): string => xml.slice(0, index) + changed + xml.slice(index + element.length);
    const wrap = (tag: string, content: string): string => `<${tag}${attributes}>${content}</${tag}>`;
    const changes = [
      "",
      element + element,
      wrap(name, ""),
      wrap("z", inner),
      wrap(name.replace(/^\w+:/, ""), inner),
      wrap(name, `${inner}text`),
      wrap(name, `<k>9</k>${inner}`),
      wrap(name, wrap(name, inner)),
      `<${name} k="1"${attributes}>${inner}</${name}>`,
      `<w>${element}</w>`,
      inner,
    ];
    for (const changed of changes)
      if (changed !== element) yield [`${element} as ${changed || "nothing"}`, put(changed)];
  }
}

const ELEMENT = /(?<=>)<([\w:]+)([^>]*)(?<!\/)>(.*?)<\/\1>/g;

test("edited documents", async () => {
  const lines = SAMPLES.flatMap(([schema, xml], at) => {
    const results = new Map<string, string[]>();
    for (const [what, edited] of [...edit(xml), ...editElements(xml), ...editElements(`<!-- -->${xml}`)]) {
      const result = read(schema, edited);
      // What is not well-formed does not depend on the schema.
      if (at === 0 || !result.startsWith("malformed")) results.set(result, [...(results.get(result) ?? []), what]);
    }
    const base = read(schema, xml);
    results.delete(base);
    const shown = [...results].map(([result, of]) => `  ${[...new Set(of)].join(" | ")}\n    ${result}`);
    return [JSON.stringify(schema), xml, `  ${base}`, ...shown];
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("edited.txt");
});
