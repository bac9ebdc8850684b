import { isObject, type JsonObject, type Pointer } from "../../document/index.js";
import { memoizeByObject } from "../../document/memoize.js";
import { isEqual } from "../../document/values/exact-number.js";
import { makeSampleValues } from "../../samples/make-value.js";
import type { SamplingState } from "../../samples/sample-context.js";
import type { MessageDirection } from "../../schema/index.js";
import { collectValueConstraints } from "../../schema/model/value-constraints.js";
import type { Prover, SetComparison } from "./prover.js";
import {
  containsValue,
  getConstraints,
  getPossibleTypes,
  getPrimitiveType,
  getSetKey,
  type PrimitiveType,
  type SchemaSet,
} from "./schemas/schema-set.js";
import { getChoiceBranches } from "./schemas/set-constraints.js";
import { acceptsValue, failsKeyword, type SchemaRef, type VersionedDocument } from "./schemas/versioned-document.js";
import { getRequiredNames } from "./unsatisfiable.js";

const MAX_ATTEMPTS = 1500;

/** How many steps of a proof take as long as making values. */
const VALUES_COST = 20;

/** Keywords that a generated value must satisfy in addition to its schemas. */
export type ExtraKeywords = JsonObject;

/** Makes values of a set, the shortest first. The hint restricts them further. */
export function makeSetValues(prover: Prover, set: SchemaSet, hint: ExtraKeywords = {}, count = 4): readonly unknown[] {
  if (!prover.spend(VALUES_COST)) return [];
  const key = `${getSetKey(set)} ${count} ${JSON.stringify(hint)}`;
  const values = prover.values.get(key) ?? searchSetValues(prover, set, hint, count);
  prover.values.set(key, values);
  return values;
}

function searchSetValues(prover: Prover, set: SchemaSet, hint: ExtraKeywords, count: number): readonly unknown[] {
  const found: unknown[] = [];
  const possible = getPossibleTypes(set);
  const keep = (value: unknown): void => {
    if (!includesValue(found, value) && containsValue(set, prover.direction, value)) found.push(value);
  };
  for (const type of possible.map(getTypeName))
    for (const value of makeCandidates(prover, set, { type, ...hint }, count)) keep(value);
  for (const value of SIMPLE_VALUES)
    if (found.length < count + 2 && possible.includes(getPrimitiveType(value))) keep(value);
  return [...sortAscending(found)];
}

function includesValue(values: readonly unknown[], value: unknown): boolean {
  return values.some((it) => getJsonLength(it) === getJsonLength(value) && isEqual(it, value));
}

function getTypeName(primitive: PrimitiveType): string {
  return primitive === "fraction" ? "number" : primitive;
}

/** Makes values of a set that a schema rejects. */
export const findRejectedValues: SetComparison<readonly ExtraKeywords[], unknown[]> = (prover, set, right, hints) => {
  const found = hints.flatMap((hint) => makeSetValues(prover, set, hint, 6));
  return selectShortest(found, 4, (value) => !acceptsValue(right, prover.direction, value));
};

type FailingValues = {
  readonly keyword: string;
  readonly hints: readonly ExtraKeywords[];
  /** Values of the set to try in addition. */
  readonly others: Iterable<unknown>;
};

/** Makes values of a set that a keyword rejects. A value that fails only another keyword would show another change. */
export const findFailingValues: SetComparison<FailingValues, unknown[]> = (prover, set, right, values) => {
  const { keyword, hints, others } = values;
  const found = [...hints.flatMap((hint) => makeSetValues(prover, set, hint, 6)), ...others];
  return selectShortest(found, 4, (value) => failsKeyword(right, prover.direction, keyword, value));
};

/** Selects the shortest distinct values that are wanted. Tests no more values than it needs. */
export function selectShortest(
  values: Iterable<unknown>,
  count = 4,
  isWanted: (value: unknown) => boolean = () => true,
): unknown[] {
  return [...generateShortest(values, count, isWanted)];
}

/** Like {@link selectShortest}, but makes each value when it is asked for. */
export function* generateShortest(
  values: Iterable<unknown>,
  count: number,
  isWanted: (value: unknown) => boolean = () => true,
): Iterable<unknown> {
  const distinct: unknown[] = [];
  for (const value of sortAscending(values)) {
    if (includesValue(distinct, value) || !isWanted(value)) continue;
    distinct.push(value);
    yield value;
    if (distinct.length >= count) return;
  }
}

function makeCandidates({ left, direction }: Prover, set: SchemaSet, hint: ExtraKeywords, count: number): unknown[] {
  // Without schemas, the hint alone determines the value.
  const sides = new Set(set.refs.length === 0 ? [left] : set.refs.map(({ spec }) => spec));
  const [one = [], other = []] = [...sides].map((spec) => {
    const pointers = set.refs.filter((ref) => ref.spec === spec).map(({ pointer }) => pointer);
    return makeFromDocument({ spec, pointers, direction }, set, hint, count);
  });
  // Merges objects of both specs, because the result may be valid for both.
  const both = one.flatMap((value) =>
    isObject(value)
      ? other.flatMap((it) =>
          isObject(it)
            ? [
                { ...value, ...it },
                { ...it, ...value },
              ]
            : [],
        )
      : [],
  );
  return [...one, ...other, ...both];
}

type ValueSource = {
  readonly spec: VersionedDocument;
  readonly pointers: readonly Pointer[];
  readonly direction: MessageDirection;
};

function makeFromDocument(
  { spec, pointers, direction }: ValueSource,
  set: SchemaSet,
  hint: ExtraKeywords,
  count: number,
): unknown[] {
  const node = spec.schemas.model.at(pointers);
  const open = new Set(
    getConstraints(set)
      .choices.filter(({ ref }) => ref.spec === spec)
      .map(({ choice }) => getChoiceBranches(choice)[0]),
  );
  const applicableSchemas = [...node.applicableSchemas, { pointer: "", schema: hint, always: [], choices: [] }];
  const directed = {
    ...node,
    applicableSchemas,
    constraints: collectValueConstraints(applicableSchemas),
    choices: [],
    children: new Map(),
    items: new Map(),
  };
  const samplingState: SamplingState = {
    context: { schemas: spec.schemas, direction },
    stack: [],
    budget: { left: MAX_ATTEMPTS },
    known: spec.samples(direction),
  };
  const found = makeSampleValues(samplingState, directed, count);
  if (found.length > 0 || open.size === 0) return found.map(({ value }) => value);
  // Values of a branch ignore the hint, so try branches only if nothing else is found.
  const choices = node.choices.filter((choice) => open.has(getChoiceBranches(choice)[0]));
  return makeSampleValues(samplingState, { ...directed, choices }, count).map(({ value }) => value);
}

/** Sets a property of sample objects to each of the values. */
export function setProperty(
  prover: Prover,
  set: SchemaSet,
  name: string,
  values: Iterable<unknown>,
): Iterable<unknown> {
  const smallest = hasOtherRequired(prover, set, name) ? [] : [{}];
  return wrapValues(prover, set, { values, hint: { required: [name] } }, (samples) => {
    const objects = [...samples, ...smallest].filter(isObject);
    return objects.map((object) => (value) => ({ ...object, [name]: value }));
  });
}

/** Whether every object of the set has a property besides this one. */
function hasOtherRequired(prover: Prover, set: SchemaSet, name: string): boolean {
  const names = getRequiredNames(prover, set);
  return names.size > (names.has(name) ? 1 : 0);
}

/** Sets an item of sample arrays to each of the values. */
export function setItem(prover: Prover, set: SchemaSet, index: number, values: Iterable<unknown>): Iterable<unknown> {
  return wrapValues(prover, set, { values, hint: { minItems: index + 1 } }, (samples) => {
    const lists = [...samples, []].filter((it) => Array.isArray(it));
    return lists.map((list) => {
      const padded = Array.from({ length: Math.max(index + 1, list.length) }, (_, at) => list[at] ?? null);
      return (value) => Object.assign([...padded], { [index]: value });
    });
  });
}

/** Puts each of the values into sample values of the set. */
function wrapValues(
  prover: Prover,
  set: SchemaSet,
  { values, hint }: { readonly values: Iterable<unknown>; readonly hint: ExtraKeywords },
  createFrames: (samples: ReadonlySet<unknown>) => readonly Frame[],
): Iterable<unknown> {
  const inner = sortAscending(values);
  if (!hasValues(inner)) return [];
  const samples = new Set([...makeSetValues(prover, set, hint, 3), ...makeSetValues(prover, set, {}, 3)]);
  const contains = (value: unknown): boolean => containsValue(set, prover.direction, value);
  return new AscendingValues(generateWrapped(createFrames(samples), inner, contains));
}

export function hasValues(values: Iterable<unknown>): boolean {
  for (const _ of values) return true;
  return false;
}

const SIMPLE_VALUES: readonly unknown[] = [
  ...[0, 1, -1, 2, 100, 0.5, -1.5, 1e10, "", "a", "text", " ", true, false, null],
  ...[{}, [], [null], [1, 1], ["a", "a"], [{}, {}], { a: 1 }, { name: "text" }, { a: 1, b: 2 }],
];

/** Whether a value belongs to a set, ignoring its types, and a schema rejects it. */
export function isCounterexample({ direction }: Prover, set: SchemaSet, right: SchemaRef, value: unknown): boolean {
  return (
    set.refs.every((ref) => acceptsValue(ref, direction, value)) &&
    !set.negated.some((ref) => acceptsValue(ref, direction, value)) &&
    !acceptsValue(right, direction, value)
  );
}

/** Different values, the shortest first. Each is made when it is asked for, since most callers need only the first. */
class AscendingValues {
  readonly #made: unknown[] = [];
  readonly #source: Iterator<unknown>;

  constructor(source: Iterable<unknown>) {
    this.#source = source[Symbol.iterator]();
  }

  *[Symbol.iterator](): Iterator<unknown> {
    for (let index = 0; ; index += 1) {
      if (index === this.#made.length) {
        const step = this.#source.next();
        if (step.done === true) return;
        this.#made.push(step.value);
      }
      yield this.#made[index];
    }
  }
}

/** Sorts values, unless they are in order. */
function sortAscending(values: Iterable<unknown>): AscendingValues {
  if (values instanceof AscendingValues) return values;
  const measured = Array.from(values, measureValue);
  return new AscendingValues(measured.sort((one, other) => one.length - other.length).map(({ value }) => value));
}

export function selectValues(values: Iterable<unknown>, isWanted: (value: unknown) => boolean): Iterable<unknown> {
  return new AscendingValues(generateWanted(sortAscending(values), isWanted));
}

function* generateWanted(values: Iterable<unknown>, isWanted: (value: unknown) => boolean): Iterable<unknown> {
  for (const value of values) if (isWanted(value)) yield value;
}

function* generateFramed(values: Iterable<unknown>, frame: Frame): Iterator<MeasuredValue> {
  for (const value of values) yield measureValue(frame(value));
}

type MeasuredValue = { readonly value: unknown; readonly length: number };

function measureValue(value: unknown): MeasuredValue {
  return { value, length: getJsonLength(value) };
}

/** Puts a value into a larger one. */
type Frame = (value: unknown) => unknown;

const MAX_WRAPPED = 4;

/** Merges the sequences of the frames. Of equal lengths, that of the earlier frame is first. */
function* generateWrapped(
  frames: readonly Frame[],
  values: AscendingValues,
  isWanted: (value: unknown) => boolean,
): Iterable<unknown> {
  const wrapped: unknown[] = [];
  const heads = new Map(frames.map((frame) => generateFramed(values, frame)).map((it) => [it, it.next()]));
  for (;;) {
    const [shortest] = [...heads]
      .filter(([, { done }]) => done !== true)
      .sort(([, one], [, other]) => one.value.length - other.value.length);
    if (shortest === undefined) return;
    const [sequence, head] = shortest;
    const { value }: MeasuredValue = head.value;
    if (!includesValue(wrapped, value) && isWanted(value)) {
      wrapped.push(value);
      yield value;
      if (wrapped.length === MAX_WRAPPED) return;
    }
    heads.set(sequence, sequence.next());
  }
}

/** The length of a value as JSON. Parts that several values share are measured once. */
function getJsonLength(value: unknown): number {
  if (typeof value !== "object" || value === null || value instanceof Number)
    return JSON.stringify(value)?.length ?? "null".length;
  return measureMembers(value);
}

const measureMembers = memoizeByObject((value: object): number => {
  const isList = Array.isArray(value);
  const members = Object.entries(value);
  let length = 2 + Math.max(0, members.length - 1);
  for (const [name, member] of members)
    length += getJsonLength(member) + (isList ? 0 : JSON.stringify(name).length + 1);
  return length;
});
