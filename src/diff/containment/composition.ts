import { asArray, type JsonObject, joinPointer, lastToken } from "../../document/index.js";
import { type Case, factsOf, withRefs } from "./case.js";
import type { Gap } from "./gap.js";
import { isExcluded, isImpossible } from "./impossible.js";
import { gapAt, once, TRIVIAL } from "./make-gap.js";
import type { Prover } from "./prover.js";
import { accepts, nameOf, type Ref } from "./sided.js";
import { refusedValues, shortest, valuesOf } from "./witness.js";

/** Where a schema that is composed of others refuses values of a case. */
export function* compositionGaps(prover: Prover, given: Case, right: Ref, schema: JsonObject): Iterable<Gap> {
  const below = (...tokens: (string | number)[]): Ref => ({ ...right, pointer: joinPointer(right.pointer, ...tokens) });
  const branches = (keyword: string): Ref[] => asArray(schema[keyword]).map((_, index) => below(keyword, index));
  if (schema.anyOf !== undefined) yield* anyOfGaps(prover, given, right, branches("anyOf"));
  if (schema.oneOf !== undefined) yield* oneOfGaps(prover, given, right, branches("oneOf"));
  if (schema.not !== undefined) yield* notGaps(prover, given, right, below("not"));
  if (schema.if === undefined) return;
  const condition = below("if");
  if (schema.then !== undefined) yield* prover.gaps(withRefs(given, [condition]), below("then"));
  if (schema.else !== undefined) yield* prover.gaps(withRefs(given, [], [condition]), below("else"));
}

function* anyOfGaps(prover: Prover, given: Case, right: Ref, branches: readonly Ref[]): Iterable<Gap> {
  const twin = twinOf(given, branches);
  if (twin !== undefined && prover.proves(given, twin)) return;
  if (isCross(prover, given, branches)) {
    yield TRIVIAL;
    return;
  }
  const fitting = fittingOf(prover, given, branches);
  if (fitting.some((branch) => prover.proves(given, branch))) return;
  if (prover.isHasty()) yield TRIVIAL;
  else yield* nearestGaps(prover, given, { right, keyword: "anyOf", branches: twin === undefined ? fitting : [twin] });
}

function* oneOfGaps(prover: Prover, given: Case, right: Ref, branches: readonly Ref[]): Iterable<Gap> {
  const twin = twinOf(given, branches);
  if (twin === undefined && isCross(prover, given, branches)) {
    yield TRIVIAL;
    return;
  }
  const meant = twin === undefined ? fittingOf(prover, given, branches) : [twin];
  const fitting = meant.filter((branch) => prover.proves(given, branch));
  const alone = fitting.find((branch) => branches.every((other) => other === branch || isOff(prover, given, other)));
  if (alone !== undefined) return;
  if (prover.isHasty()) yield TRIVIAL;
  else if (fitting.length === 0) yield* nearestGaps(prover, given, { right, keyword: "oneOf", branches: meant });
  else
    yield gapAt(given, right, {
      keyword: "oneOf",
      kind: "schema",
      witnesses: () => overlapping(prover, given, right, branches),
    });
}

/** Whether nothing of the case is of a branch: what the case excludes is the most of them, and needs no look at what they say. */
function isOff(prover: Prover, given: Case, branch: Ref): boolean {
  return isExcluded(prover, given.nots, branch) || isImpossible(prover, withRefs(given, [branch]));
}

/** Whether a choice meets a choice and only the fact is wanted: each of its parts is asked for itself, and not all of all. */
function isCross(prover: Prover, given: Case, branches: readonly Ref[]): boolean {
  if (!prover.isHasty() || branches.length < MANY) return false;
  return factsOf(given).choices.some(({ choice }) => choice.kind === "branches" && choice.branches.length >= MANY);
}

const MANY = 4;

/** Of many branches those that may take anything of the case: where a tag tells them apart that is one. */
function fittingOf(prover: Prover, given: Case, branches: readonly Ref[]): readonly Ref[] {
  if (branches.length < MANY) return branches;
  const fitting = branches.filter((branch) => !isOff(prover, given, branch));
  if (fitting.length > 0) return fitting;
  const places = new Set(given.refs.map(({ pointer }) => lastToken(pointer)));
  const inPlace = branches.filter(({ pointer }) => places.has(lastToken(pointer)));
  return inPlace.length === 0 ? branches : inPlace;
}

/** The branch that goes by the same name as one of the schemas of the case: of many it is the one to look at. */
function twinOf({ refs }: Case, branches: readonly Ref[]): Ref | undefined {
  const names = new Set(refs.map(nameOf));
  names.delete(undefined);
  return names.size === 0 ? undefined : branches.find((branch) => names.has(nameOf(branch)));
}

/** Values that fit more than one branch. */
function overlapping(prover: Prover, given: Case, right: Ref, branches: readonly Ref[]): unknown[] {
  const both = branches
    .filter((branch) => !isOff(prover, given, branch))
    .flatMap((branch) => valuesOf(prover, withRefs(given, [branch]), {}, 3));
  return shortest(
    [...refusedValues(prover, given, right, [{}]), ...both].filter((it) => !accepts(right, prover.view, it)),
  );
}

type Composed = { readonly right: Ref; readonly keyword: string; readonly branches: readonly Ref[] };

/** The gaps of the branch that is nearest to the case, with only the values that no branch takes. */
function* nearestGaps(prover: Prover, given: Case, { right, keyword, branches }: Composed): Iterable<Gap> {
  const refused = (values: readonly unknown[]): unknown[] =>
    values.filter((value) => !accepts(right, prover.view, value));
  const tried = branches
    .map((branch) => prover.gaps(given, branch))
    .filter((gaps) => gaps.length > 0)
    .sort((one, other) => remoteness(one) - remoteness(other));
  for (const gaps of tried.slice(0, MOST_BRANCHES)) {
    const shown = telling(gaps)
      .map((gap) => ({ ...gap, witnesses: once(() => refused(gap.witnesses())) }))
      .filter((gap) => gap.witnesses().length > 0);
    if (shown.length === 0) continue;
    yield* shown;
    return;
  }
  const values = (): unknown[] =>
    shortest([...refused(valuesOf(prover, given, {}, 8)), ...overlapping(prover, given, right, branches)]);
  yield gapAt(given, right, { keyword, kind: "schema", witnesses: values });
}

const MOST_BRANCHES = 4;

/** A branch of another type, or with another tag, is further away than one that differs in what it holds. */
function remoteness(gaps: readonly Gap[]): number {
  return (gaps.some(isOther) ? 1000 : 0) + gaps.length;
}

function isOther({ kind, path }: Gap): boolean {
  return (kind === "type" && path.length === 0) || (kind === "values" && path.length <= 1);
}

/** That it is another branch altogether says all. */
function telling(gaps: readonly Gap[]): readonly Gap[] {
  const others = gaps.filter(isOther);
  return others.length === 0 ? gaps : others;
}

function* notGaps(prover: Prover, given: Case, right: Ref, refused: Ref): Iterable<Gap> {
  const both = withRefs(given, [refused]);
  if (isImpossible(prover, both)) return;
  const witnesses = (): unknown[] =>
    shortest([...valuesOf(prover, both, {}, 4), ...refusedValues(prover, given, right, [{}])]);
  yield gapAt(given, right, { keyword: "not", kind: "schema", witnesses });
}
