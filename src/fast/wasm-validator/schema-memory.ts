import { isSecretName } from "../../exchange/index.js";
import { ANY_VALUE_SCHEMA, type CompiledSchema, SCHEMA_MODE } from "./compiled-schema.js";
import {
  ANY_SCHEMA,
  BRANCH_COUNT_AT,
  BRANCHES_AT,
  DATE_TIME_TEST,
  ENUM_COUNT_AT,
  ENUM_ENTRY_SIZE,
  ENUM_TEXTS_AT,
  FLAGS_AT,
  ID_AT,
  ITEMS_AT,
  KEY_COUNT_AT,
  KEY_SIZE,
  KEYS_AT,
  KINDS_AT,
  MARKED_FLAG,
  MAX_ITEMS_AT,
  MAX_LENGTH_AT,
  MAXIMUM_AT,
  MIN_ITEMS_AT,
  MIN_LENGTH_AT,
  MINIMUM_AT,
  MODE_AT,
  NEXT_KEYS_AT,
  NUMBER_TESTS,
  OPEN_FLAG,
  POSITION_COUNT_AT,
  POSITIONS_AT,
  REQUIRED_ALTERNATIVES_AT,
  REQUIRED_AT,
  SCHEMA_SIZE,
  SCHEMAS_END,
  SCHEMAS_START,
  SETS_AT,
  TESTS_AT,
  TEXT_MODE_AT,
  TEXT_TESTS,
} from "./layout.js";

/** The compiled schemas in the memory of the reader, each written once. */
export class SchemaMemory {
  /** The schemas by the ID that is stored in memory. */
  readonly schemas: CompiledSchema[] = [];
  /** The property names by the address of their key. */
  readonly names = new Map<number, string>();
  readonly #addresses = new Map<CompiledSchema, number>();
  readonly #memory: WebAssemblyMemory;
  #view: DataView;
  #end = SCHEMAS_START;
  #isFull = false;
  /** All of the memory; replaced when it grows. */
  bytes: Buffer;

  constructor(memory: WebAssemblyMemory) {
    this.#memory = memory;
    this.bytes = Buffer.from(memory.buffer);
    this.#view = new DataView(memory.buffer);
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
    this.#view = new DataView(this.#memory.buffer);
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
    // A body may have left data here.
    this.bytes.fill(0, at, this.#end);
    return at;
  }

  #write(compiled: CompiledSchema, at: number): number {
    this.#addresses.set(compiled, at);
    const set = (field: number, value: number): void =>
      this.#view.setInt32(at + field, Math.min(value, MAX_INT32), true);
    set(MODE_AT, SCHEMA_MODE[compiled.mode]);
    set(KINDS_AT, compiled.kinds);
    set(FLAGS_AT, getFlags(compiled));
    set(ID_AT, this.schemas.push(compiled) - 1);
    this.#writeObject(compiled, at, set);
    set(ITEMS_AT, this.addressOf(compiled.items ?? ANY_VALUE_SCHEMA));
    set(MIN_ITEMS_AT, compiled.minItems);
    set(MAX_ITEMS_AT, compiled.maxItems);
    set(TEXT_MODE_AT, compiled.textMode);
    set(ENUM_TEXTS_AT, this.#writeTexts(compiled.enumTexts, ENUM_ENTRY_SIZE));
    set(ENUM_COUNT_AT, compiled.enumTexts.length);
    if (compiled.fixedLengthPattern !== undefined) {
      set(SETS_AT, this.#writeBytes(toBytes(compiled.fixedLengthPattern.sets)));
      set(POSITIONS_AT, this.#writeBytes(toBytes(compiled.fixedLengthPattern.positions)));
      set(POSITION_COUNT_AT, compiled.fixedLengthPattern.positions.length);
    }
    set(MIN_LENGTH_AT, compiled.minLength);
    set(MAX_LENGTH_AT, compiled.maxLength);
    const tests = [compiled.isDateTime, compiled.textTests.length > 0, compiled.numberTests.length > 0];
    const bits = [DATE_TIME_TEST, TEXT_TESTS, NUMBER_TESTS];
    set(
      TESTS_AT,
      bits.reduce((sum, bit, index) => sum + (tests[index] === true ? bit : 0), 0),
    );
    set(BRANCHES_AT, this.#writeAddresses(compiled.branches));
    set(BRANCH_COUNT_AT, compiled.branches.length);
    this.#view.setFloat64(at + MINIMUM_AT, compiled.minimum, true);
    this.#view.setFloat64(at + MAXIMUM_AT, compiled.maximum, true);
    return at;
  }

  #writeObject(
    { keys, keySchemas, required, requiredAlternatives }: CompiledSchema,
    at: number,
    set: (field: number, value: number) => void,
  ): void {
    const entries = this.#writeTexts(keys, KEY_SIZE);
    for (const [index, name] of keys.entries()) {
      const entry = entries + index * KEY_SIZE;
      this.names.set(entry, name);
      // Writing the schema can replace the view of the memory, so it comes first.
      const value = this.addressOf(keySchemas[index] ?? ANY_VALUE_SCHEMA);
      this.#view.setInt32(entry + 8, value, true);
      this.#view.setInt32(entry + 12, isSecretName(name) ? 1 : 0, true);
    }
    set(KEYS_AT, entries);
    set(KEY_COUNT_AT, keys.length);
    // For each key the one that probably follows, and at the end the first one. The reader learns them from traffic.
    const nextKeys = this.#allocate((keys.length + 1) * 4);
    for (let index = 0; index <= keys.length; index += 1)
      this.#view.setInt32(nextKeys + index * 4, index === keys.length ? 0 : index + 1, true);
    set(NEXT_KEYS_AT, nextKeys);
    this.#view.setBigInt64(at + REQUIRED_AT, required, true);
    const values = requiredAlternatives.flatMap((sets) => [BigInt(sets.length), ...sets]);
    if (requiredAlternatives.length > 0)
      set(REQUIRED_ALTERNATIVES_AT, this.#writeBigInts([BigInt(requiredAlternatives.length), ...values]));
  }

  #writeBigInts(values: readonly bigint[]): number {
    const at = this.#allocate(values.length * 8);
    for (const [index, value] of values.entries()) this.#view.setBigInt64(at + index * 8, value, true);
    return at;
  }

  #writeAddresses(schemas: readonly CompiledSchema[]): number {
    const at = this.#allocate(schemas.length * 4);
    for (const [index, compiled] of schemas.entries()) {
      const address = this.addressOf(compiled);
      this.#view.setInt32(at + index * 4, address, true);
    }
    return at;
  }

  /** Writes entries that start with the length and the address of a text, including its closing quotation mark. */
  #writeTexts(texts: readonly string[], size: number): number {
    const at = this.#allocate(texts.length * size);
    for (const [index, text] of texts.entries()) {
      const bytes = Buffer.from(`${text}\\"`, "latin1");
      this.#view.setInt32(at + index * size, bytes.length, true);
      const address = this.#writeBytes(bytes);
      this.#view.setInt32(at + index * size + 4, address, true);
    }
    return at;
  }

  #writeBytes(bytes: Uint8Array): number {
    const at = this.#allocate(bytes.length);
    this.bytes.set(bytes, at);
    return at;
  }
}

function getFlags({ mode, isSensitive, isOpen }: CompiledSchema): number {
  const isMarked = mode !== "compiled" || isSensitive || isOpen;
  return (isOpen ? OPEN_FLAG : 0) + (isMarked ? MARKED_FLAG : 0);
}

function toBytes({ buffer, byteOffset, byteLength }: Uint16Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** The unit of WebAssembly memory in bytes. */
export const WASM_PAGE_SIZE = 65536;

const MEMORY_FULL = "the compiled schemas exceed the memory of the reader";

/** Larger limits have no effect. */
const MAX_INT32 = 0x7fffffff;
