/** Serializes a value as JSON and escapes invisible characters, because a terminal can interpret them. */
export function stringifyPrintable(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(INVISIBLE, escapeCharacters);
}

// JSON escapes the characters below U+0020 itself, except the line breaks of its indentation.
const INVISIBLE = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu;

function escapeCharacters(char: string): string {
  return [...Array(char.length).keys()]
    .map((index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, "0")}`)
    .join("");
}
