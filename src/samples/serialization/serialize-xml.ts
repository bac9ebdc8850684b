import { isObject, type Pointer, tryCall } from "../../document/index.js";
import { serializeScalar } from "../../document/values/serialize-json.js";
import type { Schemas } from "../../schema/index.js";
import { getXmlSchemaLookup, isSpread, type XmlProperty, type XmlSchema } from "../../schema/xml/xml-schema.js";

/**
 * Serializes a value as XML by the `xml` objects of its schema; undefined if no XML represents the value, such as an array
 * of arrays without wrappers.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#xml-object
 */
export function serializeXml(schemas: Schemas, schema: Pointer, value: unknown): string | undefined {
  const xmlSchema = getXmlSchemaLookup(schemas)([schema]);
  const { ownName, referencedName, componentNames, otherNames, namespace } = xmlSchema.options;
  const name = ownName?.name ?? referencedName?.name ?? otherNames[0] ?? componentNames[0] ?? "root";
  return tryCall(
    () => (Array.isArray(value) ? serializeRootList(xmlSchema, name, value) : formatElement(name, value, xmlSchema)),
    UnwritableXmlError,
  );

  function serializeRootList(list: XmlSchema, root: string, items: readonly unknown[]): string {
    const inner = items.map((it, index) => formatItem("item", it, getItem(list, index))).join("");
    return `<${root}${formatNamespace(namespace?.uri)}>${inner}</${root}>`;
  }
}

class UnwritableXmlError extends Error {}

function getItem({ variants }: XmlSchema, index: number): XmlSchema {
  const list = variants.find(({ types }) => types.has("array"));
  if (list === undefined) throw new UnwritableXmlError("an array where the schema has none");
  return list.item(index);
}

/** An item has the name that its schema defines, or else the given one, unless it is text. */
function formatItem(name: string, value: unknown, item: XmlSchema): string {
  const { ownName, referencedName, isText, isNone } = item.options;
  if (isText) return formatText(value);
  if (isNone && isObject(value)) {
    const { attributes, content } = formatNodes(value, item);
    if (attributes !== "") throw new UnwritableXmlError("attributes of an item without a node of its own");
    return content;
  }
  return formatElement(ownName?.name ?? referencedName?.name ?? name, value, item);
}

function formatElement(name: string, value: unknown, xmlSchema: XmlSchema): string {
  const { options } = xmlSchema;
  const namespace = formatNamespace(options.namespace?.uri);
  if (Array.isArray(value)) throw new UnwritableXmlError("an array without a name for its items");
  if (value === null)
    return `<${name}${namespace} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>`;
  if (!isObject(value)) return `<${name}${namespace}>${escapeXml(serializeScalar(value))}</${name}>`;
  const { attributes, content } = formatNodes(value, xmlSchema);
  return `<${name}${namespace}${attributes}>${content}</${name}>`;
}

/** Formats the properties of an object: attributes, text, elements, and the nodes of objects without a node of their own. */
function formatNodes(value: Readonly<Record<string, unknown>>, { merged }: XmlSchema) {
  const { all } = merged.properties();
  let [attributes, content] = ["", ""];
  for (const [key, item] of Object.entries(value)) {
    const property = all.get(key);
    if (!/^[A-Za-z_][\w.-]*$/.test(key) && property === undefined) throw new UnwritableXmlError("no element name");
    if (property === undefined) content += formatUndeclared(key, item);
    else if (property.isAttribute) attributes += ` ${property.names[0]}="${formatAttribute(item)}"`;
    else if (property.xmlSchema.options.isText) content += formatText(item);
    else if (isSpread(property) && isObject(item)) {
      const inner = formatNodes(item, property.xmlSchema);
      attributes += inner.attributes;
      content += inner.content;
    } else content += formatProperty(property, item);
  }
  return { attributes, content };
}

function formatText(value: unknown): string {
  if (typeof value === "object" && !(value instanceof Number))
    throw new UnwritableXmlError("a composite value or null in text");
  return escapeXml(serializeScalar(value));
}

function formatProperty({ names, list, xmlSchema }: XmlProperty, value: unknown): string {
  const name = names[0] ?? "item";
  if (!Array.isArray(value)) return formatElement(name, value, xmlSchema);
  const isWrapped = list?.isWrapped === true;
  const itemName = isWrapped ? (list.names[0] ?? name) : name;
  const inner = value.map((it, index) => formatItem(itemName, it, getItem(xmlSchema, index))).join("");
  return isWrapped ? `<${name}>${inner}</${name}>` : inner;
}

function formatUndeclared(name: string, value: unknown): string {
  if (typeof value === "object" && !(value instanceof Number))
    throw new UnwritableXmlError("a composite value without a schema");
  return `<${name}>${escapeXml(serializeScalar(value))}</${name}>`;
}

function formatAttribute(value: unknown): string {
  if (value === null || isObject(value)) throw new UnwritableXmlError("an object in an attribute");
  return escapeXml(Array.isArray(value) ? value.map(serializeScalar).join(" ") : serializeScalar(value));
}

function formatNamespace(uri: string | undefined): string {
  return uri === undefined ? "" : ` xmlns="${escapeXml(uri)}"`;
}

function escapeXml(text: string): string {
  if (/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(text))
    throw new UnwritableXmlError("a character that XML cannot hold");
  return text.replaceAll(/[&<>"\r]/g, (char) => `&#${char.charCodeAt(0)};`);
}
