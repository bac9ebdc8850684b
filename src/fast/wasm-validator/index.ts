import { joinPointer, type Pointer } from "../../document/index.js";
import type { CollectUndeclared, Undeclared } from "../../schema/analysis/undeclared.js";
import type { MessageDirection } from "../../schema/message-direction.js";
import { dedupeViolations } from "../../schema/validation/closest-branch.js";
import type { Schemas } from "../../schema/validation/schemas.js";
import type { Violation } from "../../schema/validation/violation.js";
import { ANY_TEXT, FRACTION_KIND, INTEGER_KIND, STRING_KIND } from "../web-assembly/layout.js";
import type { CompiledSchema } from "./compiled-schema.js";
import { createSchemaCompiler } from "./schema-compiler.js";
import { END, getRecordType, PATH, START, type ValueRecord, WasmReader } from "./wasm-reader.js";

/** Checks bodies in one pass over their bytes, which are the content of a JSON string with its escapes. */
export type WasmValidator = {
  /** The errors of scalars in a body that has no others, and no other drift; undefined if it needs regular validation. */
  readonly listScalarErrors: (
    pointer: Pointer,
    direction: MessageDirection,
    content: Buffer,
  ) => readonly ScalarError[] | undefined;
};

export function createWasmValidator(schemas: Schemas, collectUndeclared: CollectUndeclared): WasmValidator {
  // The compiler and the reader need memory, so they are created on first use.
  let created: ReturnType<typeof createParts> | undefined;
  return {
    listScalarErrors: (pointer, direction, content) => {
      try {
        created ??= createParts(schemas, collectUndeclared);
        const { compile, reader, readScalarErrors } = created;
        const compiled = compile(pointer, direction);
        const result = compiled && reader?.read(compiled, content);
        if (result === "conforms") return NO_SCALAR_ERRORS;
        return compiled && reader && result === "has errors" ? readScalarErrors(compiled, reader) : undefined;
      } catch {
        // Regular validation fails in the same way, and reports it.
        return undefined;
      }
    },
  };
}

const NO_SCALAR_ERRORS: readonly ScalarError[] = [];

function createParts(schemas: Schemas, collectUndeclared: CollectUndeclared) {
  return {
    compile: createSchemaCompiler(schemas),
    reader: tryCreateReader(schemas, collectUndeclared),
    readScalarErrors: createScalarErrorReader(schemas, collectUndeclared),
  };
}

/** Undefined if WebAssembly is not available; then all bodies need regular validation. */
function tryCreateReader(schemas: Schemas, collectUndeclared: CollectUndeclared): WasmReader | undefined {
  const validate = ({ pointers, direction }: CompiledSchema, value: unknown): boolean =>
    pointers.every((pointer) => {
      const conformity = schemas.assess(pointer, direction, value);
      // Data that one of several schemas does not document may be documented by another.
      if (conformity !== "valid" || pointers.length > 1) return conformity === "documented";
      return collectUndeclared(pointer, direction, value).length === 0;
    });
  try {
    return new WasmReader(validate);
  } catch {
    return undefined;
  }
}

/** The violations and drift of one scalar in a body. Scalars with the same errors share one object. */
export type ScalarError = {
  /** Located in the body, with 0 for every array index. */
  readonly violations: readonly Violation[];
  readonly undeclared: readonly Undeclared[];
};

/**
 * Creates a function that returns the errors of the scalars that a reader has recorded. Each scalar is validated by its own
 * schemas, because a compiled schema checks each value independently. The function returns undefined if the errors of a
 * scalar cannot be determined from that scalar alone.
 */
function createScalarErrorReader(
  schemas: Schemas,
  collectUndeclared: CollectUndeclared,
): (root: CompiledSchema, reader: WasmReader) => ScalarError[] | undefined {
  const cache = new Map<number, KnownScalarError[]>();
  const countable = new Map<CompiledSchema, boolean>();
  let count = 0;
  const validateScalar = (record: ValueRecord, reader: WasmReader): ScalarError | undefined => {
    const { pointers, direction } = reader.getRecordSchema(record);
    const value = reader.readValue(record[START] ?? 0, record[END] ?? 0);
    const instance = joinPointer("", ...reader.getPropertyNames(record));
    const undeclared = pointers.map((pointer) => collectUndeclared(pointer, direction, value));
    // A value that is missing from one x-extensible-enum may be in another.
    if (undeclared.length > 1 && undeclared.some(({ length }) => length > 0)) return undefined;
    const violations = dedupeViolations(pointers.flatMap((pointer) => schemas.validate(pointer, direction, value)));
    return {
      violations: violations.map((it) => ({ ...it, instance })),
      undeclared: undeclared.flat().map((it) => ({ ...it, instance })),
    };
  };
  const validateAndCache = (key: number, record: ValueRecord, reader: WasmReader): ScalarError | undefined => {
    const scalarError = validateScalar(record, reader);
    const [start = 0, end = 0] = [record[START], record[END]];
    if (count < MAX_CACHED && end - start < MAX_LENGTH) {
      count += 1;
      const isSame = isSameForAllValues(reader.getRecordSchema(record), getRecordType(record[0] ?? 0));
      const text = isSame ? undefined : reader.readText(start, end);
      cache.set(key, [...(cache.get(key) ?? []), { record: record.slice(), text, scalarError }]);
    }
    return scalarError;
  };
  return (root, reader) => {
    const isCountable = countable.get(root) ?? !reachesRepeatedSchema(root);
    countable.set(root, isCountable);
    if (!isCountable) return undefined;
    const scalarErrors: ScalarError[] = [];
    let isComplete = true;
    reader.forEachRecord((records, at, next) => {
      const key = computeHash(records, at, next);
      const known = cache.get(key)?.find((it) => matchesKnownError(it, { records, at, next }, reader));
      const scalarError = known ? known.scalarError : validateAndCache(key, records.slice(at, next), reader);
      if (scalarError === undefined) isComplete = false;
      else scalarErrors.push(scalarError);
    });
    return isComplete ? scalarErrors : undefined;
  };
}

/** Scalars at one location of the spec that have the same errors. */
type KnownScalarError = {
  readonly record: ValueRecord;
  /** Undefined if every value has the same errors. */
  readonly text: string | undefined;
  readonly scalarError: ScalarError | undefined;
};

/** A value of a kind that is not allowed has only that error, unless other keywords apply to its kind. */
function isSameForAllValues(
  { kinds, hasEnum, textMode, minimum, maximum, numberTests }: CompiledSchema,
  kind: number,
): boolean {
  if (hasEnum || (kinds & kind) !== 0 || kind === FRACTION_KIND) return false;
  if (kind === STRING_KIND) return textMode === ANY_TEXT;
  const isUnbounded = minimum === Number.NEGATIVE_INFINITY && maximum === Number.POSITIVE_INFINITY;
  return kind !== INTEGER_KIND || (isUnbounded && numberTests.length === 0);
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

function computeHash(records: Int32Array, start: number, end: number): number {
  let hash = records[start] ?? 0;
  for (let at = start + PATH; at < end; at += 1) hash = Math.imul(hash ^ (records[at] ?? 0), 0x01000193);
  return hash;
}

function reachesRepeatedSchema(root: CompiledSchema): boolean {
  const reached = new Set([root]);
  for (const { hasRepeatedSchema, keys, items } of reached) {
    if (hasRepeatedSchema) return true;
    for (const { value } of keys) reached.add(value);
    if (items !== undefined) reached.add(items);
  }
  return false;
}

/** Limits the memory, whatever the traffic. */
const MAX_CACHED = 10_000;
const MAX_LENGTH = 200;
