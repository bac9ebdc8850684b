import { isObject, type Json, type Pointer } from "../../document/index.js";
import { coerce, getApplicableSchemas, getSchemaTypes } from "../analysis/coerce.js";
import { findItemPointers, findPropertyPointers } from "../analysis/merged-schema.js";
import type { Schemas } from "../validation/schemas.js";
import { trackExactNumbers } from "../values/exact-number.js";
import { decodeQuery, MalformedValueError } from "./decoding.js";

type NamedPair = { readonly name: string; readonly raw: string };

/** What an object that stands in several pairs comes to, and the names that they have in the query. */
export type ExplodedObjectReading = { readonly value: Json; readonly names: readonly string[] };

/** What stands at one place: texts, or what stands below it by name. */
type NameTree = { readonly values: string[]; readonly children: Map<string, NameTree> };

/**
 * Reads what the style `deepObject` spreads over the query: `x[a]=1&x[b][c]=2`. Undefined when there is nothing of it.
 *
 * The specification leaves open how lists and objects inside are written; clients and services agree on more brackets, which
 * are read by the schema: names, or, in a list, numbers or nothing.
 */
export function readDeepObject(
  schemas: Schemas,
  { name: own, schema }: { readonly name: string; readonly schema?: Pointer },
  pairs: readonly NamedPair[],
): ExplodedObjectReading | undefined {
  const pairsOfOwn = pairs.filter(({ name }) => name.startsWith(`${own}[`) && name.endsWith("]"));
  return readNameTree(
    pairsOfOwn,
    (name) => name.slice(own.length + 1, -1).split("]["),
    (root) => toValue(schemas, schema, root, ""),
  );
}

/**
 * Reads an exploded object, which is spread over the query by the names of its properties: those that it declares, and where
 * it is open, all that nobody else takes. Undefined when there is nothing of it. A property that is a list is a repeated name.
 */
export function readExplodedObject(
  schemas: Schemas,
  schema: Pointer | undefined,
  { pairs, taken }: { readonly pairs: readonly NamedPair[]; readonly taken?: ReadonlySet<string> },
): ExplodedObjectReading | undefined {
  const shapes = getApplicableSchemas(schemas, schema);
  const declared = (name: string): boolean =>
    shapes.some((shape) => isObject(shape.schema.properties) && Object.hasOwn(shape.schema.properties, name));
  const isMap = shapes.some(
    (shape) => shape.schema.additionalProperties !== undefined && shape.schema.additionalProperties !== false,
  );
  const own = pairs.filter(({ name }) => declared(name) || (isMap && taken?.has(name) !== true));
  return readNameTree(
    own,
    (name) => [name],
    ({ children }) => {
      const entries = [...children].map(([name, place]): [string, Json] => [
        name,
        toValue(schemas, findPropertyPointers(shapes, name)?.[0], place, name),
      ]);
      return trackExactNumbers(Object.fromEntries(entries));
    },
  );
}

/** What is malformed takes up its names all the same. */
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
    if (steps.length > MAX_BRACKETS) throw new MalformedValueError(`nests deeper than ${MAX_BRACKETS} brackets`);
    let place = root;
    for (const step of steps) {
      const next = place.children.get(step) ?? createNameTree();
      place.children.set(step, next);
      place = next;
    }
    place.values.push(decodeQuery(raw));
  }
  return root;
}

function createNameTree(): NameTree {
  return { values: [], children: new Map() };
}

function toValue(schemas: Schemas, pointer: Pointer | undefined, place: NameTree, at: string): Json {
  const { values, children } = place;
  if (values.length > 0 && children.size > 0) throw new MalformedValueError(`has "${at}" as a value and as an object`);
  const types = getSchemaTypes(schemas, pointer);
  const isNumbered = [...children.keys()].every((key) => /^\d*$/.test(key));
  if (types.has("array") && isNumbered && (children.has("") || !types.has("object")))
    return toList(schemas, pointer, place, at);
  const only = children.size === 1 ? children.get("") : undefined;
  // The brackets of a list add nothing to a name that is none.
  if (only !== undefined && only.children.size === 0) return toScalar(schemas, pointer, only.values, at);
  if (children.size === 0) return toScalar(schemas, pointer, values, at);
  const shapes = getApplicableSchemas(schemas, pointer);
  const entries = [...children].map(([name, inner]): [string, Json] => [
    name,
    toValue(schemas, findPropertyPointers(shapes, name)?.[0], inner, name),
  ]);
  return trackExactNumbers(Object.fromEntries(entries));
}

function toScalar(schemas: Schemas, pointer: Pointer | undefined, texts: readonly string[], at: string): Json {
  if (texts.length > 1) throw new MalformedValueError(`has "${at}" ${texts.length} times, and it is not a list`);
  return coerce(schemas, pointer, texts[0] ?? "");
}

/** Items stand in the order of their numbers; those without one as they came. */
function toList(schemas: Schemas, pointer: Pointer | undefined, { values, children }: NameTree, at: string): Json {
  const numbered = [...children].sort(([a], [b]) => Number(a) - Number(b));
  const places = numbered.flatMap(([, inner]): NameTree[] =>
    inner.values.length > 1 && inner.children.size === 0 ? inner.values.map(createLeaf) : [inner],
  );
  const shapes = getApplicableSchemas(schemas, pointer);
  return trackExactNumbers(
    [...values.map(createLeaf), ...places].map((inner, index) =>
      toValue(schemas, shapes.flatMap((shape) => findItemPointers(shape, index))[0], inner, at),
    ),
  );
}

function createLeaf(text: string): NameTree {
  return { values: [text], children: new Map() };
}

/** More than anybody writes, and little enough for a hostile query. */
const MAX_BRACKETS = 32;
