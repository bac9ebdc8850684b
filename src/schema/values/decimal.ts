/** A decimal number without insignificant zeros: `digits` times ten to the power of `exponent`. */
export type Decimal = { readonly negative: boolean; readonly digits: string; readonly exponent: number };

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
