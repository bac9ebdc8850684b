import {
  getSubschemaPointer,
  isApplied,
  isInPlace,
  listSubschemas,
  type Subschema,
} from "../../document/applicators.js";
import { joinPointer, lastToken, memoizeByObject, type Pointer, parsePointer } from "../../document/index.js";
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
  const key = `${schema} ${instance}`;
  const isMarked = lookup.results.get(key) ?? hasSensitiveSchema(lookup, schema, instance);
  if (lookup.results.size < MAX_CACHED) lookup.results.set(key, isMarked);
  return isMarked;
}

/** Whether the value that a schema describes, or one of its properties, may be sensitive. */
export function canHaveSensitiveProperty(schemas: Schemas, schema: Pointer): boolean {
  const lookup = getLookup(schemas);
  const possible = listPossible(lookup, schema);
  const children = possible.flatMap((it) =>
    listSubschemas(it.schema).flatMap((inner) =>
      isApplied(inner) && !isInPlace(inner) ? [getSubschemaPointer(it.pointer, inner)] : [],
    ),
  );
  return [possible, ...children.map((it) => listPossible(lookup, it))].flat().some(isSensitiveSchema);
}

/** Traffic with many findings repeats the same lookups. */
const getLookup = memoizeByObject(
  (schemas: Schemas): SensitiveLookup => ({ schemas, results: new Map(), possible: new Map() }),
);
const MAX_CACHED = 10_000;

type SensitiveLookup = {
  readonly schemas: Schemas;
  readonly results: Map<string, boolean>;
  readonly possible: Map<Pointer, readonly LocatedSchema[]>;
};

function hasSensitiveSchema(lookup: SensitiveLookup, schema: Pointer, instance: Pointer): boolean {
  let possible = listPossible(lookup, schema);
  for (const token of parsePointer(instance)) {
    if (possible.some(isSensitiveSchema)) return true;
    possible = stepInto(lookup, possible, token);
  }
  return possible.some(isSensitiveSchema);
}

function stepInto(lookup: SensitiveLookup, possible: readonly LocatedSchema[], token: string): LocatedSchema[] {
  const pointers = new Set(possible.flatMap((it) => listChildPointers(it, token)));
  return [...pointers].flatMap((pointer) => listPossible(lookup, pointer));
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
  let possible = listPossible(lookup, schema);
  let isMarked = false;
  const tokens = parsePointer(instance).map((token) => {
    const inner = possible.map((it) => ({ ...it, subschemas: listSubschemas(it.schema) }));
    const has = (test: (subschema: Subschema) => boolean): boolean => inner.some((it) => it.subschemas.some(test));
    const isKnown =
      has((it) => it.applies === "property" && it.token === token) ||
      (/^\d+$/.test(token) && has((it) => it.applies.endsWith("-item")));
    const names = inner.flatMap(({ pointer, subschemas }) =>
      subschemas.flatMap((it) => (it.applies === "name" ? listPossible(lookup, getSubschemaPointer(pointer, it)) : [])),
    );
    isMarked ||= possible.some(isSensitiveSchema);
    possible = stepInto(lookup, possible, token);
    return !isKnown && (isMarked || [...names, ...possible].some(isSensitiveSchema)) ? mask : token;
  });
  return joinPointer("", ...tokens);
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
function listPossible({ schemas, possible }: SensitiveLookup, pointer: Pointer): readonly LocatedSchema[] {
  const known = possible.get(pointer);
  if (known !== undefined) return known;
  const inPlace = [...walkSchemas(schemas.root, [pointer], isInPlace)];
  const content = inPlace.flatMap((it) =>
    listSubschemas(it.schema).flatMap((inner) =>
      inner.applies === "content" ? [getSubschemaPointer(it.pointer, inner)] : [],
    ),
  );
  const found = [...inPlace, ...walkSchemas(schemas.root, content, isPossible)];
  if (possible.size < MAX_CACHED) possible.set(pointer, found);
  return found;
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
