import { isObject, type Json, type Pointer } from "../../document/index.js";
import { findPropertyPointers } from "../analysis/merged-schema.js";
import { trackExactNumbers } from "../values/exact-number.js";
import { readElement, readFittingVariant, readPropertyElements } from "./read-element.js";
import { type XmlDiagnostic, XmlDiagnostics } from "./xml-diagnostic.js";
import { isReservedAttribute, type XmlAttribute, type XmlElement, type XmlPart } from "./xml-element.js";
import { createXmlProperty, findXmlProperty, type XmlProperty } from "./xml-properties.js";
import type { XmlReader, XmlValue } from "./xml-reader.js";
import { isXmlBlank, listScalarCandidates, trimXmlSpace } from "./xml-scalar.js";
import type { XmlSchema, XmlVariant } from "./xml-schema.js";

/**
 * Reads an element as an object: its elements and attributes are properties. What is not declared stays, under a name that
 * no declared property has: `@name` for an attribute, `#text` for text.
 */
export function readXmlObject(reading: XmlReader, element: XmlElement, variant: XmlVariant): XmlValue {
  const made = new XmlObjectBuilder(reading);
  const { elements, attributes, all } = variant.properties();
  const declared = new Map<XmlProperty, XmlElement[]>();
  const others = new Map<string, XmlElement[]>();
  for (const child of element.children) {
    const member = findXmlProperty(elements, child);
    if (member === undefined) addToGroup(others, all.has(child.local) ? `<${child.local}>` : child.local, child);
    else addToGroup(declared, member, child);
  }
  for (const [member, same] of declared) {
    made.add(member.property, same[0] ?? element, readPropertyElements(reading, same, member));
    made.diagnostics.add(checkNamespaces(member.xmlSchema, same, element), member.property);
  }
  for (const [name, same] of others) made.add(name, same[0] ?? element, readUndeclared(reading, same, name, variant));
  for (const attribute of element.attributes) {
    const member = findXmlProperty(attributes, attribute);
    if (member !== undefined) made.add(member.property, attribute, readAttribute(reading, attribute, member));
    else if (!isReservedAttribute(attribute) && !hasSchemaFor(variant, `@${attribute.local}`))
      made.add(`@${attribute.local}`, attribute, { value: attribute.value, diagnostics: [] });
  }
  if (!isXmlBlank(element.text)) addText(made, element, variant);
  addAbsent(made, variant);
  return made.build();
}

function addToGroup<Key>(groups: Map<Key, XmlElement[]>, key: Key, element: XmlElement): void {
  const same = groups.get(key);
  if (same === undefined) groups.set(key, [element]);
  else same.push(element);
}

class XmlObjectBuilder {
  readonly diagnostics = new XmlDiagnostics();
  readonly reader: XmlReader;
  readonly #entries = new Map<string, Json>();
  readonly #parts = new Map<string, XmlPart>();

  constructor(reading: XmlReader) {
    this.reader = reading;
  }

  add(name: string, part: XmlPart | undefined, { value, diagnostics }: XmlValue): void {
    this.#entries.set(name, value);
    if (part !== undefined) this.#parts.set(name, part);
    this.diagnostics.add(diagnostics, name);
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  build(): XmlValue {
    const value = trackExactNumbers(Object.fromEntries(this.#entries));
    this.reader.setParts(value, this.#parts);
    return { value, diagnostics: this.diagnostics.list() };
  }
}

/** What no property is written as: what the schema says of further properties, or any value. */
function readUndeclared(
  reading: XmlReader,
  same: readonly XmlElement[],
  name: string,
  { applicableSchemas }: XmlVariant,
): XmlValue {
  const pointers = name.startsWith("<") ? [] : (findPropertyPointers(applicableSchemas, name) ?? []);
  const member = createXmlProperty(reading.getSchema, name, pointers);
  const [first] = same;
  if (pointers.length > 0 || same.length > 1 || first === undefined) return readPropertyElements(reading, same, member);
  return readElement(reading, first, member.xmlSchema);
}

/** Whether the schema describes further properties; attributes are no such thing, but may be meant. */
function hasSchemaFor({ applicableSchemas }: XmlVariant, name: string): boolean {
  return (findPropertyPointers(applicableSchemas, name) ?? []).length > 0;
}

/** A list in an attribute has its items parted by white space, as XML Schema writes it. */
function readAttribute(reading: XmlReader, part: XmlAttribute, { xmlSchema }: XmlProperty): XmlValue {
  const read = readFittingVariant(reading, { xmlSchema, part }, ({ types, item }) => {
    const texts = types.size === 0 || !types.has("array") ? [] : trimXmlSpace(part.value).split(/[\t\n\r ]+/);
    const items = texts.filter((it) => it !== "").map((it, index) => readFirstScalar(item(index), it));
    const values: Json[] = types.has("array") ? [trackExactNumbers(items)] : [];
    const all = [...values, ...listScalarCandidates(types, part.value)];
    return (all.length === 0 ? [part.value] : all).map((value) => () => ({ value, diagnostics: [] }));
  });
  const { namespace } = xmlSchema.options;
  if (namespace === undefined || part.namespace === "" || part.namespace === namespace.uri) return read;
  return { ...read, diagnostics: [createNamespaceDiagnostic("attribute", namespace)] };
}

function readFirstScalar({ merged: { types } }: XmlSchema, text: string): Json {
  return listScalarCandidates(types, text)[0] ?? text;
}

/** Text of an element that has attributes is, where it can be one only, the property that is no attribute. */
function addText(made: XmlObjectBuilder, element: XmlElement, variant: XmlVariant): void {
  const members = [...variant.properties().all.values()].filter(({ isAttribute }) => !isAttribute);
  const [only] = members;
  const isOnly = element.children.length === 0 && members.length === 1 && only?.list === undefined;
  if (only !== undefined && isOnly) {
    const part = { ...element, attributes: [] };
    made.add(only.property, element, readElement(made.reader, part, only.xmlSchema));
  } else if (!hasSchemaFor(variant, "#text"))
    made.add("#text", element, { value: trimXmlSpace(element.text), diagnostics: [] });
}

/** A list that is not wrapped and has no items is nowhere to be seen; neither is, as many write it, what is null. */
function addAbsent(made: XmlObjectBuilder, { required, properties }: XmlVariant): void {
  for (const name of required) {
    const member = properties().all.get(name);
    if (member === undefined || made.has(name) || isExcludedByDirection(member.xmlSchema, made.reader)) continue;
    const isBare = member.list?.isWrapped === false;
    const isNullable = member.xmlSchema.merged.types.has("null");
    if (isBare || isNullable) made.add(name, undefined, { value: isBare ? [] : null, diagnostics: [] });
  }
}

function isExcludedByDirection({ merged: { applicableSchemas } }: XmlSchema, { direction }: XmlReader): boolean {
  const mark = direction === "request" ? "readOnly" : "writeOnly";
  return applicableSchemas.some(({ schema }) => isObject(schema) && schema[mark] === true);
}

/** What a component says of itself holds where it is the root; in another element it may be of the namespace of that. */
function checkNamespaces(
  { options }: XmlSchema,
  same: readonly XmlElement[],
  parent: XmlElement,
): readonly XmlDiagnostic[] {
  const { namespace } = options;
  if (namespace === undefined) return [];
  const fits = namespace.from === "own" ? [namespace.uri] : [namespace.uri, parent.namespace, ""];
  return same.some((it) => !fits.includes(it.namespace)) ? [createNamespaceDiagnostic("element", namespace)] : [];
}

export function createNamespaceDiagnostic(
  what: string,
  { uri, pointer }: { readonly uri: string; readonly pointer: Pointer },
): XmlDiagnostic {
  const reason = `the ${what} is not of the namespace ${JSON.stringify(uri)}`;
  return { kind: "invalid", tokens: [], reason, contract: pointer, valueClass: "namespace", occurrences: 1 };
}
