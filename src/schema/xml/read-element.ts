import type { Json } from "../../document/index.js";
import { CannotValidateError } from "../cannot-validate-error.js";
import { resolveDiscriminator } from "../registry/discriminator.js";
import { trackExactNumbers } from "../values/exact-number.js";
import { readXmlObject } from "./read-object.js";
import { NO_XML_DIAGNOSTICS, type XmlDiagnostic, XmlDiagnostics } from "./xml-diagnostic.js";
import { isReservedAttribute, isXsiNil, type XmlAttribute, type XmlElement } from "./xml-element.js";
import type { XmlList, XmlProperty } from "./xml-properties.js";
import type { XmlReader, XmlValue } from "./xml-reader.js";
import { isXmlBlank, listScalarCandidates, trimXmlSpace } from "./xml-scalar.js";
import type { XmlSchema, XmlVariant } from "./xml-schema.js";

/** Reads one element as what the schemas at a place describe; a list as the wrapper of its items. */
export function readElement(reading: XmlReader, element: XmlElement, xmlSchema: XmlSchema, list = ANY_ITEMS): XmlValue {
  if (isXsiNil(element)) return { value: null, diagnostics: NO_XML_DIAGNOSTICS };
  return reading.readOnce(element, xmlSchema, () => {
    const whole = readFittingVariant(reading, { xmlSchema, part: element }, (variant) =>
      listVariantReadings(reading, element, { variant, list }),
    );
    return readDiscriminated(reading, element, xmlSchema, whole);
  });
}

const ANY_ITEMS: XmlList = { isWrapped: true, names: [] };

/** Reads the elements of a property: all that have one of its names. */
export function readPropertyElements(
  reading: XmlReader,
  elements: readonly XmlElement[],
  member: XmlProperty,
): XmlValue {
  const { xmlSchema, list } = member;
  const [first] = elements;
  if (first === undefined) return { value: [], diagnostics: NO_XML_DIAGNOSTICS };
  if (list === undefined || (list.isWrapped && elements.length === 1))
    return elements.length === 1
      ? readElement(reading, first, xmlSchema, list)
      : readAll(reading, elements, () => xmlSchema, list);
  return readFittingVariant(reading, { xmlSchema, part: first }, (variant) => {
    const all = { variant, list };
    const isList = variant.types.has("array");
    const single =
      elements.length > 1 || (isList && variant.types.size === 1) ? [] : listVariantReadings(reading, first, all);
    if (!isList && elements.length === 1) return single;
    if (list.isWrapped) return [...single, () => readAll(reading, elements, () => xmlSchema, list)];
    const items = (): XmlValue => readAll(reading, elements, isList ? variant.item : () => xmlSchema);
    return elements.length === 1 && isEmptyElement(first) ? [...single, items, () => NO_ITEMS] : [...single, items];
  });
}

const NO_ITEMS: XmlValue = { value: [], diagnostics: NO_XML_DIAGNOSTICS };

/** Several elements as the items of a list. */
function readAll(
  reading: XmlReader,
  elements: readonly XmlElement[],
  placeOf: (index: number) => XmlSchema,
  list?: XmlList,
): XmlValue {
  const value: Json[] = [];
  const notes = new XmlDiagnostics();
  for (const [index, element] of elements.entries()) {
    const place = placeOf(index);
    if (list === undefined && isListOfText(place, element))
      throw new CannotValidateError("the contract does not say how a list in a list is written");
    const read = readElement(reading, element, place, list);
    value.push(read.value);
    notes.add(read.diagnostics, index);
  }
  reading.setParts(value, elements);
  return { value: trackExactNumbers(value), diagnostics: notes.list() };
}

/** Without wrappers the items of inner lists would stand one after the other, and nobody could tell them apart. */
function isListOfText({ merged: { types }, options }: XmlSchema, { children, text }: XmlElement): boolean {
  return types.has("array") && types.size === 1 && !options.isWrapped && children.length === 0 && !isXmlBlank(text);
}

/** The ways in which something may be read, the likeliest first. */
export type XmlAlternatives = readonly (() => XmlValue)[];

type ReadTarget = { readonly xmlSchema: XmlSchema; readonly part: XmlElement | XmlAttribute };

/** The first reading that fits, of every way of choosing; where none does, that which is closest. */
export function readFittingVariant(
  reading: XmlReader,
  { xmlSchema, part }: ReadTarget,
  waysOf: (variant: XmlVariant) => XmlAlternatives,
): XmlValue {
  const { variants, pointers, isTruncated } = xmlSchema;
  const tried: Attempt[] = [];
  if (variants.length > 1) reading.openAttempts += 1;
  for (const variant of variants) {
    const ways = waysOf(variant);
    const [only] = ways;
    if (only !== undefined && ways.length === 1 && variants.length === 1) return only();
    for (const way of ways) {
      const result = way();
      tried.push({ variant, result });
      if (!reading.isValid(pointers, result.value, part)) continue;
      if (variants.length > 1) reading.openAttempts -= 1;
      return result;
    }
  }
  if (variants.length > 1) reading.openAttempts -= 1;
  if (isTruncated) throw new CannotValidateError("its schema has more alternatives than are tried");
  return selectClosest(reading, xmlSchema, tried);
}

type Attempt = { readonly variant: XmlVariant; readonly result: XmlValue };

/** What a discriminator names is meant, and else what keeps the most of what it is asked for. */
function selectClosest(
  { schemas, direction }: XmlReader,
  { pointers, merged }: XmlSchema,
  tried: readonly Attempt[],
): XmlValue {
  let least = Number.POSITIVE_INFINITY;
  let found: XmlValue = { value: null, diagnostics: NO_XML_DIAGNOSTICS };
  for (const { variant, result } of tried) {
    const named = merged.discriminators.map((it) => resolveDiscriminator(schemas.root, it, result.value));
    const isNamed = variant.applicableSchemas.some(({ pointer }) => named.includes(pointer));
    const failures = pointers.flatMap((it) => schemas.validate(it, direction, result.value));
    const distance = failures.length + (isNamed ? 0 : UNNAMED_PENALTY);
    if (distance < least) found = result;
    least = Math.min(least, distance);
  }
  return found;
}

/** More than any value fails. */
const UNNAMED_PENALTY = 1_000_000;

/** Where a discriminator names a schema that extends this one, what that says is said as well. */
function readDiscriminated(reading: XmlReader, element: XmlElement, place: XmlSchema, read: XmlValue): XmlValue {
  const { discriminators, applicableSchemas } = place.merged;
  if (discriminators.length === 0) return read;
  const named = discriminators.flatMap((it) => resolveDiscriminator(reading.schemas.root, it, read.value) ?? []);
  const added = named.filter((pointer) => applicableSchemas.every((shape) => shape.pointer !== pointer));
  return added.length === 0 ? read : readElement(reading, element, reading.getSchema([...place.pointers, ...added]));
}

const SCALAR_TYPES = ["string", "number", "integer", "boolean", "null"];

type VariantTarget = { readonly variant: XmlVariant; readonly list: XmlList };

function listVariantReadings(reading: XmlReader, element: XmlElement, wanted: VariantTarget): XmlAlternatives {
  const { types } = wanted.variant;
  const attributes = element.attributes.filter((it) => !isReservedAttribute(it));
  const hasParts = element.children.length > 0 || (types.size === 0 && attributes.length > 0);
  if (!hasParts) return listTextReadings(reading, element, wanted, attributes);
  const wantsList = types.has("array");
  const asObject = (): XmlValue => readXmlObject(reading, element, wanted.variant);
  const asList = (): XmlValue => readWrappedItems(reading, element, wanted);
  if (types.has("object")) return wantsList ? [asObject, asList] : [asObject];
  return wantsList ? [asList] : [asObject];
}

/** An element without elements: a scalar, or an object or a list that is empty. */
function listTextReadings(
  reading: XmlReader,
  element: XmlElement,
  { variant }: VariantTarget,
  attributes: readonly XmlAttribute[],
): XmlAlternatives {
  const { types } = variant;
  const ways: (() => XmlValue)[] = [];
  const blank = isXmlBlank(element.text);
  const isScalar = types.size === 0 || SCALAR_TYPES.some((type) => types.has(type) && (type !== "null" || blank));
  const alone = (value: Json): XmlValue => ({ value, diagnostics: diagnoseUndeclaredAttributes(variant, attributes) });
  if (types.has("object") && (blank || attributes.length > 0))
    ways.push(() => readXmlObject(reading, element, variant));
  if (types.has("array") && blank) ways.push(() => alone([]));
  const values = isScalar ? listScalarCandidates(types, element.text) : [];
  for (const value of values) ways.push(() => alone(value));
  if (ways.length > 0) return ways;
  return [() => alone(trimXmlSpace(element.text))];
}

/** The items within a wrapper. Of another name they are items all the same, and told. */
function readWrappedItems(reading: XmlReader, element: XmlElement, { variant, list }: VariantTarget): XmlValue {
  const read = readAll(reading, element.children, variant.item);
  const notes = new XmlDiagnostics();
  notes.add(read.diagnostics);
  const contract = variant.item(0).pointers[0] ?? variant.applicableSchemas[0]?.pointer ?? "";
  for (const [index, { local }] of element.children.entries()) {
    if (list.names.length === 0 || list.names.includes(local)) continue;
    const reason = `the item is the element ${JSON.stringify(local)}, and the contract names it ${list.names.map((it) => JSON.stringify(it)).join(" or ")}`;
    notes.add(
      [{ kind: "invalid", tokens: [], reason, contract, valueClass: `element ${local}`, occurrences: 1 }],
      index,
    );
  }
  notes.add(
    diagnoseUndeclaredAttributes(
      variant,
      element.attributes.filter((it) => !isReservedAttribute(it)),
    ),
  );
  if (!isXmlBlank(element.text))
    notes.add([createUndeclaredDiagnostic(variant, "the text between its elements", "#text")]);
  return { value: read.value, diagnostics: notes.list() };
}

/** Of an object they are properties; nothing else has a place for them. */
function diagnoseUndeclaredAttributes(
  variant: XmlVariant,
  attributes: readonly XmlAttribute[],
): readonly XmlDiagnostic[] {
  return attributes.map(({ local }) =>
    createUndeclaredDiagnostic(variant, `the attribute ${JSON.stringify(local)}`, `@${local}`),
  );
}

function createUndeclaredDiagnostic({ applicableSchemas }: XmlVariant, what: string, name: string): XmlDiagnostic {
  const contract = applicableSchemas[0]?.pointer ?? "";
  const reason = `${what} is not declared`;
  return { kind: "undeclared", tokens: [], reason, contract, valueClass: `property ${name}`, name, occurrences: 1 };
}

function isEmptyElement({ children, text, attributes }: XmlElement): boolean {
  return children.length === 0 && isXmlBlank(text) && attributes.every(isReservedAttribute);
}
