import { asArray, asString, isObject, type Json, type JsonObject, type Pointer } from "../../document/index.js";
import {
  type ApplicableSchema,
  type Choice,
  listApplicableSchemas,
  readApplicableSchema,
} from "../analysis/applicable-schema.js";
import { collectTypes } from "../analysis/coerce.js";
import { findItemPointers, findPropertyPointers } from "../analysis/merged-schema.js";
import { NULL_ALLOWED } from "../registry/normalize-schema.js";
import type { Schemas } from "../validation/schemas.js";
import { readXmlOptions, type XmlOptions } from "./xml-options.js";

/** What the spec defines for a location in a document. */
export type XmlSchema = {
  readonly pointers: readonly Pointer[];
  readonly options: XmlOptions;
  /** All schemas that may apply. */
  readonly merged: XmlVariant;
  /** One variant for each combination of choices; only `merged` if there is no choice. */
  readonly variants: readonly XmlVariant[];
  /** Whether there are more variants than are tried. */
  readonly isTruncated: boolean;
};

/** The schemas that apply for one combination of choices. */
export type XmlVariant = {
  readonly applicableSchemas: readonly ApplicableSchema[];
  readonly types: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  readonly discriminators: readonly JsonObject[];
  readonly properties: () => XmlProperties;
  readonly item: (index: number) => XmlSchema;
};

export type XmlSchemaLookup = (pointers: readonly Pointer[]) => XmlSchema;

const lookupCache = new WeakMap<Schemas, XmlSchemaLookup>();

export function getXmlSchemaLookup(schemas: Schemas): XmlSchemaLookup {
  const getSchema = lookupCache.get(schemas) ?? createXmlSchemaLookup(schemas.root);
  lookupCache.set(schemas, getSchema);
  return getSchema;
}

/** Further variants are not tried; a document that matches none of these is only partially checked. */
const MAX_VARIANTS = 32;
/** Limits the memory. The names of a map share a schema unless some schema describes one of them. */
const MAX_CACHED = 10_000;

function createXmlSchemaLookup(root: Json): XmlSchemaLookup {
  const cache = new Map<string, XmlSchema>();
  const getSchema: XmlSchemaLookup = (pointers) => {
    const distinct = [...new Set(pointers)];
    const key = distinct.join("\n");
    const xmlSchema = cache.get(key) ?? createXmlSchema(root, getSchema, distinct);
    if (cache.size < MAX_CACHED) cache.set(key, xmlSchema);
    return xmlSchema;
  };
  return getSchema;
}

function createXmlSchema(root: Json, getSchema: XmlSchemaLookup, pointers: readonly Pointer[]): XmlSchema {
  const variants: ApplicableSchema[][] = [];
  expandChoices(root, { pointers, taken: new Set() }, variants);
  const all = new Map(pointers.flatMap((it) => listApplicableSchemas(root, it)).map((it) => [it.pointer, it]));
  const merged = createXmlVariant(getSchema, [...all.values()]);
  return {
    pointers,
    options: readXmlOptions(root, pointers),
    merged,
    variants: variants.length > 1 ? variants.map((applicable) => createXmlVariant(getSchema, applicable)) : [merged],
    isTruncated: variants.length >= MAX_VARIANTS,
  };
}

function createXmlVariant(getSchema: XmlSchemaLookup, applicableSchemas: readonly ApplicableSchema[]): XmlVariant {
  const types = new Set(collectTypes(applicableSchemas));
  if (applicableSchemas.some(({ schema }) => schema[NULL_ALLOWED] !== undefined)) types.add("null");
  const items = new Map<number, XmlSchema>();
  let members: XmlProperties | undefined;
  const required = applicableSchemas.flatMap(({ schema }) =>
    asArray(schema.required).flatMap((it) => asString(it) ?? []),
  );
  const variant: XmlVariant = {
    applicableSchemas,
    types,
    required: new Set(required),
    discriminators: applicableSchemas.flatMap(({ schema: { discriminator } }) =>
      isObject(discriminator) ? [discriminator] : [],
    ),
    properties: () => {
      members ??= createXmlProperties(getSchema, variant);
      return members;
    },
    item: (index) => {
      const prefix = Math.max(0, ...applicableSchemas.map(({ schema }) => asArray(schema.prefixItems).length));
      const at = Math.min(index, prefix);
      const item = items.get(at) ?? getSchema(applicableSchemas.flatMap((it) => findItemPointers(it, at)));
      items.set(at, item);
      return item;
    },
  };
  return variant;
}

type VariantChoice = { readonly pointers: readonly Pointer[]; readonly taken: ReadonlySet<string> };

/** Takes each branch of each choice, until no choice is left. */
function expandChoices(root: Json, { pointers, taken }: VariantChoice, variants: ApplicableSchema[][]): void {
  if (variants.length >= MAX_VARIANTS) return;
  const applicable = collectAlwaysApplicable(root, pointers);
  for (const { pointer, schema, choices } of applicable) {
    for (const [index, choice] of choices.entries()) {
      const key = `${pointer} ${index}`;
      if (taken.has(key)) continue;
      const next = new Set([...taken, key]);
      for (const option of listOptions(choice, schema))
        expandChoices(root, { pointers: [...pointers, ...option], taken: next }, variants);
      return;
    }
  }
  variants.push(applicable);
}

/** Lists the options of a choice. All branches of `anyOf` together are an option too, because several may apply. */
function listOptions(choice: Choice, { anyOf }: JsonObject): readonly (readonly Pointer[])[] {
  if (choice.kind === "dependent") return [[choice.schema]];
  if (choice.kind === "condition")
    return [[choice.when, choice.then], [choice.else]].map((option) => option.filter((it) => it !== undefined));
  const { branches } = choice;
  const each = branches.map((it) => [it]);
  const isAny = Array.isArray(anyOf) && branches[0]?.endsWith("/anyOf/0") === true;
  return isAny && branches.length > 1 ? [branches, ...each] : each;
}

function collectAlwaysApplicable(root: Json, pointers: readonly Pointer[]): ApplicableSchema[] {
  const found = new Map<Pointer, ApplicableSchema>();
  const visit = (pointer: Pointer): void => {
    const applicable = found.has(pointer) ? undefined : readApplicableSchema(root, pointer);
    if (applicable === undefined) return;
    found.set(pointer, applicable);
    for (const next of applicable.always) visit(next);
  };
  for (const pointer of pointers) visit(pointer);
  return [...found.values()];
}

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
type XmlProperties = {
  readonly all: ReadonlyMap<string, XmlProperty>;
  readonly elements: ReadonlyMap<string, readonly XmlProperty[]>;
  readonly attributes: ReadonlyMap<string, readonly XmlProperty[]>;
  /** The property that the text of the element holds. */
  readonly text?: XmlProperty;
};

/** Whether the nodes of an object, or of the objects of a list, stand directly in the element of the parent (`nodeType: none`). */
export function isSpread({ list, xmlSchema }: XmlProperty): boolean {
  if (list === undefined) return isSpreadSchema(xmlSchema);
  return !list.isWrapped && isSpreadSchema(xmlSchema.merged.item(0));
}

export function isSpreadSchema({ options, merged }: XmlSchema): boolean {
  return options.isNone && merged.types.has("object");
}

function createXmlProperties(getSchema: XmlSchemaLookup, { applicableSchemas }: XmlVariant): XmlProperties {
  const names = applicableSchemas.flatMap(({ schema }) =>
    Object.keys(isObject(schema.properties) ? schema.properties : {}),
  );
  const all = new Map<string, XmlProperty>();
  const elements = new Map<string, XmlProperty[]>();
  const attributes = new Map<string, XmlProperty[]>();
  let text: XmlProperty | undefined;
  for (const property of new Set(names)) {
    const member = createXmlProperty(getSchema, property, findPropertyPointers(applicableSchemas, property) ?? []);
    all.set(property, member);
    if (member.xmlSchema.options.isText) {
      text = member;
      continue;
    }
    if (isSpread(member)) continue;
    const byName = member.isAttribute ? attributes : elements;
    for (const name of member.names) byName.set(name, [...(byName.get(name) ?? []), member]);
  }
  return { all, elements, attributes, ...(text === undefined ? {} : { text }) };
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
function listElementNames(
  { ownName, referencedName, otherNames, innerNames }: XmlOptions,
  property: string,
): readonly string[] {
  if (ownName !== undefined) return [ownName.name];
  const referenced = referencedName === undefined ? [] : [referencedName.name];
  return [...new Set([property, ...referenced, ...otherNames, ...innerNames])];
}

function listItemNames(items: readonly XmlOptions[], wrapper: readonly string[]): readonly string[] {
  const names = items.flatMap(({ ownName, referencedName, otherNames, componentNames }) =>
    ownName === undefined
      ? [...wrapper, ...(referencedName === undefined ? [] : [referencedName.name]), ...otherNames, ...componentNames]
      : [ownName.name],
  );
  return [...new Set(names)];
}
