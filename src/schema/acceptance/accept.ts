import { isDateTime } from "../date-time.js";
import { Unjudged } from "../unjudged.js";
import { type ByteText, byteText, standsAt } from "./byte-text.js";
import { KIND, LOW_NAMES, type NameBits, OPEN, type Plan, TEXT } from "./plan.js";
import { afterBlanks, afterDateTime, afterDigits, afterFixed, afterText, endOfPlain } from "./scalar-bytes.js";

/** The content of a JSON string, still escaped; the quotation mark that ends it stands at `end`. */
export type StringContent = { readonly bytes: Buffer; readonly start: number; readonly end: number };

/** Judges a value by the schema at a pointer, where a plan cannot. */
export type SliceJudge = (plan: Plan, value: unknown) => boolean;

/**
 * Whether a text is one value of JSON that the plan has nothing to say of. Says no to much that is fine but unusual: to
 * numbers of more than 15 digits, to escapes such as `\u00e9` where the text matters, to repeated names.
 */
export function accepts(plan: Plan, { bytes, start, end }: StringContent, judge: SliceJudge): boolean {
  // What is compared is compared by words, and the last of them may reach beyond the end.
  if (end + WORD > bytes.length) return false;
  const at = new Reading(bytes, judge).value(plan, afterBlanks(bytes, start), 0);
  return at >= 0 && afterBlanks(bytes, at) === end;
}

/** Each method says where what it reads ends, or -1 to refuse it. */
class Reading {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  readonly #judge: SliceJudge;
  #choices = 0;

  constructor(bytes: Buffer, judge: SliceJudge) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#judge = judge;
  }

  value(plan: Plan, at: number, depth: number): number {
    if (plan.mode !== "plan" && plan.mode !== "open") return this.#apart(plan, at, depth);
    switch (this.#bytes[at]) {
      case 0x5c:
        return (plan.kinds & KIND.string) !== 0 && this.#bytes[at + 1] === 0x22 ? this.#text(plan, at) : -1;
      case 0x7b:
        if ((plan.kinds & KIND.object) === 0 || depth > MAX_DEPTH) return -1;
        return plan.mode === "open" ? this.#openObject(at, depth) : this.#object(plan, at, depth);
      case 0x5b:
        return (plan.kinds & KIND.array) === 0 || depth > MAX_DEPTH ? -1 : this.#array(plan, at, depth);
      case 0x74:
        return this.#literal(plan, at, KIND.true, TRUE);
      case 0x66:
        return this.#literal(plan, at, KIND.false, FALSE);
      case 0x6e:
        return this.#literal(plan, at, KIND.null, NULL);
      default:
        return this.#number(plan, at);
    }
  }

  #literal(plan: Plan, at: number, kind: number, text: ByteText): number {
    return (plan.kinds & kind) !== 0 && standsAt(this.#view, at, text) ? at + text.length : -1;
  }

  #apart(plan: Plan, at: number, depth: number): number {
    // Choices among choices can double at each level. Honest bodies have a few a byte at the most.
    this.#choices += 1;
    if (this.#choices > MAX_CHOICES + 4 * this.#bytes.length) throw new Unjudged("too many choices");
    if (plan.mode === "slice") return this.#slice(plan, at, depth);
    for (const branch of plan.branches) {
      const end = this.value(branch, at, depth);
      if (end >= 0) return end;
    }
    return -1;
  }

  #object(plan: Plan, start: number, depth: number): number {
    const bytes = this.#bytes;
    const { keys, follows } = plan;
    let at = afterBlanks(bytes, start + 1);
    if (bytes[at] === 0x7d) return hasAll(plan, 0, 0) ? at + 1 : -1;
    let [low, high] = [0, 0];
    for (let previous = keys.length; ; ) {
      if (bytes[at] !== 0x5c || bytes[at + 1] !== 0x22) return -1;
      const key = this.#key(plan, previous, at + 2);
      // Of a name that nobody declares only the schemas themselves know whether it may come.
      if (key < 0) return this.#slice(plan, start, depth);
      if (((low & lowBit(key)) | (high & highBit(key))) !== 0) return -1;
      low |= lowBit(key);
      high |= highBit(key);
      follows[previous] = key;
      previous = key;
      at = this.#member(plan, key, at, depth);
      if (at < 0) return -1;
      if (bytes[at] === 0x7d) return hasAll(plan, low, high) ? at + 1 : -1;
      if (bytes[at] !== 0x2c) return -1;
      at = afterBlanks(bytes, at + 1);
    }
  }

  /** From the name of a property to what follows its value. */
  #member({ keys, values }: Plan, key: number, start: number, depth: number): number {
    const bytes = this.#bytes;
    let at = start + 2 + (keys[key]?.length ?? 0);
    if (bytes[at] !== 0x3a) at = afterBlanks(bytes, at);
    if (bytes[at] !== 0x3a) return -1;
    at = this.value(values[key] ?? OPEN, afterBlanks(bytes, at + 1), depth + 1);
    return at < 0 ? -1 : afterBlanks(bytes, at);
  }

  /** The number of the name that stands here; traffic has its names in the same order again and again. */
  #key({ keys, follows }: Plan, previous: number, at: number): number {
    const guess = follows[previous] ?? -1;
    const guessed = keys[guess];
    if (guessed !== undefined && standsAt(this.#view, at, guessed)) return guess;
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index];
      if (key !== undefined && standsAt(this.#view, at, key)) return index;
    }
    return -1;
  }

  #openObject(start: number, depth: number): number {
    const bytes = this.#bytes;
    let at = afterBlanks(bytes, start + 1);
    if (bytes[at] === 0x7d) return at + 1;
    for (;;) {
      if (bytes[at] !== 0x5c || bytes[at + 1] !== 0x22) return -1;
      at = afterText(this.#view, bytes, at + 2);
      if (at < 0) return -1;
      at = afterBlanks(bytes, at);
      if (bytes[at] !== 0x3a) return -1;
      at = this.value(OPEN, afterBlanks(bytes, at + 1), depth + 1);
      if (at < 0) return -1;
      at = afterBlanks(bytes, at);
      if (bytes[at] === 0x7d) return at + 1;
      if (bytes[at] !== 0x2c) return -1;
      at = afterBlanks(bytes, at + 1);
    }
  }

  #array(plan: Plan, start: number, depth: number): number {
    const bytes = this.#bytes;
    const items = plan.items ?? OPEN;
    let at = afterBlanks(bytes, start + 1);
    if (bytes[at] === 0x5d) return plan.minItems > 0 ? -1 : at + 1;
    for (let count = 1; ; count += 1) {
      at = this.value(items, at, depth + 1);
      if (at < 0) return -1;
      at = afterBlanks(bytes, at);
      if (bytes[at] === 0x5d) return count < plan.minItems || count > plan.maxItems ? -1 : at + 1;
      if (bytes[at] !== 0x2c) return -1;
      at = afterBlanks(bytes, at + 1);
    }
  }

  #text(plan: Plan, start: number): number {
    const at = start + 2;
    if (plan.text === TEXT.free) return afterText(this.#view, this.#bytes, at);
    if (plan.text === TEXT.tested) return this.#tested(plan, at);
    for (const text of plan.listed) if (standsAt(this.#view, at, text)) return at + text.length;
    return -1;
  }

  #tested(plan: Plan, at: number): number {
    const { fixed, textTests } = plan;
    const end = fixed === undefined ? endOfPlain(this.#bytes, at) : afterFixed(this.#bytes, at, fixed) - 2;
    if (end < 0) return fixed === undefined ? this.#slice(plan, at - 2, 0) : -1;
    if (end - at < plan.minLength || end - at > plan.maxLength) return -1;
    if (textTests.length === 0 && !plan.isDateTime) return end + 2;
    const isDated = plan.isDateTime && afterDateTime(this.#bytes, at) === end + 2;
    if (isDated && textTests.length === 0) return end + 2;
    const text = this.#bytes.toString("latin1", at, end);
    if (plan.isDateTime && !isDated && !isDateTime(text)) return -1;
    for (const test of textTests) if (!test(text)) return -1;
    return end + 2;
  }

  /** A number of so few digits that a double holds it as it is written. */
  #number(plan: Plan, start: number): number {
    const bytes = this.#bytes;
    const whole = bytes[start] === 0x2d ? start + 1 : start;
    const point = afterDigits(bytes, whole);
    if (point === whole || (point > whole + 1 && bytes[whole] === 0x30)) return -1;
    const isFraction = bytes[point] === 0x2e;
    const at = isFraction ? afterDigits(bytes, point + 1) : point;
    if (at === point + 1 || (plan.kinds & (isFraction ? KIND.fraction : KIND.integer)) === 0) return -1;
    // A negative zero is one more thing that is unusual.
    if (at - whole > 15 || isExponent(bytes[at])) return -1;
    if (bytes[start] === 0x2d && bytes[whole] === 0x30 && !isFraction) return -1;
    if (plan.numberTests.length === 0) return at;
    const value = Number(bytes.toString("latin1", start, at));
    for (const test of plan.numberTests) if (!test(value)) return -1;
    return at;
  }

  /** Takes the value out and has it judged by its schema. */
  #slice(plan: Plan, start: number, depth: number): number {
    if (plan.pointer === undefined) return -1;
    const end = this.value(OPEN, start, depth);
    if (end < 0) return -1;
    const text = JSON.parse(`"${this.#bytes.toString("utf8", start, end)}"`) as string;
    return this.#judge(plan, JSON.parse(text)) ? end : -1;
  }
}

function lowBit(key: number): number {
  return key < LOW_NAMES ? 1 << key : 0;
}

function highBit(key: number): number {
  return key < LOW_NAMES ? 0 : 1 << (key - LOW_NAMES);
}

function hasAll({ required, choices }: Plan, low: number, high: number): boolean {
  return contains(required, low, high) && choices.every((sets) => sets.some((set) => contains(set, low, high)));
}

function contains(wanted: NameBits, low: number, high: number): boolean {
  return (wanted.low & low) === wanted.low && (wanted.high & high) === wanted.high;
}

function isExponent(byte: number | undefined): boolean {
  return byte === 0x65 || byte === 0x45;
}

const TRUE = byteText(Buffer.from("true"));
const FALSE = byteText(Buffer.from("false"));
const NULL = byteText(Buffer.from("null"));

/** Far fewer than a stack holds, and more than a body has that somebody wrote on purpose. */
const MAX_DEPTH = 100;

const WORD = 4;

const MAX_CHOICES = 10_000;
