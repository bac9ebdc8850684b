import { asArray, asString, isObject, type Json, type JsonObject, type Pointer } from "../../document/index.js";
import { typesOfShapes } from "../coerce.js";
import { NULL_ALLOWED } from "../lower.js";
import { itemPointers } from "../node.js";
import type { Schemas } from "../schemas.js";
import { type Choice, possibleShapes, type Shape, shapeAt } from "../shape.js";
import { type XmlMembers, xmlMembers } from "./xml-members.js";
import { type XmlWords, xmlWords } from "./xml-words.js";

/** What a contract says of a place in a document, worked out once. */
export type XmlPlace = {
  readonly pointers: readonly Pointer[];
  readonly words: XmlWords;
  /** Whatever may apply, taken together. */
  readonly whole: XmlVariant;
  /** Each way of choosing; the whole where there is nothing to choose. */
  readonly variants: readonly XmlVariant[];
  /** There are more ways of choosing than are tried. */
  readonly isCut: boolean;
};

/** The schemas that apply when a way of choosing is taken. */
export type XmlVariant = {
  readonly shapes: readonly Shape[];
  readonly types: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
  /** What says by a property which schema is meant. */
  readonly discriminators: readonly JsonObject[];
  readonly members: () => XmlMembers;
  readonly item: (index: number) => XmlPlace;
};

export type XmlPlaces = (pointers: readonly Pointer[]) => XmlPlace;

const known = new WeakMap<Schemas, XmlPlaces>();

export function xmlPlaces(schemas: Schemas): XmlPlaces {
  const places = known.get(schemas) ?? createPlaces(schemas.root);
  known.set(schemas, places);
  return places;
}

/** Beyond this many ways of choosing the rest is left, and what fits none of them judged in part. */
const MOST_WAYS = 32;
/** Names of maps are places of their own only where a schema says more of one of them. */
const MOST_KNOWN = 10_000;

function createPlaces(root: Json): XmlPlaces {
  const made = new Map<string, XmlPlace>();
  const places: XmlPlaces = (pointers) => {
    const distinct = [...new Set(pointers)];
    const key = distinct.join("\n");
    const place = made.get(key) ?? createPlace(root, places, distinct);
    if (made.size < MOST_KNOWN) made.set(key, place);
    return place;
  };
  return places;
}

function createPlace(root: Json, places: XmlPlaces, pointers: readonly Pointer[]): XmlPlace {
  const ways: Shape[][] = [];
  choose(root, { pointers, taken: new Set() }, ways);
  const all = new Map(pointers.flatMap((it) => possibleShapes(root, it)).map((shape) => [shape.pointer, shape]));
  const whole = createVariant(places, [...all.values()]);
  return {
    pointers,
    words: xmlWords(root, pointers),
    whole,
    variants: ways.length > 1 ? ways.map((shapes) => createVariant(places, shapes)) : [whole],
    isCut: ways.length >= MOST_WAYS,
  };
}

function createVariant(places: XmlPlaces, shapes: readonly Shape[]): XmlVariant {
  const types = new Set(typesOfShapes(shapes));
  if (shapes.some(({ schema }) => schema[NULL_ALLOWED] === true)) types.add("null");
  const items = new Map<number, XmlPlace>();
  let members: XmlMembers | undefined;
  const required = shapes.flatMap(({ schema }) => asArray(schema.required).flatMap((it) => asString(it) ?? []));
  const variant: XmlVariant = {
    shapes,
    types,
    required: new Set(required),
    discriminators: shapes.flatMap(({ schema: { discriminator } }) => (isObject(discriminator) ? [discriminator] : [])),
    members: () => {
      members ??= xmlMembers(places, variant);
      return members;
    },
    item: (index) => {
      const prefix = Math.max(0, ...shapes.map(({ schema }) => asArray(schema.prefixItems).length));
      const at = Math.min(index, prefix);
      const item = items.get(at) ?? places(shapes.flatMap((shape) => itemPointers(shape, at)));
      items.set(at, item);
      return item;
    },
  };
  return variant;
}

type Chosen = { readonly pointers: readonly Pointer[]; readonly taken: ReadonlySet<string> };

/** Takes each branch of each choice, until there is nothing left to choose. */
function choose(root: Json, { pointers, taken }: Chosen, ways: Shape[][]): void {
  if (ways.length >= MOST_WAYS) return;
  const shapes = alwaysApplying(root, pointers);
  for (const { pointer, schema, choices } of shapes) {
    for (const [index, choice] of choices.entries()) {
      const key = `${pointer} ${index}`;
      if (taken.has(key)) continue;
      const next = new Set([...taken, key]);
      for (const option of optionsOf(choice, schema))
        choose(root, { pointers: [...pointers, ...option], taken: next }, ways);
      return;
    }
  }
  ways.push(shapes);
}

/** Of `anyOf` several branches may apply, and then all of them say what is written how. */
function optionsOf(choice: Choice, { anyOf }: JsonObject): readonly (readonly Pointer[])[] {
  if (choice.kind === "dependent") return [[choice.schema]];
  if (choice.kind === "condition")
    return [[choice.when, choice.then], [choice.else]].map((option) => option.filter((it) => it !== undefined));
  const { branches } = choice;
  const each = branches.map((it) => [it]);
  const isAny = Array.isArray(anyOf) && branches[0]?.endsWith("/anyOf/0") === true;
  return isAny && branches.length > 1 ? [branches, ...each] : each;
}

function alwaysApplying(root: Json, pointers: readonly Pointer[]): Shape[] {
  const found = new Map<Pointer, Shape>();
  const visit = (pointer: Pointer): void => {
    const shape = found.has(pointer) ? undefined : shapeAt(root, pointer);
    if (shape === undefined) return;
    found.set(pointer, shape);
    for (const next of shape.always) visit(next);
  };
  for (const pointer of pointers) visit(pointer);
  return [...found.values()];
}
