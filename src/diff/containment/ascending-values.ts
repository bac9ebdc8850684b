import type { JsonObject } from "../../document/index.js";
import { getJsonLength } from "../../samples/json-length.js";
import { isSameJson } from "../../samples/same-json.js";

/** Different values, the shortest first. Each is made when it is asked for, since most callers need only the first. */
export type AscendingValues = Iterable<unknown> & {
  readonly isAscending: true;
  readonly at: (index: number) => MeasuredValue | undefined;
};

type MeasuredValue = { readonly value: unknown; readonly length: number };

/** Puts a value into a larger one; `length` is what this adds to the length of the value. */
export type Frame = { readonly length: number; readonly wrap: (value: unknown) => unknown };

export function createPropertyFrame(object: JsonObject, name: string): Frame {
  const separators = Object.keys(object).length === 0 ? ":".length : ":,".length;
  const added = Object.hasOwn(object, name) ? -getJsonLength(object[name]) : getJsonLength(name) + separators;
  return { length: getJsonLength(object) + added, wrap: (value) => ({ ...object, [name]: value }) };
}

export function createItemFrame(list: readonly unknown[], index: number): Frame {
  const wrap = (value: unknown): unknown[] => Object.assign([...list], { [index]: value });
  return { length: getJsonLength(wrap("")) - '""'.length, wrap };
}

/** Sorts values, unless they are in order. */
export function sortAscending(values: Iterable<unknown>): AscendingValues {
  if (isAscending(values)) return values;
  const measured = Array.from(values, (value) => ({ value, length: getJsonLength(value) }));
  return createAscendingValues(measured.sort((one, other) => one.length - other.length));
}

export function selectValues(values: Iterable<unknown>, isWanted: (value: unknown) => boolean): Iterable<unknown> {
  return isAscending(values) ? createAscendingValues(generateWanted(values, isWanted)) : [...values].filter(isWanted);
}

/** The shortest of the values that result from putting each value into each frame, and that are wanted. */
export function makeWrappedValues(
  frames: readonly Frame[],
  values: AscendingValues,
  isWanted: (value: unknown) => boolean,
): AscendingValues {
  return createAscendingValues(generateWrapped(frames, values, isWanted));
}

function isAscending(values: Iterable<unknown>): values is AscendingValues {
  return "isAscending" in values;
}

function createAscendingValues(source: Iterable<MeasuredValue>): AscendingValues {
  const made: MeasuredValue[] = [];
  const iterator = source[Symbol.iterator]();
  let isComplete = false;
  const at: AscendingValues["at"] = (index) => {
    while (made.length <= index && !isComplete) {
      const step = iterator.next();
      if (step.done === true) isComplete = true;
      else made.push(step.value);
    }
    return made[index];
  };
  return {
    isAscending: true,
    at,
    *[Symbol.iterator]() {
      for (let index = 0; ; index += 1) {
        const found = at(index);
        if (found === undefined) return;
        yield found.value;
      }
    },
  };
}

function* generateWanted(values: AscendingValues, isWanted: (value: unknown) => boolean): Iterable<MeasuredValue> {
  for (let index = 0; ; index += 1) {
    const measured = values.at(index);
    if (measured === undefined) return;
    if (isWanted(measured.value)) yield measured;
  }
}

const MAX_WRAPPED = 4;

/** Merges the sequences of the frames. Of equal lengths, that of the earlier frame is first. */
function* generateWrapped(
  frames: readonly Frame[],
  values: AscendingValues,
  isWanted: (value: unknown) => boolean,
): Iterable<MeasuredValue> {
  const sequences = frames.map((frame) => ({ frame, index: 0 }));
  const wrapped: MeasuredValue[] = [];
  while (wrapped.length < MAX_WRAPPED) {
    let best:
      | { readonly sequence: { index: number }; readonly length: number; readonly make: () => unknown }
      | undefined;
    for (const sequence of sequences) {
      const inner = values.at(sequence.index);
      if (inner === undefined) continue;
      const length = sequence.frame.length + inner.length;
      if (best === undefined || length < best.length)
        best = { sequence, length, make: () => sequence.frame.wrap(inner.value) };
    }
    if (best === undefined) return;
    best.sequence.index += 1;
    const { length } = best;
    const value = best.make();
    if (wrapped.some((it) => it.length === length && isSameJson(it.value, value)) || !isWanted(value)) continue;
    wrapped.push({ value, length });
    yield { value, length };
  }
}
