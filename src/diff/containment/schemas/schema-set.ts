import { asArray, isObject, joinPointer, type Pointer } from "../../../document/index.js";
import { getJsonTypeName } from "../../../samples/json-type.js";
import { collectValueConstraints, type ValueConstraints } from "../../../samples/value-constraints.js";
import type { Choice } from "../../../schema/analysis/applicable-schema.js";
import { findItemPointers } from "../../../schema/analysis/merged-schema.js";
import type { MessageDirection } from "../../../schema/index.js";
import { isLikeItems } from "../keywords/applicator-keywords.js";
import { listPropertySchemas } from "./property-schemas.js";
import { acceptsValue, getLocationKey, getSchemaKey, type SchemaRef, validateValue } from "./versioned-document.js";
import {
  getVersionedSchemas,
  mergeDistinct,
  type VersionedSchema,
  type VersionedSchemas,
} from "./versioned-schemas.js";

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

/** Constraints of the values in a set, except null: `nullable` admits null regardless of other keywords. */
export type SetConstraints = {
  readonly schemas: readonly VersionedSchema[];
  readonly keywords: ValueConstraints;
  readonly choices: readonly { readonly choice: Choice; readonly ref: SchemaRef }[];
  /** Whether one of the schemas is `false`. */
  readonly isUnsatisfiable: boolean;
  /** The schemas of properties and items that were looked up before. Equal arrays share their constraints. */
  readonly properties: Map<string, readonly SchemaRef[]>;
  readonly items: Map<number, readonly SchemaRef[]>;
  readonly declaredNames: readonly string[];
};

export function createSchemaSet(...refs: readonly SchemaRef[]): SchemaSet {
  return { refs, negated: [], types: PRIMITIVE_TYPES, depth: 0 };
}

/** Creates the set of a nested value. */
function createInnerSet({ depth }: SchemaSet, refs: readonly SchemaRef[]): SchemaSet {
  return { refs, negated: [], types: PRIMITIVE_TYPES, depth: depth + 1 };
}

const setKeys = new WeakMap<SchemaSet, string>();

export function getSetKey(set: SchemaSet): string {
  if (set.refs.length === 1 && set.negated.length === 0) return createSetKey(set);
  const key = setKeys.get(set) ?? createSetKey(set);
  setKeys.set(set, key);
  return key;
}

function createSetKey({ refs, negated, types }: SchemaSet): string {
  const chosen = types.length === PRIMITIVE_TYPES.length ? "" : types.join();
  return `${formatSortedKeys(refs)} ! ${formatSortedKeys(negated)} (${chosen})`;
}

/** Sets that differ only in their types, and branches of the same choice, share arrays of schemas. */
const sortedKeys = new WeakMap<readonly SchemaRef[], string>();

function formatSortedKeys(list: readonly SchemaRef[]): string {
  const [first] = list;
  if (first === undefined) return "";
  if (list.length === 1) return String(getSchemaKey(first));
  const key = sortedKeys.get(list) ?? [...new Set(list.map(getSchemaKey))].sort().join("&");
  sortedKeys.set(list, key);
  return key;
}

export function extendSet(set: SchemaSet, refs: readonly SchemaRef[], negated: readonly SchemaRef[] = []): SchemaSet {
  // Returns the same array if nothing is added, so that the caches work.
  const excluded = negated.length === 0 ? set.negated : [...set.negated, ...negated];
  return { ...set, refs: [...set.refs, ...refs], negated: excluded };
}

/** Sets of one schema share their constraints, and so do sets that differ only in their types. */
const singleConstraints = new WeakMap<VersionedSchemas, SetConstraints>();
const constraintsCache = new WeakMap<readonly SchemaRef[], Map<readonly SchemaRef[], SetConstraints>>();

export function getConstraints(set: SchemaSet): SetConstraints {
  const { refs, negated } = set;
  const [ref] = refs;
  if (refs.length === 1 && negated.length === 0 && ref !== undefined) {
    const owner = getVersionedSchemas(ref);
    const constraints = singleConstraints.get(owner) ?? collectConstraints(set);
    singleConstraints.set(owner, constraints);
    return constraints;
  }
  // A map of its own keeps `negated` no longer than `refs`.
  const known = constraintsCache.get(refs) ?? new Map<readonly SchemaRef[], SetConstraints>();
  const constraints = known.get(negated) ?? collectConstraints(set);
  if (known.size === 0) constraintsCache.set(refs, known);
  known.set(negated, constraints);
  return constraints;
}

function collectConstraints({ refs, negated }: SchemaSet): SetConstraints {
  const applying = refs.map(getVersionedSchemas);
  const [first] = applying;
  const all = first !== undefined && applying.length === 1 ? first.schemas : mergeDistinct(applying);
  let found: ValueConstraints | undefined;
  let choices: SetConstraints["choices"] | undefined;
  let declaredNames: readonly string[] | undefined;
  return {
    schemas: all,
    properties: new Map(),
    items: new Map(),
    isUnsatisfiable: applying.some(({ isUnsatisfiable }) => isUnsatisfiable),
    get keywords() {
      found ??= collectValueConstraints(all);
      return found;
    },
    get choices() {
      choices ??= findOpenChoices(all, [...refs, ...negated]);
      return choices;
    },
    get declaredNames() {
      declaredNames ??= [...new Set(all.flatMap(({ ref, pointer }) => ref.spec.declaredNames(pointer)))];
      return declaredNames;
    },
  };
}

function findOpenChoices(all: readonly VersionedSchema[], refs: readonly SchemaRef[]): SetConstraints["choices"] {
  if (all.every(({ choices }) => choices.length === 0)) return [];
  const decided = new Set(refs.map(getLocationKey));
  const isOpen = (choice: Choice, ref: SchemaRef): boolean =>
    !getChoiceBranches(choice).some((pointer) => decided.has(getLocationKey({ ...ref, pointer })));
  return all.flatMap(({ choices, ref }) =>
    choices.filter((choice) => isOpen(choice, ref)).map((choice) => ({ choice, ref })),
  );
}

export function getChoiceBranches(choice: Choice): readonly Pointer[] {
  if (choice.kind === "branches") return choice.branches;
  return choice.kind === "condition" ? [choice.when] : [choice.schema];
}

/** The types that values of a set can have; null must be tested separately. */
export function getPossibleTypes(set: SchemaSet): readonly PrimitiveType[] {
  const { types } = getConstraints(set).keywords;
  if (types === undefined) return set.types;
  return set.types.filter(
    (primitive) =>
      primitive === "null" ||
      types.includes(primitive) ||
      (types.includes("number") && (primitive === "integer" || primitive === "fraction")),
  );
}

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
  const { properties, schemas } = getConstraints(set);
  const refs = properties.get(name) ?? schemas.flatMap((schema) => listPropertySchemas(schema, name));
  properties.set(name, refs);
  return createInnerSet(set, refs);
}

/** All property names that the schemas of a set declare, including those in branches. */
export function listDeclaredNames(set: SchemaSet): readonly string[] {
  return getConstraints(set).declaredNames;
}

/** The set of values of properties that no name and no pattern covers. */
export function getOtherPropertiesSet(set: SchemaSet): SchemaSet {
  return createInnerSet(
    set,
    getConstraints(set).schemas.flatMap(({ ref, schema, pointer }): SchemaRef[] => {
      if (schema.additionalProperties !== undefined)
        return [{ ...ref, pointer: joinPointer(pointer, "additionalProperties") }];
      const isLast = schema.unevaluatedProperties !== undefined && !mayEvaluateOthers(ref, pointer);
      return isLast ? [{ ...ref, pointer: joinPointer(pointer, "unevaluatedProperties") }] : [];
    }),
  );
}

function mayEvaluateOthers({ spec }: SchemaRef, pointer: Pointer): boolean {
  return spec
    .possible(pointer)
    .some(
      ({ schema, pointer: at }) =>
        schema.additionalProperties !== undefined ||
        schema.$dynamicRef !== undefined ||
        isObject(schema.patternProperties) ||
        (at !== pointer && schema.unevaluatedProperties !== undefined),
    );
}

/** The patterns of `patternProperties` in a set, each with its set of values. */
export function getPatternSets(set: SchemaSet): ReadonlyMap<string, SchemaSet> {
  const found = new Map<string, SchemaRef[]>();
  for (const { ref, schema, pointer } of getConstraints(set).schemas)
    for (const pattern of Object.keys(isObject(schema.patternProperties) ? schema.patternProperties : {})) {
      const below = { ...ref, pointer: joinPointer(pointer, "patternProperties", pattern) };
      found.set(pattern, [...(found.get(pattern) ?? []), below]);
    }
  return new Map([...found].map(([pattern, refs]) => [pattern, createInnerSet(set, refs)]));
}

/** The set of values of the item at an index. */
export function getItemSet(set: SchemaSet, index: number): SchemaSet {
  const { items, schemas } = getConstraints(set);
  const refs = items.get(index) ?? schemas.flatMap((it) => listItemSchemas(it, index));
  items.set(index, refs);
  return createInnerSet(set, refs);
}

function listItemSchemas(applicable: VersionedSchema, index: number): SchemaRef[] {
  const { ref, schema, pointer } = applicable;
  if (index >= asArray(schema.prefixItems).length) {
    if (schema.items === false) return [{ ...ref, pointer: joinPointer(pointer, "items") }];
    if (isLikeItems(schema)) return [{ ...ref, pointer: joinPointer(pointer, "unevaluatedItems") }];
  }
  return findItemPointers(applicable, index).map((it) => ({ ...ref, pointer: it }));
}
