import { isObject, type Json, memoizeByObject, type Pointer, parsePointer } from "../../document/index.js";
import { CannotValidateError } from "../cannot-validate-error.js";
import type { MessageDirection } from "../message-direction.js";
import type { Malformed } from "../parameters/decoding.js";
import type { Schemas } from "../validation/schemas.js";
import { getLineAndColumn } from "./line-and-column.js";
import { readElement } from "./read-element.js";
import { createNamespaceNote } from "./read-object.js";
import type { XmlElement, XmlPart } from "./xml-element.js";
import { createXmlNote, NO_XML_NOTES, type XmlNote, XmlNotes } from "./xml-note.js";
import { XmlReader, type XmlValue } from "./xml-reader.js";
import { isSpreadSchema, type XmlSchema } from "./xml-schema.js";
import { XmlSyntaxError, XmlTreeBuilder } from "./xml-tree-builder.js";

export type XmlBody =
  | {
      readonly kind: "value";
      readonly value: Json;
      readonly notes: readonly XmlNote[];
      /** The element or attribute that a location in the value was read from; undefined if there is none. */
      readonly partAt: (at: Pointer) => XmlPart | undefined;
    }
  | Malformed
  | { readonly kind: "not-checked"; readonly reason: string };

/** Why a text is not well-formed XML or cannot be checked; undefined if neither applies. */
export function checkXmlSyntax(text: string): Exclude<XmlBody, { kind: "value" }> | undefined {
  const parsed = parseXml(text);
  return parsed.kind === "document" ? undefined : parsed;
}

/**
 * Reads XML as the value that a schema describes, by its `xml` objects and its types.
 *
 * Where the specification does not define how a value is written, all plausible forms are accepted (see docs/openapi.md).
 *
 * @see https://spec.openapis.org/oas/v3.1.1#xml-object
 */
export function readXml(schemas: Schemas, schema: Pointer, text: string, direction: MessageDirection): XmlBody {
  const parsed = parseXml(text);
  if (parsed.kind !== "document") return parsed;
  const { root, unbound } = parsed;
  // A service cannot declare the prefix of a schema that has no namespace.
  for (const [prefix, offset] of unbound)
    if (!collectPrefixes(schemas).has(prefix))
      return createMalformedXml(text, offset, "the name has an undeclared prefix");
  const reader = new XmlReader(schemas, direction, text.length);
  try {
    const { value, notes } = readRoot(reader, root, reader.getSchema([schema]));
    return { kind: "value", value, notes, partAt: (at) => findPart(reader, { root, value }, at) };
  } catch (error) {
    // The stack of a thread may be too small even for a document within the depth limit.
    if (error instanceof RangeError) return { kind: "not-checked", reason: "it is nested too deeply" };
    if (!(error instanceof CannotValidateError)) throw error;
    return { kind: "not-checked", reason: error.message };
  }
}

function findPart(reader: XmlReader, from: { readonly root: XmlPart; readonly value: Json }, at: Pointer) {
  let value: unknown = from.value;
  let part: XmlPart | undefined = from.root;
  for (const token of parsePointer(at)) {
    if (typeof value !== "object" || value === null) return undefined;
    part = reader.getPart(value, token);
    value = (value as Readonly<Record<string, unknown>>)[token];
  }
  return part;
}

function readRoot(reader: XmlReader, root: XmlElement, xmlSchema: XmlSchema): XmlValue {
  // The root is the only node of an object without a node of its own.
  if (isSpreadSchema(xmlSchema))
    return readElement(reader, { ...root, attributes: [], children: [root], text: "" }, xmlSchema);
  const isList = xmlSchema.variants.some(({ types }) => types.has("array"));
  const listed = isList ? xmlSchema.variants.find(({ types }) => types.has("array"))?.item(0) : undefined;
  const item = listed && isSpreadSchema(listed) ? undefined : listed;
  const names = item && listOwnNames(item);
  // A document can hold only one item of an array that is not wrapped.
  if (item !== undefined && names?.includes(root.local) && !root.children.some(({ local }) => names.includes(local))) {
    const isOnlyItem = root.children.length > 0 && !xmlSchema.options.isWrapped;
    if (isOnlyItem) {
      const { value, notes } = readElement(reader, root, item);
      return { value: [value], notes };
    }
  }
  const result = readElement(reader, root, xmlSchema, { isWrapped: true, names: names ?? [] });
  const notes = new XmlNotes();
  notes.add(checkRoot(xmlSchema, root, isList));
  if (item !== undefined && names === undefined) notes.add(checkItemNames(item, root));
  notes.add(result.notes);
  return { value: result.value, notes: notes.list() };
}

/** The names that schemas define for themselves; undefined if none does. */
function listOwnNames({ options: { ownName, referencedName } }: XmlSchema): readonly string[] | undefined {
  const named = ownName ?? referencedName;
  return named && [named.name];
}

function checkRoot({ options }: XmlSchema, { local, namespace }: XmlElement, isList: boolean): readonly XmlNote[] {
  const notes: XmlNote[] = [];
  const named = isList && !options.isWrapped ? undefined : (options.ownName ?? options.referencedName);
  if (named !== undefined && named.name !== local) {
    const reason = `the root element is ${JSON.stringify(local)}; expected ${JSON.stringify(named.name)}`;
    notes.push(createXmlNote("violation", { reason, pointer: named.pointer, valueClass: `element ${local}` }));
  }
  const { componentNames, otherNames } = options;
  const likelyNames = [...otherNames, ...componentNames];
  if (named === undefined && !isList && likelyNames.length > 0 && !likelyNames.includes(local))
    notes.push(createUndecidedNote(local, likelyNames));
  const expected = options.namespace;
  if (expected !== undefined && expected.from !== "other" && expected.uri !== namespace)
    notes.push(createNamespaceNote("element", expected));
  return notes;
}

/** Most services use the name of a component as that of its element, but the specification does not require it. */
function createUndecidedNote(local: string, likelyNames: readonly string[]): XmlNote {
  const reason = `the spec does not define whether the element ${JSON.stringify(local)} represents ${likelyNames.map((it) => JSON.stringify(it)).join(" or ")}`;
  return createXmlNote("undecided", { reason, pointer: "", valueClass: `element ${local}` });
}

function checkItemNames({ options }: XmlSchema, root: XmlElement): readonly XmlNote[] {
  const likelyNames = [...options.otherNames, ...options.componentNames];
  const unexpected = root.children.find(({ local }) => !likelyNames.includes(local) && local !== root.local);
  return likelyNames.length === 0 || unexpected === undefined
    ? NO_XML_NOTES
    : [createUndecidedNote(unexpected.local, likelyNames)];
}

const collectPrefixes = memoizeByObject(({ root }: Schemas): ReadonlySet<string> => {
  const found = new Set<string>();
  const pending: Json[] = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const { xml } = value as { readonly xml?: Json };
    if (isObject(xml) && typeof xml.prefix === "string" && xml.namespace === undefined) found.add(xml.prefix);
    for (const child of Object.values(value)) pending.push(child);
  }
  return found;
});

type ParsedXml =
  | {
      readonly kind: "document";
      readonly root: XmlElement;
      /** Undeclared prefixes, with the offset of their first use. */
      readonly unbound: ReadonlyMap<string, number>;
    }
  | Malformed
  | { readonly kind: "not-checked"; readonly reason: string };

/**
 * Parses XML 1.0 with namespaces, in time and memory linear in the length. Only the five predefined entities are expanded,
 * and nothing is fetched. A document whose document type has declarations is not checked.
 *
 * @see https://www.w3.org/TR/xml/ and https://www.w3.org/TR/xml-names/
 */
export function parseXml(text: string): ParsedXml {
  const builder = new XmlTreeBuilder(text);
  try {
    return { kind: "document", root: builder.readDocument(), unbound: builder.unbound };
  } catch (error) {
    if (error instanceof CannotValidateError) return { kind: "not-checked", reason: error.message };
    // An expression may need more stack than there is for a very long part.
    if (error instanceof RangeError) return { kind: "not-checked", reason: "a part of it is too long" };
    if (!(error instanceof XmlSyntaxError)) throw error;
    return createMalformedXml(text, error.offset, error.message);
  }
}

function createMalformedXml(text: string, offset: number, message: string): Malformed {
  const { line, column } = getLineAndColumn(text, offset);
  return { kind: "malformed", mode: message, reason: `is not well-formed XML at ${line}:${column}: ${message}` };
}
