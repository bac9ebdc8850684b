import { ANY_VALUE_SCHEMA, type CompiledSchema, SCHEMA_MODE } from "./compiled-schema.js";
import {
  ANY_SCHEMA,
  BRANCH_COUNT_AT,
  BRANCHES_AT,
  DATE_TIME_TEST,
  ENUM_COUNT_AT,
  ENUM_ENTRY_SIZE,
  ENUM_TEXTS_AT,
  ID_AT,
  ITEMS_AT,
  KEY_COUNT_AT,
  KEY_SIZE,
  KEYS_AT,
  KINDS_AT,
  MAX_ITEMS_AT,
  MAX_LENGTH_AT,
  MAXIMUM_AT,
  MIN_ITEMS_AT,
  MIN_LENGTH_AT,
  MINIMUM_AT,
  MODE_AT,
  NEXT_KEYS_AT,
  NUMBER_TESTS,
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

/** Plans as the reader has them: laid out in its memory, once each. */
export class SchemaMemory {
  /** By the number that stands in the plan. */
  readonly schemas: CompiledSchema[] = [];
  /** Of each key in the memory the name. */
  readonly names = new Map<number, string>();
  readonly #addresses = new Map<CompiledSchema, number>();
  readonly #memory: WebAssemblyMemory;
  #view: DataView;
  #end = SCHEMAS_START;
  #isFull = false;
  /** All of the memory; another buffer when that has grown. */
  bytes: Buffer;

  constructor(memory: WebAssemblyMemory) {
    this.#memory = memory;
    this.bytes = Buffer.from(memory.buffer);
    this.#view = new DataView(memory.buffer);
    this.#write(ANY_VALUE_SCHEMA, ANY_SCHEMA);
  }

  /** Where nothing stands yet. */
  get end(): number {
    return this.#end;
  }

  /** @throws RangeError when there is not as much memory */
  reserve(end: number): void {
    const missing = end - this.bytes.length;
    if (missing <= 0) return;
    this.#memory.grow(Math.ceil(Math.max(missing, this.bytes.length) / WASM_PAGE_SIZE));
    this.bytes = Buffer.from(this.#memory.buffer);
    this.#view = new DataView(this.#memory.buffer);
  }

  /**
   * Where a plan stands, with all that it leads to.
   *
   * @throws RangeError when there is no more room.
   */
  addressOf(plan: CompiledSchema): number {
    if (this.#isFull) throw new RangeError("there are too many plans");
    return this.#addresses.get(plan) ?? this.#write(plan, this.#take(SCHEMA_SIZE));
  }

  #take(size: number): number {
    const at = this.#end;
    this.#end = at + Math.ceil(size / 8) * 8;
    // A plan that is written in part is never read: nothing comes behind it.
    this.#isFull = true;
    if (this.#end > SCHEMAS_END) throw new RangeError("there are too many plans");
    this.reserve(this.#end);
    this.#isFull = false;
    // A body may have stood here.
    this.bytes.fill(0, at, this.#end);
    return at;
  }

  #write(plan: CompiledSchema, at: number): number {
    this.#addresses.set(plan, at);
    const set = (field: number, value: number): void =>
      this.#view.setInt32(at + field, Math.min(value, MAX_INT32), true);
    set(MODE_AT, SCHEMA_MODE[plan.mode]);
    set(KINDS_AT, plan.kinds);
    set(ID_AT, this.schemas.push(plan) - 1);
    this.#writeObject(plan, at, set);
    set(ITEMS_AT, this.addressOf(plan.items ?? ANY_VALUE_SCHEMA));
    set(MIN_ITEMS_AT, plan.minItems);
    set(MAX_ITEMS_AT, plan.maxItems);
    set(TEXT_MODE_AT, plan.textMode);
    set(ENUM_TEXTS_AT, this.#texts(plan.enumTexts, ENUM_ENTRY_SIZE));
    set(ENUM_COUNT_AT, plan.enumTexts.length);
    if (plan.fixedLengthPattern !== undefined) {
      set(SETS_AT, this.#copied(toBytes(plan.fixedLengthPattern.sets)));
      set(POSITIONS_AT, this.#copied(toBytes(plan.fixedLengthPattern.positions)));
      set(POSITION_COUNT_AT, plan.fixedLengthPattern.positions.length);
    }
    set(MIN_LENGTH_AT, plan.minLength);
    set(MAX_LENGTH_AT, plan.maxLength);
    const tests = [plan.isDateTime, plan.textTests.length > 0, plan.numberTests.length > 0];
    const bits = [DATE_TIME_TEST, TEXT_TESTS, NUMBER_TESTS];
    set(
      TESTS_AT,
      bits.reduce((sum, bit, index) => sum + (tests[index] === true ? bit : 0), 0),
    );
    set(BRANCHES_AT, this.#list(plan.branches));
    set(BRANCH_COUNT_AT, plan.branches.length);
    this.#view.setFloat64(at + MINIMUM_AT, plan.minimum, true);
    this.#view.setFloat64(at + MAXIMUM_AT, plan.maximum, true);
    return at;
  }

  #writeObject(
    { keys, keySchemas, required, requiredAlternatives }: CompiledSchema,
    at: number,
    set: (field: number, value: number) => void,
  ): void {
    const entries = this.#texts(keys, KEY_SIZE);
    for (const [index, name] of keys.entries()) {
      const entry = entries + index * KEY_SIZE;
      this.names.set(entry, name);
      // What comes to a place may move the memory, and has to be there before it is written.
      const value = this.addressOf(keySchemas[index] ?? ANY_VALUE_SCHEMA);
      this.#view.setInt32(entry + 8, value, true);
    }
    set(KEYS_AT, entries);
    set(KEY_COUNT_AT, keys.length);
    // Of each key the one that probably follows, and at the end the one that comes first; learned from the traffic.
    const follows = this.#take((keys.length + 1) * 4);
    for (let index = 0; index <= keys.length; index += 1)
      this.#view.setInt32(follows + index * 4, index === keys.length ? 0 : index + 1, true);
    set(NEXT_KEYS_AT, follows);
    this.#view.setBigInt64(at + REQUIRED_AT, required, true);
    const words = requiredAlternatives.flatMap((sets) => [BigInt(sets.length), ...sets]);
    if (requiredAlternatives.length > 0)
      set(REQUIRED_ALTERNATIVES_AT, this.#words([BigInt(requiredAlternatives.length), ...words]));
  }

  #words(words: readonly bigint[]): number {
    const at = this.#take(words.length * 8);
    for (const [index, word] of words.entries()) this.#view.setBigInt64(at + index * 8, word, true);
    return at;
  }

  #list(plans: readonly CompiledSchema[]): number {
    const at = this.#take(plans.length * 4);
    for (const [index, plan] of plans.entries()) {
      const address = this.addressOf(plan);
      this.#view.setInt32(at + index * 4, address, true);
    }
    return at;
  }

  /** Entries that begin with the length of a text and where it stands, with the mark that ends it. */
  #texts(texts: readonly string[], size: number): number {
    const at = this.#take(texts.length * size);
    for (const [index, text] of texts.entries()) {
      const bytes = Buffer.from(`${text}\\"`, "latin1");
      this.#view.setInt32(at + index * size, bytes.length, true);
      const address = this.#copied(bytes);
      this.#view.setInt32(at + index * size + 4, address, true);
    }
    return at;
  }

  #copied(bytes: Uint8Array): number {
    const at = this.#take(bytes.length);
    this.bytes.set(bytes, at);
    return at;
  }
}

function toBytes({ buffer, byteOffset, byteLength }: Uint16Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** What memory is measured in. */
export const WASM_PAGE_SIZE = 65536;

/** A limit beyond this is none. */
const MAX_INT32 = 0x7fffffff;
