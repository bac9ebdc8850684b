/**
 * Whether a number is a multiple of another in decimal notation: 19.99 is a multiple of 0.01, although the doubles are not.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2.1
 */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0;
  if (!Number.isFinite(value) || !Number.isFinite(divisor)) return false;
  const [digits, exponent] = toDigitsAndExponent(value);
  const [divisorDigits, divisorExponent] = toDigitsAndExponent(divisor);
  const shift = exponent - divisorExponent;
  // Scale both to integers of the smaller unit. A double represents powers of ten exactly up to 10 ** 22.
  const scale = Math.abs(shift) <= 22 ? 10 ** Math.abs(shift) : Number.POSITIVE_INFINITY;
  const scaled = shift >= 0 ? digits * scale : digits;
  const scaledDivisor = shift >= 0 ? divisorDigits : divisorDigits * scale;
  if (Number.isSafeInteger(scaled) && Number.isSafeInteger(scaledDivisor)) return scaled % scaledDivisor === 0;
  const power = 10n ** BigInt(Math.abs(shift));
  return shift >= 0
    ? (BigInt(digits) * power) % BigInt(divisorDigits) === 0n
    : BigInt(digits) % (BigInt(divisorDigits) * power) === 0n;
}

/** The shortest decimal for a double, as digits times a power of ten: 0.07 is 7 and -2. */
function toDigitsAndExponent(value: number): [digits: number, exponent: number] {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return [Number(whole + fraction), Number(exponent) - fraction.length];
}
