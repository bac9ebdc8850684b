import { isSecretName } from "../../exchange/index.js";
import { WASM_PAGE_SIZE } from "../web-assembly/instance.js";
import { ANY_SCHEMA, SCHEMAS_END, SCHEMAS_START } from "../web-assembly/layout.js";
import { ANY_VALUE_SCHEMA, type CompiledKey, type CompiledSchema } from "./compiled-schema.js";

/** The compiled schemas in the memory of the reader, each written once, as web-assembly/assembly/schema.ts reads them. */
export class SchemaMemory {
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
    const { keys, enumTexts, fixedLengthPattern: pattern } = it;
    const flags = [it.mode !== "compiled" || it.isSensitive || it.isOpen, it.isOpen].map(Number);
    const start = [this.schemas.push(it) - 1, Number(it.mode === "fallback"), it.kinds, ...flags];
    const nextKeys = Int32Array.from([...keys, 0], (_, index) => (index + 1) % (keys.length + 1));
    const object = [this.#writeKeys(keys), keys.length, this.#copy(nextKeys), it.requiredCount];
    const array = [this.addressOf(it.items ?? ANY_VALUE_SCHEMA), it.minItems, it.maxItems];
    const listed = [it.textMode, this.#writeInts(enumTexts.flatMap((text) => this.#writeText(text))), enumTexts.length];
    const patterned =
      pattern === undefined
        ? [0, 0, 0]
        : [this.#copy(pattern.sets), this.#copy(pattern.positions), pattern.positions.length];
    const tests = [it.isDateTime, it.textTests.length > 0, it.numberTests.length > 0].map(Number);
    const fields = [...start, ...object, ...array, ...listed, ...patterned, it.minLength, it.maxLength, ...tests];
    this.#copy(Float64Array.of(it.minimum, it.maximum), at);
    this.#writeInts(fields, at + LIMITS_SIZE);
    return at;
  }

  #writeKeys(keys: readonly CompiledKey[]): number {
    const at = this.#allocate(keys.length * KEY_SIZE);
    for (const [index, { name, value, isRequired }] of keys.entries()) {
      const key = at + index * KEY_SIZE;
      this.names.set(key, name);
      const flags = [isRequired, isSecretName(name)].map(Number);
      this.#writeInts([...this.#writeText(name), this.addressOf(value), ...flags], key);
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
const SCHEMA_SIZE = LIMITS_SIZE + 4 * 23;
const KEY_SIZE = 20;

const MEMORY_FULL = "the compiled schemas exceed the memory of the reader";

/** Larger limits have no effect. */
const MAX_INT32 = 0x7fffffff;
