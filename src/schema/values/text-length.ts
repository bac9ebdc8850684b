/** The number of characters, each of which is one or two units of UTF-16. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) !== 0xd800 || (text.charCodeAt(at + 1) & 0xfc00) !== 0xdc00) continue;
    count -= 1;
    at += 1;
  }
  return count;
}

/** Whether a text has at least so many characters; nearly always its length in units decides. */
export function hasAtLeast(text: string, limit: number): boolean {
  return text.length >= limit && (text.length >= 2 * limit || countCharacters(text) >= limit);
}

/** Whether a text has at most so many characters; nearly always its length in units decides. */
export function hasAtMost(text: string, limit: number): boolean {
  return text.length <= limit || (text.length <= 2 * limit && countCharacters(text) <= limit);
}
