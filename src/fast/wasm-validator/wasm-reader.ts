import type { MarkedValue } from "../../exchange/index.js";
import { isDateTime } from "../../schema/formats/date-time.js";
import { createInstance, READ_AHEAD_BYTES, type WasmExports } from "../web-assembly/instance.js";
import { MARKED_VALUE, MEMBER, RECORD_SIZE, RECORDS_START, SCHEMAS_START, TYPE_BITS } from "../web-assembly/layout.js";
import { ANY_VALUE_SCHEMA, type CompiledSchema } from "./compiled-schema.js";
import { SchemaMemory } from "./schema-memory.js";

/** The integers of a record (see web-assembly/layout.ts). */
export type ValueRecord = Int32Array;

/** Validates a value with the original schema, where the compiled schema cannot. */
export type FallbackValidator = (compiled: CompiledSchema, value: unknown) => boolean;

/**
 * Checks bodies against compiled schemas. Wraps web-assembly/assembly/accept.ts, which defines what is accepted, and what is
 * refused although it may be valid. The body is copied to WebAssembly memory.
 */
export class WasmReader {
  readonly #memory: SchemaMemory;
  readonly #exports: WasmExports;
  /** The paths of marked values. Equal paths share one array, as long as there are few. */
  readonly #paths: { readonly keys: Int32Array; readonly names: MarkedValue["path"] }[] = [];

  /** @throws {Error} if WebAssembly is not available, or there is no memory for it. */
  constructor(validate: FallbackValidator) {
    const { memory, exports } = createInstance(SCHEMAS_START, {
      validateWithSchema: (id, start, end) => validate(this.getSchema(id), this.readValue(start, end)),
      testText: (id, start, end) => passesTests(this.getSchema(id), this.#memory.bytes.toString("latin1", start, end)),
      testNumber: (id, value) => this.getSchema(id).numberTests.every((test) => test(value)),
    });
    this.#memory = new SchemaMemory(memory);
    this.#exports = exports;
  }

  /**
   * Whether a body conforms to its compiled schema, or only scalars violate it. The body is the content of a JSON string with
   * its escapes. Its records stay readable until the next body.
   *
   * @throws {Error} if the schema or the body is too large
   */
  read(compiled: CompiledSchema, content: Buffer): "conforms" | "has errors" | "refused" {
    const address = this.#memory.addressOf(compiled);
    const at = this.#memory.end;
    const { length } = content;
    this.#memory.reserve(at + length + READ_AHEAD_BYTES);
    const { bytes: memory } = this.#memory;
    content.copy(memory, at);
    memory[at + length] = QUOTATION_MARK;
    const result = this.#exports.accepts(address, at, length);
    return result === 1 ? "conforms" : result === 2 ? "has errors" : "refused";
  }

  /** Calls a function with each record of the last body. */
  forEachRecord(use: (records: ValueRecord, start: number, end: number) => void): void {
    const size = (this.#exports.getRecordsEnd() - RECORDS_START) / 4;
    const records = new Int32Array(this.#memory.bytes.buffer, RECORDS_START, size);
    for (let at = 0, next = 0; at < size; at = next) {
      next = at + RECORD_SIZE / 4 + (records[at + DEPTH] ?? 0);
      use(records, at, next);
    }
  }

  /**
   * The value of the last body with empty items in its arrays, except for `links`. Undefined if the body is not an object with
   * declared properties only. Valid until the next body is read.
   */
  readOutline(): Readonly<Record<string, unknown>> | undefined {
    const outline: Record<string, unknown> = {};
    this.forEachRecord((records, at) => {
      const subject = records[at] ?? 0;
      if (getRecordType(subject) !== MEMBER) return;
      const name = this.#memory.names.get(records[at + PATH] ?? 0) ?? "";
      const count = subject >> TYPE_BITS;
      outline[name] =
        count < 0 || name === "links"
          ? this.readValue(records[at + START] ?? 0, records[at + END] ?? 0)
          : new Array(count);
    });
    return Object.keys(outline).length === 0 ? undefined : outline;
  }

  /** The marked values of the last body. */
  readMarkedValues(): MarkedValue[] {
    const { end: bodyStart, schemas } = this.#memory;
    const values: MarkedValue[] = [];
    this.forEachRecord((records, at, next) => {
      const subject = records[at] ?? 0;
      if (getRecordType(subject) !== MARKED_VALUE) return;
      const compiled = schemas[subject >> TYPE_BITS] ?? ANY_VALUE_SCHEMA;
      values.push({
        start: (records[at + START] ?? 0) - bodyStart,
        end: (records[at + END] ?? 0) - bodyStart,
        path: this.#getPath(records.subarray(at + PATH, next)),
        accepts: (content) => this.#acceptsValue(compiled, content),
      });
    });
    return values;
  }

  #acceptsValue(compiled: CompiledSchema, content: Buffer): boolean {
    try {
      return this.read(compiled, content) === "conforms";
    } catch {
      return false;
    }
  }

  #getPath(keys: Int32Array): MarkedValue["path"] {
    const known = this.#paths.find((it) => isEqual(it.keys, keys));
    if (known !== undefined) return known.names;
    const names = Array.from(keys, (key) => this.#memory.names.get(key));
    if (this.#paths.length < MAX_PATHS) this.#paths.push({ keys: keys.slice(), names });
    return names;
  }

  getSchema(id: number): CompiledSchema {
    return this.#memory.schemas[id] as CompiledSchema;
  }

  /** The schema that a recorded scalar violates. */
  getRecordSchema(record: ValueRecord): CompiledSchema {
    return this.getSchema((record[0] ?? 0) >> TYPE_BITS);
  }

  /** The property names on the path to a recorded value; "0" for array items. */
  getPropertyNames(record: ValueRecord): string[] {
    return Array.from(record.subarray(PATH), (key) => this.#memory.names.get(key) ?? "0");
  }

  /** The text of a value, with its escapes. */
  readText(start: number, end: number): string {
    return this.#memory.bytes.toString("utf8", start, end);
  }

  /** Parses the value between two addresses. */
  readValue(start: number, end: number): unknown {
    const text = JSON.parse(`"${this.readText(start, end)}"`) as string;
    return JSON.parse(text);
  }
}

/** Repeats the date test, because the byte test refuses valid dates in unusual notation. */
function passesTests({ isDateTime: isDated, textTests }: CompiledSchema, text: string): boolean {
  return (!isDated || isDateTime(text)) && textTests.every((test) => test(text));
}

export function getRecordType(subject: number): number {
  return subject & ((1 << TYPE_BITS) - 1);
}

function isEqual(one: Int32Array, other: Int32Array): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
}

/** The fields of a record after its subject. */
export const [START, END, DEPTH, PATH] = [1, 2, 3, 4] as const;

const QUOTATION_MARK = 0x22;
const MAX_PATHS = 50;
