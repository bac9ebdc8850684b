import { type Document, isObject, type Json, joinPointer, type Pointer, valueAt } from "../../../document/index.js";
import { memoize } from "../../../document/memoize.js";
import { createKnownSamples } from "../../../samples/sample-context.js";
import { computeWithinLimits } from "../../../samples/schema-limit-error.js";
import { createSchemas, type MessageDirection, type Violation } from "../../../schema/index.js";
import { listNamedProperties } from "../../../schema/model/value-constraints.js";
import { getReferenceTarget } from "../../../schema/registry/normalize-schema.js";
import type { SchemasOptions } from "../../../schema/validation/schemas.js";

/** One of the two specs: its schemas as JSON Schema 2020-12, and its validators. */
export type VersionedDocument = ReturnType<typeof createVersionedDocument>;

/** A schema of one of the two specs. */
export type SchemaRef = { readonly spec: VersionedDocument; readonly pointer: Pointer };

export function createVersionedDocument(name: "old" | "new", document: Document, options: SchemasOptions = {}) {
  const schemas = createSchemas(document, options);
  let numbered = 0;
  const at = memoize((pointer: Pointer) => valueAt(schemas.root, pointer));
  const samples = { request: createKnownSamples(), response: createKnownSamples() };
  const resolved = memoize((pointer: Pointer) => resolveAlias(at, pointer));
  const number = memoize((_: Pointer) => {
    numbered += 1;
    return numbered;
  });
  return {
    name,
    document,
    root: schemas.root,
    /** The value at a pointer. Cached, because the search looks it up very often. */
    at,
    /** Follows a schema that consists of a reference only. */
    resolved,
    number,
    /** The number of the schema to which a pointer leads. */
    schemaNumber: memoize((pointer: Pointer) => number(resolved(pointer))),
    /** The properties that the schema or a branch of it declares. */
    declaredNames: memoize((pointer: Pointer) => listNamedProperties(schemas.model.possible(pointer))),
    schemas,
    /** The sample values that were made of its schemas. */
    samples: (direction: MessageDirection) => samples[direction],
  };
}

/** The same number for the same location of the same spec. */
export function getLocationKey({ spec, pointer }: SchemaRef): number {
  return getVersionedKey(spec, spec.number(pointer));
}

/** The same number for the same schema, whatever reference leads to it, so that results are shared. */
export function getSchemaKey({ spec, pointer }: SchemaRef): number {
  return getVersionedKey(spec, spec.schemaNumber(pointer));
}

function getVersionedKey({ name }: VersionedDocument, number: number): number {
  return 2 * number + (name === "old" ? 0 : 1);
}

/** A schema inside of another one. */
export function getSubschema({ spec, pointer }: SchemaRef, ...tokens: readonly (string | number)[]): SchemaRef {
  return { spec, pointer: joinPointer(pointer, ...tokens) };
}

export function resolveRef(ref: SchemaRef): SchemaRef {
  const pointer = ref.spec.resolved(ref.pointer);
  return pointer === ref.pointer ? ref : { ...ref, pointer };
}

function resolveAlias(at: (pointer: Pointer) => Json | undefined, start: Pointer): Pointer {
  let seen: Set<Pointer> | undefined;
  let pointer = start;
  while (seen?.has(pointer) !== true) {
    const schema = at(pointer);
    if (!isObject(schema) || schema.$ref === undefined) return pointer;
    const target = Object.keys(schema).every((it) => REF_ANNOTATIONS.has(it)) ? getReferenceTarget(schema) : undefined;
    if (target === undefined) return pointer;
    seen ??= new Set();
    seen.add(pointer);
    pointer = target;
  }
  return start;
}

/** A number for an ordered pair of schemas. */
export function getPairKey(one: SchemaRef, other: SchemaRef): number {
  return getSchemaKey(one) * 2 ** 26 + getSchemaKey(other);
}

/** Whether a schema accepts a value; undefined if that cannot be checked. */
export function validateValue(
  { spec, pointer }: SchemaRef,
  direction: MessageDirection,
  value: unknown,
): boolean | undefined {
  return computeWithinLimits(() => spec.schemas.isValid(pointer, direction, value));
}

/** Whether a keyword of a schema itself rejects a value; also true if that cannot be checked. */
export function failsKeyword(ref: SchemaRef, direction: MessageDirection, keyword: string, value: unknown): boolean {
  if (acceptsValue(ref, direction, value)) return false;
  const failures = listViolations(ref, direction, value);
  return failures?.some((it) => it.instance === "" && it.keyword === keyword) ?? true;
}

/** The violations of a value; undefined if it cannot be checked completely. */
export function listViolations(
  { spec, pointer }: SchemaRef,
  direction: MessageDirection,
  value: unknown,
): readonly Violation[] | undefined {
  return computeWithinLimits(() => spec.schemas.validate(pointer, direction, value));
}

/** Annotations that say nothing about the direction of messages. */
export const PLAIN_ANNOTATIONS = ["title", "description", "default", "example", "examples", "deprecated"];
const REF_ANNOTATIONS = new Set(["$ref", "summary", ...PLAIN_ANNOTATIONS]);
const ANNOTATIONS = new Set([...PLAIN_ANNOTATIONS, "readOnly", "writeOnly"]);

/** Whether a schema has no keyword that rejects a value. */
export function isAnyValue(schema: Json | undefined): boolean {
  const isAnnotation = (keyword: string): boolean => keyword.startsWith("x-") || ANNOTATIONS.has(keyword);
  return schema === true || (isObject(schema) && Object.keys(schema).every(isAnnotation));
}

export function acceptsValue(ref: SchemaRef, direction: MessageDirection, value: unknown): boolean {
  return validateValue(ref, direction, value) === true;
}

/** The `$ref` of a schema. Equal references usually mean the same component in both specs. */
export function getRefText({ spec, pointer }: SchemaRef): unknown {
  const schema = spec.at(pointer);
  return isObject(schema) ? schema.$ref : undefined;
}

/** The target of a reference within its own spec. */
export function getRefTarget({ spec, pointer }: SchemaRef): SchemaRef | undefined {
  const schema = spec.at(pointer);
  const target = isObject(schema) ? getReferenceTarget(schema) : undefined;
  return target === undefined ? undefined : { spec, pointer: target };
}
