/** Memory that texts are turned into bytes in, one after the other, for each new buffer would stay until it is collected. */
export class Scratch {
  #bytes = Buffer.alloc(0);

  /** The text in UTF-8, until the next one; behind it stand bytes that mean nothing. */
  write(text: string): { readonly bytes: Buffer; readonly length: number } {
    const needed = text.length * MOST_BYTES + BEHIND;
    if (needed > LARGEST) {
      const bytes = Buffer.from(`${text}${" ".repeat(BEHIND)}`);
      return { bytes, length: bytes.length - BEHIND };
    }
    if (needed > this.#bytes.length) this.#bytes = Buffer.alloc(Math.min(LARGEST, needed * 2));
    return { bytes: this.#bytes, length: this.#bytes.write(text) };
  }
}

/** Of a character, as texts count them, in UTF-8. */
const MOST_BYTES = 3;
/** Whoever reads bytes by words may look a little beyond their end. */
const BEHIND = 8;
const LARGEST = 4 * 1024 * 1024;
