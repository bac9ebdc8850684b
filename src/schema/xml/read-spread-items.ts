import type { Json } from "../../document/index.js";
import { CannotValidateError } from "../cannot-validate-error.js";
import { trackExactNumbers } from "../values/exact-number.js";
import type { ElementReaders } from "./read-object.js";
import { findXmlProperty, hasText } from "./spread-property.js";
import type { XmlElement } from "./xml-element.js";
import { XmlNotes } from "./xml-note.js";
import type { XmlReader, XmlValue } from "./xml-reader.js";
import { isSpreadSchema, type XmlProperty, type XmlSchema, type XmlVariant } from "./xml-schema.js";

/** Whether the items of an array are objects without a node of their own, all described by one schema. */
export function hasSpreadItems({ applicableSchemas, item }: XmlVariant): boolean {
  return isSpreadSchema(item(0)) && applicableSchemas.every(({ schema }) => schema.prefixItems === undefined);
}

/**
 * Reads the elements of items without a node of their own: a new item begins where an element repeats a property that is no list.
 * If a property may be missing, the elements may also belong to more items.
 *
 * @throws {CannotValidateError} if another division into items could be valid.
 */
export function readSpreadItems(
  reader: XmlReader,
  element: XmlElement,
  variant: XmlVariant,
  { readElement }: Pick<ElementReaders, "readElement">,
): XmlValue {
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
  return { value: trackExactNumbers(value), notes: notes.list() };
}

const UNDEFINED_END = "the spec does not define where an item without a node of its own ends in XML";

type ElementGroups = {
  readonly groups: readonly (readonly XmlElement[])[];
  /** Whether no other division can be valid, because each item must have each of its elements exactly once. */
  readonly isUnique: boolean;
};

function groupElements(elements: readonly XmlElement[], { merged, variants }: XmlSchema): ElementGroups {
  const { elements: byName } = merged.properties();
  const groups: XmlElement[][] = [];
  let taken = new Set<XmlProperty | string>();
  let isUnique = variants.length === 1;
  for (const element of elements) {
    const member = findXmlProperty(byName, element);
    const canRepeat = member?.list?.isWrapped === false;
    const key = member ?? element.local;
    isUnique &&= member !== undefined && !canRepeat && merged.required.has(member.property);
    const group = groups.at(-1);
    if (group === undefined || (taken.has(key) && !canRepeat)) {
      groups.push([element]);
      taken = new Set();
    } else group.push(element);
    taken.add(key);
  }
  return { groups, isUnique };
}
