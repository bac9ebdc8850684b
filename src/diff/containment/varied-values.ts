import { makeSetValues, setProperty } from "./counterexamples.js";
import type { Prover } from "./prover.js";
import {
  containsValue,
  getConstraints,
  getItemSet,
  getPossibleTypes,
  getPropertySet,
  listDeclaredNames,
  NULL_AND_BOOLEANS,
  type SchemaSet,
} from "./schemas/schema-set.js";

const MAX_PROPERTIES = 30;

/** Makes values of a set that differ when they are written as text: lists of two, each property, separators in texts. */
export function makeVariedValues(prover: Prover, set: SchemaSet): readonly unknown[] {
  const names = listDeclaredNames(set).slice(0, MAX_PROPERTIES);
  const types = getPossibleTypes(set);
  const texts = VARIED_TEXTS.filter((text) => containsValue(set, prover.direction, text));
  const lists = types.includes("array")
    ? [...makeSetValues(prover, set, { minItems: 2 }, 3), ...makeNestedLists(prover, set)]
    : [];
  const objects = types.includes("object")
    ? [
        ...makeSetValues(prover, set, { required: names }, 2),
        ...names.flatMap((name) => {
          const property = getPropertySet(set, name);
          const inner = [
            ...makeSetValues(prover, property, { minItems: 2 }, 2),
            ...makeSetValues(prover, property, {}, 2),
          ];
          return [...setProperty(prover, set, name, inner)];
        }),
      ]
    : [];
  return [...makeSetValues(prover, set, {}, 6), ...texts, ...lists, ...objects];
}

/** Makes lists of lists that are not empty: the parts of a nested multipart body. */
function makeNestedLists(prover: Prover, set: SchemaSet): readonly unknown[] {
  const item = getItemSet(set, 0);
  if (!getPossibleTypes(item).includes("array")) return [];
  const inner = makeSetValues(prover, item, { minItems: 1 }, 2).filter((it) => Array.isArray(it) && it.length > 0);
  return inner.map((it) => [it]).filter((it) => containsValue(set, prover.direction, it));
}

const MAX_LISTED = 2000;

/** Makes values that have a further property in one of the nested objects. */
export function addProperties(value: unknown): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  const nested = Object.entries(value).flatMap(([key, member]) => {
    const replace = (it: unknown): unknown =>
      Array.isArray(value) ? Object.assign([...value], { [key]: it }) : { ...value, [key]: it };
    return addProperties(member).map(replace);
  });
  return Array.isArray(value) ? nested : [{ ...value, extra: 1 }, ...nested];
}

/** Lists all values of a set of scalars if there are few; undefined if there are many, or if the set has other types. */
export function listAllScalars(prover: Prover, set: SchemaSet): readonly unknown[] | undefined {
  const { enumValues, minimum, maximum } = getConstraints(set).keywords;
  const contains = (value: unknown): boolean => containsValue(set, prover.direction, value);
  if (enumValues !== undefined) return [null, ...enumValues].filter(contains);
  const types = getPossibleTypes(set);
  const values: unknown[] = [...NULL_AND_BOOLEANS];
  const rest = types.filter((type) => type !== "null" && type !== "boolean");
  if (rest.some((type) => type !== "integer")) return undefined;
  if (rest.length > 0) {
    if (minimum === undefined || maximum === undefined || maximum.value - minimum.value > MAX_LISTED) return undefined;
    for (let value = Math.ceil(minimum.value); value <= maximum.value; value += 1) values.push(value);
  }
  return values.filter(contains);
}

/** Makes texts of several lengths. */
export function makeLongTexts(prover: Prover, set: SchemaSet): readonly unknown[] {
  if (!getPossibleTypes(set).includes("string")) return [];
  return LONG_LENGTHS.flatMap((minLength) => makeSetValues(prover, set, { type: "string", minLength }, 1));
}

const LONG_LENGTHS = [10, 30, 100, 300];

const VARIED_TEXTS = ["a,b", "a b", "a|b", "a/b?c=d&e", "true", "1", "null", "ä"];

/** Scalars whose text has an unusual length or form. */
export const UNUSUAL_SCALARS: readonly unknown[] = [
  ...[10, 100, 1000, 12_345, 123_456_789, -1, -12_345, 2 ** 31, 2 ** 53, 0.5, -0.5, 1.25, 1e21, 1e-7],
  ...["true", "false", "null", "1", "007", "0.5", "a b", "a,b"],
];
