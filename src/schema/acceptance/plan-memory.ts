import {
  BRANCH_COUNT_AT,
  BRANCHES_AT,
  CHOICES_AT,
  DATE_TIME_TEST,
  FOLLOWS_AT,
  GREATEST_AT,
  ID_AT,
  ITEMS_AT,
  KEY_COUNT_AT,
  KEY_SIZE,
  KEYS_AT,
  KINDS_AT,
  LEAST_AT,
  LISTED_AT,
  LISTED_COUNT_AT,
  LISTED_SIZE,
  MAX_ITEMS_AT,
  MAX_LENGTH_AT,
  MIN_ITEMS_AT,
  MIN_LENGTH_AT,
  MODE_AT,
  NUMBER_TESTS,
  OPEN_PLAN,
  PLACE_COUNT_AT,
  PLACES_AT,
  PLAN_SIZE,
  PLANS_END,
  PLANS_START,
  REQUIRED_AT,
  SETS_AT,
  TESTS_AT,
  TEXT_AT,
  TEXT_TESTS,
} from "./layout.js";
import { MODE, OPEN, type Plan } from "./plan.js";

/** Plans as the reader has them: laid out in its memory, once each. */
export class PlanMemory {
  /** By the number that stands in the plan. */
  readonly plans: Plan[] = [];
  /** Of each key in the memory the name. */
  readonly names = new Map<number, string>();
  readonly #addresses = new Map<Plan, number>();
  readonly #memory: WebAssemblyMemory;
  #view: DataView;
  #end = PLANS_START;
  #isFull = false;
  /** All of the memory; another buffer when that has grown. */
  bytes: Buffer;

  constructor(memory: WebAssemblyMemory) {
    this.#memory = memory;
    this.bytes = Buffer.from(memory.buffer);
    this.#view = new DataView(memory.buffer);
    this.#write(OPEN, OPEN_PLAN);
  }

  /** Where nothing stands yet. */
  get end(): number {
    return this.#end;
  }

  /** @throws RangeError when there is not as much memory */
  reserve(end: number): void {
    const missing = end - this.bytes.length;
    if (missing <= 0) return;
    this.#memory.grow(Math.ceil(Math.max(missing, this.bytes.length) / PAGE));
    this.bytes = Buffer.from(this.#memory.buffer);
    this.#view = new DataView(this.#memory.buffer);
  }

  /**
   * Where a plan stands, with all that it leads to.
   *
   * @throws RangeError when there is no more room.
   */
  addressOf(plan: Plan): number {
    if (this.#isFull) throw new RangeError("there are too many plans");
    return this.#addresses.get(plan) ?? this.#write(plan, this.#take(PLAN_SIZE));
  }

  #take(size: number): number {
    const at = this.#end;
    this.#end = at + Math.ceil(size / 8) * 8;
    // A plan that is written in part is never read: nothing comes behind it.
    this.#isFull = true;
    if (this.#end > PLANS_END) throw new RangeError("there are too many plans");
    this.reserve(this.#end);
    this.#isFull = false;
    // A body may have stood here.
    this.bytes.fill(0, at, this.#end);
    return at;
  }

  #write(plan: Plan, at: number): number {
    this.#addresses.set(plan, at);
    const set = (field: number, value: number): void => this.#view.setInt32(at + field, Math.min(value, MOST), true);
    set(MODE_AT, MODE[plan.mode]);
    set(KINDS_AT, plan.kinds);
    set(ID_AT, this.plans.push(plan) - 1);
    this.#writeObject(plan, at, set);
    set(ITEMS_AT, this.addressOf(plan.items ?? OPEN));
    set(MIN_ITEMS_AT, plan.minItems);
    set(MAX_ITEMS_AT, plan.maxItems);
    set(TEXT_AT, plan.text);
    set(LISTED_AT, this.#texts(plan.listed, LISTED_SIZE));
    set(LISTED_COUNT_AT, plan.listed.length);
    if (plan.fixed !== undefined) {
      set(SETS_AT, this.#copied(bytesOf(plan.fixed.sets)));
      set(PLACES_AT, this.#copied(bytesOf(plan.fixed.places)));
      set(PLACE_COUNT_AT, plan.fixed.places.length);
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
    this.#view.setFloat64(at + LEAST_AT, plan.least, true);
    this.#view.setFloat64(at + GREATEST_AT, plan.greatest, true);
    return at;
  }

  #writeObject(
    { keys, values, required, choices }: Plan,
    at: number,
    set: (field: number, value: number) => void,
  ): void {
    const entries = this.#texts(keys, KEY_SIZE);
    for (const [index, name] of keys.entries()) {
      const entry = entries + index * KEY_SIZE;
      this.names.set(entry, name);
      // What comes to a place may move the memory, and has to be there before it is written.
      const value = this.addressOf(values[index] ?? OPEN);
      this.#view.setInt32(entry + 8, value, true);
    }
    set(KEYS_AT, entries);
    set(KEY_COUNT_AT, keys.length);
    // Of each key the one that probably follows, and at the end the one that comes first; learned from the traffic.
    const follows = this.#take((keys.length + 1) * 4);
    for (let index = 0; index <= keys.length; index += 1)
      this.#view.setInt32(follows + index * 4, index === keys.length ? 0 : index + 1, true);
    set(FOLLOWS_AT, follows);
    this.#view.setBigInt64(at + REQUIRED_AT, required, true);
    const words = choices.flatMap((sets) => [BigInt(sets.length), ...sets]);
    if (choices.length > 0) set(CHOICES_AT, this.#words([BigInt(choices.length), ...words]));
  }

  #words(words: readonly bigint[]): number {
    const at = this.#take(words.length * 8);
    for (const [index, word] of words.entries()) this.#view.setBigInt64(at + index * 8, word, true);
    return at;
  }

  #list(plans: readonly Plan[]): number {
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

function bytesOf({ buffer, byteOffset, byteLength }: Uint16Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** What memory is measured in. */
export const PAGE = 65536;

/** A limit beyond this is none. */
const MOST = 0x7fffffff;
