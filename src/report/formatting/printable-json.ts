/** A value as JSON in which every character can be seen, for a terminal may be what reads it. It says what it would have said. */
export function stringifyPrintable(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replaceAll(INVISIBLE, escapeCharacters);
}

// What is below a blank JSON escapes by itself, but for the ends of its own lines.
const INVISIBLE = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]/gu;

function escapeCharacters(char: string): string {
  return [...Array(char.length).keys()]
    .map((index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, "0")}`)
    .join("");
}
