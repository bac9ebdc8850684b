import { isObject, type Json, type Pointer } from "../document/index.js";
import { coerce, shapesOf, typesOf } from "./coerce.js";
import { decodeQuery, Malformed } from "./decoding.js";
import { noteExact } from "./exact-number.js";
import { itemPointers, propertyPointers } from "./node.js";
import type { Schemas } from "./schemas.js";

type Pair = { readonly name: string; readonly raw: string };

/** What an object that stands in several pairs comes to, and the names that they have in the query. */
export type SpreadReading = { readonly value: Json; readonly names: readonly string[] };

/** What stands at one place: texts, or what stands below it by name. */
type Place = { readonly texts: string[]; readonly below: Map<string, Place> };

/**
 * Reads what the style `deepObject` spreads over the query: `x[a]=1&x[b][c]=2`. Undefined when there is nothing of it.
 *
 * The specification leaves open how lists and objects inside are written; clients and services agree on more brackets, which
 * are read by the schema: names, or, in a list, numbers or nothing.
 */
export function readDeepObject(
  schemas: Schemas,
  { name: own, schema }: { readonly name: string; readonly schema?: Pointer },
  pairs: readonly Pair[],
): SpreadReading | undefined {
  const pairsOfOwn = pairs.filter(({ name }) => name.startsWith(`${own}[`) && name.endsWith("]"));
  return read(
    pairsOfOwn,
    (name) => name.slice(own.length + 1, -1).split("]["),
    (root) => valueAt(schemas, schema, root, ""),
  );
}

/**
 * Reads an exploded object, which is spread over the query by the names of its properties: those that it declares, and where
 * it is open, all that nobody else takes. Undefined when there is nothing of it. A property that is a list is a repeated name.
 */
export function readSpreadObject(
  schemas: Schemas,
  schema: Pointer | undefined,
  { pairs, taken }: { readonly pairs: readonly Pair[]; readonly taken?: ReadonlySet<string> },
): SpreadReading | undefined {
  const shapes = shapesOf(schemas, schema);
  const declared = (name: string): boolean =>
    shapes.some((shape) => isObject(shape.schema.properties) && Object.hasOwn(shape.schema.properties, name));
  const isMap = shapes.some(
    (shape) => shape.schema.additionalProperties !== undefined && shape.schema.additionalProperties !== false,
  );
  const own = pairs.filter(({ name }) => declared(name) || (isMap && taken?.has(name) !== true));
  return read(
    own,
    (name) => [name],
    ({ below }) => {
      const entries = [...below].map(([name, place]): [string, Json] => [
        name,
        valueAt(schemas, propertyPointers(shapes, name)?.[0], place, name),
      ]);
      return noteExact(Object.fromEntries(entries));
    },
  );
}

/** What is malformed takes up its names all the same. */
function read(
  pairs: readonly Pair[],
  stepsOf: (name: string) => readonly string[],
  value: (root: Place) => Json,
): SpreadReading | undefined {
  if (pairs.length === 0) return undefined;
  const names = [...new Set(pairs.map(({ name }) => name))];
  try {
    return { value: value(placesOf(pairs, stepsOf)), names };
  } catch (error) {
    if (error instanceof Malformed) error.names = names;
    throw error;
  }
}

function placesOf(pairs: readonly Pair[], stepsOf: (name: string) => readonly string[]): Place {
  const root = createPlace();
  for (const { name, raw } of pairs) {
    const steps = stepsOf(name);
    if (steps.length > MAX_DEPTH) throw new Malformed(`nests deeper than ${MAX_DEPTH} brackets`);
    let place = root;
    for (const step of steps) {
      const next = place.below.get(step) ?? createPlace();
      place.below.set(step, next);
      place = next;
    }
    place.texts.push(decodeQuery(raw));
  }
  return root;
}

function createPlace(): Place {
  return { texts: [], below: new Map() };
}

function valueAt(schemas: Schemas, pointer: Pointer | undefined, place: Place, at: string): Json {
  const { texts, below } = place;
  if (texts.length > 0 && below.size > 0) throw new Malformed(`has "${at}" as a value and as an object`);
  const types = typesOf(schemas, pointer);
  const isNumbered = [...below.keys()].every((key) => /^\d*$/.test(key));
  if (types.has("array") && isNumbered && (below.has("") || !types.has("object")))
    return listOf(schemas, pointer, place, at);
  const only = below.size === 1 ? below.get("") : undefined;
  // The brackets of a list add nothing to a name that is none.
  if (only !== undefined && only.below.size === 0) return scalarOf(schemas, pointer, only.texts, at);
  if (below.size === 0) return scalarOf(schemas, pointer, texts, at);
  const shapes = shapesOf(schemas, pointer);
  const entries = [...below].map(([name, inner]): [string, Json] => [
    name,
    valueAt(schemas, propertyPointers(shapes, name)?.[0], inner, name),
  ]);
  return noteExact(Object.fromEntries(entries));
}

function scalarOf(schemas: Schemas, pointer: Pointer | undefined, texts: readonly string[], at: string): Json {
  if (texts.length > 1) throw new Malformed(`has "${at}" ${texts.length} times, and it is not a list`);
  return coerce(schemas, pointer, texts[0] ?? "");
}

/** Items stand in the order of their numbers; those without one as they came. */
function listOf(schemas: Schemas, pointer: Pointer | undefined, { texts, below }: Place, at: string): Json {
  const numbered = [...below].sort(([a], [b]) => Number(a) - Number(b));
  const places = numbered.flatMap(([, inner]): Place[] =>
    inner.texts.length > 1 && inner.below.size === 0 ? inner.texts.map(textOnly) : [inner],
  );
  const shapes = shapesOf(schemas, pointer);
  return noteExact(
    [...texts.map(textOnly), ...places].map((inner, index) =>
      valueAt(schemas, shapes.flatMap((shape) => itemPointers(shape, index))[0], inner, at),
    ),
  );
}

function textOnly(text: string): Place {
  return { texts: [text], below: new Map() };
}

/** More than anybody writes, and little enough for a hostile query. */
const MAX_DEPTH = 32;
