import { asArray, asObject, isObject, joinPointer, type Pointer } from "../../document/index.js";
import { jsonType } from "../../probe/json-types.js";
import { type Words, wordsOf } from "../../probe/words.js";
import type { View } from "../../schema/index.js";
import { itemPointers, propertyPointers } from "../../schema/node.js";
import type { Choice, Shape } from "../../schema/shape.js";
import { applyingTo, distinctShapes, type SidedShape } from "./applying.js";
import { accepts, judged, placeKey, type Ref, refKey } from "./sided.js";

/** The types of JSON Schema, with the numbers that are no integers apart. */
export type Atom = "null" | "boolean" | "integer" | "fraction" | "string" | "array" | "object";

export const ATOMS: readonly Atom[] = ["null", "boolean", "integer", "fraction", "string", "array", "object"];

/** The values of some types that fit all of some schemas and none of some others. */
export type Case = {
  readonly refs: readonly Ref[];
  readonly nots: readonly Ref[];
  readonly types: readonly Atom[];
  /** How many steps into the value it is: what is said of deeper values may be assumed when a schema contains itself. */
  readonly depth: number;
};

/** What is known of the values of a case that are not null: null may be let pass by a schema whatever else it says. */
export type Facts = {
  readonly shapes: readonly SidedShape[];
  readonly words: Words;
  readonly choices: readonly { readonly choice: Choice; readonly ref: Ref }[];
  /** Whether one of the schemas is `false`. */
  readonly isImpossible: boolean;
};

export function caseOf(...refs: readonly Ref[]): Case {
  return { refs, nots: [], types: ATOMS, depth: 0 };
}

/** The case of a value that stands in those of another. */
function within({ depth }: Case, refs: readonly Ref[]): Case {
  return { refs, nots: [], types: ATOMS, depth: depth + 1 };
}

const keys = new WeakMap<Case, string>();

export function caseKey(given: Case): string {
  const key = keys.get(given) ?? keyOf(given);
  keys.set(given, key);
  return key;
}

function keyOf({ refs, nots, types }: Case): string {
  const excluded = keysOfNots.get(nots) ?? sorted(nots);
  keysOfNots.set(nots, excluded);
  return `${sorted(refs)} ! ${excluded} (${types.length === ATOMS.length ? "" : types.join()})`;
}

/** The same list of excluded branches stands beside each of the others. */
const keysOfNots = new WeakMap<readonly Ref[], string>();

function sorted(list: readonly Ref[]): string {
  const [first] = list;
  if (first === undefined) return "";
  return list.length === 1 ? String(refKey(first)) : [...new Set(list.map(refKey))].sort().join("&");
}

export function withRefs(given: Case, refs: readonly Ref[], nots: readonly Ref[] = []): Case {
  // The same list where nothing is added to it, so that what is known of it is found again.
  const excluded = nots.length === 0 ? given.nots : [...given.nots, ...nots];
  return { ...given, refs: [...given.refs, ...refs], nots: excluded };
}

const known = new WeakMap<Case, Facts>();

export function factsOf(given: Case): Facts {
  const facts = known.get(given) ?? gather(given);
  known.set(given, facts);
  return facts;
}

function gather({ refs, nots }: Case): Facts {
  const applying = refs.map(applyingTo);
  const [first] = applying;
  const all = first !== undefined && applying.length === 1 ? first.shapes : distinctShapes(applying);
  let words: Words | undefined;
  let choices: Facts["choices"] | undefined;
  return {
    shapes: all,
    isImpossible: applying.some(({ isImpossible }) => isImpossible),
    get words() {
      words ??= wordsOf(all);
      return words;
    },
    get choices() {
      choices ??= openChoices(all, [...refs, ...nots]);
      return choices;
    },
  };
}

function openChoices(all: readonly SidedShape[], refs: readonly Ref[]): Facts["choices"] {
  if (all.every(({ choices }) => choices.length === 0)) return [];
  const decided = new Set(refs.map(placeKey));
  const isOpen = (choice: Choice, ref: Ref): boolean =>
    !waysOf(choice).some((pointer) => decided.has(placeKey({ ...ref, pointer })));
  return all.flatMap(({ choices, ref }) =>
    choices.filter((choice) => isOpen(choice, ref)).map((choice) => ({ choice, ref })),
  );
}

export function waysOf(choice: Choice): readonly Pointer[] {
  if (choice.kind === "branches") return choice.branches;
  return choice.kind === "condition" ? [choice.when] : [choice.schema];
}

/** The types that values of a case can have; null is left to be tried. */
export function atomsOf(given: Case): readonly Atom[] {
  const { types } = factsOf(given).words;
  if (types === undefined) return given.types;
  return given.types.filter(
    (atom) =>
      atom === "null" ||
      types.includes(atom) ||
      (types.includes("number") && (atom === "integer" || atom === "fraction")),
  );
}

export function atomOf(value: unknown): Atom {
  const type = jsonType(value);
  return type === "number" ? "fraction" : (type as Atom);
}

/** Whether a value belongs to a case; where that cannot be judged, it may. */
export function holds(given: Case, view: View, value: unknown): boolean {
  return (
    given.types.includes(atomOf(value)) &&
    given.refs.every((ref) => judged(ref, view, value) !== false) &&
    !given.nots.some((ref) => accepts(ref, view, value))
  );
}

/** What the values of a property are, when it is there. */
export function propertyCase(given: Case, name: string): Case {
  return within(
    given,
    factsOf(given).shapes.flatMap((shape) => belowProperty(shape, name)),
  );
}

function belowProperty(shape: SidedShape, name: string): Ref[] {
  const { ref, schema, pointer } = shape;
  const at = (keyword: string): Ref[] => [{ ...ref, pointer: joinPointer(pointer, keyword) }];
  const named = propertyPointers([{ ...shape, schema: withoutUnevaluated(schema) }], name);
  const closed = named === undefined || named.length === 0;
  if (closed && schema.additionalProperties === false && !isNamed(shape, name)) return at("additionalProperties");
  if (schema.unevaluatedProperties !== undefined && !isEvaluated(shape, name)) return at("unevaluatedProperties");
  return (named ?? []).map((it) => ({ ...ref, pointer: it }));
}

function withoutUnevaluated(schema: Shape["schema"]): Shape["schema"] {
  if (schema.unevaluatedProperties === undefined) return schema;
  const { unevaluatedProperties: _, ...rest } = schema;
  return rest;
}

/** Whether `properties` or `patternProperties` of a schema speak of a name. */
function isNamed(shape: Shape, name: string): boolean {
  const { properties = {}, patternProperties = {} } = shape.schema;
  return propertyPointers([{ ...shape, schema: { properties, patternProperties } }], name) !== undefined;
}

/** Whether anything that may apply beside `unevaluatedProperties` speaks of a name. */
function isEvaluated({ ref, pointer }: SidedShape, name: string): boolean {
  return ref.sided.possible(pointer).some((shape) => {
    if (shape.schema.$dynamicRef !== undefined) return true;
    const isOpen = shape.schema.additionalProperties !== undefined;
    const isOther = shape.pointer !== pointer && shape.schema.unevaluatedProperties !== undefined;
    return isOpen || isOther || isNamed(shape, name);
  });
}

/** Every name that a schema of a case speaks of, or a branch of one. */
export function namesOf(given: Case): readonly string[] {
  const names = factsOf(given).shapes.flatMap(({ ref, pointer }) =>
    ref.sided.possible(pointer).flatMap(({ schema }) => Object.keys(asObject(schema.properties) ?? {})),
  );
  return [...new Set(names)];
}

/** What the properties are that no name and no pattern speaks of. */
export function otherCase(given: Case): Case {
  return within(
    given,
    factsOf(given).shapes.flatMap(({ ref, schema, pointer }): Ref[] => {
      if (schema.additionalProperties !== undefined)
        return [{ ...ref, pointer: joinPointer(pointer, "additionalProperties") }];
      const isLast = schema.unevaluatedProperties !== undefined && !reachesOpen(ref, pointer);
      return isLast ? [{ ...ref, pointer: joinPointer(pointer, "unevaluatedProperties") }] : [];
    }),
  );
}

function reachesOpen({ sided }: Ref, pointer: Pointer): boolean {
  return sided
    .possible(pointer)
    .some(
      ({ schema, pointer: at }) =>
        schema.additionalProperties !== undefined ||
        schema.$dynamicRef !== undefined ||
        isObject(schema.patternProperties) ||
        (at !== pointer && schema.unevaluatedProperties !== undefined),
    );
}

/** The patterns of names that a case speaks of, each with what it says of the properties. */
export function patternCases(given: Case): ReadonlyMap<string, Case> {
  const found = new Map<string, Ref[]>();
  for (const { ref, schema, pointer } of factsOf(given).shapes)
    for (const pattern of Object.keys(isObject(schema.patternProperties) ? schema.patternProperties : {})) {
      const below = { ...ref, pointer: joinPointer(pointer, "patternProperties", pattern) };
      found.set(pattern, [...(found.get(pattern) ?? []), below]);
    }
  return new Map([...found].map(([pattern, refs]) => [pattern, within(given, refs)]));
}

/** What the item at an index is, where there is one. */
export function itemCase(given: Case, index: number): Case {
  return within(
    given,
    factsOf(given).shapes.flatMap((shape): Ref[] => {
      const { ref, schema, pointer } = shape;
      const closed = schema.items === false && index >= asArray(schema.prefixItems).length;
      if (closed) return [{ ...ref, pointer: joinPointer(pointer, "items") }];
      return itemPointers(shape, index).map((it) => ({ ...ref, pointer: it }));
    }),
  );
}
