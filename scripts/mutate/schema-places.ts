import {
  asArray,
  asObject,
  type Document,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  resolveChildren,
  resolvePointer,
} from "../../src/document/index.js";

/** A schema beside a value that it speaks of. */
export type Place = {
  readonly schema: JsonObject;
  readonly pointer: Pointer;
  /** Where the value stands in the body. */
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  /** False below `oneOf`, `anyOf` and `if`: whether the value must keep this schema depends on others. */
  readonly certain: boolean;
  /** The pointers of the schemas that the value's holders have, outermost first. */
  readonly above: readonly Above[];
};

export type Above = { readonly pointer: Pointer; readonly path: readonly (string | number)[] };

/** Every schema that speaks of a value or of a part of it. */
export function* placesOf(document: Document, start: Omit<Place, "schema">): Iterable<Place> {
  const found = resolvePointer(document, start.pointer);
  if (found === undefined) return;
  const place: Place = { ...start, pointer: found.pointer, schema: found.value };
  yield place;
  yield* beside(document, place);
  if (Array.isArray(place.value)) yield* items(document, place, place.value);
  else if (isObject(place.value)) yield* properties(document, place, place.value);
}

function* beside(document: Document, place: Place): Iterable<Place> {
  for (const keyword of ["allOf", "oneOf", "anyOf"] as const) {
    const certain = place.certain && keyword === "allOf";
    for (const index of asArray(place.schema[keyword]).keys())
      yield* placesOf(document, { ...place, pointer: joinPointer(place.pointer, keyword, index), certain });
  }
}

function* items(document: Document, place: Place, value: readonly unknown[]): Iterable<Place> {
  if (!isObject(place.schema.items)) return;
  const above = [...place.above, { pointer: place.pointer, path: place.path }];
  for (const [index, item] of value.entries())
    yield* placesOf(document, {
      pointer: joinPointer(place.pointer, "items"),
      path: [...place.path, index],
      value: item,
      certain: place.certain,
      above,
    });
}

function* properties(document: Document, place: Place, value: JsonObject): Iterable<Place> {
  const declared = asObject(place.schema.properties) ?? {};
  const above = [...place.above, { pointer: place.pointer, path: place.path }];
  for (const [name, part] of Object.entries(value)) {
    const isDeclared = Object.hasOwn(declared, name);
    if (!isDeclared && !isObject(place.schema.additionalProperties)) continue;
    const tokens = isDeclared ? ["properties", name] : ["additionalProperties"];
    const pointer = joinPointer(place.pointer, ...tokens);
    yield* placesOf(document, { pointer, path: [...place.path, name], value: part, certain: place.certain, above });
  }
}

/** A copy of a value with another one at a path; `undefined` takes what stands there away. */
export function withValueAt(root: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (Array.isArray(root)) {
    const copy: unknown[] = [...root];
    copy[Number(first)] = withValueAt(root[Number(first)], rest, value);
    return copy;
  }
  const { [first]: old, ...others } = root as Record<string, unknown>;
  const next = rest.length === 0 ? value : withValueAt(old, rest, value);
  if (next === undefined) return others;
  // The order of what is there is kept.
  return old === undefined
    ? { ...others, [first]: next }
    : Object.fromEntries(Object.entries(root as object).map(([name, it]) => [name, name === first ? next : it]));
}

/** The schema of a property once references are followed, or undefined. */
export function propertiesOf(document: Document, pointer: Pointer): ReadonlyMap<string, JsonObject> {
  return new Map(
    resolveChildren(document, joinPointer(pointer, "properties")).map(({ key, value }) => [key, value] as const),
  );
}

export function typesOf({ type }: JsonObject): readonly string[] | undefined {
  if (type === undefined) return undefined;
  return (Array.isArray(type) ? type : [type]).map((it: Json) => String(it));
}
