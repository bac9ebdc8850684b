import { asObject, type Document, isObject, type Json, type Pointer, valueAt } from "../../../document/index.js";
import { getOrCreate, memoize } from "../../../document/memoize.js";
import { createKnownSamples, type KnownSamples } from "../../../samples/sample-context.js";
import { isSchemaLimitError } from "../../../samples/schema-limit-error.js";
import { createSchemas, type MessageDirection, type Schemas, type Violation } from "../../../schema/index.js";
import { getReferenceTarget, NULL_ALLOWED } from "../../../schema/registry/normalize-schema.js";
import type { SchemasOptions } from "../../../schema/validation/schemas.js";
import { getJsonTypeName } from "../../../schema/values/exact-number.js";

/** One of the two specs: its schemas as JSON Schema 2020-12, and its validators. */
export type VersionedDocument = {
  readonly name: "old" | "new";
  readonly document: Document;
  readonly root: Json;
  /** The value at a pointer. Cached, because the search looks it up very often. */
  readonly at: (pointer: Pointer) => Json | undefined;
  /** The properties that the schema or a branch of it declares. */
  readonly declaredNames: (pointer: Pointer) => readonly string[];
  readonly number: (pointer: Pointer) => number;
  /** The number of the schema to which a pointer leads. */
  readonly schemaNumber: (pointer: Pointer) => number;
  /** The schemas of properties that were looked up in a schema, by name. */
  readonly propertyRefs: (pointer: Pointer) => Map<string, readonly SchemaRef[]>;
  /** Follows a schema that consists of a reference only. */
  readonly resolved: (pointer: Pointer) => Pointer;
  readonly schemas: Schemas;
  /** Whether schemas accept scalars, by direction and location. */
  readonly verdicts: Readonly<Record<MessageDirection, Map<Pointer, Map<unknown, boolean>>>>;
  /** The sample values that were made of its schemas. */
  readonly samples: (direction: MessageDirection) => KnownSamples;
};

/** A schema of one of the two specs. */
export type SchemaRef = { readonly spec: VersionedDocument; readonly pointer: Pointer };

export function createVersionedDocument(
  name: VersionedDocument["name"],
  document: Document,
  options: SchemasOptions = {},
): VersionedDocument {
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
    at,
    resolved,
    number,
    schemaNumber: memoize((pointer: Pointer) => number(resolved(pointer))),
    propertyRefs: memoize((_: Pointer) => new Map()),
    declaredNames: memoize((pointer: Pointer) => [
      ...new Set(
        schemas.model.possible(pointer).flatMap(({ schema }) => Object.keys(asObject(schema.properties) ?? {})),
      ),
    ]),
    schemas,
    verdicts: { request: new Map(), response: new Map() },
    samples: (direction) => samples[direction],
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

export function resolveRef(ref: SchemaRef): SchemaRef {
  const pointer = ref.spec.resolved(ref.pointer);
  return pointer === ref.pointer ? ref : { ...ref, pointer };
}

function resolveAlias(at: VersionedDocument["at"], start: Pointer): Pointer {
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

/** Whether a schema accepts a value; undefined if that cannot be checked. Scalars are tested often. */
export function validateValue(ref: SchemaRef, direction: MessageDirection, value: unknown): boolean | undefined {
  if (typeof value === "object" && value !== null) return computeVerdict(ref, direction, value);
  const verdicts = ref.spec.verdicts[direction];
  const known = getOrCreate(verdicts, ref.pointer, () => new Map<unknown, boolean>());
  const found = known.get(value);
  if (found !== undefined) return found;
  const verdict = decideByType(ref, value) ?? computeVerdict(ref, direction, value);
  if (verdict !== undefined) known.set(value, verdict);
  return verdict;
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
  return unlessLimited(() => spec.schemas.validate(pointer, direction, value));
}

function unlessLimited<Result>(compute: () => Result): Result | undefined {
  try {
    return compute();
  } catch (error) {
    if (isSchemaLimitError(error)) return undefined;
    throw error;
  }
}

/** Decides about a scalar by the `type` or `const` of a schema alone: most tests end here, without compiling the schema. */
function decideByType({ spec, pointer }: SchemaRef, value: unknown): boolean | undefined {
  const schema = spec.at(spec.resolved(pointer));
  if (!isObject(schema) || schema.$ref !== undefined || schema[NULL_ALLOWED] !== undefined) return undefined;
  if (isPreciseScalar(schema.const) && isPreciseScalar(value)) {
    if (schema.const !== value) return false;
    return Object.keys(schema).every(isConstOrAnnotation) ? true : undefined;
  }
  if (schema.type === undefined || typeof value === "number") return undefined;
  const types = [schema.type].flat();
  if (!types.every((it) => TYPES.has(it))) return undefined;
  if (!types.includes(getJsonTypeName(value))) return false;
  const isText = typeof value === "string";
  return !isText && Object.keys(schema).every(ignoresNullAndBooleans) ? true : undefined;
}

/** Whether a value is a scalar that `===` compares as JSON Schema does. */
function isPreciseScalar(value: unknown): boolean {
  return typeof value === "number" ? Number.isSafeInteger(value) : value === null || SCALAR_TYPES.has(typeof value);
}

const SCALAR_TYPES = new Set(["string", "boolean"]);

function isConstOrAnnotation(keyword: string): boolean {
  return keyword === "const" || keyword.startsWith("x-") || ANNOTATIONS.has(keyword);
}

/** Whether a keyword says nothing about null and booleans. */
function ignoresNullAndBooleans(keyword: string): boolean {
  return keyword.startsWith("x-") || OTHER_KEYWORDS.has(keyword);
}

const PLAIN_ANNOTATIONS = ["title", "description", "default", "example", "examples", "deprecated"];
const REF_ANNOTATIONS = new Set(["$ref", "summary", ...PLAIN_ANNOTATIONS]);
const ANNOTATIONS = new Set([...PLAIN_ANNOTATIONS, "readOnly", "writeOnly"]);

/** Whether a schema has no keyword that rejects a value. */
export function isAnyValue(schema: Json | undefined): boolean {
  const isAnnotation = (keyword: string): boolean => keyword.startsWith("x-") || ANNOTATIONS.has(keyword);
  return schema === true || (isObject(schema) && Object.keys(schema).every(isAnnotation));
}

const OTHER_KEYWORDS = new Set([
  ...["type", ...ANNOTATIONS],
  ...["minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["items", "minItems", "maxItems", "uniqueItems", "properties", "required", "additionalProperties"],
]);

const TYPES = new Set<unknown>(["null", "boolean", "integer", "number", "string", "array", "object"]);

function computeVerdict(
  { spec, pointer }: SchemaRef,
  direction: MessageDirection,
  value: unknown,
): boolean | undefined {
  return unlessLimited(() => spec.schemas.isValid(pointer, direction, value));
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
