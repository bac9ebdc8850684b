import { isObject, joinPointer, type Pointer } from "../document/index.js";
import { isSensitive, type Schemas } from "../schema/index.js";

/** Says quickly of most values that nothing in them is a secret by the contract's word. */
export function holdsMarked(schemas: Schemas, schema: Pointer, value: unknown): boolean {
  const known = roots.get(schemas) ?? new Map<Pointer, Place>();
  roots.set(schemas, known);
  const root = known.get(schema) ?? placeAt(schemas, schema, "");
  known.set(schema, root);
  return holds({ schemas, schema }, root, value);
}

/** A place in values of one schema; every item of a list is the first. */
type Place = { readonly pointer: Pointer; readonly isMarked: boolean; readonly below: Map<string, Place> };
type Where = { readonly schemas: Schemas; readonly schema: Pointer };

const roots = new WeakMap<Schemas, Map<Pointer, Place>>();
/** More names in one place than a schema has: those of a map, which are not remembered. */
const MAX_BELOW = 1000;

function placeAt(schemas: Schemas, schema: Pointer, pointer: Pointer): Place {
  return { pointer, isMarked: isSensitive(schemas, schema, pointer), below: new Map() };
}

function holds(where: Where, place: Place, value: unknown): boolean {
  if (Array.isArray(value)) {
    const item = step(where, place, "0");
    return value.some((it) => holds(where, item, it));
  }
  if (!isObject(value)) return place.isMarked;
  for (const name of Object.keys(value)) if (holds(where, step(where, place, name), value[name])) return true;
  return false;
}

function step({ schemas, schema }: Where, place: Place, name: string): Place {
  const known = place.below.get(name);
  if (known !== undefined) return known;
  const made = placeAt(schemas, schema, joinPointer(place.pointer, name));
  if (place.below.size < MAX_BELOW) place.below.set(name, made);
  return made;
}
