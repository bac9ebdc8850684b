import { isObject, type JsonObject, type Pointer } from "../../document/index.js";
import type { MessageDirection } from "../../schema/index.js";
import type { ComponentMatcher } from "./component-matcher.js";
import { detectIdentifier, isShortNumber } from "./identifier.js";
import { STRING_FORMATS, type StringFormat } from "./string-formats.js";

/** What values of one place had in common: their types, names and formats, without the values. */
export type ValueShape = {
  count: number;
  nulls: number;
  booleans: number;
  integers: number;
  numbers: number;
  strings: StringObservations | undefined;
  items: ValueShape | undefined;
  objects: ObjectObservations | undefined;
};

type StringObservations = {
  /** Those that every string so far is of. */
  formats: readonly StringFormat[];
  /** A few different ones, as one alone is no evidence of a format. They go nowhere. */
  readonly different: Set<string>;
};

type ObjectObservations = {
  count: number;
  readonly properties: Map<string, ValueShape>;
  /** The values below names that are identifiers, or too many to be names. */
  others: ValueShape | undefined;
  isCrowded: boolean;
  /** The components that every object so far is one of. */
  components: readonly Pointer[];
};

/** Whether objects are looked for among the components of a description, and which way they went. */
export type ComponentContext = { readonly componentMatcher: ComponentMatcher; readonly side: MessageDirection };

export function createShape(): ValueShape {
  return {
    ...{ count: 0, nulls: 0, booleans: 0, integers: 0, numbers: 0 },
    ...{ strings: undefined, items: undefined, objects: undefined },
  };
}

export function recordValue(shape: ValueShape, value: unknown, noting?: ComponentContext, depth = 0): void {
  shape.count += 1;
  if (depth > MAX_DEPTH) return;
  if (value === null) shape.nulls += 1;
  else if (typeof value === "boolean") shape.booleans += 1;
  else if (typeof value === "string") recordString(shape, value);
  else if (Array.isArray(value)) {
    shape.items ??= createShape();
    for (const item of value) recordValue(shape.items, item, noting, depth + 1);
  } else if (isObject(value)) recordObject(shape, value, noting, depth);
  else if (/^-?\d+$/.test(String(value)) || Number.isInteger(value)) shape.integers += 1;
  else shape.numbers += 1;
}

function recordString(shape: ValueShape, text: string): void {
  shape.strings ??= { formats: STRING_FORMATS, different: new Set() };
  const { formats, different } = shape.strings;
  if (formats.length === 0) return;
  const still = formats.filter(({ isMatch }) => isMatch(text));
  if (still.length < formats.length) shape.strings.formats = still;
  if (different.size < MIN_FORMAT_EVIDENCE) different.add(text);
}

function recordObject(shape: ValueShape, value: JsonObject, noting: ComponentContext | undefined, depth: number): void {
  const isFirst = shape.objects === undefined;
  shape.objects ??= { count: 0, properties: new Map(), others: undefined, isCrowded: false, components: [] };
  const seen = shape.objects;
  seen.count += 1;
  if (noting !== undefined && (isFirst || seen.components.length > 0))
    seen.components = noting.componentMatcher.findMatching(isFirst ? undefined : seen.components, noting.side, value);
  for (const [name, field] of Object.entries(value))
    recordValue(getPropertyShape(seen, name), field, noting, depth + 1);
}

function getPropertyShape(seen: ObjectObservations, name: string): ValueShape {
  const known = seen.properties.get(name);
  if (known !== undefined) return known;
  const isCrowded = seen.properties.size >= MAX_PROPERTIES;
  seen.isCrowded ||= isCrowded;
  if (isCrowded || isMapKey(name)) {
    seen.others ??= createShape();
    return seen.others;
  }
  const made = createShape();
  seen.properties.set(name, made);
  return made;
}

/** A name that is a value: nobody declares it, and it may be anybody's. */
function isMapKey(name: string): boolean {
  return isShortNumber(name) || detectIdentifier(name) !== undefined;
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
    into.items ??= createShape();
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
  for (const [name, field] of properties) mergeShape(getPropertyShape(objects, name), field);
  if (others === undefined) return;
  objects.others ??= createShape();
  mergeShape(objects.others, others);
}

/** Names the properties that only bad requests had: their other values mean nothing, and their names are drift all the same. */
export function addPropertyNames(into: ValueShape, from: ValueShape): void {
  if (into.items !== undefined && from.items !== undefined) addPropertyNames(into.items, from.items);
  if (into.objects === undefined || from.objects === undefined) return;
  for (const [name, field] of from.objects.properties) {
    const known = into.objects.properties.get(name);
    if (known !== undefined) addPropertyNames(known, field);
    else {
      into.objects.properties.set(name, { ...field, count: 0 });
      into.objects.components = [];
    }
  }
}

/** The types that JSON Schema would name. */
export function getShapeTypes(shape: ValueShape): readonly string[] {
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
export const MIN_FORMAT_EVIDENCE = 3;

/** More names than an object has: what comes after is a map. */
const MAX_PROPERTIES = 200;
const MAX_DEPTH = 48;
