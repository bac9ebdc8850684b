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

/** Whether a value is or contains an exact number. */
export function hasExactNumber(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return value instanceof ExactNumber || Object.values(value).some(hasExactNumber);
}

/** A decimal number without insignificant zeros: `digits` times ten to the power of `exponent`. */
type Decimal = { readonly negative: boolean; readonly digits: string; readonly exponent: number };

/** Parses the text of a JSON number. */
export function parseDecimal(text: string): Decimal {
  const [mantissa = "", power = "0"] = text.toLowerCase().split("e");
  const negative = mantissa.startsWith("-");
  const [whole = "", fraction = ""] = mantissa.slice(negative ? 1 : 0).split(".");
  const allDigits = whole + fraction;
  let end = allDigits.length;
  while (end > 0 && allDigits[end - 1] === "0") end -= 1;
  let start = 0;
  while (start < end && allDigits[start] === "0") start += 1;
  if (start === end) return { negative: false, digits: "", exponent: 0 };
  const exponent = Number(power) - fraction.length + allDigits.length - end;
  return { negative, digits: allDigits.slice(start, end), exponent };
}

/** Returns a negative number, zero or a positive number. Large exponents are compared without expanding them. */
export function compareDecimals(one: Decimal, other: Decimal): number {
  const sign = getSign(one);
  if (sign !== getSign(other)) return sign - getSign(other);
  const size = one.digits.length + one.exponent - (other.digits.length + other.exponent);
  if (size !== 0) return sign * size;
  if (one.digits === other.digits) return 0;
  return one.digits < other.digits ? -sign : sign;
}

export function isWholeDecimal({ exponent }: Decimal): boolean {
  return exponent >= 0;
}

/** Whether one decimal is a multiple of another. The time depends on the number of digits, not on the exponents. */
export function isMultipleOfDecimal(value: Decimal, divisor: Decimal): boolean {
  if (value.digits === "") return true;
  if (divisor.digits === "") return false;
  const shift = value.exponent - divisor.exponent;
  // The last digit is not zero, so no power of ten divides `digits`.
  if (shift < 0) return false;
  const modulus = BigInt(divisor.digits);
  return (computeRemainder(value.digits, modulus) * computePowerOfTen(shift, modulus)) % modulus === 0n;
}

function getSign({ negative, digits }: Decimal): number {
  if (digits === "") return 0;
  return negative ? -1 : 1;
}

/** The number of digits that always fit a safe integer. */
const CHUNK_DIGITS = 15;

function computeRemainder(digits: string, modulus: bigint): bigint {
  let rest = 0n;
  for (let at = 0; at < digits.length; at += CHUNK_DIGITS) {
    const chunk = digits.slice(at, at + CHUNK_DIGITS);
    rest = (rest * 10n ** BigInt(chunk.length) + BigInt(chunk)) % modulus;
  }
  return rest;
}

function computePowerOfTen(exponent: number, modulus: bigint): bigint {
  let result = 1n % modulus;
  let square = 10n % modulus;
  // A double does not distinguish larger exponents from their neighbours.
  for (let rest = BigInt(Math.min(exponent, Number.MAX_SAFE_INTEGER)); rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

/** Whether a value equals a value of the schema; the order of properties does not matter. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (one instanceof ExactNumber || other instanceof ExactNumber)
    return isNumber(one) && isNumber(other) && compareNumbers(other, one) === 0;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(getProperty(one, name), getProperty(other, name)))
  );
}

function getProperty(object: object, name: string): unknown {
  return (object as Readonly<Record<string, unknown>>)[name];
}

/** The index `i` of the first item that equals an earlier item `j`, found in one pass; undefined if all items differ. */
export function findRepeatedItem(items: readonly unknown[]): { readonly i: number; readonly j: number } | undefined {
  const scalars = new Map<unknown, number>();
  const composed = new Map<string, number>();
  for (const [i, item] of items.entries()) {
    const isComposed = typeof item === "object" && item !== null;
    const text = isComposed ? toCanonicalJson(item) : "";
    const j = isComposed ? composed.get(text) : scalars.get(item);
    if (j !== undefined) return { i, j };
    if (isComposed) composed.set(text, i);
    else scalars.set(item, i);
  }
  return undefined;
}

/** JSON with sorted property names, so that equal values have equal text. */
function toCanonicalJson(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  if (Array.isArray(value)) return `[${value.map(toCanonicalJson).join()}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${toCanonicalJson(getProperty(value, name))}`).join()}}`;
}

/**
 * Whether a number is a multiple of another in decimal notation: 19.99 is a multiple of 0.01, although the doubles are not.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2.1
 */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  if (!Number.isFinite(value) || !Number.isFinite(divisor)) return false;
  return isMultipleOfDecimal(parseDecimal(String(value)), parseDecimal(String(divisor)));
}

/** The number of Unicode code points, each of which is one or two UTF-16 units. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) !== 0xd800 || (text.charCodeAt(at + 1) & 0xfc00) !== 0xdc00) continue;
    count -= 1;
    at += 1;
  }
  return count;
}

/** Whether a text has at least `limit` characters; its length in UTF-16 units nearly always decides. */
export function hasAtLeast(text: string, limit: number): boolean {
  return text.length >= limit && (text.length >= 2 * limit || countCharacters(text) >= limit);
}

/** Whether a text has at most `limit` characters; its length in UTF-16 units nearly always decides. */
export function hasAtMost(text: string, limit: number): boolean {
  return text.length <= limit || (text.length <= 2 * limit && countCharacters(text) <= limit);
}

/** The JSON Schema type of a value. */
export function getJsonTypeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isNumber(value)) return isWholeNumber(value) ? "integer" : "number";
  return typeof value;
}

export function includesAnyType(types: readonly string[], ...wanted: readonly string[]): boolean {
  return wanted.some((type) => types.includes(type));
}
