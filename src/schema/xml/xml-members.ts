import { isObject, type Pointer } from "../../document/index.js";
import { propertyPointers } from "../node.js";
import type { XmlAttribute, XmlElement } from "./xml-element.js";
import type { XmlPlace, XmlPlaces, XmlVariant } from "./xml-place.js";
import type { XmlWords } from "./xml-words.js";

/** A property, and how it is written. */
export type XmlMember = {
  readonly property: string;
  readonly place: XmlPlace;
  readonly isAttribute: boolean;
  /** The local names that an element or attribute of it may have. */
  readonly names: readonly string[];
  /** Of a list. */
  readonly list?: XmlList;
};

export type XmlList = {
  readonly isWrapped: boolean;
  /** The names of items within a wrapper; of any name where there are none. */
  readonly names: readonly string[];
};

/** The declared properties of an object by the names with which they are written. */
export type XmlMembers = {
  readonly all: ReadonlyMap<string, XmlMember>;
  readonly elements: ReadonlyMap<string, readonly XmlMember[]>;
  readonly attributes: ReadonlyMap<string, readonly XmlMember[]>;
};

export function xmlMembers(places: XmlPlaces, { shapes }: XmlVariant): XmlMembers {
  const names = shapes.flatMap(({ schema }) => Object.keys(isObject(schema.properties) ? schema.properties : {}));
  const all = new Map<string, XmlMember>();
  const elements = new Map<string, XmlMember[]>();
  const attributes = new Map<string, XmlMember[]>();
  for (const property of new Set(names)) {
    const member = xmlMember(places, property, propertyPointers(shapes, property) ?? []);
    all.set(property, member);
    const byName = member.isAttribute ? attributes : elements;
    for (const name of member.names) byName.set(name, [...(byName.get(name) ?? []), member]);
  }
  return { all, elements, attributes };
}

export function xmlMember(places: XmlPlaces, property: string, pointers: readonly Pointer[]): XmlMember {
  const place = places(pointers);
  const { words, variants } = place;
  const isAttribute = words.attribute;
  const local = property.slice(property.indexOf(":") + 1);
  const isList = variants.some(({ types }) => types.has("array"));
  if (isAttribute || !isList) return { property, place, isAttribute, names: namesOf(words, local) };
  const items = variants.flatMap((variant) => (variant.types.has("array") ? [variant.item(0).words] : []));
  if (words.wrapped) {
    const names = namesOf(words, local);
    return { property, place, isAttribute, names, list: { isWrapped: true, names: wrappedNames(items, names) } };
  }
  // The name of a list that is not wrapped has no effect; only that of its items has.
  const names = [...new Set(items.flatMap((it) => namesOf(it, local)))];
  return { property, place, isAttribute, names, list: { isWrapped: false, names } };
}

/**
 * Of a property that refers to a component with a name of its own, specification and practice differ on which of both names
 * its element has.
 */
function namesOf({ own, referred, others }: XmlWords, property: string): readonly string[] {
  if (own !== undefined) return [own.name];
  return [...new Set([property, ...(referred === undefined ? [] : [referred.name]), ...others])];
}

function wrappedNames(items: readonly XmlWords[], wrapper: readonly string[]): readonly string[] {
  const names = items.flatMap(({ own, referred, others, components }) =>
    own === undefined
      ? [...wrapper, ...(referred === undefined ? [] : [referred.name]), ...others, ...components]
      : [own.name],
  );
  return [...new Set(names)];
}

export function memberOf(
  byName: ReadonlyMap<string, readonly XmlMember[]>,
  { local, namespace }: XmlElement | XmlAttribute,
): XmlMember | undefined {
  const members = byName.get(local);
  if (members === undefined || members.length === 1) return members?.[0];
  return members.find(({ place }) => (place.words.namespace?.uri ?? "") === namespace) ?? members[0];
}
