import { compareDecimals, type Decimal, isMultipleOfDecimal, isWholeDecimal, parseDecimal } from "./decimal.js";

/**
 * A number of which no double tells everything: beyond 2 ** 53, with more digits than a double keeps, or too large for one.
 *
 * To whoever does not know of it, it is the nearest double. Ajv never sees one: values that hold one are judged by the
 * interpreter.
 */
export class ExactNumber extends Number {
  /** Without signs of how it was written, so that equal numbers are equal as objects are. */
  readonly decimal: Decimal;
  readonly #text: string;

  constructor(text: string) {
    super(text);
    this.#text = text;
    this.decimal = parseDecimal(text);
  }

  override toString(): string {
    return this.#text;
  }
}

/** A number as it was written: a double where that tells everything, which is nearly always. */
export function parseNumber(text: string): number | ExactNumber {
  const double = Number(text);
  return text.length < 16 && !/e[+-]?\d{3}/i.test(text) ? double : toExactUnlessSame(text, double);
}

function toExactUnlessSame(text: string, double: number): number | ExactNumber {
  const exact = new ExactNumber(text);
  if (!Number.isFinite(double)) return exact;
  if (Math.abs(double) > Number.MAX_SAFE_INTEGER && exact.decimal.digits.length > 15) return exact;
  return compareDecimals(exact.decimal, parseDecimal(String(double))) === 0 ? double : exact;
}

/** Whether a double may not be all that was written where it comes from. */
export function canBeInexact(value: number): boolean {
  return !Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER || String(value).length > 16;
}

export function isNumber(value: unknown): value is number | ExactNumber {
  return typeof value === "number" || value instanceof ExactNumber;
}

export function isWholeNumber(value: number | ExactNumber): boolean {
  return typeof value === "number" ? Number.isInteger(value) : isWholeDecimal(value.decimal);
}

/**
 * Compares a value with a limit. A value that is a double is compared as one: whoever made it had no more to give.
 */
export function compareNumbers(value: number | ExactNumber, limit: number | ExactNumber): number {
  if (typeof value === "number") return value - Number(limit);
  return compareDecimals(value.decimal, toDecimal(limit));
}

export function isExactMultiple(value: ExactNumber, divisor: number | ExactNumber): boolean {
  return isMultipleOfDecimal(value.decimal, toDecimal(divisor));
}

function toDecimal(value: number | ExactNumber): Decimal {
  if (typeof value !== "number") return value.decimal;
  // A bound that is infinite was written with a power that no double holds.
  return parseDecimal(Number.isFinite(value) ? String(value) : `${value < 0 ? "-" : ""}1e309`);
}

/** Every array and object with an exact number in it, at any depth. */
const exactHolders = new WeakSet<object>();

/** Whether a value is, or has in it, a number of which no double tells everything. */
export function hasExactNumber(value: unknown): boolean {
  return typeof value === "object" && value !== null && (value instanceof ExactNumber || exactHolders.has(value));
}

/** Takes note of what holds exact numbers; its children are noted already, or are scalars. */
export function trackExactNumbers<T extends object>(value: T): T {
  if (Object.values(value).some(hasExactNumber)) exactHolders.add(value);
  return value;
}
