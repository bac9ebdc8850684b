import { type FixedPattern, fits } from "./fixed-pattern.js";

/**
 * Scalars of JSON inside the content of a JSON string, as a HAR holds a body: a quotation mark is `\"` there, and an
 * escape `\n` is `\\n`.
 *
 * Each function says where what it reads ends, or -1 when it is not what is asked for or not written plainly. None looks
 * for the end of the bytes: a bare quotation mark stands there, at which everything stops.
 */

/** Bytes that stand for themselves in a text: all but quotation marks, backslashes and control characters. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => (byte >= 0x20 && byte !== 0x22 && byte !== 0x5c ? 1 : 0));

/** The letters after a backslash that make one character: `b f n r t` and the slash. */
const LETTERS = Uint8Array.from({ length: 256 }, (_, byte) => ("bfnrt/".includes(String.fromCharCode(byte)) ? 1 : 0));

/** Passes over blanks, of which line breaks and tabs are escapes. */
export function afterBlanks(bytes: Buffer, start: number): number {
  let at = start;
  for (;;) {
    const byte = bytes[at];
    if (byte === 0x20) at += 1;
    else if (byte === 0x5c && isBlankLetter(bytes[at + 1])) at += 2;
    else return at;
  }
}

function isBlankLetter(byte: number | undefined): boolean {
  return byte === 0x6e || byte === 0x72 || byte === 0x74;
}

/** Where a text ends whose first character is at `start`: behind its closing mark. */
export function afterText(view: DataView, bytes: Buffer, start: number): number {
  let at = start;
  for (;;) {
    while (isPlainWord(view.getInt32(at, true))) at += 4;
    while (PLAIN[bytes[at] ?? 0] === 1) at += 1;
    if (bytes[at] !== 0x5c) return -1;
    const next = bytes[at + 1];
    if (next === 0x22) return at + 2;
    // A slash may be escaped in the outer text as well.
    if (next === 0x2f) at += 2;
    else if (next === 0x5c) {
      const length = escapeLength(bytes, at + 2);
      if (length < 0) return -1;
      at += 2 + length;
    } else return -1;
  }
}

/** Whether none of four bytes is a quotation mark, a backslash or a control character; no may be a false alarm. */
function isPlainWord(word: number): boolean {
  const quote = word ^ 0x22222222;
  const slash = word ^ 0x5c5c5c5c;
  const found = ((quote - 0x01010101) & ~quote) | ((slash - 0x01010101) & ~slash) | ((word - 0x20202020) & ~word);
  return (found & 0x80808080) === 0;
}

/** What follows the backslash of the inner text. */
function escapeLength(bytes: Buffer, at: number): number {
  const letter = bytes[at] ?? 0;
  if (LETTERS[letter] === 1) return 1;
  const escaped = bytes[at + 1];
  return letter === 0x5c && (escaped === 0x22 || escaped === 0x5c) ? 2 : -1;
}

/** Where a text of plain ASCII ends, before its closing mark. */
export function endOfPlain(bytes: Buffer, start: number): number {
  let at = start;
  for (;;) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80 || PLAIN[byte] === 0) break;
    at += 1;
  }
  return bytes[at] === 0x5c && bytes[at + 1] === 0x22 ? at : -1;
}

/** Where a text of one length ends, behind its closing mark. */
export function afterFixed(bytes: Buffer, start: number, pattern: FixedPattern): number {
  if (!fits(bytes, start, pattern)) return -1;
  const end = start + pattern.places.length;
  return bytes[end] === 0x5c && bytes[end + 1] === 0x22 ? end + 2 : -1;
}

/** `2026-01-31T12:00:00Z`, with or without a fraction; what stands on the last days of a month is left to others. */
export function afterDateTime(bytes: Buffer, start: number): number {
  const month = twoDigits(bytes, start + 5);
  const day = twoDigits(bytes, start + 8);
  const isDate = twoDigits(bytes, start) >= 0 && twoDigits(bytes, start + 2) >= 0 && month >= 1 && month <= 12;
  if (!isDate || day < 1 || day > 28 || bytes[start + 4] !== 0x2d || bytes[start + 7] !== 0x2d) return -1;
  const hour = twoDigits(bytes, start + 11);
  const minute = twoDigits(bytes, start + 14);
  const second = twoDigits(bytes, start + 17);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return -1;
  if (bytes[start + 10] !== 0x54 || bytes[start + 13] !== 0x3a || bytes[start + 16] !== 0x3a) return -1;
  let at = start + 19;
  if (bytes[at] === 0x2e) {
    at += 1;
    const digits = afterDigits(bytes, at);
    if (digits === at) return -1;
    at = digits;
  }
  return bytes[at] === 0x5a && bytes[at + 1] === 0x5c && bytes[at + 2] === 0x22 ? at + 3 : -1;
}

function twoDigits(bytes: Buffer, at: number): number {
  const tens = (bytes[at] ?? 0) - 0x30;
  const ones = (bytes[at + 1] ?? 0) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1000;
}

export function afterDigits(bytes: Buffer, start: number): number {
  let at = start;
  while (isDigit(bytes[at])) at += 1;
  return at;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}
