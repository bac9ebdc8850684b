import { asArray, isObject, type JsonObject, joinPointer } from "../../document/index.js";
import type { ContainmentViolation } from "./containment-violation.js";
import { type ExtraKeywords, findRejectedValues, makeSetValues, selectShortest, setItem } from "./counterexamples.js";
import { createViolation, liftItemViolation } from "./create-violation.js";
import type { Prover } from "./prover.js";
import { createSchemaSet, getConstraints, getItemSet, type SchemaSet } from "./schema-set.js";
import { isUnsatisfiable } from "./unsatisfiable.js";
import { acceptsValue, type SchemaRef } from "./versioned-document.js";

/** Where a schema asks more of a list than is known of those of a case. */
export function* findArrayViolations(
  prover: Prover,
  given: SchemaSet,
  right: SchemaRef,
  schema: JsonObject,
): Iterable<ContainmentViolation> {
  yield* findCountViolations(prover, given, right, schema);
  yield* findItemViolations(prover, given, right, schema);
  yield* findContainsViolations(prover, given, right, schema);
  if (schema.unevaluatedItems !== undefined && schema.unevaluatedItems !== true)
    yield* findUnevaluatedViolations(prover, given, right, schema);
}

function* findCountViolations(
  prover: Prover,
  given: SchemaSet,
  right: SchemaRef,
  schema: JsonObject,
): Iterable<ContainmentViolation> {
  const { keywords } = getConstraints(given);
  const { minItems: least, maxItems: most, uniqueItems } = schema;
  const violation = (keyword: string, hints: readonly ExtraKeywords[]): ContainmentViolation =>
    createViolation(given, right, {
      keyword,
      kind: "bounds",
      counterexamples: () => findRejectedValues(prover, given, right, hints),
    });
  if (typeof least === "number" && getMinLength(given) < least)
    yield violation("minItems", [{ maxItems: least - 1 }, {}]);
  const greatest = getMaxLength(prover, given);
  if (typeof most === "number" && greatest > most) yield violation("maxItems", [{ minItems: most + 1 }, {}]);
  if (uniqueItems !== true || keywords.uniqueAt !== undefined || greatest <= 1) return;
  yield createViolation(given, right, {
    keyword: "uniqueItems",
    kind: "bounds",
    counterexamples: () => makeDuplicateItems(prover, given, right),
  });
}

function getMinLength(given: SchemaSet): number {
  const { keywords, shapes } = getConstraints(given);
  const contained = shapes.map(({ schema }) =>
    schema.contains === undefined ? 0 : typeof schema.minContains === "number" ? schema.minContains : 1,
  );
  return Math.max(keywords.minItems?.value ?? 0, ...contained);
}

/** No list is longer than the first place for which there is no item. */
function getMaxLength(prover: Prover, given: SchemaSet): number {
  const most = getConstraints(given).keywords.maxItems?.value ?? Number.POSITIVE_INFINITY;
  for (let index = 0; index <= countPrefixItems(given); index += 1)
    if (index < most && isUnsatisfiable(prover, getItemSet(given, index))) return index;
  return most;
}

function countPrefixItems(given: SchemaSet): number {
  return Math.max(0, ...getConstraints(given).shapes.map(({ schema }) => asArray(schema.prefixItems).length));
}

function makeDuplicateItems(prover: Prover, given: SchemaSet, right: SchemaRef): unknown[] {
  const { direction } = prover;
  const lists = makeSetValues(prover, given, { minItems: 1 }, 3).filter((it) => Array.isArray(it));
  const items = makeSetValues(prover, getItemSet(given, 0), {}, 2);
  const repeated = [
    ...lists.map((list) => [...list, ...list]),
    ...lists.map((list) => list.map(() => list[0] as unknown)),
    ...items.map((it) => [it, it]),
  ];
  return selectShortest(
    repeated.filter(
      (it) => given.refs.every((ref) => acceptsValue(ref, direction, it)) && !acceptsValue(right, direction, it),
    ),
  );
}

function* findItemViolations(
  prover: Prover,
  given: SchemaSet,
  right: SchemaRef,
  schema: JsonObject,
): Iterable<ContainmentViolation> {
  const prefix = asArray(schema.prefixItems).length;
  if (prefix === 0 && (schema.items === undefined || schema.items === true)) return;
  const last = Math.max(prefix, countPrefixItems(given));
  const greatest = getMaxLength(prover, given);
  for (let index = 0; index <= last && index < greatest; index += 1) {
    const below = index < prefix ? ["prefixItems", index] : ["items"];
    if (index >= prefix && schema.items === undefined) return;
    const ref = { ...right, pointer: joinPointer(right.pointer, ...below) };
    for (const violation of prover.violations(getItemSet(given, index), ref))
      yield liftItemViolation(prover, given, violation, index);
  }
}

function* findContainsViolations(
  prover: Prover,
  given: SchemaSet,
  right: SchemaRef,
  schema: JsonObject,
): Iterable<ContainmentViolation> {
  if (schema.contains === undefined) return;
  const ref = { ...right, pointer: joinPointer(right.pointer, "contains") };
  const least = typeof schema.minContains === "number" ? schema.minContains : 1;
  const violation = (keyword: string): ContainmentViolation =>
    createViolation(given, right, {
      keyword,
      kind: "schema",
      counterexamples: () => {
        const items = [
          ...makeSetValues(prover, getItemSet(given, 0), {}, 4),
          ...makeSetValues(prover, createSchemaSet(ref), {}, 3),
        ];
        const many = items.map((it) => Array.from({ length: (Number(schema.maxContains) || 0) + 1 }, () => it));
        const refused = [...many, ...setItem(prover, given, 0, items)].filter(
          (it) =>
            given.refs.every((one) => acceptsValue(one, prover.direction, it)) &&
            !acceptsValue(right, prover.direction, it),
        );
        return selectShortest([...findRejectedValues(prover, given, right, [{}]), ...refused]);
      },
    });
  const own = getConstraints(given).shapes.filter((shape) => shape.schema.contains !== undefined);
  const contained = own.map(({ ref: it, schema: containing, pointer }) => ({
    containing,
    ref: { ...it, pointer: joinPointer(pointer, "contains") },
  }));
  const isHeld =
    least === 0 ||
    contained.some(
      ({ containing, ref: it }) =>
        (typeof containing.minContains === "number" ? containing.minContains : 1) >= least &&
        prover.proves({ ...createSchemaSet(it), depth: given.depth + 1 }, ref),
    ) ||
    (getMinLength(given) >= least && isTrueOfEveryItem(prover, given, (item) => prover.proves(item, ref)));
  if (!isHeld) yield violation("contains");
  const most = schema.maxContains;
  if (typeof most !== "number" || getMaxLength(prover, given) <= most) return;
  const isFew = contained.some(
    ({ containing, ref: it }) =>
      typeof containing.maxContains === "number" &&
      containing.maxContains <= most &&
      prover.proves({ ...createSchemaSet(ref), depth: given.depth + 1 }, it),
  );
  const none = isTrueOfEveryItem(prover, given, (item) =>
    isUnsatisfiable(prover, { ...item, refs: [...item.refs, ref] }),
  );
  if (!isFew && !none) yield violation("maxContains");
}

function isTrueOfEveryItem(prover: Prover, given: SchemaSet, holds: (item: SchemaSet) => boolean): boolean {
  for (let index = 0; index <= countPrefixItems(given) && index < getMaxLength(prover, given); index += 1)
    if (!holds(getItemSet(given, index))) return false;
  return true;
}

/** What is evaluated depends on what fits beside it: lists without more items than `prefixItems` has, and the rest is tried. */
function* findUnevaluatedViolations(
  prover: Prover,
  given: SchemaSet,
  right: SchemaRef,
  schema: JsonObject,
): Iterable<ContainmentViolation> {
  const isAll = schema.items !== undefined && !isObject(schema.contains);
  const prefix = asArray(schema.prefixItems).length;
  if (isAll || getMaxLength(prover, given) <= prefix) return;
  if (!EVALUATING_KEYWORDS.some((keyword) => schema[keyword] !== undefined)) {
    // Nothing beside it evaluates items: it says of those after `prefixItems` what `items` would.
    const ref = { ...right, pointer: joinPointer(right.pointer, "unevaluatedItems") };
    for (
      let index = prefix;
      index <= Math.max(prefix, countPrefixItems(given)) && index < getMaxLength(prover, given);
      index += 1
    )
      for (const violation of prover.violations(getItemSet(given, index), ref))
        yield liftItemViolation(prover, given, violation, index);
    return;
  }
  const counterexamples = (): unknown[] =>
    findRejectedValues(prover, given, right, [{}, { minItems: 1 }, { minItems: 2 }, { minItems: 3 }]);
  yield createViolation(given, right, { keyword: "unevaluatedItems", kind: "refused", counterexamples });
}

const EVALUATING_KEYWORDS = [
  "$ref",
  "$dynamicRef",
  "allOf",
  "anyOf",
  "oneOf",
  "if",
  "dependentSchemas",
  "items",
  "contains",
];
