import { type Atom, atomsOf, type Case, factsOf, holds, itemCase, propertyCase } from "./case.js";
import { limitsOf } from "./limits.js";
import { type Prover, split } from "./prover.js";
import { nameOf } from "./sided.js";

const DEEPEST = 6;

const MOST_NOTS = 8;

/** Whether the words of the schemas of a case say that no value fits them all; false where that is not seen. */
export function isImpossible(prover: Prover, given: Case, depth = 0): boolean {
  const known = depth === 0 ? prover.impossible.get(given) : undefined;
  if (known !== undefined) return known;
  const isSo = seesImpossible(prover, given, depth);
  if (depth === 0) prover.impossible.set(given, isSo);
  return isSo;
}

function seesImpossible(prover: Prover, given: Case, depth: number): boolean {
  const { isImpossible: isFalse, words } = factsOf(given);
  if (isFalse) return true;
  if (!prover.spend()) return false;
  if (given.nots.some((not) => given.refs.some((ref) => prover.same(ref, not)))) return true;
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

function hasPlain(prover: Prover, given: Case, atoms: readonly Atom[]): boolean {
  const values = [...(atoms.includes("null") ? [null] : []), ...(atoms.includes("boolean") ? [true, false] : [])];
  return values.some((value) => holds(given, prover.view, value));
}

/** Whether everything in the case is what the case excludes. */
function isRefused(prover: Prover, given: Case): boolean {
  // Of a great many branches each would be asked about each other; those of one name are likely to tell.
  const names = new Set(given.refs.map(nameOf));
  const telling = given.nots.length <= MOST_NOTS ? given.nots : given.nots.filter((ref) => names.has(nameOf(ref)));
  return telling.some((ref) => prover.proves({ ...given, nots: [] }, ref));
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
