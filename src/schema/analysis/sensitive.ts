import {
  getSubschemaPointer,
  isApplied,
  isInPlace,
  listSubschemas,
  type Subschema,
} from "../../document/applicators.js";
import { joinPointer, lastToken, memoize, memoizeByObject, type Pointer, parsePointer } from "../../document/index.js";
import { matchesPattern } from "../model/applicable-schema.js";
import { type LocatedSchema, walkSchemas } from "../registry/normalize-schema.js";
import type { Schemas } from "../validation/schemas.js";

/**
 * Whether the value at an instance pointer, or a value that contains it, is sensitive: `x-sensitive`, `writeOnly` or the
 * format `password`. A mark counts in every subschema that may describe the value, also if the value does not match it.
 */
export function isSensitive(schemas: Schemas, schema: Pointer | undefined, instance: Pointer): boolean {
  if (schema === undefined) return false;
  const lookup = getLookup(schemas);
  let place = lookup.getRootPlace(schema);
  for (const token of parsePointer(instance)) {
    if (place.isMarked) return true;
    place = stepInto(lookup, place, token);
  }
  return place.isMarked;
}

/** Whether the value that a schema describes, or one of its properties, may be sensitive. */
export function canHaveSensitiveProperty(schemas: Schemas, schema: Pointer): boolean {
  const lookup = getLookup(schemas);
  const possible = lookup.listPossible(schema);
  const children = possible.flatMap((it) =>
    listSubschemas(it.schema).flatMap((inner) =>
      isApplied(inner) && !isInPlace(inner) ? [getSubschemaPointer(it.pointer, inner)] : [],
    ),
  );
  return [possible, ...children.map((it) => lookup.listPossible(it))].flat().some(isSensitiveSchema);
}

/** Traffic with many findings repeats the same places. */
const getLookup = memoizeByObject((schemas: Schemas): SensitiveLookup => {
  const listPossible = memoize((pointer: Pointer) => listPossibleSchemas(schemas, pointer), MAX_CACHED);
  const getRootPlace = memoize((schema: Pointer): Place => {
    const possible = listPossible(schema);
    return { possible, isMarked: possible.some(isSensitiveSchema), isKeyMarked: false, next: new Map() };
  });
  return { listPossible, getRootPlace, steps: 0 };
});
const MAX_CACHED = 10_000;

type SensitiveLookup = {
  /** The place of the whole value. */
  readonly getRootPlace: (schema: Pointer) => Place;
  /** How many places below these are remembered. */
  steps: number;
  readonly listPossible: (pointer: Pointer) => readonly LocatedSchema[];
};

/** A place in the values of a schema. */
type Place = {
  readonly possible: readonly LocatedSchema[];
  /** Whether the value here, or one that contains it, is sensitive. */
  readonly isMarked: boolean;
  /** Whether the key that leads here is sensitive. */
  readonly isKeyMarked: boolean;
  readonly next: Map<string, Place>;
};

function stepInto(lookup: SensitiveLookup, place: Place, token: string): Place {
  const known = place.next.get(token);
  if (known !== undefined) return known;
  const pointers = new Set(place.possible.flatMap((it) => listChildPointers(it, token)));
  const possible = [...pointers].flatMap((pointer) => lookup.listPossible(pointer));
  const isMarked = place.isMarked || possible.some(isSensitiveSchema);
  const isKeyMarked = (isMarked || isNameMarked(lookup, place)) && !isDeclaredName(place, token);
  const step = { possible, isMarked, isKeyMarked, next: new Map() };
  if (lookup.steps < MAX_CACHED) {
    place.next.set(token, step);
    lookup.steps += 1;
  }
  return step;
}

/** Whether the names of properties are sensitive. */
function isNameMarked(lookup: SensitiveLookup, { possible }: Place): boolean {
  return possible.some(({ pointer, schema }) =>
    listSubschemas(schema).some(
      (it) => it.applies === "name" && lookup.listPossible(getSubschemaPointer(pointer, it)).some(isSensitiveSchema),
    ),
  );
}

function isDeclaredName({ possible }: Place, token: string): boolean {
  const isIndex = /^\d+$/.test(token);
  return possible.some(({ schema }) =>
    listSubschemas(schema).some(
      (it) => (it.applies === "property" && it.token === token) || (isIndex && it.applies.endsWith("-item")),
    ),
  );
}

/**
 * Replaces the keys in an instance pointer that the spec marks as sensitive: by `propertyNames`, or because the value of a key
 * that no schema declares is sensitive.
 */
export function maskSensitiveKeys(
  schemas: Schemas,
  schema: Pointer | undefined,
  { instance, mask }: { readonly instance: Pointer; readonly mask: string },
): Pointer {
  if (schema === undefined || instance === "") return instance;
  const lookup = getLookup(schemas);
  let place = lookup.getRootPlace(schema);
  let isMasked = false;
  const tokens = parsePointer(instance).map((token) => {
    place = stepInto(lookup, place, token);
    isMasked ||= place.isKeyMarked;
    return place.isKeyMarked ? mask : token;
  });
  return isMasked ? joinPointer("", ...tokens) : instance;
}

/** Whether the spec marks the last key of an instance pointer as sensitive. */
export function isSensitiveKey(schemas: Schemas, schema: Pointer | undefined, instance: Pointer): boolean {
  return lastToken(maskSensitiveKeys(schemas, schema, { instance, mask: "\0" })) === "\0";
}

/** Whether a schema itself marks its value as sensitive. */
export function isSensitiveSchema({ schema }: Pick<LocatedSchema, "schema">): boolean {
  return schema["x-sensitive"] === true || schema.writeOnly === true || schema.format === "password";
}

/** The schemas that may describe the same value, and those of any part of the content that a text encodes. */
function listPossibleSchemas(schemas: Schemas, pointer: Pointer): readonly LocatedSchema[] {
  const inPlace = [...walkSchemas(schemas.root, [pointer], isInPlace)];
  const content = inPlace.flatMap((it) =>
    listSubschemas(it.schema).flatMap((inner) =>
      inner.applies === "content" ? [getSubschemaPointer(it.pointer, inner)] : [],
    ),
  );
  return [...inPlace, ...walkSchemas(schemas.root, content, isPossible)];
}

/** Whether a subschema may describe a part of the content of a text. */
function isPossible(inner: Subschema): boolean {
  return (isApplied(inner) && inner.applies !== "name") || inner.applies === "content";
}

/** The subschemas for a property of this name, or for any item. */
function listChildPointers({ pointer, schema }: LocatedSchema, token: string): Pointer[] {
  const inner = listSubschemas(schema);
  const named = inner.filter(
    ({ applies, token: name = "" }) =>
      (applies === "property" && name === token) || (applies === "pattern" && matchesPattern(name, token)),
  );
  const others = inner.filter(
    ({ applies }) =>
      applies.endsWith("-item") ||
      applies === "unevaluated-property" ||
      (applies === "other-property" && named.length === 0),
  );
  return [...named, ...others].map((it) => getSubschemaPointer(pointer, it));
}
