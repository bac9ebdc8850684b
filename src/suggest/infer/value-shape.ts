import { isObject, type JsonObject, type Pointer } from "../../document/index.js";
import type { View } from "../../schema/index.js";
import type { FittingComponents } from "./fitting-components.js";
import { identifierIn, isShortNumber } from "./identifier.js";
import { STRING_FORMATS, type StringFormat } from "./string-formats.js";

/** What values of one place had in common: their types, names and formats, without the values. */
export type ValueShape = {
  count: number;
  nulls: number;
  booleans: number;
  integers: number;
  numbers: number;
  strings: StringsSeen | undefined;
  items: ValueShape | undefined;
  objects: ObjectsSeen | undefined;
};

type StringsSeen = {
  /** Those that every string so far is of. */
  formats: readonly StringFormat[];
  /** A few different ones, as one alone is no evidence of a format. They go nowhere. */
  readonly different: Set<string>;
};

type ObjectsSeen = {
  count: number;
  readonly properties: Map<string, ValueShape>;
  /** The values below names that are identifiers, or too many to be names. */
  others: ValueShape | undefined;
  isCrowded: boolean;
  /** The components that every object so far is one of. */
  components: readonly Pointer[];
};

/** Whether objects are looked for among the components of a description, and which way they went. */
export type Noting = { readonly components: FittingComponents; readonly side: View };

export function noShape(): ValueShape {
  return {
    ...{ count: 0, nulls: 0, booleans: 0, integers: 0, numbers: 0 },
    ...{ strings: undefined, items: undefined, objects: undefined },
  };
}

export function noteValue(shape: ValueShape, value: unknown, noting?: Noting, depth = 0): void {
  shape.count += 1;
  if (depth > DEEPEST) return;
  if (value === null) shape.nulls += 1;
  else if (typeof value === "boolean") shape.booleans += 1;
  else if (typeof value === "string") noteString(shape, value);
  else if (Array.isArray(value)) {
    shape.items ??= noShape();
    for (const item of value) noteValue(shape.items, item, noting, depth + 1);
  } else if (isObject(value)) noteObject(shape, value, noting, depth);
  else if (/^-?\d+$/.test(String(value)) || Number.isInteger(value)) shape.integers += 1;
  else shape.numbers += 1;
}

function noteString(shape: ValueShape, text: string): void {
  shape.strings ??= { formats: STRING_FORMATS, different: new Set() };
  const { formats, different } = shape.strings;
  if (formats.length === 0) return;
  const still = formats.filter(({ isOne }) => isOne(text));
  if (still.length < formats.length) shape.strings.formats = still;
  if (different.size < FEW) different.add(text);
}

function noteObject(shape: ValueShape, value: JsonObject, noting: Noting | undefined, depth: number): void {
  const isFirst = shape.objects === undefined;
  shape.objects ??= { count: 0, properties: new Map(), others: undefined, isCrowded: false, components: [] };
  const seen = shape.objects;
  seen.count += 1;
  if (noting !== undefined && (isFirst || seen.components.length > 0))
    seen.components = noting.components.fitting(isFirst ? undefined : seen.components, noting.side, value);
  for (const [name, field] of Object.entries(value)) noteValue(placeOf(seen, name), field, noting, depth + 1);
}

function placeOf(seen: ObjectsSeen, name: string): ValueShape {
  const known = seen.properties.get(name);
  if (known !== undefined) return known;
  const isCrowded = seen.properties.size >= MOST_NAMES;
  seen.isCrowded ||= isCrowded;
  if (isCrowded || isKey(name)) {
    seen.others ??= noShape();
    return seen.others;
  }
  const made = noShape();
  seen.properties.set(name, made);
  return made;
}

/** A name that is a value: nobody declares it, and it may be anybody's. */
function isKey(name: string): boolean {
  return isShortNumber(name) || identifierIn(name) !== undefined;
}

/** Adds what another shape has seen. */
export function mergeShape(into: ValueShape, from: ValueShape): void {
  for (const kind of ["count", "nulls", "booleans", "integers", "numbers"] as const) into[kind] += from[kind];
  if (from.strings !== undefined) {
    const { formats, different } = from.strings;
    into.strings ??= { formats, different: new Set() };
    into.strings.formats = into.strings.formats.filter((format) => formats.includes(format));
    for (const text of different) into.strings.different.add(text);
  }
  if (from.items !== undefined) {
    into.items ??= noShape();
    mergeShape(into.items, from.items);
  }
  if (from.objects === undefined) return;
  const isFirst = into.objects === undefined;
  const { count, properties, others, isCrowded, components } = from.objects;
  into.objects ??= { count: 0, properties: new Map(), others: undefined, isCrowded: false, components };
  const objects = into.objects;
  objects.count += count;
  objects.isCrowded ||= isCrowded;
  if (!isFirst) objects.components = objects.components.filter((pointer) => components.includes(pointer));
  for (const [name, field] of properties) mergeShape(placeOf(objects, name), field);
  if (others === undefined) return;
  objects.others ??= noShape();
  mergeShape(objects.others, others);
}

/** Names the properties that only bad requests had: their other values mean nothing, and their names are drift all the same. */
export function addNames(into: ValueShape, from: ValueShape): void {
  if (into.items !== undefined && from.items !== undefined) addNames(into.items, from.items);
  if (into.objects === undefined || from.objects === undefined) return;
  for (const [name, field] of from.objects.properties) {
    const known = into.objects.properties.get(name);
    if (known !== undefined) addNames(known, field);
    else {
      into.objects.properties.set(name, { ...field, count: 0 });
      into.objects.components = [];
    }
  }
}

/** The types that JSON Schema would name. */
export function typesOf(shape: ValueShape): readonly string[] {
  const types: string[] = [];
  if (shape.objects !== undefined) types.push("object");
  if (shape.items !== undefined) types.push("array");
  if (shape.strings !== undefined) types.push("string");
  if (shape.numbers > 0) types.push("number");
  else if (shape.integers > 0) types.push("integer");
  if (shape.booleans > 0) types.push("boolean");
  return types;
}

/** How many different values are evidence of a format. */
export const FEW = 3;

/** More names than an object has: what comes after is a map. */
const MOST_NAMES = 200;
const DEEPEST = 48;
