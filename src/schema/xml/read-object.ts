import { isObject, type Json, type Pointer } from "../../document/index.js";
import { noteExact } from "../exact-number.js";
import { propertyPointers } from "../node.js";
import { fitting, readElement, readMember } from "./read-element.js";
import { isAboutDocument, type XmlAttribute, type XmlElement, type XmlPart } from "./xml-element.js";
import { memberOf, type XmlMember, xmlMember } from "./xml-members.js";
import { type XmlNote, XmlNotes } from "./xml-note.js";
import type { XmlPlace, XmlVariant } from "./xml-place.js";
import type { XmlRead, XmlReading } from "./xml-reading.js";
import { isBlank, scalarCandidates, trimmed } from "./xml-scalar.js";

/**
 * Reads an element as an object: its elements and attributes are properties. What is not declared stays, under a name that
 * no declared property has: `@name` for an attribute, `#text` for text.
 */
export function readObject(reading: XmlReading, element: XmlElement, variant: XmlVariant): XmlRead {
  const made = new MadeObject(reading);
  const { elements, attributes, all } = variant.members();
  const declared = new Map<XmlMember, XmlElement[]>();
  const others = new Map<string, XmlElement[]>();
  for (const child of element.children) {
    const member = memberOf(elements, child);
    if (member === undefined) gather(others, all.has(child.local) ? `<${child.local}>` : child.local, child);
    else gather(declared, member, child);
  }
  for (const [member, same] of declared) {
    made.add(member.property, same[0] ?? element, readMember(reading, same, member));
    made.notes.add(wrongNamespaces(member.place, same, element), member.property);
  }
  for (const [name, same] of others) made.add(name, same[0] ?? element, readOther(reading, same, name, variant));
  for (const attribute of element.attributes) {
    const member = memberOf(attributes, attribute);
    if (member !== undefined) made.add(member.property, attribute, readAttribute(reading, attribute, member));
    else if (!isAboutDocument(attribute) && !isOpen(variant, `@${attribute.local}`))
      made.add(`@${attribute.local}`, attribute, { value: attribute.value, notes: [] });
  }
  if (!isBlank(element.text)) addText(made, element, variant);
  addAbsent(made, variant);
  return made.read();
}

function gather<Key>(groups: Map<Key, XmlElement[]>, key: Key, element: XmlElement): void {
  const same = groups.get(key);
  if (same === undefined) groups.set(key, [element]);
  else same.push(element);
}

class MadeObject {
  readonly notes = new XmlNotes();
  readonly reading: XmlReading;
  readonly #entries = new Map<string, Json>();
  readonly #parts = new Map<string, XmlPart>();

  constructor(reading: XmlReading) {
    this.reading = reading;
  }

  add(name: string, part: XmlPart | undefined, { value, notes }: XmlRead): void {
    this.#entries.set(name, value);
    if (part !== undefined) this.#parts.set(name, part);
    this.notes.add(notes, name);
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  read(): XmlRead {
    const value = noteExact(Object.fromEntries(this.#entries));
    this.reading.note(value, this.#parts);
    return { value, notes: this.notes.list() };
  }
}

/** What no property is written as: what the schema says of further properties, or any value. */
function readOther(reading: XmlReading, same: readonly XmlElement[], name: string, { shapes }: XmlVariant): XmlRead {
  const pointers = name.startsWith("<") ? [] : (propertyPointers(shapes, name) ?? []);
  const member = xmlMember(reading.places, name, pointers);
  const [first] = same;
  if (pointers.length > 0 || same.length > 1 || first === undefined) return readMember(reading, same, member);
  return readElement(reading, first, member.place);
}

/** Whether the schema describes further properties; attributes are no such thing, but may be meant. */
function isOpen({ shapes }: XmlVariant, name: string): boolean {
  return (propertyPointers(shapes, name) ?? []).length > 0;
}

/** A list in an attribute has its items parted by white space, as XML Schema writes it. */
function readAttribute(reading: XmlReading, part: XmlAttribute, { place }: XmlMember): XmlRead {
  const read = fitting(reading, { place, part }, ({ types, item }) => {
    const texts = types.size === 0 || !types.has("array") ? [] : trimmed(part.value).split(/[\t\n\r ]+/);
    const items = texts.filter((it) => it !== "").map((it, index) => firstScalar(item(index), it));
    const values: Json[] = types.has("array") ? [noteExact(items)] : [];
    const all = [...values, ...scalarCandidates(types, part.value)];
    return (all.length === 0 ? [part.value] : all).map((value) => () => ({ value, notes: [] }));
  });
  const { namespace } = place.words;
  if (namespace === undefined || part.namespace === "" || part.namespace === namespace.uri) return read;
  return { ...read, notes: [wrongNamespace("attribute", namespace)] };
}

function firstScalar({ whole: { types } }: XmlPlace, text: string): Json {
  return scalarCandidates(types, text)[0] ?? text;
}

/** Text of an element that has attributes is, where it can be one only, the property that is no attribute. */
function addText(made: MadeObject, element: XmlElement, variant: XmlVariant): void {
  const members = [...variant.members().all.values()].filter(({ isAttribute }) => !isAttribute);
  const [only] = members;
  const isOnly = element.children.length === 0 && members.length === 1 && only?.list === undefined;
  if (only !== undefined && isOnly) {
    const part = { ...element, attributes: [] };
    made.add(only.property, element, readElement(made.reading, part, only.place));
  } else if (!isOpen(variant, "#text")) made.add("#text", element, { value: trimmed(element.text), notes: [] });
}

/** A list that is not wrapped and has no items is nowhere to be seen; neither is, as many write it, what is null. */
function addAbsent(made: MadeObject, { required, members }: XmlVariant): void {
  for (const name of required) {
    const member = members().all.get(name);
    if (member === undefined || made.has(name) || isOneSided(member.place, made.reading)) continue;
    const isBare = member.list?.isWrapped === false;
    const isNullable = member.place.whole.types.has("null");
    if (isBare || isNullable) made.add(name, undefined, { value: isBare ? [] : null, notes: [] });
  }
}

function isOneSided({ whole: { shapes } }: XmlPlace, { view }: XmlReading): boolean {
  const mark = view === "request" ? "readOnly" : "writeOnly";
  return shapes.some(({ schema }) => isObject(schema) && schema[mark] === true);
}

/** What a component says of itself holds where it is the root; in another element it may be of the namespace of that. */
function wrongNamespaces({ words }: XmlPlace, same: readonly XmlElement[], parent: XmlElement): readonly XmlNote[] {
  const { namespace } = words;
  if (namespace === undefined) return [];
  const fits = namespace.from === "own" ? [namespace.uri] : [namespace.uri, parent.namespace, ""];
  return same.some((it) => !fits.includes(it.namespace)) ? [wrongNamespace("element", namespace)] : [];
}

export function wrongNamespace(
  what: string,
  { uri, pointer }: { readonly uri: string; readonly pointer: Pointer },
): XmlNote {
  const reason = `the ${what} is not of the namespace ${JSON.stringify(uri)}`;
  return { kind: "invalid", tokens: [], reason, contract: pointer, valueClass: "namespace", occurrences: 1 };
}
