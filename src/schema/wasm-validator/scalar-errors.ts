import { joinPointer } from "../../document/index.js";
import type { CollectUndeclared, Undeclared } from "../analysis/undeclared.js";
import type { MessageDirection } from "../message-direction.js";
import type { Schemas } from "../validation/schemas.js";
import type { Violation } from "../validation/violation.js";
import { type CompiledSchema, JSON_KIND, TEXT_MODE } from "./compiled-schema.js";
import { RECORD_DEPTH_AT, RECORD_END_AT, RECORD_KIND_AT, RECORD_PATH_AT, RECORD_START_AT } from "./layout.js";
import type { ScalarErrorRecord, WasmReader } from "./wasm-reader.js";

/** What validation and drift say of one scalar in a body; the same object for scalars that are wrong in the same way. */
export type ScalarError = {
  /** Their places are those in the body, but for the numbers of items. */
  readonly violations: readonly Violation[];
  readonly undeclared: readonly Undeclared[];
};

/**
 * What is said of the scalars that a reader has noted, each judged by its own schemas: in a plan everything that is asked
 * of one value is asked without regard to the others. Undefined where that cannot be told of each alone.
 */
export function createScalarErrorReader(
  schemas: Schemas,
  observe: CollectUndeclared,
  view: MessageDirection,
): (plan: CompiledSchema, reader: WasmReader) => ScalarError[] | undefined {
  const known = new Map<number, KnownScalarError[]>();
  const countable = new Map<CompiledSchema, boolean>();
  let count = 0;
  const judged = (note: ScalarErrorRecord, reader: WasmReader): ScalarError | undefined => {
    const { pointers } = reader.getSchema(note);
    const value = reader.readValue(note[START] ?? 0, note[END] ?? 0);
    const instance = joinPointer("", ...reader.getPropertyNames(note));
    const seen = pointers.map((pointer) => observe(pointer, view, value));
    // What one of several open lists does not have another may.
    if (seen.length > 1 && seen.some(({ length }) => length > 0)) return undefined;
    const failures = pointers.flatMap((pointer) => schemas.validate(pointer, view, value));
    return {
      violations: failures.map((failure) => ({ ...failure, instance })),
      undeclared: seen.flat().map((observation) => ({ ...observation, instance })),
    };
  };
  const learn = (key: number, note: ScalarErrorRecord, reader: WasmReader): ScalarError | undefined => {
    const scalarError = judged(note, reader);
    const [start = 0, end = 0] = [note[START], note[END]];
    if (count < MAX_CACHED && end - start < MAX_LENGTH) {
      count += 1;
      const text = isSameForAllValues(reader.getSchema(note), note[KIND_OF] ?? 0)
        ? undefined
        : reader.readText(start, end);
      known.set(key, [...(known.get(key) ?? []), { record: note.slice(), text, scalarError }]);
    }
    return scalarError;
  };
  return (root, reader) => {
    const isCountable = countable.get(root) ?? !reachesRepeatedSchema(root);
    countable.set(root, isCountable);
    if (!isCountable) return undefined;
    const shortfalls: ScalarError[] = [];
    const records = reader.readRecords();
    for (let at = 0, next = 0; at < records.length; at = next) {
      next = at + PATH + (records[at + DEPTH] ?? 0);
      const key = computeHash(records, at, next);
      const kind = known.get(key)?.find((it) => matchesKnownError(it, { records, at, next }, reader));
      const shortfall = kind === undefined ? learn(key, records.subarray(at, next), reader) : kind.scalarError;
      if (shortfall === undefined) return undefined;
      shortfalls.push(shortfall);
    }
    return shortfalls;
  };
}

/** Scalars at one place of the description of which the same is said. */
type KnownScalarError = {
  readonly record: ScalarErrorRecord;
  /** Undefined when the same is said whatever the value is. */
  readonly text: string | undefined;
  readonly scalarError: ScalarError | undefined;
};

/** Of a value of a kind that is not wanted at all nothing is said but that, unless other words ask something of it. */
function isSameForAllValues(
  { kinds, hasEnum, textMode, minimum, maximum, numberTests }: CompiledSchema,
  kind: number,
): boolean {
  if (hasEnum || (kinds & kind) !== 0 || kind === JSON_KIND.fraction) return false;
  if (kind === JSON_KIND.string) return textMode === TEXT_MODE.free;
  const isUnbounded = minimum === Number.NEGATIVE_INFINITY && maximum === Number.POSITIVE_INFINITY;
  return kind !== JSON_KIND.integer || (isUnbounded && numberTests.length === 0);
}

type RecordRange = { readonly records: Int32Array; readonly at: number; readonly next: number };

function matchesKnownError(
  { record, text }: KnownScalarError,
  { records, at, next }: RecordRange,
  reader: WasmReader,
): boolean {
  if (record.length !== next - at) return false;
  for (let index = 0; index < record.length; index += 1)
    if (index !== START && index !== END && record[index] !== records[at + index]) return false;
  return text === undefined || text === reader.readText(records[at + START] ?? 0, records[at + END] ?? 0);
}

function computeHash(notes: Int32Array, start: number, end: number): number {
  let hash = notes[start + KIND_OF] ?? 0;
  for (let at = start + PATH; at < end; at += 1) hash = Math.imul(hash ^ (notes[at] ?? 0), 0x01000193);
  return hash;
}

function reachesRepeatedSchema(root: CompiledSchema): boolean {
  const reached = new Set([root]);
  for (const { hasRepeatedSchema, keySchemas, items } of reached) {
    if (hasRepeatedSchema) return true;
    for (const value of keySchemas) reached.add(value);
    if (items !== undefined) reached.add(items);
  }
  return false;
}

/** Memory must not grow with the traffic. */
const MAX_CACHED = 10_000;
const MAX_LENGTH = 200;

/** The fields of a note, as numbers of four bytes. */
const [START, END, KIND_OF, DEPTH, PATH] = [
  RECORD_START_AT / 4,
  RECORD_END_AT / 4,
  RECORD_KIND_AT / 4,
  RECORD_DEPTH_AT / 4,
  RECORD_PATH_AT / 4,
];
