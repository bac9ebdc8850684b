import { compareDecimals, type Decimal, isMultipleOfDecimal, isWholeDecimal, parseDecimal } from "./decimal.js";

/**
 * A number that no double represents: beyond 2 ** 53, with more digits than a double keeps, or too large for one.
 *
 * Code that does not know this class sees the nearest double. Ajv never does: the interpreter validates values with one.
 */
export class ExactNumber extends Number {
  /** Normalized, so that a deep comparison of equal numbers succeeds. */
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

/** Parses a number: a double if that represents it, which is nearly always. */
export function parseNumber(text: string): number | ExactNumber {
  const double = Number(text);
  return text.length < 16 && !/e[+-]?\d{3}/i.test(text) ? double : toExactUnlessSame(text, double);
}

function toExactUnlessSame(text: string, double: number): number | ExactNumber {
  if (Math.abs(double) <= Number.MAX_SAFE_INTEGER && String(double) === text) return double;
  const exact = new ExactNumber(text);
  if (!Number.isFinite(double)) return exact;
  if (Math.abs(double) > Number.MAX_SAFE_INTEGER && exact.decimal.digits.length > 15) return exact;
  return compareDecimals(exact.decimal, parseDecimal(String(double))) === 0 ? double : exact;
}

/** Whether a double may have lost precision when it was parsed. */
export function canBeInexact(value: number): boolean {
  return !Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER || String(value).length > 16;
}

export function isNumber(value: unknown): value is number | ExactNumber {
  return typeof value === "number" || value instanceof ExactNumber;
}

export function isWholeNumber(value: number | ExactNumber): boolean {
  return typeof value === "number" ? Number.isInteger(value) : isWholeDecimal(value.decimal);
}

/** Compares a value with a limit. A double is compared as a double, because its source had no more precision. */
export function compareNumbers(value: number | ExactNumber, limit: number | ExactNumber): number {
  if (typeof value === "number") return value - Number(limit);
  return compareDecimals(value.decimal, toDecimal(limit));
}

export function isExactMultiple(value: ExactNumber, divisor: number | ExactNumber): boolean {
  return isMultipleOfDecimal(value.decimal, toDecimal(divisor));
}

function toDecimal(value: number | ExactNumber): Decimal {
  if (typeof value !== "number") return value.decimal;
  // An infinite bound was written with an exponent that no double represents.
  return parseDecimal(Number.isFinite(value) ? String(value) : `${value < 0 ? "-" : ""}1e309`);
}

/** The arrays and objects that contain an exact number at any depth. */
const exactHolders = new WeakSet<object>();

/** Whether a value is or contains an exact number. */
export function hasExactNumber(value: unknown): boolean {
  return typeof value === "object" && value !== null && (value instanceof ExactNumber || exactHolders.has(value));
}

/** Records whether a value contains exact numbers. Its children must be scalars or recorded already. */
export function trackExactNumbers<T extends object>(value: T): T {
  if (Object.values(value).some(hasExactNumber)) exactHolders.add(value);
  return value;
}
