/**
 * Text without card numbers and EMV data: of a number are left its first 6 and last 4 digits, which the contract shows too
 * (PCI DSS 4.0, requirement 3.4.1). A number has 13 to 19 digits, begins as those of the card schemes do, and has the
 * right check digit.
 *
 * A JSON text stays one with the same types: digits that are no whole text become zeros, and EMV data stays hexadecimal.
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
// What follows a percent-encoded character stands for itself; part of a fraction is no card number.
const CARD_DIGITS = /(?:(?<=%[0-9a-f]{2})|(?<![\d%]|%[0-9a-f]|\d\.))[2-6]\d{12,18}(?!\d|\.\d)/gi;
// As they are embossed: four groups of four.
const CARD_GROUPS = /(?<!\d)[2-6]\d{3}(?:(?:[ +-]|%20)\d{4}){3}(?!\d)/g;

/** What separates the groups stays, a percent-encoded space too. */
function maskGroups(number: string): string {
  let place = 0;
  return number.replace(/%20|\d/g, (piece) => {
    if (piece === "%20") return piece;
    place += 1;
    return place > 6 && place <= 12 ? "0" : piece;
  });
}

/** By the Luhn formula (ISO/IEC 7812-1, annex B). */
function isCardNumber(number: string): boolean {
  let sum = 0;
  for (let place = 1; place <= number.length; place += 1) {
    const digit = Number(number[number.length - place]) * (place % 2 === 0 ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}
