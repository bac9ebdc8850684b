import { joinPointer } from "../../document/index.js";
import type { Failure } from "../failure.js";
import type { Observation, Observer } from "../observe.js";
import type { Schemas } from "../schemas.js";
import type { View } from "../view.js";
import { NOTE_DEPTH_AT, NOTE_END_AT, NOTE_KIND_AT, NOTE_PATH_AT, NOTE_START_AT } from "./layout.js";
import { KIND, type Plan, TEXT } from "./plan.js";
import type { Note, Reader } from "./reader.js";

/** What validation and drift say of one scalar in a body; the same object for scalars that are wrong in the same way. */
export type Shortfall = {
  /** Their places are those in the body, but for the numbers of items. */
  readonly failures: readonly Failure[];
  readonly observations: readonly Observation[];
};

/**
 * What is said of the scalars that a reader has noted, each judged by its own schemas: in a plan everything that is asked
 * of one value is asked without regard to the others. Undefined where that cannot be told of each alone.
 */
export function createShortfalls(
  schemas: Schemas,
  observe: Observer,
  view: View,
): (plan: Plan, reader: Reader) => Shortfall[] | undefined {
  const known = new Map<number, Kind[]>();
  const countable = new Map<Plan, boolean>();
  let count = 0;
  const judged = (note: Note, reader: Reader): Shortfall | undefined => {
    const { pointers } = reader.planOf(note);
    const value = reader.valueAt(note[START] ?? 0, note[END] ?? 0);
    const instance = joinPointer("", ...reader.namesOf(note));
    const seen = pointers.map((pointer) => observe(pointer, view, value));
    // What one of several open lists does not have another may.
    if (seen.length > 1 && seen.some(({ length }) => length > 0)) return undefined;
    const failures = pointers.flatMap((pointer) => schemas.validate(pointer, view, value));
    return {
      failures: failures.map((failure) => ({ ...failure, instance })),
      observations: seen.flat().map((observation) => ({ ...observation, instance })),
    };
  };
  const learn = (key: number, note: Note, reader: Reader): Shortfall | undefined => {
    const shortfall = judged(note, reader);
    const [start = 0, end = 0] = [note[START], note[END]];
    if (count < MAX_KNOWN && end - start < MAX_LENGTH) {
      count += 1;
      const text = isAllOne(reader.planOf(note), note[KIND_OF] ?? 0) ? undefined : reader.textAt(start, end);
      known.set(key, [...(known.get(key) ?? []), { note: note.slice(), text, shortfall }]);
    }
    return shortfall;
  };
  return (root, reader) => {
    const isCountable = countable.get(root) ?? !leadsToTwofold(root);
    countable.set(root, isCountable);
    if (!isCountable) return undefined;
    const shortfalls: Shortfall[] = [];
    const notes = reader.notes();
    for (let at = 0, next = 0; at < notes.length; at = next) {
      next = at + PATH + (notes[at + DEPTH] ?? 0);
      const key = hashOf(notes, at, next);
      const kind = known.get(key)?.find((it) => isOfKind(it, { notes, at, next }, reader));
      const shortfall = kind === undefined ? learn(key, notes.subarray(at, next), reader) : kind.shortfall;
      if (shortfall === undefined) return undefined;
      shortfalls.push(shortfall);
    }
    return shortfalls;
  };
}

/** Scalars at one place of the description of which the same is said. */
type Kind = {
  readonly note: Note;
  /** Undefined when the same is said whatever the value is. */
  readonly text: string | undefined;
  readonly shortfall: Shortfall | undefined;
};

/** Of a value of a kind that is not wanted at all nothing is said but that, unless other words ask something of it. */
function isAllOne({ kinds, isListed, text, least, greatest, numberTests }: Plan, kind: number): boolean {
  if (isListed || (kinds & kind) !== 0 || kind === KIND.fraction) return false;
  if (kind === KIND.string) return text === TEXT.free;
  const isUnbounded = least === Number.NEGATIVE_INFINITY && greatest === Number.POSITIVE_INFINITY;
  return kind !== KIND.integer || (isUnbounded && numberTests.length === 0);
}

type Place = { readonly notes: Int32Array; readonly at: number; readonly next: number };

function isOfKind({ note, text }: Kind, { notes, at, next }: Place, reader: Reader): boolean {
  if (note.length !== next - at) return false;
  for (let index = 0; index < note.length; index += 1)
    if (index !== START && index !== END && note[index] !== notes[at + index]) return false;
  return text === undefined || text === reader.textAt(notes[at + START] ?? 0, notes[at + END] ?? 0);
}

function hashOf(notes: Int32Array, start: number, end: number): number {
  let hash = notes[start + KIND_OF] ?? 0;
  for (let at = start + PATH; at < end; at += 1) hash = Math.imul(hash ^ (notes[at] ?? 0), 0x01000193);
  return hash;
}

function leadsToTwofold(root: Plan): boolean {
  const reached = new Set([root]);
  for (const { isTwofold, values, items } of reached) {
    if (isTwofold) return true;
    for (const value of values) reached.add(value);
    if (items !== undefined) reached.add(items);
  }
  return false;
}

/** Memory must not grow with the traffic. */
const MAX_KNOWN = 10_000;
const MAX_LENGTH = 200;

/** The fields of a note, as numbers of four bytes. */
const [START, END, KIND_OF, DEPTH, PATH] = [
  NOTE_START_AT / 4,
  NOTE_END_AT / 4,
  NOTE_KIND_AT / 4,
  NOTE_DEPTH_AT / 4,
  NOTE_PATH_AT / 4,
];
