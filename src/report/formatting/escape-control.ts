/** Invisible characters: controls, direction marks, unpaired surrogates, and characters that XML forbids. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu;

/** Escapes invisible characters, including line breaks. */
export function escapeControl(text: string): string {
  return text.replaceAll(INVISIBLE, escapeCharacter);
}

/** Escapes invisible characters except tabs and line breaks. */
export function escapeControlLines(text: string): string {
  return text.replaceAll(INVISIBLE, (char) => (char === "\n" || char === "\t" ? char : escapeCharacter(char)));
}

function escapeCharacter(char: string): string {
  const code = (char.codePointAt(0) ?? 0).toString(16);
  return char.length > 1 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}
