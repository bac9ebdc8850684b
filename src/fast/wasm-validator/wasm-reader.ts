import { isDateTime } from "../../schema/formats/date-time.js";
import { createInstance, READ_AHEAD_BYTES, WASM_PAGE_SIZE, type WasmExports } from "../web-assembly/instance.js";
import {
  ANY_SCHEMA,
  RECORD_SIZE,
  RECORDS_START,
  SCHEMAS_END,
  SCHEMAS_START,
  TYPE_BITS,
} from "../web-assembly/layout.js";
import { ANY_VALUE_SCHEMA, type CompiledKey, type CompiledSchema } from "./compiled-schema.js";

/** The integers of a record (see web-assembly/layout.ts). */
export type ValueRecord = Int32Array;

/** Validates a value with the original schema, where the compiled schema cannot. */
type FallbackValidator = (compiled: CompiledSchema, value: unknown) => boolean;

/**
 * Checks bodies against compiled schemas. Wraps web-assembly/assembly/accept.ts, which defines what is accepted, and what is
 * refused although it may be valid. The body is copied to WebAssembly memory.
 */
export class WasmReader {
  readonly #memory: SchemaMemory;
  readonly #exports: WasmExports;

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

/** The fields of a record after its subject. */
export const [START, END, DEPTH, PATH] = [1, 2, 3, 4] as const;

const QUOTATION_MARK = 0x22;

/** The compiled schemas in the memory of the reader, each written once, as web-assembly/assembly/schema.ts reads them. */
class SchemaMemory {
  /** The schemas by the ID that is stored in memory. */
  readonly schemas: CompiledSchema[] = [];
  /** The property names by the address of their key. */
  readonly names = new Map<number, string>();
  readonly #addresses = new Map<CompiledSchema, number>();
  readonly #memory: WebAssemblyMemory;
  #end = SCHEMAS_START;
  #isFull = false;
  /** All of the memory; replaced when it grows. */
  bytes: Buffer;

  constructor(memory: WebAssemblyMemory) {
    this.#memory = memory;
    this.bytes = Buffer.from(memory.buffer);
    this.#write(ANY_VALUE_SCHEMA, ANY_SCHEMA);
  }

  /** The first free address. */
  get end(): number {
    return this.#end;
  }

  /** @throws {RangeError} if the memory cannot grow. */
  reserve(end: number): void {
    const missing = end - this.bytes.length;
    if (missing <= 0) return;
    this.#memory.grow(Math.ceil(Math.max(missing, this.bytes.length) / WASM_PAGE_SIZE));
    this.bytes = Buffer.from(this.#memory.buffer);
  }

  /**
   * Returns the address of a compiled schema, after writing it with all schemas that it refers to.
   *
   * @throws {RangeError} if the memory is full.
   */
  addressOf(compiled: CompiledSchema): number {
    if (this.#isFull) throw new RangeError(MEMORY_FULL);
    return this.#addresses.get(compiled) ?? this.#write(compiled, this.#allocate(SCHEMA_SIZE));
  }

  #allocate(size: number): number {
    const at = this.#end;
    this.#end = at + Math.ceil(size / 8) * 8;
    // After a failure, no further schema is written, so that an incomplete one is never read.
    this.#isFull = true;
    if (this.#end > SCHEMAS_END) throw new RangeError(MEMORY_FULL);
    this.reserve(this.#end);
    this.#isFull = false;
    return at;
  }

  #write(it: CompiledSchema, at: number): number {
    this.#addresses.set(it, at);
    const { keys, enumTexts } = it;
    const start = [this.schemas.push(it) - 1, Number(it.mode === "fallback"), it.kinds, Number(it.isOpen)];
    const nextKeys = Int32Array.from([...keys, 0], (_, index) => (index + 1) % (keys.length + 1));
    const object = [this.#writeKeys(keys), keys.length, this.#copy(nextKeys), it.requiredCount];
    const array = [this.addressOf(it.items ?? ANY_VALUE_SCHEMA), it.minItems, it.maxItems];
    const listed = [it.textMode, this.#writeInts(enumTexts.flatMap((text) => this.#writeText(text))), enumTexts.length];
    const tests = [it.isDateTime, it.textTests.length > 0, it.numberTests.length > 0].map(Number);
    const fields = [...start, ...object, ...array, ...listed, it.minLength, it.maxLength, ...tests];
    this.#copy(Float64Array.of(it.minimum, it.maximum), at);
    this.#writeInts(fields, at + LIMITS_SIZE);
    return at;
  }

  #writeKeys(keys: readonly CompiledKey[]): number {
    const at = this.#allocate(keys.length * KEY_SIZE);
    for (const [index, { name, value, isRequired }] of keys.entries()) {
      const key = at + index * KEY_SIZE;
      this.names.set(key, name);
      this.#writeInts([...this.#writeText(name), this.addressOf(value), Number(isRequired)], key);
    }
    return at;
  }

  /** Writes a text with its closing quotation mark, and returns its length and address. */
  #writeText(text: string): [length: number, address: number] {
    const bytes = Buffer.from(`${text}\\"`, "latin1");
    return [bytes.length, this.#copy(bytes)];
  }

  #writeInts(values: readonly number[], at?: number): number {
    return this.#copy(
      Int32Array.from(values, (value) => Math.min(value, MAX_INT32)),
      at,
    );
  }

  #copy(
    { buffer, byteOffset, byteLength }: ArrayBufferView<ArrayBufferLike>,
    at: number = this.#allocate(byteLength),
  ): number {
    this.bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    return at;
  }
}

const LIMITS_SIZE = 16;
const SCHEMA_SIZE = LIMITS_SIZE + 4 * 19;
const KEY_SIZE = 16;

const MEMORY_FULL = "the compiled schemas exceed the memory of the reader";

/** Larger limits have no effect. */
const MAX_INT32 = 0x7fffffff;
