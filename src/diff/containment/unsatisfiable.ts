import { groupBy, memoizeByObject } from "../../document/memoize.js";
import { getFormatRange } from "../../schema/formats/number-formats.js";
import type { MessageDirection } from "../../schema/index.js";
import type { ValueConstraints } from "../../schema/model/value-constraints.js";
import type { Prover } from "./prover.js";
import {
  containsValue,
  getConstraints,
  getItemSet,
  getPossibleTypes,
  getPrimitiveType,
  getPropertySet,
  getSetKey,
  NO_SCHEMAS,
  NULL_AND_BOOLEANS,
  PRIMITIVE_TYPES,
  type PrimitiveType,
  type SchemaSet,
} from "./schemas/schema-set.js";
import type { SetConstraints } from "./schemas/set-constraints.js";
import { splitByChoice } from "./schemas/split-by-choice.js";
import { getRefText, getSchemaKey, type SchemaRef } from "./schemas/versioned-document.js";

const MAX_DEPTH = 6;

const MAX_NEGATED = 8;

/** Whether the keywords prove that no value belongs to a set. False means that no proof was found. */
export function isUnsatisfiable(prover: Prover, set: SchemaSet, depth = 0): boolean {
  const key = getSetKey(set);
  const known = prover.unsatisfiable.get(key);
  if (known === true || (known === false && depth === 0)) return known;
  const result = provesUnsatisfiable(prover, set, depth);
  // Do not cache a negative result if the depth limit or the step limit may have caused it.
  if (result || (depth === 0 && !prover.isSpent())) prover.unsatisfiable.set(key, result);
  return result;
}

function provesUnsatisfiable(prover: Prover, set: SchemaSet, depth: number): boolean {
  const { isUnsatisfiable: isFalse, keywords } = getConstraints(set);
  if (isFalse) return true;
  if (set.refs.some((ref) => isNegated(prover, set.negated, ref))) return true;
  if (!prover.spend()) return false;
  // The result without `negated` is shared by all sets that differ only in `negated`.
  if (set.negated.length > 0 && isUnsatisfiable(prover, { ...set, negated: NO_SCHEMAS }, depth)) return true;
  const primitives = getPossibleTypes(set);
  const plain = NULL_AND_BOOLEANS.filter((value) => primitives.includes(getPrimitiveType(value)));
  if (plain.some((value) => containsValue(set, prover.direction, value))) return false;
  const rest = primitives.filter((primitive) => primitive !== "null" && primitive !== "boolean");
  if (rest.length === 0) return true;
  if (keywords.enumValues !== undefined)
    return !keywords.enumValues.some((value) => containsValue(set, prover.direction, value));
  if (depth > MAX_DEPTH) return false;
  if (rest.every((primitive) => isUnsatisfiableAs(prover, set, primitive, depth))) return true;
  const one: SchemaSet = { ...set, types: rest };
  if (one.refs.length + one.negated.length > 1 && isCoveredByNegated(prover, one)) return true;
  return splitByChoice(one)?.every((part) => isUnsatisfiable(prover, part, depth + 1)) ?? false;
}

/** Whether a schema is one of the negated ones. */
export function isNegated(prover: Prover, negated: readonly SchemaRef[], ref: SchemaRef): boolean {
  if (negated.length === 0) return false;
  const known = getKnown(negated);
  const key = getSchemaKey(ref);
  const isIncluded = known.get(key) ?? negated.some((not) => prover.same(ref, not));
  known.set(key, isIncluded);
  return isIncluded;
}

const getKnown = memoizeByObject((_: readonly SchemaRef[]) => new Map<number, boolean>());

const groupByRef = memoizeByObject((refs: readonly SchemaRef[]) => groupBy(refs, getRefText));

/** Finds the schemas with the same `$ref`. */
function findNamesakes(refs: readonly SchemaRef[], ref: SchemaRef): readonly SchemaRef[] {
  const name = getRefText(ref);
  return name === undefined ? [] : (groupByRef(refs).get(name) ?? []);
}

/** Whether the negated schemas cover the whole set. */
function isCoveredByNegated(prover: Prover, set: SchemaSet): boolean {
  // A query with a single schema is shared by all sets that contain it.
  const isWithin = (ref: SchemaRef, not: SchemaRef): boolean =>
    prover.proves({ ...set, refs: [ref], negated: NO_SCHEMAS, types: PRIMITIVE_TYPES }, not);
  const similar = set.refs.flatMap((ref) => findNamesakes(set.negated, ref).map((not) => [ref, not] as const));
  if (similar.some(([ref, not]) => isWithin(ref, not))) return true;
  // With many branches, comparing each with each is too expensive. Branches with the same `$ref` are the likely ones.
  const candidates = set.negated.length <= MAX_NEGATED ? set.negated : similar.map(([, not]) => not);
  return candidates.some((ref) => prover.proves({ ...set, negated: NO_SCHEMAS }, ref));
}

function isUnsatisfiableAs(prover: Prover, set: SchemaSet, primitive: PrimitiveType, depth: number): boolean {
  const { keywords } = getConstraints(set);
  if (primitive === "integer" || primitive === "fraction") {
    const { least, most } = getNumberLimits(keywords, primitive);
    return least.value > most.value || (least.value === most.value && (least.exclusive || most.exclusive));
  }
  if (primitive === "string")
    return (keywords.minLength?.value ?? 0) > (keywords.maxLength?.value ?? Number.POSITIVE_INFINITY);
  if (primitive === "array") {
    const min = keywords.minItems?.value ?? 0;
    if (min > (keywords.maxItems?.value ?? Number.POSITIVE_INFINITY)) return true;
    return min > 0 && isUnsatisfiable(prover, getItemSet(set, 0), depth + 1);
  }
  if ((keywords.minProperties?.value ?? 0) > (keywords.maxProperties?.value ?? Number.POSITIVE_INFINITY)) return true;
  const properties = [...getRequiredNames(prover, set)].map((name) => getPropertySet(set, name));
  // A property with listed values is decided fast, and is often the discriminator.
  const [listed, others] = [properties.filter(hasListedValues), properties.filter((it) => !hasListedValues(it))];
  return [...listed, ...others].some((property) =>
    // A single schema is rarely unsatisfiable, so only combinations are searched.
    property.refs.length > 1 ? isUnsatisfiable(prover, property, depth + 1) : getConstraints(property).isUnsatisfiable,
  );
}

function hasListedValues(set: SchemaSet): boolean {
  return getConstraints(set).keywords.enumValues !== undefined;
}

/** The properties that every object of a set has. Properties excluded from the direction are not required. */
export function getRequiredNames({ direction }: Prover, set: SchemaSet): ReadonlySet<string> {
  return getNames[direction](getConstraints(set));
}

const getNames: Readonly<Record<MessageDirection, (constraints: SetConstraints) => ReadonlySet<string>>> = {
  request: memoizeByObject((constraints) => findRequiredNames("request", constraints)),
  response: memoizeByObject((constraints) => findRequiredNames("response", constraints)),
};

function findRequiredNames(direction: MessageDirection, { schemas }: SetConstraints): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { ref, schema, pointer } of schemas) {
    if (!Array.isArray(schema.required)) continue;
    const excluded = ref.spec.schemas.excluded(direction).withEnclosing(pointer);
    for (const name of schema.required) if (typeof name === "string" && !excluded.has(name)) names.add(name);
  }
  return names;
}

export type NumberBound = { readonly value: number; readonly exclusive: boolean };

type NumberConstraints = Pick<ValueConstraints, "minimum" | "maximum" | "formats">;

/** The range of the numbers in a set, from its limits and formats. */
export function getNumberLimits(constraints: NumberConstraints, primitive: "integer" | "fraction") {
  const ranges = constraints.formats.flatMap(({ value }) => getFormatRange(value) ?? []);
  const least = selectTightest(
    [constraints.minimum ?? NO_LOWER_BOUND, ...ranges.map(({ min }) => createInclusiveBound(min))],
    1,
  );
  const most = selectTightest(
    [constraints.maximum ?? NO_UPPER_BOUND, ...ranges.map(({ max }) => createInclusiveBound(max))],
    -1,
  );
  if (primitive === "fraction") return { least, most };
  return {
    least: createInclusiveBound(roundToInteger(least, 1)),
    most: createInclusiveBound(roundToInteger(most, -1)),
  };
}

const NO_LOWER_BOUND: NumberBound = { value: Number.NEGATIVE_INFINITY, exclusive: false };
const NO_UPPER_BOUND: NumberBound = { value: Number.POSITIVE_INFINITY, exclusive: false };

function createInclusiveBound(value: number): NumberBound {
  return { value, exclusive: false };
}

/** Rounds to the nearest integer within the bound. */
function roundToInteger({ value, exclusive }: NumberBound, sign: 1 | -1): number {
  const nearest = sign === 1 ? Math.ceil(value) : Math.floor(value);
  return exclusive && nearest === value ? nearest + sign : nearest;
}

function selectTightest(bounds: readonly NumberBound[], sign: 1 | -1): NumberBound {
  return bounds.reduce((best, bound) => {
    const further = (bound.value - best.value) * sign;
    return further > 0 || (further === 0 && bound.exclusive) || Number.isNaN(further) ? bound : best;
  });
}
