import { asArray, isObject, type JsonObject, joinPointer } from "../../document/index.js";
import { type Case, caseOf, factsOf, itemCase } from "./case.js";
import type { Gap } from "./gap.js";
import { isImpossible } from "./impossible.js";
import { gapAt, ofItem } from "./make-gap.js";
import type { Prover } from "./prover.js";
import { accepts, type Ref } from "./sided.js";
import { type Direction, refusedValues, shortest, valuesOf, withItem } from "./witness.js";

/** Where a schema asks more of a list than is known of those of a case. */
export function* arrayGaps(prover: Prover, given: Case, right: Ref, schema: JsonObject): Iterable<Gap> {
  yield* countGaps(prover, given, right, schema);
  yield* itemGaps(prover, given, right, schema);
  yield* containsGaps(prover, given, right, schema);
  if (schema.unevaluatedItems !== undefined && schema.unevaluatedItems !== true)
    yield* unevaluatedGaps(prover, given, right, schema);
}

function* countGaps(prover: Prover, given: Case, right: Ref, schema: JsonObject): Iterable<Gap> {
  const { words } = factsOf(given);
  const { minItems: least, maxItems: most, uniqueItems } = schema;
  const gap = (keyword: string, directions: readonly Direction[]): Gap =>
    gapAt(given, right, { keyword, kind: "bounds", witnesses: () => refusedValues(prover, given, right, directions) });
  if (typeof least === "number" && fewest(given) < least) yield gap("minItems", [{ maxItems: least - 1 }, {}]);
  const greatest = longest(prover, given);
  if (typeof most === "number" && greatest > most) yield gap("maxItems", [{ minItems: most + 1 }, {}]);
  if (uniqueItems !== true || words.uniqueAt !== undefined || greatest <= 1) return;
  yield gapAt(given, right, { keyword: "uniqueItems", kind: "bounds", witnesses: () => twice(prover, given, right) });
}

function fewest(given: Case): number {
  const { words, shapes } = factsOf(given);
  const contained = shapes.map(({ schema }) =>
    schema.contains === undefined ? 0 : typeof schema.minContains === "number" ? schema.minContains : 1,
  );
  return Math.max(words.minItems?.value ?? 0, ...contained);
}

/** No list is longer than the first place for which there is no item. */
function longest(prover: Prover, given: Case): number {
  const most = factsOf(given).words.maxItems?.value ?? Number.POSITIVE_INFINITY;
  for (let index = 0; index <= prefixOf(given); index += 1)
    if (index < most && isImpossible(prover, itemCase(given, index))) return index;
  return most;
}

function prefixOf(given: Case): number {
  return Math.max(0, ...factsOf(given).shapes.map(({ schema }) => asArray(schema.prefixItems).length));
}

function twice(prover: Prover, given: Case, right: Ref): unknown[] {
  const { view } = prover;
  const lists = valuesOf(prover, given, { minItems: 1 }, 3).filter((it) => Array.isArray(it));
  const items = valuesOf(prover, itemCase(given, 0), {}, 2);
  const repeated = [
    ...lists.map((list) => [...list, ...list]),
    ...lists.map((list) => list.map(() => list[0] as unknown)),
    ...items.map((it) => [it, it]),
  ];
  return shortest(
    repeated.filter((it) => given.refs.every((ref) => accepts(ref, view, it)) && !accepts(right, view, it)),
  );
}

function* itemGaps(prover: Prover, given: Case, right: Ref, schema: JsonObject): Iterable<Gap> {
  const prefix = asArray(schema.prefixItems).length;
  if (prefix === 0 && (schema.items === undefined || schema.items === true)) return;
  const last = Math.max(prefix, prefixOf(given));
  const greatest = longest(prover, given);
  for (let index = 0; index <= last && index < greatest; index += 1) {
    const below = index < prefix ? ["prefixItems", index] : ["items"];
    if (index >= prefix && schema.items === undefined) return;
    const ref = { ...right, pointer: joinPointer(right.pointer, ...below) };
    for (const gap of prover.gaps(itemCase(given, index), ref)) yield ofItem(prover, given, gap, index);
  }
}

function* containsGaps(prover: Prover, given: Case, right: Ref, schema: JsonObject): Iterable<Gap> {
  if (schema.contains === undefined) return;
  const ref = { ...right, pointer: joinPointer(right.pointer, "contains") };
  const least = typeof schema.minContains === "number" ? schema.minContains : 1;
  const gap = (keyword: string): Gap =>
    gapAt(given, right, {
      keyword,
      kind: "schema",
      witnesses: () => {
        const items = [...valuesOf(prover, itemCase(given, 0), {}, 4), ...valuesOf(prover, caseOf(ref), {}, 3)];
        const many = items.map((it) => Array.from({ length: (Number(schema.maxContains) || 0) + 1 }, () => it));
        const refused = [...many, ...withItem(prover, given, 0, items)].filter(
          (it) => given.refs.every((one) => accepts(one, prover.view, it)) && !accepts(right, prover.view, it),
        );
        return shortest([...refusedValues(prover, given, right, [{}]), ...refused]);
      },
    });
  const own = factsOf(given).shapes.filter((shape) => shape.schema.contains !== undefined);
  const contained = own.map(({ ref: it, schema: said, pointer }) => ({
    said,
    ref: { ...it, pointer: joinPointer(pointer, "contains") },
  }));
  const isHeld =
    least === 0 ||
    contained.some(
      ({ said, ref: it }) =>
        (typeof said.minContains === "number" ? said.minContains : 1) >= least &&
        prover.proves({ ...caseOf(it), depth: given.depth + 1 }, ref),
    ) ||
    (fewest(given) >= least && everyItem(prover, given, (item) => prover.proves(item, ref)));
  if (!isHeld) yield gap("contains");
  const most = schema.maxContains;
  if (typeof most !== "number" || longest(prover, given) <= most) return;
  const isFew = contained.some(
    ({ said, ref: it }) =>
      typeof said.maxContains === "number" &&
      said.maxContains <= most &&
      prover.proves({ ...caseOf(ref), depth: given.depth + 1 }, it),
  );
  const none = everyItem(prover, given, (item) => isImpossible(prover, { ...item, refs: [...item.refs, ref] }));
  if (!isFew && !none) yield gap("maxContains");
}

function everyItem(prover: Prover, given: Case, holds: (item: Case) => boolean): boolean {
  for (let index = 0; index <= prefixOf(given) && index < longest(prover, given); index += 1)
    if (!holds(itemCase(given, index))) return false;
  return true;
}

/** What is evaluated depends on what fits beside it: lists without more items than `prefixItems` has, and the rest is tried. */
function* unevaluatedGaps(prover: Prover, given: Case, right: Ref, schema: JsonObject): Iterable<Gap> {
  const isAll = schema.items !== undefined && !isObject(schema.contains);
  const prefix = asArray(schema.prefixItems).length;
  if (isAll || longest(prover, given) <= prefix) return;
  if (!EVALUATING.some((keyword) => schema[keyword] !== undefined)) {
    // Nothing beside it evaluates items: it says of those after `prefixItems` what `items` would.
    const ref = { ...right, pointer: joinPointer(right.pointer, "unevaluatedItems") };
    for (let index = prefix; index <= Math.max(prefix, prefixOf(given)) && index < longest(prover, given); index += 1)
      for (const gap of prover.gaps(itemCase(given, index), ref)) yield ofItem(prover, given, gap, index);
    return;
  }
  const witnesses = (): unknown[] =>
    refusedValues(prover, given, right, [{}, { minItems: 1 }, { minItems: 2 }, { minItems: 3 }]);
  yield gapAt(given, right, { keyword: "unevaluatedItems", kind: "refused", witnesses });
}

const EVALUATING = ["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "items", "contains"];
