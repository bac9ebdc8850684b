/** What no reader sees, or sees in another order: controls, marks of direction, halves of a pair, what XML has no place for. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu;

/** A text with everything invisible written out as an escape, on one line. */
export function escapeControl(text: string): string {
  return text.replaceAll(INVISIBLE, escapeCharacter);
}

/** The same over several lines: tabs and ends of lines stay. */
export function escapeControlLines(text: string): string {
  return text.replaceAll(INVISIBLE, (char) => (char === "\n" || char === "\t" ? char : escapeCharacter(char)));
}

function escapeCharacter(char: string): string {
  const code = (char.codePointAt(0) ?? 0).toString(16);
  return char.length > 1 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}
