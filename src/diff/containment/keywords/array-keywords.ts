import { asArray, isObject } from "../../../document/index.js";
import { type ExtraKeywords, makeSetValues, setItem } from "../counterexamples.js";
import { createFailingViolation, createRejectingViolation, liftItemViolation } from "../create-violation.js";
import type { ContainmentViolation, KeywordRule, Prover } from "../prover.js";
import { createSchemaSet, getConstraints, getItemSet, type SchemaSet } from "../schemas/schema-set.js";
import { isLikeItems } from "../schemas/set-constraints.js";
import { getSubschema } from "../schemas/versioned-document.js";
import { isUnsatisfiable } from "../unsatisfiable.js";

/** Finds violations of the array keywords of a schema. */
export const findArrayViolations: KeywordRule = function* (prover, set, right, schema) {
  yield* findCountViolations(prover, set, right, schema);
  yield* findItemViolations(prover, set, right, schema);
  yield* findContainsViolations(prover, set, right, schema);
  if (schema.unevaluatedItems !== undefined && schema.unevaluatedItems !== true)
    yield* findUnevaluatedViolations(prover, set, right, schema);
};

const findCountViolations: KeywordRule = function* (prover, set, right, schema) {
  const { keywords } = getConstraints(set);
  const { minItems: min, maxItems: max, uniqueItems } = schema;
  const violation = (keyword: string, hints: readonly ExtraKeywords[]): ContainmentViolation =>
    createFailingViolation(prover, set, right, { keyword, kind: "bounds", hints });
  if (typeof min === "number" && getMinLength(set) < min) yield violation("minItems", [{ maxItems: min - 1 }, {}]);
  const maxLength = getMaxLength(prover, set);
  if (typeof max === "number" && maxLength > max) yield violation("maxItems", [{ minItems: max + 1 }, {}]);
  if (uniqueItems !== true || keywords.uniqueAt !== undefined || maxLength <= 1) return;
  const others = (): unknown[] => makeDuplicateItems(prover, set);
  yield createRejectingViolation(prover, set, right, { keyword: "uniqueItems", kind: "bounds", hints: [], others });
};

function getMinLength(set: SchemaSet): number {
  const { keywords, schemas } = getConstraints(set);
  const contained = schemas.map(({ schema }) =>
    schema.contains === undefined ? 0 : typeof schema.minContains === "number" ? schema.minContains : 1,
  );
  return Math.max(keywords.minItems?.value ?? 0, ...contained);
}

/** The maximum length. An index without any valid item also limits the length. */
function getMaxLength(prover: Prover, set: SchemaSet): number {
  const max = getConstraints(set).keywords.maxItems?.value ?? Number.POSITIVE_INFINITY;
  for (let index = 0; index <= countPrefixItems(set); index += 1)
    if (index < max && isUnsatisfiable(prover, getItemSet(set, index))) return index;
  return max;
}

function countPrefixItems(set: SchemaSet): number {
  return Math.max(0, ...getConstraints(set).schemas.map(({ schema }) => asArray(schema.prefixItems).length));
}

function makeDuplicateItems(prover: Prover, set: SchemaSet): unknown[] {
  const lists = makeSetValues(prover, set, { minItems: 1 }, 3).filter((it) => Array.isArray(it));
  const items = makeSetValues(prover, getItemSet(set, 0), {}, 2);
  return [
    ...lists.map((list) => [...list, ...list]),
    ...lists.map((list) => list.map(() => list[0] as unknown)),
    ...items.map((it) => [it, it]),
  ];
}

const findItemViolations: KeywordRule = function* (prover, set, right, schema) {
  const prefix = asArray(schema.prefixItems).length;
  const rest = isLikeItems(schema) ? "unevaluatedItems" : "items";
  if (prefix === 0 && (schema[rest] === undefined || schema[rest] === true)) return;
  const last = Math.max(prefix, countPrefixItems(set));
  const maxLength = getMaxLength(prover, set);
  for (let index = 0; index <= last && index < maxLength; index += 1) {
    const below = index < prefix ? ["prefixItems", index] : [rest];
    if (index >= prefix && schema[rest] === undefined) return;
    const ref = getSubschema(right, ...below);
    for (const violation of prover.violations(getItemSet(set, index), ref))
      yield liftItemViolation(prover, set, violation, { index, isPosition: index < last });
  }
};

const findContainsViolations: KeywordRule = function* (prover, set, right, schema) {
  if (schema.contains === undefined) return;
  const ref = getSubschema(right, "contains");
  const min = typeof schema.minContains === "number" ? schema.minContains : 1;
  const others = (): unknown[] => {
    const items = [
      ...makeSetValues(prover, getItemSet(set, 0), {}, 4),
      ...makeSetValues(prover, createSchemaSet(ref), {}, 3),
    ];
    const many = items.map((it) => Array.from({ length: (Number(schema.maxContains) || 0) + 1 }, () => it));
    return [...many, ...setItem(prover, set, 0, items)];
  };
  const violation = (keyword: string): ContainmentViolation =>
    createRejectingViolation(prover, set, right, { keyword, kind: "schema", others });
  const existing = getConstraints(set).schemas.filter((applicable) => applicable.schema.contains !== undefined);
  const contained = existing.map(({ ref: it, schema: containing }) => ({
    containing,
    ref: getSubschema(it, "contains"),
  }));
  const isGuaranteed =
    min === 0 ||
    contained.some(
      ({ containing, ref: it }) =>
        (typeof containing.minContains === "number" ? containing.minContains : 1) >= min &&
        prover.proves({ ...createSchemaSet(it), depth: set.depth + 1 }, ref),
    ) ||
    (getMinLength(set) >= min && isTrueOfEveryItem(prover, set, (item) => prover.proves(item, ref)));
  if (!isGuaranteed) yield violation("contains");
  const max = schema.maxContains;
  if (typeof max !== "number" || getMaxLength(prover, set) <= max) return;
  const isLimited = contained.some(
    ({ containing, ref: it }) =>
      typeof containing.maxContains === "number" &&
      containing.maxContains <= max &&
      prover.proves({ ...createSchemaSet(ref), depth: set.depth + 1 }, it),
  );
  const none = isTrueOfEveryItem(prover, set, (item) =>
    isUnsatisfiable(prover, { ...item, refs: [...item.refs, ref] }),
  );
  if (!isLimited && !none) yield violation("maxContains");
};

function isTrueOfEveryItem(prover: Prover, set: SchemaSet, holds: (item: SchemaSet) => boolean): boolean {
  for (let index = 0; index <= countPrefixItems(set) && index < getMaxLength(prover, set); index += 1)
    if (!holds(getItemSet(set, index))) return false;
  return true;
}

/**
 * Tries counterexamples, because which items count as evaluated depends on the value. Skips arrays that `prefixItems`
 * covers.
 */
const findUnevaluatedViolations: KeywordRule = function* (prover, set, right, schema) {
  const isAll = schema.items !== undefined && !isObject(schema.contains);
  const prefix = asArray(schema.prefixItems).length;
  if (isAll || isLikeItems(schema) || getMaxLength(prover, set) <= prefix) return;
  const hints = [{}, { minItems: 1 }, { minItems: 2 }, { minItems: 3 }];
  yield createRejectingViolation(prover, set, right, { keyword: "unevaluatedItems", kind: "refused", hints });
};
