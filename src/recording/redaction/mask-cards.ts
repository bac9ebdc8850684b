/**
 * Masks card numbers and EMV data in a text. The first 6 and last 4 digits of a number remain, which the spec shows too
 * (PCI DSS 4.0, requirement 3.4.1). A card number has 13 to 19 digits, a prefix of a card scheme and a valid check
 * digit.
 *
 * JSON stays valid with the same types: digits that are not a complete string become zeros, and EMV data stays
 * hexadecimal.
 */
export function maskCardNumbers(text: string): string {
  return text
    .replace(EMV_TAGS, (_, name: string, tags: string) => name + tags.replace(/(:\s*)"[^"]*"/g, '$1"00"'))
    .replace(CARD_GROUPS, (number: string) =>
      isCardNumber(number.replace(/%20|\D/g, "")) ? maskGroups(number) : number,
    )
    .replace(CARD_DIGITS, (number: string, offset: number, whole: string) => {
      if (!isCardNumber(number)) return number;
      const mask = whole[offset - 1] === '"' && whole[offset + number.length] === '"' ? "*" : "0";
      return number.slice(0, 6) + mask.repeat(number.length - 10) + number.slice(-4);
    });
}

const EMV_TAGS = /("emvTags"\s*:\s*)(\{[^{}]*\})/g;
// Digits right after a percent-encoded character can be a card number; digits of a fraction cannot.
const CARD_DIGITS = /(?:(?<=%[0-9a-f]{2})|(?<![\d%]|%[0-9a-f]|\d\.))[2-6]\d{12,18}(?!\d|\.\d)/gi;
// Four groups of four digits, as embossed on cards.
const CARD_GROUPS = /(?<!\d)[2-6]\d{3}(?:(?:[ +-]|%20)\d{4}){3}(?!\d)/g;

/** Keeps the separators between the groups, including percent-encoded spaces. */
function maskGroups(number: string): string {
  let position = 0;
  return number.replace(/%20|\d/g, (piece) => {
    if (piece === "%20") return piece;
    position += 1;
    return position > 6 && position <= 12 ? "0" : piece;
  });
}

/** Checks the check digit with the Luhn formula (ISO/IEC 7812-1, annex B). */
function isCardNumber(number: string): boolean {
  let sum = 0;
  for (let position = 1; position <= number.length; position += 1) {
    const digit = Number(number[number.length - position]) * (position % 2 === 0 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}
