import type { Json } from "../../document/index.js";
import { CannotValidateError } from "../cannot-validate-error.js";
import { resolveDiscriminator } from "../registry/discriminator.js";
import { readFittingVariant, type XmlAlternatives } from "./read-fitting-variant.js";
import { type ElementReaders, readXmlObject } from "./read-object.js";
import { findXmlProperty, hasText } from "./spread-property.js";
import { isReservedAttribute, isXsiNil, type XmlAttribute, type XmlElement } from "./xml-element.js";
import { createXmlNote, NO_XML_NOTES, type XmlNote, XmlNotes } from "./xml-note.js";
import type { XmlReader, XmlValue } from "./xml-reader.js";
import { isXmlBlank, listScalarCandidates, trimXmlSpace } from "./xml-scalar.js";
import { isSpreadSchema, type XmlList, type XmlProperty, type XmlSchema, type XmlVariant } from "./xml-schema.js";

/** Reads an element as the value that its schema describes; for an array, the element wraps the items. */
export function readElement(reader: XmlReader, element: XmlElement, xmlSchema: XmlSchema, list = ANY_ITEMS): XmlValue {
  if (isXsiNil(element)) return { value: null, notes: NO_XML_NOTES };
  return reader.readOnce(element, xmlSchema, () => {
    const result = readFittingVariant(reader, { xmlSchema, part: element }, (variant) =>
      listVariantReadings(reader, element, { variant, list }),
    );
    return readDiscriminated(reader, element, xmlSchema, result);
  });
}

const ANY_ITEMS: XmlList = { isWrapped: true, names: [] };

/** Reads the elements of a property, which are all elements with one of its names. */
export function readPropertyElements(
  reader: XmlReader,
  elements: readonly XmlElement[],
  member: XmlProperty,
): XmlValue {
  const { xmlSchema, list } = member;
  const [first] = elements;
  if (first === undefined) return { value: [], notes: NO_XML_NOTES };
  if (list === undefined || (list.isWrapped && elements.length === 1))
    return elements.length === 1
      ? readElement(reader, first, xmlSchema, list)
      : readAll(reader, elements, () => xmlSchema, list);
  return readFittingVariant(reader, { xmlSchema, part: first }, (variant) => {
    const all = { variant, list };
    const isList = variant.types.has("array");
    const single =
      elements.length > 1 || (isList && variant.types.size === 1) ? [] : listVariantReadings(reader, first, all);
    if (!isList && elements.length === 1) return single;
    if (list.isWrapped) return [...single, () => readAll(reader, elements, () => xmlSchema, list)];
    const items = (): XmlValue => readAll(reader, elements, isList ? variant.item : () => xmlSchema);
    return elements.length === 1 && isEmptyElement(first) ? [...single, items, () => NO_ITEMS] : [...single, items];
  });
}

const NO_ITEMS: XmlValue = { value: [], notes: NO_XML_NOTES };

/** Reads several elements as the items of an array. */
function readAll(
  reader: XmlReader,
  elements: readonly XmlElement[],
  getItemSchema: (index: number) => XmlSchema,
  list?: XmlList,
): XmlValue {
  const value: Json[] = [];
  const notes = new XmlNotes();
  for (const [index, element] of elements.entries()) {
    const itemSchema = getItemSchema(index);
    if (list === undefined && isListOfText(itemSchema, element))
      throw new CannotValidateError("the spec does not define how nested arrays are written in XML");
    if (isSpreadSchema(itemSchema)) throw new CannotValidateError(UNDEFINED_END);
    const item = readElement(reader, element, itemSchema, list);
    value.push(item.value);
    notes.add(item.notes, index);
  }
  reader.setParts(value, elements);
  return { value, notes: notes.list() };
}

/** Whether an item is an array without a wrapper, whose items cannot be distinguished from those of the next array. */
function isListOfText({ merged: { types }, options }: XmlSchema, { children, text }: XmlElement): boolean {
  return types.has("array") && types.size === 1 && !options.isWrapped && children.length === 0 && !isXmlBlank(text);
}

/** If a discriminator names a schema that extends this one, reads the element again with both. */
function readDiscriminated(
  reader: XmlReader,
  element: XmlElement,
  { merged, pointers }: XmlSchema,
  result: XmlValue,
): XmlValue {
  const { discriminators, applicableSchemas } = merged;
  if (discriminators.length === 0) return result;
  const targets = discriminators.flatMap((it) => resolveDiscriminator(reader.schemas.root, it, result.value) ?? []);
  const added = targets.filter((pointer) => applicableSchemas.every((it) => it.pointer !== pointer));
  return added.length === 0 ? result : readElement(reader, element, reader.getSchema([...pointers, ...added]));
}

const READERS: ElementReaders = { readElement, readPropertyElements };

const SCALAR_TYPES = ["string", "number", "integer", "boolean", "null"];

type VariantTarget = { readonly variant: XmlVariant; readonly list: XmlList };

function listVariantReadings(reader: XmlReader, element: XmlElement, target: VariantTarget): XmlAlternatives {
  const { types } = target.variant;
  const isList = types.has("array");
  const hasTextItem = isList && target.variant.item(0).options.isText;
  const hasParts =
    element.children.length > 0 || hasTextItem || (types.size === 0 && listOwnAttributes(element).length > 0);
  if (!hasParts) return listTextReadings(reader, element, target);
  const asObject = (): XmlValue => readXmlObject(reader, element, target.variant, READERS);
  const asList = (): XmlValue => readWrappedItems(reader, element, target);
  if (types.has("object")) return isList ? [asObject, asList] : [asObject];
  return isList ? [asList] : [asObject];
}

/** Lists the readings of an element without child elements: a scalar, or an empty object or array. */
function listTextReadings(reader: XmlReader, element: XmlElement, { variant }: VariantTarget): XmlAlternatives {
  const { types } = variant;
  const readings: (() => XmlValue)[] = [];
  const blank = isXmlBlank(element.text);
  const isScalar = types.size === 0 || SCALAR_TYPES.some((type) => types.has(type) && (type !== "null" || blank));
  const createValue = (value: Json): XmlValue => ({ value, notes: listUndeclaredAttributes(variant, element) });
  if (hasText(variant) || (types.has("object") && (blank || listOwnAttributes(element).length > 0)))
    readings.push(() => readXmlObject(reader, element, variant, READERS));
  if (types.has("array") && blank) readings.push(() => createValue([]));
  const values = isScalar ? listScalarCandidates(types, element.text) : [];
  for (const value of values) readings.push(() => createValue(value));
  if (readings.length > 0) return readings;
  return [() => createValue(trimXmlSpace(element.text))];
}

/** Reads the items in a wrapper. Elements with other names are items too, but with a note. */
function readWrappedItems(reader: XmlReader, element: XmlElement, { variant, list }: VariantTarget): XmlValue {
  if (hasSpreadItems(variant)) return readSpreadItems(reader, element, variant);
  const { nodes, hasUndeclaredText } = listItemNodes(element, variant);
  const items = readAll(reader, nodes, variant.item);
  const notes = new XmlNotes();
  notes.add(items.notes);
  const pointer = variant.item(0).pointers[0] ?? variant.applicableSchemas[0]?.pointer ?? "";
  for (const [index, { local }] of nodes.entries()) {
    // An item of `prefixItems` has a name of its own, or is text.
    const { ownName, isText } = variant.item(index).options;
    if (isText) continue;
    const names = list.names.length === 0 || ownName === undefined ? list.names : [ownName.name];
    if (names.length === 0 || names.includes(local)) continue;
    const reason = `the item is the element ${JSON.stringify(local)}; expected ${names.map((it) => JSON.stringify(it)).join(" or ")}`;
    notes.add([createXmlNote("violation", { pointer, reason, valueClass: `element ${local}` })], index);
  }
  notes.add(listUndeclaredAttributes(variant, element));
  if (hasUndeclaredText) notes.add([createUndeclaredNote(variant, "the text between its elements", "#text")]);
  return { value: items.value, notes: notes.list() };
}

/** Lists the nodes of the items: elements, and text where an item has the node type `text` or `cdata`. */
function listItemNodes(element: XmlElement, variant: XmlVariant): { nodes: XmlElement[]; hasUndeclaredText: boolean } {
  const { children, text } = element;
  const nodes: XmlElement[] = [];
  let hasUndeclaredText = false;
  let start = 0;
  for (let next = 0; next <= children.length; next += 1) {
    const child = children[next];
    const before = text.slice(start, child?.textOffset);
    start = child?.textOffset ?? text.length;
    // Text before an element may be empty, but must be there, so that the items after it keep their positions.
    if (variant.item(nodes.length).options.isText && !(child === undefined && isXmlBlank(before)))
      nodes.push({ ...element, children: [], attributes: [], text: before });
    else if (!isXmlBlank(before)) hasUndeclaredText = true;
    if (child !== undefined) nodes.push(child);
  }
  return { nodes, hasUndeclaredText };
}

/** Lists the attributes of an array or scalar; those of an object are properties. */
function listUndeclaredAttributes(variant: XmlVariant, element: XmlElement): readonly XmlNote[] {
  return listOwnAttributes(element).map(({ local }) =>
    createUndeclaredNote(variant, `the attribute ${JSON.stringify(local)}`, `@${local}`),
  );
}

function listOwnAttributes({ attributes }: XmlElement): readonly XmlAttribute[] {
  return attributes.filter((it) => !isReservedAttribute(it));
}

function createUndeclaredNote({ applicableSchemas }: XmlVariant, what: string, name: string): XmlNote {
  const pointer = applicableSchemas[0]?.pointer ?? "";
  const reason = `${what} is not declared`;
  return createXmlNote("undeclared", { pointer, reason, valueClass: `property ${name}`, name });
}

function isEmptyElement({ children, text, attributes }: XmlElement): boolean {
  return children.length === 0 && isXmlBlank(text) && attributes.every(isReservedAttribute);
}

/** Whether the items of an array are objects without a node of their own, all described by one schema. */
function hasSpreadItems({ applicableSchemas, item }: XmlVariant): boolean {
  return isSpreadSchema(item(0)) && applicableSchemas.every(({ schema }) => schema.prefixItems === undefined);
}

/**
 * Reads the elements of items without a node of their own: a new item begins where an element repeats a property that is no list.
 * If a property may be missing, the elements may also belong to more items.
 *
 * @throws {CannotValidateError} if another division into items could be valid.
 */
function readSpreadItems(reader: XmlReader, element: XmlElement, variant: XmlVariant): XmlValue {
  const item = variant.item(0);
  if (element.attributes.length > 0 || hasText(item.merged)) throw new CannotValidateError(UNDEFINED_END);
  const { groups, isUnique } = groupElements(element.children, item);
  const value: Json[] = [];
  const notes = new XmlNotes();
  for (const [index, children] of groups.entries()) {
    const [first = element] = children;
    const part = { ...element, children, text: "", start: first.start, end: children.at(-1)?.end ?? first.end };
    const read = readElement(reader, part, item);
    if (!isUnique && !reader.isValid(item.pointers, read.value, part)) throw new CannotValidateError(UNDEFINED_END);
    value.push(read.value);
    notes.add(read.notes, index);
  }
  const hasMinimum = variant.applicableSchemas.some(({ schema }) => Number(schema.minItems ?? 0) > groups.length);
  if (!isUnique && hasMinimum) throw new CannotValidateError(UNDEFINED_END);
  reader.setParts(
    value,
    groups.map(([first = element]) => first),
  );
  return { value, notes: notes.list() };
}

const UNDEFINED_END = "the spec does not define where an item without a node of its own ends in XML";

function groupElements(elements: readonly XmlElement[], { merged, variants }: XmlSchema) {
  const { elements: byName } = merged.properties();
  const groups: XmlElement[][] = [];
  let taken = new Set<XmlProperty | string>();
  let isUnique = variants.length === 1;
  for (const element of elements) {
    const member = findXmlProperty(byName, element);
    const canRepeat = member?.list?.isWrapped === false;
    const key = member ?? element.local;
    isUnique &&= member !== undefined && !canRepeat && merged.constraints.required.has(member.property);
    const group = groups.at(-1);
    if (group === undefined || (taken.has(key) && !canRepeat)) {
      groups.push([element]);
      taken = new Set();
    } else group.push(element);
    taken.add(key);
  }
  return {
    groups,
    /** Whether no other division can be valid, because each item must have each of its elements exactly once. */
    isUnique,
  };
}
