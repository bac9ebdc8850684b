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
} from "../../../src/document/index.js";

/** A schema and a value that it applies to. */
export type SchemaLocation = {
  readonly schema: JsonObject;
  readonly pointer: Pointer;
  /** The path of the value in the body. */
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  /** False below `oneOf` and `anyOf`, where the value may match another branch. */
  readonly isCertain: boolean;
  /** The schemas of the values that contain this one, outermost first. */
  readonly parents: readonly ParentSchema[];
};

export type ParentSchema = { readonly pointer: Pointer; readonly path: readonly (string | number)[] };

/** Yields every schema that applies to a value or to a part of it. */
export function* walkSchemas(document: Document, start: Omit<SchemaLocation, "schema">): Iterable<SchemaLocation> {
  const found = resolvePointer(document, start.pointer);
  if (found === undefined) return;
  const location: SchemaLocation = { ...start, pointer: found.pointer, schema: found.value };
  yield location;
  yield* walkBranches(document, location);
  if (Array.isArray(location.value)) yield* walkItems(document, location, location.value);
  else if (isObject(location.value)) yield* walkProperties(document, location, location.value);
}

function* walkBranches(document: Document, location: SchemaLocation): Iterable<SchemaLocation> {
  for (const keyword of ["allOf", "oneOf", "anyOf"] as const) {
    const isCertain = location.isCertain && keyword === "allOf";
    for (const index of asArray(location.schema[keyword]).keys())
      yield* walkSchemas(document, { ...location, pointer: joinPointer(location.pointer, keyword, index), isCertain });
  }
}

function* walkItems(document: Document, location: SchemaLocation, value: readonly unknown[]): Iterable<SchemaLocation> {
  if (!isObject(location.schema.items)) return;
  const parents = [...location.parents, { pointer: location.pointer, path: location.path }];
  for (const [index, item] of value.entries())
    yield* walkSchemas(document, {
      pointer: joinPointer(location.pointer, "items"),
      path: [...location.path, index],
      value: item,
      isCertain: location.isCertain,
      parents,
    });
}

function* walkProperties(document: Document, location: SchemaLocation, value: JsonObject): Iterable<SchemaLocation> {
  const declared = asObject(location.schema.properties) ?? {};
  const parents = [...location.parents, { pointer: location.pointer, path: location.path }];
  for (const [name, part] of Object.entries(value)) {
    const isDeclared = Object.hasOwn(declared, name);
    if (!isDeclared && !isObject(location.schema.additionalProperties)) continue;
    const tokens = isDeclared ? ["properties", name] : ["additionalProperties"];
    const pointer = joinPointer(location.pointer, ...tokens);
    yield* walkSchemas(document, {
      pointer,
      path: [...location.path, name],
      value: part,
      isCertain: location.isCertain,
      parents,
    });
  }
}

/** Returns a copy with another value at a path; `undefined` removes the value. */
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
  // Keep the order of properties.
  return old === undefined
    ? { ...others, [first]: next }
    : Object.fromEntries(Object.entries(root as object).map(([name, it]) => [name, name === first ? next : it]));
}

/** Returns the declared properties of a schema, with references resolved. */
export function getProperties(document: Document, pointer: Pointer): ReadonlyMap<string, JsonObject> {
  return new Map(
    resolveChildren(document, joinPointer(pointer, "properties")).map(({ key, value }) => [key, value] as const),
  );
}

export function getTypes({ type }: JsonObject): readonly string[] | undefined {
  if (type === undefined) return undefined;
  return (Array.isArray(type) ? type : [type]).map((it: Json) => String(it));
}
