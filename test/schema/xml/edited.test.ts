/**
 * XML documents, edited tag by tag: what is read then. The file shows each edit with its value and notes, those with the same
 * result on one line.
 */
import { expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { createSchemas } from "../../../src/schema/index.js";
import { readXml } from "../../../src/schema/xml/read-xml.js";
import { groupResults } from "../../golden-text.js";
import { int, SAMPLES, text } from "./edited-samples.js";

const kind = { type: "string" };
const COMPONENTS = {
  Book: { type: "object", properties: { title: text } },
  Pet: { type: "object", required: ["kind"], properties: { kind }, discriminator: { propertyName: "kind" } },
  Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { lives: int } }] },
  Dog: { type: "object", properties: { kind, bark: text, loud: { type: "boolean", xml: { attribute: true } } } },
};

function read(schema: object, xml: string): string {
  const schemas = { S: schema, ...COMPONENTS };
  const openapi = JSON.stringify(schema).includes("nodeType") ? "3.2.0" : "3.1.0";
  const spec = { openapi, info: { title: "t", version: "1" }, paths: {}, components: { schemas } };
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
    const base = read(schema, xml);
    const results = [...edit(xml), ...editElements(xml), ...editElements(`<!-- -->${xml}`)]
      .map(([what, edited]) => [what, read(schema, edited)] as const)
      // What is not well-formed does not depend on the schema.
      .filter(([, result]) => result !== base && (at === 0 || !result.startsWith("malformed")));
    return [JSON.stringify(schema), xml, `  ${base}`, ...groupResults(results).map((line) => `  ${line}`)];
  });
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("edited.txt");
});
