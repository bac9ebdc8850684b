import type { Json } from "../../document/index.js";
import { noteExact } from "../exact-number.js";
import { namedSchema } from "../named-schema.js";
import { Unjudged } from "../unjudged.js";
import { readObject } from "./read-object.js";
import { isAboutDocument, isNil, type XmlAttribute, type XmlElement } from "./xml-element.js";
import type { XmlList, XmlMember } from "./xml-members.js";
import { NO_NOTES, type XmlNote, XmlNotes } from "./xml-note.js";
import type { XmlPlace, XmlVariant } from "./xml-place.js";
import type { XmlRead, XmlReading } from "./xml-reading.js";
import { isBlank, scalarCandidates, trimmed } from "./xml-scalar.js";

/** Reads one element as what the schemas at a place describe; a list as the wrapper of its items. */
export function readElement(reading: XmlReading, element: XmlElement, place: XmlPlace, list = ANY_ITEMS): XmlRead {
  if (isNil(element)) return { value: null, notes: NO_NOTES };
  return reading.once(element, place, () => {
    const whole = fitting(reading, { place, part: element }, (variant) =>
      asVariant(reading, element, { variant, list }),
    );
    return withNamed(reading, element, place, whole);
  });
}

const ANY_ITEMS: XmlList = { isWrapped: true, names: [] };

/** Reads the elements of a property: all that have one of its names. */
export function readMember(reading: XmlReading, elements: readonly XmlElement[], member: XmlMember): XmlRead {
  const { place, list } = member;
  const [first] = elements;
  if (first === undefined) return { value: [], notes: NO_NOTES };
  if (list === undefined || (list.isWrapped && elements.length === 1))
    return elements.length === 1
      ? readElement(reading, first, place, list)
      : readAll(reading, elements, () => place, list);
  return fitting(reading, { place, part: first }, (variant) => {
    const all = { variant, list };
    const isList = variant.types.has("array");
    const single = elements.length > 1 || (isList && variant.types.size === 1) ? [] : asVariant(reading, first, all);
    if (!isList && elements.length === 1) return single;
    if (list.isWrapped) return [...single, () => readAll(reading, elements, () => place, list)];
    const items = (): XmlRead => readAll(reading, elements, isList ? variant.item : () => place);
    return elements.length === 1 && isEmpty(first) ? [...single, items, () => NO_ITEMS] : [...single, items];
  });
}

const NO_ITEMS: XmlRead = { value: [], notes: NO_NOTES };

/** Several elements as the items of a list. */
function readAll(
  reading: XmlReading,
  elements: readonly XmlElement[],
  placeOf: (index: number) => XmlPlace,
  list?: XmlList,
): XmlRead {
  const value: Json[] = [];
  const notes = new XmlNotes();
  for (const [index, element] of elements.entries()) {
    const place = placeOf(index);
    if (list === undefined && isListOfText(place, element))
      throw new Unjudged("the contract does not say how a list in a list is written");
    const read = readElement(reading, element, place, list);
    value.push(read.value);
    notes.add(read.notes, index);
  }
  reading.note(value, elements);
  return { value: noteExact(value), notes: notes.list() };
}

/** Without wrappers the items of inner lists would stand one after the other, and nobody could tell them apart. */
function isListOfText({ whole: { types }, words }: XmlPlace, { children, text }: XmlElement): boolean {
  return types.has("array") && types.size === 1 && !words.wrapped && children.length === 0 && !isBlank(text);
}

/** The ways in which something may be read, the likeliest first. */
export type Ways = readonly (() => XmlRead)[];

type Sought = { readonly place: XmlPlace; readonly part: XmlElement | XmlAttribute };

/** The first reading that fits, of every way of choosing; where none does, that which is closest. */
export function fitting(reading: XmlReading, { place, part }: Sought, waysOf: (variant: XmlVariant) => Ways): XmlRead {
  const { variants, pointers, isCut } = place;
  const tried: Tried[] = [];
  if (variants.length > 1) reading.tries += 1;
  for (const variant of variants) {
    const ways = waysOf(variant);
    const [only] = ways;
    if (only !== undefined && ways.length === 1 && variants.length === 1) return only();
    for (const way of ways) {
      const read = way();
      tried.push({ variant, read });
      if (!reading.isValid(pointers, read.value, part)) continue;
      if (variants.length > 1) reading.tries -= 1;
      return read;
    }
  }
  if (variants.length > 1) reading.tries -= 1;
  if (isCut) throw new Unjudged("its schema has more alternatives than are tried");
  return closest(reading, place, tried);
}

type Tried = { readonly variant: XmlVariant; readonly read: XmlRead };

/** What a discriminator names is meant, and else what keeps the most of what it is asked for. */
function closest({ schemas, view }: XmlReading, { pointers, whole }: XmlPlace, tried: readonly Tried[]): XmlRead {
  let least = Number.POSITIVE_INFINITY;
  let found: XmlRead = { value: null, notes: NO_NOTES };
  for (const { variant, read } of tried) {
    const named = whole.discriminators.map((it) => namedSchema(schemas.root, it, read.value));
    const isNamed = variant.shapes.some(({ pointer }) => named.includes(pointer));
    const failures = pointers.flatMap((it) => schemas.validate(it, view, read.value));
    const distance = failures.length + (isNamed ? 0 : FAR);
    if (distance < least) found = read;
    least = Math.min(least, distance);
  }
  return found;
}

/** More than any value fails. */
const FAR = 1_000_000;

/** Where a discriminator names a schema that extends this one, what that says is said as well. */
function withNamed(reading: XmlReading, element: XmlElement, place: XmlPlace, read: XmlRead): XmlRead {
  const { discriminators, shapes } = place.whole;
  if (discriminators.length === 0) return read;
  const named = discriminators.flatMap((it) => namedSchema(reading.schemas.root, it, read.value) ?? []);
  const added = named.filter((pointer) => shapes.every((shape) => shape.pointer !== pointer));
  return added.length === 0 ? read : readElement(reading, element, reading.places([...place.pointers, ...added]));
}

const SCALARS = ["string", "number", "integer", "boolean", "null"];

type Wanted = { readonly variant: XmlVariant; readonly list: XmlList };

function asVariant(reading: XmlReading, element: XmlElement, wanted: Wanted): Ways {
  const { types } = wanted.variant;
  const attributes = element.attributes.filter((it) => !isAboutDocument(it));
  const hasParts = element.children.length > 0 || (types.size === 0 && attributes.length > 0);
  if (!hasParts) return asText(reading, element, wanted, attributes);
  const wantsList = types.has("array");
  const asObject = (): XmlRead => readObject(reading, element, wanted.variant);
  const asList = (): XmlRead => readItems(reading, element, wanted);
  if (types.has("object")) return wantsList ? [asObject, asList] : [asObject];
  return wantsList ? [asList] : [asObject];
}

/** An element without elements: a scalar, or an object or a list that is empty. */
function asText(
  reading: XmlReading,
  element: XmlElement,
  { variant }: Wanted,
  attributes: readonly XmlAttribute[],
): Ways {
  const { types } = variant;
  const ways: (() => XmlRead)[] = [];
  const blank = isBlank(element.text);
  const isScalar = types.size === 0 || SCALARS.some((type) => types.has(type) && (type !== "null" || blank));
  const alone = (value: Json): XmlRead => ({ value, notes: undeclaredAttributes(variant, attributes) });
  if (types.has("object") && (blank || attributes.length > 0)) ways.push(() => readObject(reading, element, variant));
  if (types.has("array") && blank) ways.push(() => alone([]));
  const values = isScalar ? scalarCandidates(types, element.text) : [];
  for (const value of values) ways.push(() => alone(value));
  if (ways.length > 0) return ways;
  return [() => alone(trimmed(element.text))];
}

/** The items within a wrapper. Of another name they are items all the same, and told. */
function readItems(reading: XmlReading, element: XmlElement, { variant, list }: Wanted): XmlRead {
  const read = readAll(reading, element.children, variant.item);
  const notes = new XmlNotes();
  notes.add(read.notes);
  const contract = variant.item(0).pointers[0] ?? variant.shapes[0]?.pointer ?? "";
  for (const [index, { local }] of element.children.entries()) {
    if (list.names.length === 0 || list.names.includes(local)) continue;
    const reason = `the item is the element ${JSON.stringify(local)}, and the contract names it ${list.names.map((it) => JSON.stringify(it)).join(" or ")}`;
    notes.add(
      [{ kind: "invalid", tokens: [], reason, contract, valueClass: `element ${local}`, occurrences: 1 }],
      index,
    );
  }
  notes.add(
    undeclaredAttributes(
      variant,
      element.attributes.filter((it) => !isAboutDocument(it)),
    ),
  );
  if (!isBlank(element.text)) notes.add([undeclared(variant, "the text between its elements", "#text")]);
  return { value: read.value, notes: notes.list() };
}

/** Of an object they are properties; nothing else has a place for them. */
function undeclaredAttributes(variant: XmlVariant, attributes: readonly XmlAttribute[]): readonly XmlNote[] {
  return attributes.map(({ local }) => undeclared(variant, `the attribute ${JSON.stringify(local)}`, `@${local}`));
}

function undeclared({ shapes }: XmlVariant, what: string, name: string): XmlNote {
  const contract = shapes[0]?.pointer ?? "";
  const reason = `${what} is not declared`;
  return { kind: "undeclared", tokens: [], reason, contract, valueClass: `property ${name}`, name, occurrences: 1 };
}

function isEmpty({ children, text, attributes }: XmlElement): boolean {
  return children.length === 0 && isBlank(text) && attributes.every(isAboutDocument);
}
