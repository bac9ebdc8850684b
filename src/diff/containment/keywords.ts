import { asArray, isObject, type JsonObject, joinPointer } from "../../document/index.js";
import { arrayGaps } from "./array-keywords.js";
import { type Atom, atomOf, atomsOf, type Case, factsOf, holds } from "./case.js";
import { compositionGaps } from "./composition.js";
import type { Gap } from "./gap.js";
import { gapAt, refusedAt, TRIVIAL } from "./make-gap.js";
import { objectGaps } from "./object-keywords.js";
import type { Prover } from "./prover.js";
import { numberGaps, stringGaps } from "./scalar-keywords.js";
import { accepts, judged, type Ref, targetOf } from "./sided.js";
import { refusedValues, valuesOf } from "./witness.js";

/** Where the schema may refuse a value of a case, keyword by keyword; none when it accepts them all. */
export function* gapsOfRef(prover: Prover, given: Case, right: Ref): Iterable<Gap> {
  const schema = right.sided.at(right.pointer);
  if (schema === false) {
    yield gapAt(given, right, { kind: "schema", witnesses: () => valuesOf(prover, given) });
    return;
  }
  if (!isObject(schema)) return;
  const { listed } = factsOf(given).words;
  const plain = PLAIN.filter((value) => given.types.includes(atomOf(value)));
  const values = (listed ?? []).filter((value) => !PLAIN.includes(value as null));
  yield* ofValues(prover, given, right, [...plain, ...values]);
  if (listed !== undefined) return;
  for (const atom of atomsOf(given))
    if (atom !== "null" && atom !== "boolean") yield* ofType(prover, { ...given, types: [atom] }, right, schema);
}

/** There are no others of these types: each is tried. */
const PLAIN: readonly (null | boolean)[] = [null, false, true];

/** Where all values of a case are known, the schema itself tells which of them it refuses, and why. */
function* ofValues(prover: Prover, given: Case, right: Ref, values: readonly unknown[]): Iterable<Gap> {
  for (const value of values)
    if (holds(given, prover.view, value) && !accepts(right, prover.view, value)) {
      const isRefused = judged(right, prover.view, value) === false;
      if (prover.isHasty()) yield TRIVIAL;
      else if (isRefused) yield refusedAt(prover, given, right, value);
      else yield gapAt(given, right, { kind: "schema", witnesses: () => [] });
      if (prover.isHasty()) return;
    }
}

function* ofType(prover: Prover, given: Case, right: Ref, schema: JsonObject): Iterable<Gap> {
  const [atom] = given.types as readonly [Atom];
  if (!allows(schema, atom)) {
    yield gapAt(given, right, { keyword: "type", kind: "type", witnesses: () => valuesOf(prover, given) });
    return;
  }
  for (const keyword of ["enum", "const"])
    if (schema[keyword] !== undefined) yield* listedGaps(prover, given, right, keyword);
  if (atom === "integer" || atom === "fraction") yield* numberGaps(prover, given, right, schema);
  else if (atom === "string") yield* stringGaps(prover, given, right, schema);
  else if (atom === "array") yield* arrayGaps(prover, given, right, schema);
  else yield* objectGaps(prover, given, right, schema);
  yield* referenceGaps(prover, given, right, schema);
  for (const [index] of asArray(schema.allOf).entries())
    yield* prover.gaps(given, { ...right, pointer: joinPointer(right.pointer, "allOf", index) });
  yield* compositionGaps(prover, given, right, schema);
}

function allows({ type }: JsonObject, atom: Atom): boolean {
  if (type === undefined) return true;
  const types = [type].flat();
  return types.includes(atom) || (types.includes("number") && (atom === "integer" || atom === "fraction"));
}

/** All that a case is not known to list may be refused by a list. */
function* listedGaps(prover: Prover, given: Case, right: Ref, keyword: string): Iterable<Gap> {
  const few = fewIntegers(given);
  if (few !== undefined) yield* ofValues(prover, given, right, few);
  else
    yield gapAt(given, right, { keyword, kind: "values", witnesses: () => refusedValues(prover, given, right, [{}]) });
}

const MOST_INTEGERS = 64;

/** The integers of a narrow range. */
function fewIntegers(given: Case): readonly number[] | undefined {
  const { minimum, maximum } = factsOf(given).words;
  if (given.types[0] !== "integer" || minimum === undefined || maximum === undefined) return undefined;
  const [from, count] = [Math.ceil(minimum.value), Math.floor(maximum.value) - Math.ceil(minimum.value) + 1];
  return count > MOST_INTEGERS ? undefined : Array.from({ length: Math.max(0, count) }, (_, index) => from + index);
}

function* referenceGaps(prover: Prover, given: Case, right: Ref, schema: JsonObject): Iterable<Gap> {
  const target = targetOf(right);
  if (target !== undefined) yield* prover.gaps(given, target);
  const isOut = (target === undefined && schema.$ref !== undefined) || schema.$dynamicRef !== undefined;
  const keyword = schema.$dynamicRef === undefined ? "$ref" : "$dynamicRef";
  if (isOut)
    yield gapAt(given, right, { keyword, kind: "schema", witnesses: () => refusedValues(prover, given, right, [{}]) });
}
