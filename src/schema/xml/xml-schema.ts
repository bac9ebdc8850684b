import {
  asArray,
  getComponentName,
  isObject,
  type JsonObject,
  joinPointer,
  type Pointer,
} from "../../document/index.js";
import { getOrCreate, memoizeByObject } from "../../document/memoize.js";
import type { ApplicableSchema, Choice } from "../model/applicable-schema.js";
import { findItemPointers, findPropertyPointers, type SchemaModel } from "../model/schema-model.js";
import { collectValueConstraints, type ValueConstraints } from "../model/value-constraints.js";
import { collectTypes } from "../parameters/decoding.js";
import { NULL_ALLOWED } from "../registry/normalize-schema.js";
import type { Schemas } from "../validation/schemas.js";
import { isXmlName } from "./xml-names.js";

/** What the spec defines for a location in a document. */
export type XmlSchema = ReturnType<typeof createXmlSchema>;

/** The schemas that apply for one combination of choices. */
export type XmlVariant = {
  readonly applicableSchemas: readonly ApplicableSchema[];
  readonly types: ReadonlySet<string>;
  readonly constraints: ValueConstraints;
  readonly discriminators: readonly JsonObject[];
  readonly properties: () => XmlProperties;
  readonly item: (index: number) => XmlSchema;
};

export type XmlSchemaLookup = (pointers: readonly Pointer[]) => XmlSchema;

export const getXmlSchemaLookup = memoizeByObject(({ model }: Schemas) => createXmlSchemaLookup(model));

/** Further variants are not tried; a document that matches none of these is only partially checked. */
const MAX_VARIANTS = 32;
/** Limits the memory. The names of a map share a schema unless some schema describes one of them. */
const MAX_CACHED = 10_000;

function createXmlSchemaLookup(model: SchemaModel): XmlSchemaLookup {
  const cache = new Map<string, XmlSchema>();
  const getSchema: XmlSchemaLookup = (pointers) => {
    const distinct = [...new Set(pointers)];
    const key = distinct.join("\n");
    const xmlSchema = cache.get(key) ?? createXmlSchema(model, getSchema, distinct);
    if (cache.size < MAX_CACHED) cache.set(key, xmlSchema);
    return xmlSchema;
  };
  return getSchema;
}

function createXmlSchema(model: SchemaModel, getSchema: XmlSchemaLookup, pointers: readonly Pointer[]) {
  const variants: (readonly ApplicableSchema[])[] = [];
  expandChoices(model, { pointers, taken: new Set() }, variants);
  const all = new Set(pointers.flatMap(model.possible));
  const merged = createXmlVariant(getSchema, [...all]);
  return {
    pointers,
    options: readXmlOptions(model, pointers),
    /** All schemas that may apply. */
    merged,
    /** One variant for each combination of choices; only `merged` if there is no choice. */
    variants: variants.length > 1 ? variants.map((applicable) => createXmlVariant(getSchema, applicable)) : [merged],
    /** Whether there are more variants than are tried. */
    isTruncated: variants.length >= MAX_VARIANTS,
  };
}

function createXmlVariant(getSchema: XmlSchemaLookup, applicableSchemas: readonly ApplicableSchema[]): XmlVariant {
  const types = new Set(collectTypes(applicableSchemas));
  if (applicableSchemas.some(({ schema }) => schema[NULL_ALLOWED] !== undefined)) types.add("null");
  const items = new Map<number, XmlSchema>();
  let members: XmlProperties | undefined;
  const variant: XmlVariant = {
    applicableSchemas,
    types,
    constraints: collectValueConstraints(applicableSchemas),
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
      return getOrCreate(items, at, () => getSchema(findItemPointers(applicableSchemas, at)));
    },
  };
  return variant;
}

type VariantChoice = { readonly pointers: readonly Pointer[]; readonly taken: ReadonlySet<string> };

/** Takes each branch of each choice, until no choice is left. */
function expandChoices(
  model: SchemaModel,
  { pointers, taken }: VariantChoice,
  variants: (readonly ApplicableSchema[])[],
): void {
  if (variants.length >= MAX_VARIANTS) return;
  const applicable = model.at(pointers).applicableSchemas;
  for (const { pointer, schema, choices } of applicable) {
    for (const [index, choice] of choices.entries()) {
      const key = `${pointer} ${index}`;
      if (taken.has(key)) continue;
      const next = new Set([...taken, key]);
      for (const option of listOptions(choice, schema))
        expandChoices(model, { pointers: [...pointers, ...option], taken: next }, variants);
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
type XmlProperties = ReturnType<typeof createXmlProperties>;

/** Whether the nodes of an object, or of the objects of a list, stand directly in the element of the parent (`nodeType: none`). */
export function isSpread({ list, xmlSchema }: XmlProperty): boolean {
  if (list === undefined) return isSpreadSchema(xmlSchema);
  return !list.isWrapped && isSpreadSchema(xmlSchema.merged.item(0));
}

export function isSpreadSchema({ options, merged }: XmlSchema): boolean {
  return options.isNone && merged.types.has("object");
}

function createXmlProperties(getSchema: XmlSchemaLookup, { applicableSchemas, constraints }: XmlVariant) {
  const all = new Map<string, XmlProperty>();
  const elements = new Map<string, XmlProperty[]>();
  const attributes = new Map<string, XmlProperty[]>();
  /** The property that the text of the element holds. */
  let text: XmlProperty | undefined;
  for (const property of constraints.propertyNames) {
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
  return { all, elements, attributes, text };
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

/** How a value is written, by the `xml` objects of its schemas. */
type XmlOptions = ReturnType<typeof readXmlOptions>;

type XmlOptionSource = "own" | "referenced" | "other";

/**
 * @see https://spec.openapis.org/oas/v3.2.0#xml-object
 */
export function readXmlOptions(model: SchemaModel, pointers: readonly Pointer[]) {
  const found = new Map<Pointer, FoundXmlObject>();
  const visit = (pointer: Pointer, from: XmlOptionSource): void => {
    const applicable = found.has(pointer) ? undefined : model.read(pointer);
    if (applicable === undefined) return;
    const { schema, always, choices } = applicable;
    found.set(pointer, { pointer, from, xml: isObject(schema.xml) ? schema.xml : {} });
    const isReference = typeof schema.$ref === "string" && from !== "other";
    for (const [index, next] of always.entries()) visit(next, isReference && index === 0 ? "referenced" : "other");
    const branches = choices.flatMap((choice) => (choice.kind === "branches" ? choice.branches : []));
    for (const branch of branches) visit(branch, "other");
  };
  for (const pointer of pointers) visit(pointer, "own");
  const elements = pointers.map((pointer) => listElementSchemas(model, pointer));
  const inner = elements.flat().filter((it) => !pointers.includes(it) && COMPONENT.test(it));
  const isVersion32 = isObject(model.root) && String(model.root.openapi).startsWith("3.2");
  return {
    ...mergeXmlOptions([...found.values()]),
    /** The names of the components whose elements it stands for, because it has none of its own (OpenAPI 3.2). */
    innerNames: isVersion32 ? inner.flatMap((it) => getComponentName(it) ?? []) : [],
    /** Whether it has no node of its own, so that the nodes in it stand in the element of its parent. */
    isNone: elements.some((it) => it.length === 0),
  };
}

/** The schemas whose elements a schema stands for: itself, or with the node type `none` those of its target and branches. */
function listElementSchemas(model: SchemaModel, pointer: Pointer, depth = 0): Pointer[] {
  const applicable = depth > MAX_HOPS ? undefined : model.read(pointer);
  if (applicable === undefined) return [pointer];
  const { schema, always, choices } = applicable;
  const isReference = typeof schema.$ref === "string";
  const xml = isObject(schema.xml) ? schema.xml : {};
  // A branch of its own has no element, because it has no name.
  const isBranch = depth > 0 && xml.name === undefined && !COMPONENT.test(pointer);
  if ((xml.nodeType ?? (isReference || isBranch ? "none" : "element")) !== "none") return [pointer];
  const branches = choices.flatMap((choice) => (choice.kind === "branches" ? choice.branches : []));
  const inner = [...(isReference ? always.slice(0, 1) : []), ...branches];
  return inner.flatMap((next) => listElementSchemas(model, next, depth + 1));
}

const MAX_HOPS = 50;
const COMPONENT = /^\/components\/schemas\/[^/]+$/;

type FoundXmlObject = { readonly pointer: Pointer; readonly from: XmlOptionSource; readonly xml: JsonObject };

function mergeXmlOptions(found: readonly FoundXmlObject[]) {
  const named = found.flatMap(({ pointer, from, xml }) => {
    const name = getLocalName(xml);
    return name === undefined ? [] : [{ name, from, pointer: joinPointer(pointer, "xml", "name") }];
  });
  const namespaced = found.find(({ xml }) => typeof xml.namespace === "string" && xml.namespace !== "");
  return {
    /** The name that the schema itself defines. */
    ownName: named.find(({ from }) => from === "own"),
    /** The name that the target of its `$ref` defines. */
    referencedName: named.find(({ from }) => from === "referenced"),
    /** Names that other applicable schemas define: parts of `allOf`, branches. */
    otherNames: named.flatMap(({ from, name }) => (from === "other" ? [name] : [])),
    /** The names of the components that it refers to. */
    componentNames: found.flatMap(({ pointer }) => {
      const name = getComponentName(pointer);
      return name === undefined || !COMPONENT.test(pointer) ? [] : [name];
    }),
    namespace: namespaced && {
      uri: String(namespaced.xml.namespace),
      pointer: joinPointer(namespaced.pointer, "xml", "namespace"),
      from: namespaced.from,
    },
    isAttribute: found.some(({ xml }) => xml.attribute === true || xml.nodeType === "attribute"),
    isWrapped: found.some(({ xml }) => xml.wrapped === true || xml.nodeType === "element"),
    /** Whether it is the text of the element of its parent. */
    isText: found.some(({ xml }) => xml.nodeType === "text" || xml.nodeType === "cdata"),
  };
}

/** The local name. Drops a prefix, which some specs include, and ignores the invalid names of some generators. */
function getLocalName({ name }: JsonObject): string | undefined {
  if (typeof name !== "string" || !isXmlName(name)) return undefined;
  return name.slice(name.indexOf(":") + 1);
}
