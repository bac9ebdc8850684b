/** The number of Unicode code points, each of which is one or two UTF-16 units. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) !== 0xd800 || (text.charCodeAt(at + 1) & 0xfc00) !== 0xdc00) continue;
    count -= 1;
    at += 1;
  }
  return count;
}

/** Whether a text has at least `limit` characters; its length in UTF-16 units nearly always decides. */
export function hasAtLeast(text: string, limit: number): boolean {
  return text.length >= limit && (text.length >= 2 * limit || countCharacters(text) >= limit);
}

/** Whether a text has at most `limit` characters; its length in UTF-16 units nearly always decides. */
export function hasAtMost(text: string, limit: number): boolean {
  return text.length <= limit || (text.length <= 2 * limit && countCharacters(text) <= limit);
}
