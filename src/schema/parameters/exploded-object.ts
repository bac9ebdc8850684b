import { getOrCreate, isObject, type Json, type Parameter, type Pointer } from "../../document/index.js";
import type { Schemas } from "../validation/schemas.js";
import { buildList, buildObject, coerce, decodeQuery, getSchemaTypes, MalformedValueError } from "./decoding.js";

type NamedPair = { readonly name: string; readonly raw: string };

/** An object that was read from several pairs, and the names of those pairs. */
export type ExplodedObjectReading = { readonly value: Json; readonly names: readonly string[] };

/** The values at a path of names, and the nodes below it by name. */
type NameTree = { readonly values: string[]; readonly children: Map<string, NameTree> };

/** Whether a required parameter may be missing: an exploded form object without properties is written as nothing (RFC 6570, section 3.2.1). */
export function canBeAbsent(schemas: Schemas, { style, explode, schema }: Parameter): boolean {
  if (style !== "form" || !explode || schema === undefined) return false;
  return [...getSchemaTypes(schemas, schema)].join() === "object" && schemas.isValid(schema, "request", {});
}

/**
 * Reads an object in the style `deepObject`: `x[a]=1&x[b][c]=2`. Undefined if no pair belongs to it.
 *
 * The specification does not define nested arrays and objects. By convention, further brackets hold a name or, in an array,
 * an index or nothing.
 *
 * @throws {MalformedValueError}
 */
export function readDeepObject(
  schemas: Schemas,
  { name: own, schema }: { readonly name: string; readonly schema?: Pointer },
  pairs: readonly NamedPair[],
): ExplodedObjectReading | undefined {
  const ownPairs = pairs.filter(({ name }) => name.startsWith(`${own}[`) && name.endsWith("]"));
  return readNameTree(
    ownPairs,
    (name) => name.slice(own.length + 1, -1).split("]["),
    (root) => toValue(schemas, schema, root, ""),
  );
}

/**
 * Reads an exploded object, each of whose properties is a pair in the query; an array repeats its name. Takes the declared
 * properties and, if the schema allows additional ones, all names not in `taken`. Undefined if no pair belongs to it.
 *
 * @throws {MalformedValueError}
 */
export function readExplodedObject(
  schemas: Schemas,
  schema: Pointer | undefined,
  { pairs, taken }: { readonly pairs: readonly NamedPair[]; readonly taken?: ReadonlySet<string> },
): ExplodedObjectReading | undefined {
  const applicable = schemas.model.possible(schema);
  const isDeclared = (name: string): boolean =>
    applicable.some((it) => isObject(it.schema.properties) && Object.hasOwn(it.schema.properties, name));
  const isMap = applicable.some(
    (it) => it.schema.additionalProperties !== undefined && it.schema.additionalProperties !== false,
  );
  const ownPairs = pairs.filter(({ name }) => isDeclared(name) || (isMap && taken?.has(name) !== true));
  return readNameTree(
    ownPairs,
    (name) => [name],
    ({ children }) =>
      buildObject(schemas, schema, children, (node, pointer, name) => toValue(schemas, pointer, node, name)),
  );
}

/** A malformed value still takes its names, so the error carries them. */
function readNameTree(
  pairs: readonly NamedPair[],
  stepsOf: (name: string) => readonly string[],
  value: (root: NameTree) => Json,
): ExplodedObjectReading | undefined {
  if (pairs.length === 0) return undefined;
  const names = [...new Set(pairs.map(({ name }) => name))];
  try {
    return { value: value(buildNameTree(pairs, stepsOf)), names };
  } catch (error) {
    if (error instanceof MalformedValueError) error.names = names;
    throw error;
  }
}

function buildNameTree(pairs: readonly NamedPair[], stepsOf: (name: string) => readonly string[]): NameTree {
  const root = createNameTree();
  for (const { name, raw } of pairs) {
    const steps = stepsOf(name);
    if (steps.length > MAX_BRACKETS)
      throw new MalformedValueError("brackets", `has more than ${MAX_BRACKETS} levels of brackets`);
    let node = root;
    for (const step of steps) node = getOrCreate(node.children, step, createNameTree);
    node.values.push(decodeQuery(raw));
  }
  return root;
}

function createNameTree(): NameTree {
  return { values: [], children: new Map() };
}

function toValue(schemas: Schemas, pointer: Pointer | undefined, node: NameTree, at: string): Json {
  const { values, children } = node;
  if (values.length > 0 && children.size > 0)
    throw new MalformedValueError(`value and object ${at}`, `has "${at}" both as a value and as an object`);
  const types = getSchemaTypes(schemas, pointer);
  const isNumbered = [...children.keys()].every((key) => /^\d*$/.test(key));
  if (types.has("array") && isNumbered && (children.has("") || !types.has("object")))
    return toList(schemas, pointer, node, at);
  const only = children.size === 1 ? children.get("") : undefined;
  // Clients may write `name[]` for a single value too.
  if (only !== undefined && only.children.size === 0) return toScalar(schemas, pointer, only.values, at);
  if (children.size === 0) return toScalar(schemas, pointer, values, at);
  return buildObject(schemas, pointer, children, (inner, property, name) => toValue(schemas, property, inner, name));
}

function toScalar(schemas: Schemas, pointer: Pointer | undefined, texts: readonly string[], at: string): Json {
  if (texts.length > 1)
    throw new MalformedValueError(
      `repeated ${at}`,
      `has "${at}" ${texts.length} times, but its schema is not an array`,
    );
  return coerce(schemas, pointer, texts[0] ?? "");
}

/** Sorts items by index; items without an index keep their order. */
function toList(schemas: Schemas, pointer: Pointer | undefined, { values, children }: NameTree, at: string): Json {
  const numbered = [...children].sort(([a], [b]) => Number(a) - Number(b));
  const nodes = numbered.flatMap(([, inner]): NameTree[] =>
    inner.values.length > 1 && inner.children.size === 0 ? inner.values.map(createLeaf) : [inner],
  );
  return buildList(schemas, pointer, [...values.map(createLeaf), ...nodes], (inner, item) =>
    toValue(schemas, item, inner, at),
  );
}

function createLeaf(text: string): NameTree {
  return { values: [text], children: new Map() };
}

/** Far above practical use, and low enough for hostile input. */
const MAX_BRACKETS = 32;
