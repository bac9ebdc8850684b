import { ATOMS, type Atom, atomsOf, type Case, caseKey, factsOf, holds, itemCase, propertyCase } from "./case.js";
import { limitsOf } from "./limits.js";
import { type Prover, split } from "./prover.js";
import { nameOf, type Ref, refKey } from "./sided.js";

const DEEPEST = 6;

const MOST_NOTS = 8;

/** Whether the words of the schemas of a case say that no value fits them all; false where that is not seen. */
export function isImpossible(prover: Prover, given: Case, depth = 0): boolean {
  const key = caseKey(given);
  const known = prover.impossible.get(key);
  if (known === true || (known === false && depth === 0)) return known;
  const isSo = seesImpossible(prover, given, depth);
  // What was not seen because it lay too deep, or the search was given up, may be seen another time.
  if (isSo || (depth === 0 && !prover.isSpent())) prover.impossible.set(key, isSo);
  return isSo;
}

function seesImpossible(prover: Prover, given: Case, depth: number): boolean {
  const { isImpossible: isFalse, words } = factsOf(given);
  if (isFalse) return true;
  if (given.refs.some((ref) => isExcluded(prover, given.nots, ref))) return true;
  if (!prover.spend()) return false;
  // What cannot be even without what is excluded is told once for all that excludes something else.
  if (given.nots.length > 0 && isImpossible(prover, { ...given, nots: NONE }, depth)) return true;
  const atoms = atomsOf(given);
  if (["null", "boolean"].some((atom) => atoms.includes(atom as Atom)) && hasPlain(prover, given, atoms)) return false;
  const rest = atoms.filter((atom) => atom !== "null" && atom !== "boolean");
  if (rest.length === 0) return true;
  if (words.listed !== undefined) return !words.listed.some((value) => holds(given, prover.view, value));
  if (depth > DEEPEST) return false;
  if (rest.every((atom) => isImpossibleAs(prover, given, atom, depth))) return true;
  const one: Case = { ...given, types: rest };
  if (one.refs.length + one.nots.length > 1 && isRefused(prover, one)) return true;
  return split(one)?.every((part) => isImpossible(prover, part, depth + 1)) ?? false;
}

/** Whether a schema is one of those that are excluded; of a great many, those of its name are the likely ones. */
export function isExcluded(prover: Prover, nots: readonly Ref[], ref: Ref): boolean {
  if (nots.length === 0) return false;
  const known = excluded.get(nots) ?? new Map<number, boolean>();
  excluded.set(nots, known);
  const key = refKey(ref);
  const isOne =
    known.get(key) ??
    (namesakes(nots, ref).some((not) => prover.same(ref, not)) || nots.some((not) => prover.same(ref, not)));
  known.set(key, isOne);
  return isOne;
}

const excluded = new WeakMap<readonly Ref[], Map<number, boolean>>();

const named = new WeakMap<readonly Ref[], ReadonlyMap<unknown, readonly Ref[]>>();

function namesakes(refs: readonly Ref[], ref: Ref): readonly Ref[] {
  const name = nameOf(ref);
  if (name === undefined) return [];
  const byName = named.get(refs) ?? grouped(refs);
  named.set(refs, byName);
  return byName.get(name) ?? [];
}

function grouped(refs: readonly Ref[]): ReadonlyMap<unknown, readonly Ref[]> {
  const groups = new Map<unknown, Ref[]>();
  for (const ref of refs) groups.set(nameOf(ref), [...(groups.get(nameOf(ref)) ?? []), ref]);
  return groups;
}

function hasPlain(prover: Prover, given: Case, atoms: readonly Atom[]): boolean {
  const values = [...(atoms.includes("null") ? [null] : []), ...(atoms.includes("boolean") ? [true, false] : [])];
  return values.some((value) => holds(given, prover.view, value));
}

const NONE: readonly Ref[] = [];

/** Whether everything in the case is what the case excludes. */
function isRefused(prover: Prover, given: Case): boolean {
  // That one schema alone is within another is asked once for all that it stands beside.
  const isWithin = (ref: Ref, not: Ref): boolean =>
    prover.proves({ ...given, refs: [ref], nots: NONE, types: ATOMS }, not);
  const alike = given.refs.flatMap((ref) => namesakes(given.nots, ref).map((not) => [ref, not] as const));
  if (alike.some(([ref, not]) => isWithin(ref, not))) return true;
  // Of a great many branches each would be asked about each other; those of one name are likely to tell.
  const telling = given.nots.length <= MOST_NOTS ? given.nots : alike.map(([, not]) => not);
  return telling.some((ref) => prover.proves({ ...given, nots: NONE }, ref));
}

function isImpossibleAs(prover: Prover, given: Case, atom: Atom, depth: number): boolean {
  const { words } = factsOf(given);
  if (atom === "integer" || atom === "fraction") {
    const { least, most } = limitsOf(words, atom);
    return least.value > most.value || (least.value === most.value && (least.exclusive || most.exclusive));
  }
  if (atom === "string") return (words.minLength?.value ?? 0) > (words.maxLength?.value ?? Number.POSITIVE_INFINITY);
  if (atom === "array") {
    const least = words.minItems?.value ?? 0;
    if (least > (words.maxItems?.value ?? Number.POSITIVE_INFINITY)) return true;
    return least > 0 && isImpossible(prover, itemCase(given, 0), depth + 1);
  }
  if ((words.minProperties?.value ?? 0) > (words.maxProperties?.value ?? Number.POSITIVE_INFINITY)) return true;
  return [...requiredOf(prover, given)].some((name) => {
    const property = propertyCase(given, name);
    // One schema alone is hardly ever impossible; several together may be.
    return property.refs.length > 1 ? isImpossible(prover, property, depth + 1) : factsOf(property).isImpossible;
  });
}

/** The properties that every object of a case has: those that its side may not carry are not asked for. */
export function requiredOf(prover: Prover, given: Case): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { ref, schema, pointer } of factsOf(given).shapes) {
    if (!Array.isArray(schema.required)) continue;
    const hidden = ref.sided.hidden(prover.view).inPlace(pointer);
    for (const name of schema.required) if (typeof name === "string" && !hidden.has(name)) names.add(name);
  }
  return names;
}
