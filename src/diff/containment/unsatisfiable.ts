import { getNumberLimits } from "./number-limits.js";
import { type Prover, splitByChoice } from "./prover.js";
import {
  containsValue,
  getConstraints,
  getItemSet,
  getPossibleTypes,
  getPropertySet,
  getSetKey,
  PRIMITIVE_TYPES,
  type PrimitiveType,
  type SchemaSet,
} from "./schema-set.js";
import { getRefText, getSchemaKey, type SchemaRef } from "./versioned-document.js";

const MAX_DEPTH = 6;

const MAX_NEGATED = 8;

/** Whether the words of the schemas of a case say that no value fits them all; false where that is not seen. */
export function isUnsatisfiable(prover: Prover, given: SchemaSet, depth = 0): boolean {
  const key = getSetKey(given);
  const known = prover.unsatisfiable.get(key);
  if (known === true || (known === false && depth === 0)) return known;
  const isSo = provesUnsatisfiable(prover, given, depth);
  // What was not seen because it lay too deep, or the search was given up, may be seen another time.
  if (isSo || (depth === 0 && !prover.isSpent())) prover.unsatisfiable.set(key, isSo);
  return isSo;
}

function provesUnsatisfiable(prover: Prover, given: SchemaSet, depth: number): boolean {
  const { isUnsatisfiable: isFalse, keywords } = getConstraints(given);
  if (isFalse) return true;
  if (given.refs.some((ref) => isNegated(prover, given.negated, ref))) return true;
  if (!prover.spend()) return false;
  // What cannot be even without what is excluded is told once for all that excludes something else.
  if (given.negated.length > 0 && isUnsatisfiable(prover, { ...given, negated: NO_SCHEMAS }, depth)) return true;
  const atoms = getPossibleTypes(given);
  if (
    ["null", "boolean"].some((atom) => atoms.includes(atom as PrimitiveType)) &&
    hasNullOrBoolean(prover, given, atoms)
  )
    return false;
  const rest = atoms.filter((atom) => atom !== "null" && atom !== "boolean");
  if (rest.length === 0) return true;
  if (keywords.enumValues !== undefined)
    return !keywords.enumValues.some((value) => containsValue(given, prover.direction, value));
  if (depth > MAX_DEPTH) return false;
  if (rest.every((atom) => isUnsatisfiableAs(prover, given, atom, depth))) return true;
  const one: SchemaSet = { ...given, types: rest };
  if (one.refs.length + one.negated.length > 1 && isCoveredByNegated(prover, one)) return true;
  return splitByChoice(one)?.every((part) => isUnsatisfiable(prover, part, depth + 1)) ?? false;
}

/** Whether a schema is one of those that are excluded; of a great many, those of its name are the likely ones. */
export function isNegated(prover: Prover, nots: readonly SchemaRef[], ref: SchemaRef): boolean {
  if (nots.length === 0) return false;
  const known = negatedCache.get(nots) ?? new Map<number, boolean>();
  negatedCache.set(nots, known);
  const key = getSchemaKey(ref);
  const isOne =
    known.get(key) ??
    (findNamesakes(nots, ref).some((not) => prover.same(ref, not)) || nots.some((not) => prover.same(ref, not)));
  known.set(key, isOne);
  return isOne;
}

const negatedCache = new WeakMap<readonly SchemaRef[], Map<number, boolean>>();

const namesakeCache = new WeakMap<readonly SchemaRef[], ReadonlyMap<unknown, readonly SchemaRef[]>>();

function findNamesakes(refs: readonly SchemaRef[], ref: SchemaRef): readonly SchemaRef[] {
  const name = getRefText(ref);
  if (name === undefined) return [];
  const byName = namesakeCache.get(refs) ?? groupByName(refs);
  namesakeCache.set(refs, byName);
  return byName.get(name) ?? [];
}

function groupByName(refs: readonly SchemaRef[]): ReadonlyMap<unknown, readonly SchemaRef[]> {
  const groups = new Map<unknown, SchemaRef[]>();
  for (const ref of refs) groups.set(getRefText(ref), [...(groups.get(getRefText(ref)) ?? []), ref]);
  return groups;
}

function hasNullOrBoolean(prover: Prover, given: SchemaSet, atoms: readonly PrimitiveType[]): boolean {
  const values = [...(atoms.includes("null") ? [null] : []), ...(atoms.includes("boolean") ? [true, false] : [])];
  return values.some((value) => containsValue(given, prover.direction, value));
}

const NO_SCHEMAS: readonly SchemaRef[] = [];

/** Whether everything in the case is what the case excludes. */
function isCoveredByNegated(prover: Prover, given: SchemaSet): boolean {
  // That one schema alone is within another is asked once for all that it stands beside.
  const isWithin = (ref: SchemaRef, not: SchemaRef): boolean =>
    prover.proves({ ...given, refs: [ref], negated: NO_SCHEMAS, types: PRIMITIVE_TYPES }, not);
  const alike = given.refs.flatMap((ref) => findNamesakes(given.negated, ref).map((not) => [ref, not] as const));
  if (alike.some(([ref, not]) => isWithin(ref, not))) return true;
  // Of a great many branches each would be asked about each other; those of one name are likely to tell.
  const telling = given.negated.length <= MAX_NEGATED ? given.negated : alike.map(([, not]) => not);
  return telling.some((ref) => prover.proves({ ...given, negated: NO_SCHEMAS }, ref));
}

function isUnsatisfiableAs(prover: Prover, given: SchemaSet, atom: PrimitiveType, depth: number): boolean {
  const { keywords } = getConstraints(given);
  if (atom === "integer" || atom === "fraction") {
    const { least, most } = getNumberLimits(keywords, atom);
    return least.value > most.value || (least.value === most.value && (least.exclusive || most.exclusive));
  }
  if (atom === "string")
    return (keywords.minLength?.value ?? 0) > (keywords.maxLength?.value ?? Number.POSITIVE_INFINITY);
  if (atom === "array") {
    const least = keywords.minItems?.value ?? 0;
    if (least > (keywords.maxItems?.value ?? Number.POSITIVE_INFINITY)) return true;
    return least > 0 && isUnsatisfiable(prover, getItemSet(given, 0), depth + 1);
  }
  if ((keywords.minProperties?.value ?? 0) > (keywords.maxProperties?.value ?? Number.POSITIVE_INFINITY)) return true;
  return [...getRequiredNames(prover, given)].some((name) => {
    const property = getPropertySet(given, name);
    // One schema alone is hardly ever impossible; several together may be.
    return property.refs.length > 1
      ? isUnsatisfiable(prover, property, depth + 1)
      : getConstraints(property).isUnsatisfiable;
  });
}

/** The properties that every object of a case has: those that its side may not carry are not asked for. */
export function getRequiredNames(prover: Prover, given: SchemaSet): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { ref, schema, pointer } of getConstraints(given).shapes) {
    if (!Array.isArray(schema.required)) continue;
    const hidden = ref.spec.sideExclusions(prover.direction).withEnclosing(pointer);
    for (const name of schema.required) if (typeof name === "string" && !hidden.has(name)) names.add(name);
  }
  return names;
}
