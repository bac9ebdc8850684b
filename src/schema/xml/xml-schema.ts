import { asArray, asString, isObject, type Json, type JsonObject, type Pointer } from "../../document/index.js";
import {
  type ApplicableSchema,
  type Choice,
  listApplicableSchemas,
  readApplicableSchema,
} from "../analysis/applicable-schema.js";
import { collectTypes } from "../analysis/coerce.js";
import { findItemPointers } from "../analysis/merged-schema.js";
import { NULL_ALLOWED } from "../registry/normalize-schema.js";
import type { Schemas } from "../validation/schemas.js";
import { readXmlOptions, type XmlOptions } from "./xml-options.js";
import { createXmlProperties, type XmlProperties } from "./xml-properties.js";

/** What a contract says of a place in a document, worked out once. */
export type XmlSchema = {
  readonly pointers: readonly Pointer[];
  readonly options: XmlOptions;
  /** Whatever may apply, taken together. */
  readonly merged: XmlVariant;
  /** Each way of choosing; the whole where there is nothing to choose. */
  readonly variants: readonly XmlVariant[];
  /** There are more ways of choosing than are tried. */
  readonly isTruncated: boolean;
};

/** The schemas that apply when a way of choosing is taken. */
export type XmlVariant = {
  readonly applicableSchemas: readonly ApplicableSchema[];
  readonly types: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  /** What says by a property which schema is meant. */
  readonly discriminators: readonly JsonObject[];
  readonly properties: () => XmlProperties;
  readonly item: (index: number) => XmlSchema;
};

export type XmlSchemaLookup = (pointers: readonly Pointer[]) => XmlSchema;

const lookupCache = new WeakMap<Schemas, XmlSchemaLookup>();

export function getXmlSchemaLookup(schemas: Schemas): XmlSchemaLookup {
  const places = lookupCache.get(schemas) ?? createXmlSchemaLookup(schemas.root);
  lookupCache.set(schemas, places);
  return places;
}

/** Beyond this many ways of choosing the rest is left, and what fits none of them judged in part. */
const MAX_VARIANTS = 32;
/** Names of maps are places of their own only where a schema says more of one of them. */
const MAX_CACHED = 10_000;

function createXmlSchemaLookup(root: Json): XmlSchemaLookup {
  const made = new Map<string, XmlSchema>();
  const places: XmlSchemaLookup = (pointers) => {
    const distinct = [...new Set(pointers)];
    const key = distinct.join("\n");
    const place = made.get(key) ?? createXmlSchema(root, places, distinct);
    if (made.size < MAX_CACHED) made.set(key, place);
    return place;
  };
  return places;
}

function createXmlSchema(root: Json, places: XmlSchemaLookup, pointers: readonly Pointer[]): XmlSchema {
  const ways: ApplicableSchema[][] = [];
  expandChoices(root, { pointers, taken: new Set() }, ways);
  const all = new Map(pointers.flatMap((it) => listApplicableSchemas(root, it)).map((shape) => [shape.pointer, shape]));
  const merged = createXmlVariant(places, [...all.values()]);
  return {
    pointers,
    options: readXmlOptions(root, pointers),
    merged,
    variants: ways.length > 1 ? ways.map((shapes) => createXmlVariant(places, shapes)) : [merged],
    isTruncated: ways.length >= MAX_VARIANTS,
  };
}

function createXmlVariant(places: XmlSchemaLookup, applicableSchemas: readonly ApplicableSchema[]): XmlVariant {
  const types = new Set(collectTypes(applicableSchemas));
  if (applicableSchemas.some(({ schema }) => schema[NULL_ALLOWED] === true)) types.add("null");
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
      members ??= createXmlProperties(places, variant);
      return members;
    },
    item: (index) => {
      const prefix = Math.max(0, ...applicableSchemas.map(({ schema }) => asArray(schema.prefixItems).length));
      const at = Math.min(index, prefix);
      const item = items.get(at) ?? places(applicableSchemas.flatMap((shape) => findItemPointers(shape, at)));
      items.set(at, item);
      return item;
    },
  };
  return variant;
}

type VariantChoice = { readonly pointers: readonly Pointer[]; readonly taken: ReadonlySet<string> };

/** Takes each branch of each choice, until there is nothing left to choose. */
function expandChoices(root: Json, { pointers, taken }: VariantChoice, ways: ApplicableSchema[][]): void {
  if (ways.length >= MAX_VARIANTS) return;
  const shapes = collectAlwaysApplicable(root, pointers);
  for (const { pointer, schema, choices } of shapes) {
    for (const [index, choice] of choices.entries()) {
      const key = `${pointer} ${index}`;
      if (taken.has(key)) continue;
      const next = new Set([...taken, key]);
      for (const option of listOptions(choice, schema))
        expandChoices(root, { pointers: [...pointers, ...option], taken: next }, ways);
      return;
    }
  }
  ways.push(shapes);
}

/** Of `anyOf` several branches may apply, and then all of them say what is written how. */
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
    const shape = found.has(pointer) ? undefined : readApplicableSchema(root, pointer);
    if (shape === undefined) return;
    found.set(pointer, shape);
    for (const next of shape.always) visit(next);
  };
  for (const pointer of pointers) visit(pointer);
  return [...found.values()];
}
