/** Memory that texts are turned into bytes in, one after the other, for each new buffer would stay until it is collected. */
export class Scratch {
  #bytes = Buffer.alloc(0);

  /** The text in UTF-8, until the next one; behind it stand bytes that mean nothing. */
  write(text: string): { readonly bytes: Buffer; readonly length: number } {
    const needed = Buffer.byteLength(text) + BEHIND;
    if (needed > LARGEST)
      return { bytes: Buffer.concat([Buffer.from(text), Buffer.alloc(BEHIND)]), length: needed - BEHIND };
    if (needed > this.#bytes.length) this.#bytes = Buffer.alloc(needed * 2);
    return { bytes: this.#bytes, length: this.#bytes.write(text) };
  }
}

/** Whoever reads bytes by words may look a little beyond their end. */
const BEHIND = 8;
const LARGEST = 4 * 1024 * 1024;
