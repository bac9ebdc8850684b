/** A buffer for encoding texts, reused to avoid garbage. */
export class ReusableBuffer {
  #bytes = Buffer.alloc(0);

  /** Encodes the text as UTF-8. The bytes are valid until the next call; bytes after `length` are undefined. */
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

/** UTF-8 bytes of a UTF-16 code unit. */
const MAX_BYTES_PER_CHARACTER = 3;
/** Validators that read several bytes at a time can read past the end. */
const PADDING = 8;
const MAX_BUFFER_BYTES = 4 * 1024 * 1024;
