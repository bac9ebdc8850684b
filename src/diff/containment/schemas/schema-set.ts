import { isObject, memoize, memoizeByObject, type Pointer } from "../../../document/index.js";
import { memoizeByPair } from "../../../document/memoize.js";
import { getJsonTypeName } from "../../../document/values/exact-number.js";
import type { MessageDirection } from "../../../schema/index.js";
import { isEvaluated, SetConstraints } from "./set-constraints.js";
import {
  acceptsValue,
  getSchemaKey,
  getSubschema,
  type SchemaRef,
  type VersionedDocument,
  validateValue,
} from "./versioned-document.js";

/** The JSON Schema types; `fraction` stands for numbers that are not integers. */
export type PrimitiveType = "null" | "boolean" | "integer" | "fraction" | "string" | "array" | "object";

export const PRIMITIVE_TYPES: readonly PrimitiveType[] = [
  "null",
  "boolean",
  "integer",
  "fraction",
  "string",
  "array",
  "object",
];

/** A set of values: they have one of `types`, match all `refs`, and match none of `negated`. */
export type SchemaSet = {
  readonly refs: readonly SchemaRef[];
  readonly negated: readonly SchemaRef[];
  readonly types: readonly PrimitiveType[];
  /** The depth in the outermost value. A recursive goal may be assumed for deeper values only. */
  readonly depth: number;
};

/** One array, because constraints are cached by arrays. */
export const NO_SCHEMAS: readonly SchemaRef[] = [];

export function createSchemaSet(...refs: readonly SchemaRef[]): SchemaSet {
  return { refs, negated: NO_SCHEMAS, types: PRIMITIVE_TYPES, depth: 0 };
}

/** Creates the set of a nested value. */
function createInnerSet({ depth }: SchemaSet, refs: readonly SchemaRef[]): SchemaSet {
  return { refs, negated: NO_SCHEMAS, types: PRIMITIVE_TYPES, depth: depth + 1 };
}

/** The same text for the same set. */
export function getSetKey({ refs, negated, types }: SchemaSet): string {
  const chosen = types.length === PRIMITIVE_TYPES.length ? "" : types.join();
  return `${formatSortedKeys(refs)} ! ${formatSortedKeys(negated)} (${chosen})`;
}

function formatSortedKeys(list: readonly SchemaRef[]): string {
  const [first] = list;
  if (first === undefined) return "";
  return list.length === 1 ? String(getSchemaKey(first)) : sortKeys(list);
}

/** Sets that differ only in their types, and branches of the same choice, share arrays of schemas. */
const sortKeys = memoizeByObject((list: readonly SchemaRef[]) => [...new Set(list.map(getSchemaKey))].sort().join("&"));

export function extendSet(set: SchemaSet, refs: readonly SchemaRef[], negated: readonly SchemaRef[] = []): SchemaSet {
  // Returns the same array if nothing is added, so that the caches work.
  const excluded = negated.length === 0 ? set.negated : [...set.negated, ...negated];
  return { ...set, refs: [...set.refs, ...refs], negated: excluded };
}

/** Sets of one schema share their constraints, and so do sets that differ only in their types. */
export function getConstraints({ refs, negated }: SchemaSet): SetConstraints {
  const [ref] = refs;
  const isSingle = refs.length === 1 && negated.length === 0;
  return isSingle && ref !== undefined ? getOfSingle(ref.spec)(ref.pointer) : getOfLists(refs, negated);
}

const getOfLists = memoizeByPair(
  (refs: readonly SchemaRef[], negated: readonly SchemaRef[]) => new SetConstraints({ refs, negated }),
);
const getOfSingle = memoizeByObject((spec: VersionedDocument) =>
  memoize((pointer: Pointer) => new SetConstraints({ refs: [{ spec, pointer }], negated: NO_SCHEMAS })),
);

/** The types that values of a set can have; null must be tested separately. */
export function getPossibleTypes(set: SchemaSet): readonly PrimitiveType[] {
  const { types } = getConstraints(set).keywords;
  if (types === undefined) return set.types;
  return set.types.filter((primitive) => primitive === "null" || includesPrimitive(types, primitive));
}

export function includesPrimitive(types: readonly unknown[], primitive: PrimitiveType): boolean {
  if (types.includes(primitive)) return true;
  return types.includes("number") && (primitive === "integer" || primitive === "fraction");
}

/** All values of their types, so that each can be tested. */
export const NULL_AND_BOOLEANS: readonly (null | boolean)[] = [null, false, true];

export function getPrimitiveType(value: unknown): PrimitiveType {
  const type = getJsonTypeName(value);
  return type === "number" ? "fraction" : (type as PrimitiveType);
}

/** Whether a value belongs to a set, or may belong to it if that cannot be checked. */
export function containsValue(set: SchemaSet, direction: MessageDirection, value: unknown): boolean {
  return (
    set.types.includes(getPrimitiveType(value)) &&
    set.refs.every((ref) => validateValue(ref, direction, value) !== false) &&
    !set.negated.some((ref) => acceptsValue(ref, direction, value))
  );
}

/** The set of values of a property, if it is present. */
export function getPropertySet(set: SchemaSet, name: string): SchemaSet {
  return createInnerSet(set, getConstraints(set).propertyRefs(name));
}

/** All property names that the schemas of a set declare, including those in branches. */
export function listDeclaredNames(set: SchemaSet): readonly string[] {
  return getConstraints(set).declaredNames;
}

/** The set of values of properties that no name and no pattern covers. */
export function getOtherPropertiesSet(set: SchemaSet): SchemaSet {
  return createInnerSet(
    set,
    getConstraints(set).schemas.flatMap(({ ref, schema }): SchemaRef[] => {
      if (schema.additionalProperties !== undefined) return [getSubschema(ref, "additionalProperties")];
      const isLast = schema.unevaluatedProperties !== undefined && !isEvaluated(ref);
      return isLast ? [getSubschema(ref, "unevaluatedProperties")] : [];
    }),
  );
}

/** The patterns of `patternProperties` in a set, each with its set of values. */
export function getPatternSets(set: SchemaSet): ReadonlyMap<string, SchemaSet> {
  const { schemas } = getConstraints(set);
  if (schemas.every(({ schema }) => schema.patternProperties === undefined)) return NO_PATTERNS;
  const found = new Map<string, SchemaRef[]>();
  for (const { ref, schema } of schemas)
    for (const pattern of Object.keys(isObject(schema.patternProperties) ? schema.patternProperties : {}))
      found.set(pattern, [...(found.get(pattern) ?? []), getSubschema(ref, "patternProperties", pattern)]);
  return new Map([...found].map(([pattern, refs]) => [pattern, createInnerSet(set, refs)]));
}

const NO_PATTERNS: ReadonlyMap<string, SchemaSet> = new Map();

/** The set of values of the item at an index. */
export function getItemSet(set: SchemaSet, index: number): SchemaSet {
  return createInnerSet(set, getConstraints(set).itemRefs(index));
}
