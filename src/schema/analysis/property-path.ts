import { asArray, isObject, joinPointer, memoizeByObject, type Pointer, parsePointer } from "../../document/index.js";
import type { ApplicableSchema } from "../model/applicable-schema.js";
import { findItemPointers, findPropertyPointers } from "../model/schema-model.js";
import type { Schemas } from "../validation/schemas.js";

/**
 * Returns the path of a property: an instance pointer with `*` for array indexes and `{key}` for the keys of maps, or
 * `{^x-}` for keys that match a pattern. Positions of `prefixItems` stay, because each has a meaning of its own.
 *
 * @param schema the schema of the whole value.
 */
export function getPropertyPath(schemas: Schemas, schema: Pointer | undefined, instance: Pointer): string {
  if (instance === "") return "";
  const cache = getCache(schemas);
  const key = `${schema} ${instance}`;
  const path = cache.get(key) ?? computePropertyPath(schemas, schema, instance);
  if (cache.size < MAX_CACHED) cache.set(key, path);
  return path;
}

/** Traffic with many findings repeats the same lookups. */
const getCache = memoizeByObject((_: Schemas) => new Map<string, string>());
const MAX_CACHED = 10_000;

function computePropertyPath(schemas: Schemas, schema: Pointer | undefined, instance: Pointer): string {
  let applicable = schemas.model.possible(schema);
  const tokens = parsePointer(instance).map((token) => {
    const properties = findPropertyPointers(applicable, token) ?? [];
    const items = listItemPointers(applicable, token);
    const folded = foldToken(applicable, token, { isItem: items.length > 0, keys: properties });
    applicable = [...properties, ...items].flatMap((pointer) => schemas.model.possible(pointer));
    return folded;
  });
  return joinPointer("", ...tokens);
}

/** The schemas of a property or item of the value that some schemas describe. */
export function listChildPointers(applicable: readonly ApplicableSchema[], token: string): Pointer[] {
  return [...(findPropertyPointers(applicable, token) ?? []), ...listItemPointers(applicable, token)];
}

/** All schemas that may apply to the item at an index, whatever the other items are. */
function listItemPointers(applicable: readonly ApplicableSchema[], token: string): Pointer[] {
  if (!INDEX.test(token)) return [];
  const conditional = applicable.flatMap(({ pointer, schema }) =>
    ["contains", "unevaluatedItems"].flatMap((it) => (isObject(schema[it]) ? [joinPointer(pointer, it)] : [])),
  );
  return [...findItemPointers(applicable, Number(token)), ...conditional];
}

/** @param keys the schemas of a property of that name. */
type TokenKind = { readonly isItem: boolean; readonly keys: readonly Pointer[] };

function foldToken(applicable: readonly ApplicableSchema[], token: string, { isItem, keys }: TokenKind): string {
  if (applicable.some(({ schema }) => isObject(schema.properties) && Object.hasOwn(schema.properties, token)))
    return escapeName(token);
  if (isItem && applicable.some(({ schema }) => Number(token) < asArray(schema.prefixItems).length)) return token;
  if (isItem) return "*";
  if (keys.length > 0) return formatKey(keys);
  return INDEX.test(token) ? "*" : escapeName(token);
}

function formatKey(keys: readonly Pointer[]): string {
  const patterns = keys
    .map(parsePointer)
    .flatMap((tokens) => (tokens.at(-2) === "patternProperties" ? tokens.slice(-1) : []));
  return `{${[...new Set(patterns)].sort().join(" ") || "key"}}`;
}

/** Keeps a property that is named `*` or `{key}` apart from the items and keys that are written so. */
function escapeName(name: string): string {
  return name === "*" || name.startsWith("{") ? `~${name}` : name;
}

const INDEX = /^(0|[1-9]\d*)$/;
