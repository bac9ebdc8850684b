import { getOrCreate, isObject, type Json, type Pointer } from "../../document/index.js";
import { findPropertyPointers } from "../model/schema-model.js";
import { readFittingVariant } from "./read-fitting-variant.js";
import { findXmlProperty, splitElement } from "./spread-property.js";
import { isReservedAttribute, type XmlAttribute, type XmlElement, type XmlPart } from "./xml-element.js";
import { createXmlNote, type XmlNote, XmlNotes } from "./xml-note.js";
import type { XmlReader, XmlValue } from "./xml-reader.js";
import { isXmlBlank, listScalarCandidates, trimXmlSpace } from "./xml-scalar.js";
import { createXmlProperty, isSpread, type XmlProperty, type XmlSchema, type XmlVariant } from "./xml-schema.js";

/** The readers of elements, passed in because an object holds elements. */
export type ElementReaders = {
  readonly readElement: (reader: XmlReader, element: XmlElement, xmlSchema: XmlSchema) => XmlValue;
  readonly readPropertyElements: (
    reader: XmlReader,
    elements: readonly XmlElement[],
    property: XmlProperty,
  ) => XmlValue;
};

/**
 * Reads an element as an object, whose properties are its elements and attributes. Undeclared parts get names that no
 * declared property has: `@name` for an attribute, `#text` for text.
 */
export function readXmlObject(
  reader: XmlReader,
  element: XmlElement,
  variant: XmlVariant,
  readers: ElementReaders,
): XmlValue {
  const builder = new XmlObjectBuilder(reader, readers);
  const { elements, attributes, all } = variant.properties();
  const declared = new Map<XmlProperty, XmlElement[]>();
  const others = new Map<string, XmlElement[]>();
  const { own, spread } = splitElement(element, variant);
  for (const [{ property, xmlSchema }, part] of spread)
    builder.add(property, element, readers.readElement(reader, part, xmlSchema));
  for (const child of own.children) {
    const member = findXmlProperty(elements, child);
    const other = all.has(child.local) ? `<${child.local}>` : child.local;
    const group = member === undefined ? getOrCreate(others, other, () => []) : getOrCreate(declared, member, () => []);
    group.push(child);
  }
  for (const [member, group] of declared) {
    builder.add(member.property, group[0] ?? element, readers.readPropertyElements(reader, group, member));
    builder.notes.add(checkNamespaces(member.xmlSchema, group, element), member.property);
  }
  for (const [name, group] of others)
    builder.add(name, group[0] ?? element, readUndeclared(builder, group, name, variant));
  for (const attribute of own.attributes) {
    const member = findXmlProperty(attributes, attribute);
    if (member !== undefined) builder.add(member.property, attribute, readAttribute(reader, attribute, member));
    else if (!isReservedAttribute(attribute) && !hasSchemaFor(variant, `@${attribute.local}`))
      builder.add(`@${attribute.local}`, attribute, { value: attribute.value, notes: [] });
  }
  if (!isXmlBlank(own.text)) addText(builder, own, variant);
  addAbsent(builder, variant);
  return builder.build();
}

class XmlObjectBuilder {
  readonly notes = new XmlNotes();
  readonly reader: XmlReader;
  readonly readers: ElementReaders;
  readonly #entries = new Map<string, Json>();
  readonly #parts = new Map<string, XmlPart>();

  constructor(reader: XmlReader, readers: ElementReaders) {
    this.reader = reader;
    this.readers = readers;
  }

  add(name: string, part: XmlPart | undefined, { value, notes }: XmlValue): void {
    this.#entries.set(name, value);
    if (part !== undefined) this.#parts.set(name, part);
    this.notes.add(notes, name);
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  build(): XmlValue {
    const value = Object.fromEntries(this.#entries);
    this.reader.setParts(value, this.#parts);
    return { value, notes: this.notes.list() };
  }
}

/** Reads elements that are not declared, by the schema of additional properties, or as any value. */
function readUndeclared(
  { reader, readers }: XmlObjectBuilder,
  group: readonly XmlElement[],
  name: string,
  { applicableSchemas }: XmlVariant,
): XmlValue {
  const pointers = name.startsWith("<") ? [] : (findPropertyPointers(applicableSchemas, name) ?? []);
  const member = createXmlProperty(reader.getSchema, name, pointers);
  const [first] = group;
  if (pointers.length > 0 || group.length > 1 || first === undefined)
    return readers.readPropertyElements(reader, group, member);
  return readers.readElement(reader, first, member.xmlSchema);
}

/** Whether the schema allows additional properties of this name, which may also mean attributes or text. */
function hasSchemaFor({ applicableSchemas }: XmlVariant, name: string): boolean {
  return (findPropertyPointers(applicableSchemas, name) ?? []).length > 0;
}

/** Reads an attribute. White space separates the items of an array, as in XML Schema. */
function readAttribute(reader: XmlReader, part: XmlAttribute, { xmlSchema }: XmlProperty): XmlValue {
  const result = readFittingVariant(reader, { xmlSchema, part }, ({ types, item }) => {
    const texts = types.size === 0 || !types.has("array") ? [] : trimXmlSpace(part.value).split(/[\t\n\r ]+/);
    const items = texts
      .filter((it) => it !== "")
      .map((it, index) => listScalarCandidates(item(index).merged.types, it)[0] ?? it);
    const values: Json[] = types.has("array") ? [items] : [];
    const all = [...values, ...listScalarCandidates(types, part.value)];
    return (all.length === 0 ? [part.value] : all).map((value) => () => ({ value, notes: [] }));
  });
  const { namespace } = xmlSchema.options;
  if (namespace === undefined || part.namespace === "" || part.namespace === namespace.uri) return result;
  return { ...result, notes: [createNamespaceNote("attribute", namespace)] };
}

/** Adds text: the value of the property that `nodeType` makes the text, or of the only property that is not an attribute, or else an undeclared `#text`. */
function addText(builder: XmlObjectBuilder, element: XmlElement, variant: XmlVariant): void {
  const { all, text } = variant.properties();
  const members = text === undefined ? [...all.values()].filter(({ isAttribute }) => !isAttribute) : [text];
  const [only] = members;
  const isOnly =
    text !== undefined || (element.children.length === 0 && members.length === 1 && only?.list === undefined);
  if (only !== undefined && isOnly) {
    const part = { ...element, attributes: [], children: [] };
    builder.add(only.property, element, builder.readers.readElement(builder.reader, part, only.xmlSchema));
  } else if (!hasSchemaFor(variant, "#text"))
    builder.add("#text", element, { value: trimXmlSpace(element.text), notes: [] });
}

/** Adds required properties without an element: empty unwrapped arrays, and nulls, which many services omit. */
function addAbsent(builder: XmlObjectBuilder, { constraints, properties }: XmlVariant): void {
  for (const name of constraints.required.keys()) {
    const member = properties().all.get(name);
    if (member === undefined || builder.has(name) || isExcludedByDirection(member.xmlSchema, builder.reader)) continue;
    const isBare = member.list?.isWrapped === false;
    const isNullable = member.xmlSchema.merged.types.has("null");
    // An object without nodes may be empty.
    const value = isBare ? [] : isNullable ? null : isSpread(member) ? {} : undefined;
    if (value !== undefined) builder.add(name, undefined, { value, notes: [] });
  }
}

function isExcludedByDirection({ merged: { applicableSchemas } }: XmlSchema, { direction }: XmlReader): boolean {
  const flag = direction === "request" ? "readOnly" : "writeOnly";
  return applicableSchemas.some(({ schema }) => isObject(schema) && schema[flag] === true);
}

/** Checks the namespace of elements. Inside a parent, the element of a component may have the parent's namespace. */
function checkNamespaces({ options }: XmlSchema, group: readonly XmlElement[], parent: XmlElement): readonly XmlNote[] {
  const { namespace } = options;
  if (namespace === undefined) return [];
  const allowed = namespace.from === "own" ? [namespace.uri] : [namespace.uri, parent.namespace, ""];
  return group.some((it) => !allowed.includes(it.namespace)) ? [createNamespaceNote("element", namespace)] : [];
}

export function createNamespaceNote(
  what: string,
  { uri, pointer }: { readonly uri: string; readonly pointer: Pointer },
): XmlNote {
  const reason = `the ${what} is not in the namespace ${JSON.stringify(uri)}`;
  return createXmlNote("violation", { pointer, reason, valueClass: `namespace of the ${what}` });
}
