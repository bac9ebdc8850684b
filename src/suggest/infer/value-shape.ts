import { isObject, type Json, type JsonObject, type Pointer } from "../../document/index.js";
import { FORMAT_VALIDATORS, type MessageDirection } from "../../schema/index.js";
import type { ComponentMatcher } from "./component-matcher.js";
import { detectIdentifier, isShortNumber } from "./identifier.js";

/** Types, property names and formats of the values at one location. The values themselves are not kept. */
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
  /** Formats that all strings so far match. */
  formats: readonly StringFormat[];
  /** A few distinct strings, because a single one is not sufficient evidence of a format. They are never output. */
  readonly different: Set<string>;
};

type ObjectObservations = {
  count: number;
  readonly properties: Map<string, ValueShape>;
  /** The shape of all values whose names are map keys. */
  others: ValueShape | undefined;
  /** Whether there are too many property names, so that further names count as map keys. */
  isCrowded: boolean;
  /** The component schemas that all objects so far conform to. */
  components: readonly Pointer[];
};

/** The component schemas to match objects with, and the direction of the message. */
export type ComponentContext = { readonly componentMatcher: ComponentMatcher; readonly side: MessageDirection };

export function createShape(): ValueShape {
  return {
    ...{ count: 0, nulls: 0, booleans: 0, integers: 0, numbers: 0 },
    ...{ strings: undefined, items: undefined, objects: undefined },
  };
}

export function recordValue(shape: ValueShape, value: unknown, context?: ComponentContext, depth = 0): void {
  shape.count += 1;
  if (depth > MAX_DEPTH) return;
  if (value === null) shape.nulls += 1;
  else if (typeof value === "boolean") shape.booleans += 1;
  else if (typeof value === "string") recordString(shape, value);
  else if (Array.isArray(value)) {
    shape.items ??= createShape();
    for (const item of value) recordValue(shape.items, item, context, depth + 1);
  } else if (isObject(value)) recordObject(shape, value, context, depth);
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

function recordObject(
  shape: ValueShape,
  value: JsonObject,
  context: ComponentContext | undefined,
  depth: number,
): void {
  const isFirst = shape.objects === undefined;
  shape.objects ??= { count: 0, properties: new Map(), others: undefined, isCrowded: false, components: [] };
  const { objects } = shape;
  objects.count += 1;
  if (context !== undefined && (isFirst || objects.components.length > 0)) {
    const { componentMatcher, side } = context;
    objects.components = componentMatcher.findMatching(isFirst ? undefined : objects.components, side, value);
  }
  for (const [name, field] of Object.entries(value))
    recordValue(getPropertyShape(objects, name), field, context, depth + 1);
}

function getPropertyShape(objects: ObjectObservations, name: string): ValueShape {
  const existing = objects.properties.get(name);
  if (existing !== undefined) return existing;
  const isCrowded = objects.properties.size >= MAX_PROPERTIES;
  objects.isCrowded ||= isCrowded;
  if (isCrowded || isMapKey(name)) {
    objects.others ??= createShape();
    return objects.others;
  }
  const created = createShape();
  objects.properties.set(name, created);
  return created;
}

/** Whether a name is data, such as an identifier. Such names are not declared and may be sensitive. */
function isMapKey(name: string): boolean {
  return isShortNumber(name) || detectIdentifier(name) !== undefined;
}

/** Adds the observations of another shape to a shape, or to a new one. */
export function mergeShape(into = createShape(), from: ValueShape): ValueShape {
  for (const kind of ["count", "nulls", "booleans", "integers", "numbers"] as const) into[kind] += from[kind];
  if (from.strings !== undefined) {
    const { formats, different } = from.strings;
    into.strings ??= { formats, different: new Set() };
    into.strings.formats = into.strings.formats.filter((format) => formats.includes(format));
    for (const text of different) into.strings.different.add(text);
  }
  if (from.items !== undefined) into.items = mergeShape(into.items, from.items);
  if (from.objects === undefined) return into;
  const isFirst = into.objects === undefined;
  const { count, properties, others, isCrowded, components } = from.objects;
  into.objects ??= { count: 0, properties: new Map(), others: undefined, isCrowded: false, components };
  const objects = into.objects;
  objects.count += count;
  objects.isCrowded ||= isCrowded;
  if (!isFirst) objects.components = objects.components.filter((pointer) => components.includes(pointer));
  for (const [name, field] of properties) mergeShape(getPropertyShape(objects, name), field);
  if (others !== undefined) objects.others = mergeShape(objects.others, others);
  return into;
}

/** Adds only the property names of rejected requests. Undeclared names are drift, but the values are not reliable. */
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

/** Returns the observed JSON Schema types. */
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

/** Number of distinct values that are sufficient evidence of a format. */
export const MIN_FORMAT_EVIDENCE = 3;

/** Objects with more names are treated as maps. */
const MAX_PROPERTIES = 200;
const MAX_DEPTH = 48;

type StringFormat = { readonly name: string; readonly isMatch: (text: string) => boolean };

/** Formats that are detected in strings. A URI needs an authority, because nearly every text with a colon is a valid URI. */
const STRING_FORMATS: readonly StringFormat[] = ["date-time", "date", "uuid", "uri", "email"].map((name) => {
  const format = FORMAT_VALIDATORS[name];
  const isMatch = (text: string): boolean =>
    format instanceof RegExp ? format.test(text) : typeof format === "function" && format(text) === true;
  return { name, isMatch: name === "uri" ? (text: string) => text.includes("://") && isMatch(text) : isMatch };
});

export function isInferredFormat(name: Json | undefined): boolean {
  return STRING_FORMATS.some((format) => format.name === name);
}
