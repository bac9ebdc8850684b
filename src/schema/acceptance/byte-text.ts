/** Bytes to be found in others, four at a time: comparing one by one would take most of the time of reading a body. */
export type ByteText = {
  readonly length: number;
  readonly words: Int32Array;
  /** Which bits of the last word count. */
  readonly mask: number;
};

export function byteText(bytes: Uint8Array): ByteText {
  const words = new Int32Array(Math.max(1, Math.ceil(bytes.length / 4)));
  for (const [index, byte] of bytes.entries())
    words[index >> 2] = (words[index >> 2] ?? 0) | (byte << ((index & 3) * 8));
  const rest = bytes.length - (words.length - 1) * 4;
  return { length: bytes.length, words, mask: rest >= 4 ? -1 : (1 << (rest * 8)) - 1 };
}

/** Whether a text stands at a place; there have to be four bytes behind whatever ends it. */
export function standsAt(view: DataView, start: number, { words, mask }: ByteText): boolean {
  const last = words.length - 1;
  let at = start;
  for (let index = 0; index < last; index += 1, at += 4) if (view.getInt32(at, true) !== words[index]) return false;
  return (view.getInt32(at, true) & mask) === words[last];
}
