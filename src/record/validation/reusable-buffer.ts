/** Memory that texts are turned into bytes in, one after the other, for each new buffer would stay until it is collected. */
export class ReusableBuffer {
  #bytes = Buffer.alloc(0);

  /** The text in UTF-8, until the next one; behind it stand bytes that mean nothing. */
  write(text: string): { readonly bytes: Buffer; readonly length: number } {
    const needed = text.length * MAX_BYTES_PER_CHARACTER + PADDING;
    if (needed > MAX_BUFFER_BYTES) {
      const bytes = Buffer.from(`${text}${" ".repeat(PADDING)}`);
      return { bytes, length: bytes.length - PADDING };
    }
    if (needed > this.#bytes.length) this.#bytes = Buffer.alloc(Math.min(MAX_BUFFER_BYTES, needed * 2));
    return { bytes: this.#bytes, length: this.#bytes.write(text) };
  }
}

/** Of a character, as texts count them, in UTF-8. */
const MAX_BYTES_PER_CHARACTER = 3;
/** Whoever reads bytes by words may look a little beyond their end. */
const PADDING = 8;
const MAX_BUFFER_BYTES = 4 * 1024 * 1024;
