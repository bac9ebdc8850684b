import { isObject, type Pointer } from "../../document/index.js";
import { findPropertyPointers } from "../analysis/merged-schema.js";
import type { XmlAttribute, XmlElement } from "./xml-element.js";
import type { XmlOptions } from "./xml-options.js";
import type { XmlSchema, XmlSchemaLookup, XmlVariant } from "./xml-schema.js";

/** A property and how it is written. */
export type XmlProperty = {
  readonly property: string;
  readonly xmlSchema: XmlSchema;
  readonly isAttribute: boolean;
  /** The local names that an element or attribute of it may have. */
  readonly names: readonly string[];
  /** Only for arrays. */
  readonly list?: XmlList;
};

export type XmlList = {
  readonly isWrapped: boolean;
  /** The names of items in a wrapper; empty if any name is allowed. */
  readonly names: readonly string[];
};

/** The declared properties of an object, by the names of their elements and attributes. */
export type XmlProperties = {
  readonly all: ReadonlyMap<string, XmlProperty>;
  readonly elements: ReadonlyMap<string, readonly XmlProperty[]>;
  readonly attributes: ReadonlyMap<string, readonly XmlProperty[]>;
};

export function createXmlProperties(getSchema: XmlSchemaLookup, { applicableSchemas }: XmlVariant): XmlProperties {
  const names = applicableSchemas.flatMap(({ schema }) =>
    Object.keys(isObject(schema.properties) ? schema.properties : {}),
  );
  const all = new Map<string, XmlProperty>();
  const elements = new Map<string, XmlProperty[]>();
  const attributes = new Map<string, XmlProperty[]>();
  for (const property of new Set(names)) {
    const member = createXmlProperty(getSchema, property, findPropertyPointers(applicableSchemas, property) ?? []);
    all.set(property, member);
    const byName = member.isAttribute ? attributes : elements;
    for (const name of member.names) byName.set(name, [...(byName.get(name) ?? []), member]);
  }
  return { all, elements, attributes };
}

export function createXmlProperty(
  getSchema: XmlSchemaLookup,
  property: string,
  pointers: readonly Pointer[],
): XmlProperty {
  const xmlSchema = getSchema(pointers);
  const { options, variants } = xmlSchema;
  const isAttribute = options.isAttribute;
  const local = property.slice(property.indexOf(":") + 1);
  const isList = variants.some(({ types }) => types.has("array"));
  if (isAttribute || !isList) return { property, xmlSchema, isAttribute, names: listElementNames(options, local) };
  const items = variants.flatMap((variant) => (variant.types.has("array") ? [variant.item(0).options] : []));
  if (options.isWrapped) {
    const names = listElementNames(options, local);
    return { property, xmlSchema, isAttribute, names, list: { isWrapped: true, names: listItemNames(items, names) } };
  }
  // The name of an array that is not wrapped has no effect; only the name of its items counts.
  const names = [...new Set(items.flatMap((it) => listElementNames(it, local)))];
  return { property, xmlSchema, isAttribute, names, list: { isWrapped: false, names } };
}

/**
 * The names that an element of a property may have. If the property refers to a component that defines a name, the
 * specification and common practice disagree about the name, so both are accepted.
 */
function listElementNames({ ownName, referencedName, otherNames }: XmlOptions, property: string): readonly string[] {
  if (ownName !== undefined) return [ownName.name];
  return [...new Set([property, ...(referencedName === undefined ? [] : [referencedName.name]), ...otherNames])];
}

function listItemNames(items: readonly XmlOptions[], wrapper: readonly string[]): readonly string[] {
  const names = items.flatMap(({ ownName, referencedName, otherNames, componentNames }) =>
    ownName === undefined
      ? [...wrapper, ...(referencedName === undefined ? [] : [referencedName.name]), ...otherNames, ...componentNames]
      : [ownName.name],
  );
  return [...new Set(names)];
}

export function findXmlProperty(
  byName: ReadonlyMap<string, readonly XmlProperty[]>,
  { local, namespace }: XmlElement | XmlAttribute,
): XmlProperty | undefined {
  const members = byName.get(local);
  if (members === undefined || members.length === 1) return members?.[0];
  return members.find(({ xmlSchema }) => (xmlSchema.options.namespace?.uri ?? "") === namespace) ?? members[0];
}
