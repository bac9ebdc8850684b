/** A buffer for encoding texts, reused because allocating a large one takes longer than filling it. */
export class ReusableBuffer {
  #memory = Buffer.alloc(0);

  /** Encodes the text as UTF-8. The bytes are valid until the next call. */
  write(text: string): Buffer {
    const needed = text.length * MAX_BYTES_PER_CHARACTER;
    if (needed > MAX_BUFFER_BYTES) return Buffer.from(text);
    if (needed > this.#memory.length) this.#memory = Buffer.alloc(Math.min(MAX_BUFFER_BYTES, needed * 2));
    return this.#memory.subarray(0, this.#memory.write(text));
  }
}

/** UTF-8 bytes of a UTF-16 code unit. */
const MAX_BYTES_PER_CHARACTER = 3;
const MAX_BUFFER_BYTES = 4 * 1024 * 1024;
