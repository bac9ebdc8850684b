/** What no reader sees, or sees in another order: controls, marks of direction, halves of a pair, what XML has no place for. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu;

/** A text with everything invisible written out as an escape, on one line. */
export function visible(text: string): string {
  return text.replaceAll(UNSEEN, escaped);
}

/** The same over several lines: tabs and ends of lines stay. */
export function visibleLines(text: string): string {
  return text.replaceAll(UNSEEN, (char) => (char === "\n" || char === "\t" ? char : escaped(char)));
}

function escaped(char: string): string {
  const code = (char.codePointAt(0) ?? 0).toString(16);
  return char.length > 1 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}
