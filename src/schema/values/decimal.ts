/** A decimal number as it was written, without zeros that say nothing: `digits` times ten to the power of `exponent`. */
export type Decimal = { readonly negative: boolean; readonly digits: string; readonly exponent: number };

/** The decimal that a JSON number stands for; of a double, the shortest that it is written as. */
export function parseDecimal(text: string): Decimal {
  const [mantissa = "", power = "0"] = text.toLowerCase().split("e");
  const negative = mantissa.startsWith("-");
  const [whole = "", fraction = ""] = mantissa.slice(negative ? 1 : 0).split(".");
  const written = whole + fraction;
  let end = written.length;
  while (end > 0 && written[end - 1] === "0") end -= 1;
  let start = 0;
  while (start < end && written[start] === "0") start += 1;
  if (start === end) return { negative: false, digits: "", exponent: 0 };
  const exponent = Number(power) - fraction.length + written.length - end;
  return { negative, digits: written.slice(start, end), exponent };
}

/** Below zero, zero or above, as one decimal is less than another, equal or greater; never by writing out a power. */
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

/** Whether one decimal is a multiple of another, in steps that grow with the digits that were written. */
export function isMultipleOfDecimal(value: Decimal, divisor: Decimal): boolean {
  if (value.digits === "") return true;
  if (divisor.digits === "") return false;
  const shift = value.exponent - divisor.exponent;
  // The last digit is not a zero, so no power of ten divides what was written.
  if (shift < 0) return false;
  const modulus = BigInt(divisor.digits);
  return (computeRemainder(value.digits, modulus) * computePowerOfTen(shift, modulus)) % modulus === 0n;
}

function getSign({ negative, digits }: Decimal): number {
  if (digits === "") return 0;
  return negative ? -1 : 1;
}

/** So many digits at once as make a whole number that is exact. */
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
  // Beyond this no double tells one exponent from the next.
  for (let rest = BigInt(Math.min(exponent, Number.MAX_SAFE_INTEGER)); rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
