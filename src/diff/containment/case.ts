import { asArray, asObject, isObject, joinPointer, type Pointer, valueAt } from "../../document/index.js";
import { jsonType } from "../../probe/json-types.js";
import { type Words, wordsOf } from "../../probe/words.js";
import type { View } from "../../schema/index.js";
import { itemPointers, propertyPointers } from "../../schema/node.js";
import { type Choice, possibleShapes, type Shape, shapeAt } from "../../schema/shape.js";
import { accepts, judged, type Ref, refKey } from "./sided.js";

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

export type SidedShape = Shape & { readonly ref: Ref };

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
  const sorted = (list: readonly Ref[]): string => [...new Set(list.map(refKey))].sort().join(" & ");
  return `${sorted(refs)} ! ${sorted(nots)} (${types.length === ATOMS.length ? "" : types.join()})`;
}

export function withRefs(given: Case, refs: readonly Ref[], nots: readonly Ref[] = []): Case {
  return { ...given, refs: [...given.refs, ...refs], nots: [...given.nots, ...nots] };
}

const known = new WeakMap<Case, Facts>();

export function factsOf(given: Case): Facts {
  const facts = known.get(given) ?? gather(given);
  known.set(given, facts);
  return facts;
}

function gather({ refs, nots }: Case): Facts {
  const shapes = new Map<string, SidedShape>();
  let isImpossible = false;
  const visit = (ref: Ref): void => {
    const key = refKey(ref);
    if (shapes.has(key)) return;
    if (valueAt(ref.sided.root, ref.pointer) === false) isImpossible = true;
    const shape = shapeAt(ref.sided.root, ref.pointer);
    if (shape === undefined) return;
    shapes.set(key, { ...shape, ref });
    for (const pointer of shape.always) visit({ ...ref, pointer });
  };
  for (const ref of refs) visit(ref);
  const all = [...shapes.values()];
  const decided = new Set([...refs, ...nots].map(refKey));
  const isOpen = (choice: Choice, ref: Ref): boolean =>
    !waysOf(choice).some((pointer) => decided.has(refKey({ ...ref, pointer })));
  return {
    shapes: all,
    words: wordsOf(all),
    choices: all.flatMap(({ choices, ref }) =>
      choices.filter((choice) => isOpen(choice, ref)).map((choice) => ({ choice, ref })),
    ),
    isImpossible,
  };
}

function waysOf(choice: Choice): readonly Pointer[] {
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
  return possibleShapes(ref.sided.root, pointer).some((shape) => {
    if (shape.schema.$dynamicRef !== undefined) return true;
    const isOpen = shape.schema.additionalProperties !== undefined;
    const isOther = shape.pointer !== pointer && shape.schema.unevaluatedProperties !== undefined;
    return isOpen || isOther || isNamed(shape, name);
  });
}

/** Every name that a schema of a case speaks of, or a branch of one. */
export function namesOf(given: Case): readonly string[] {
  const names = factsOf(given).shapes.flatMap(({ ref, pointer }) =>
    possibleShapes(ref.sided.root, pointer).flatMap(({ schema }) => Object.keys(asObject(schema.properties) ?? {})),
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
  return possibleShapes(sided.root, pointer).some(
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
