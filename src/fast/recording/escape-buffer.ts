/** A buffer for escaping texts, reused because allocating a large one takes longer than filling it. */
export class EscapeBuffer {
  #memory = Buffer.alloc(0);

  /**
   * Returns a UTF-8 text as the content of a JSON string, as `JSON.stringify` escapes it, until the next call. Returns undefined if it
   * contains control characters, which JSON texts do not.
   */
  escape(text: Uint8Array): Buffer | undefined {
    const needed = text.length * 2;
    const memory = needed <= this.#memory.length ? this.#memory : Buffer.allocUnsafeSlow(needed);
    if (needed <= MAX_BUFFER_BYTES) this.#memory = memory;
    let end = 0;
    for (let at = 0; at < text.length; at += 1) {
      const byte = text[at] ?? 0;
      const follower = ESCAPES[byte];
      if (follower === CONTROL) return undefined;
      if (follower !== 0) memory[end++] = BACKSLASH;
      memory[end++] = follower || byte;
    }
    return memory.subarray(0, end);
  }
}

const CONTROL = 1;
const BACKSLASH = 0x5c;
/** The character after the backslash for each byte that is escaped. */
const ESCAPES = new Uint8Array(256).fill(CONTROL, 0, 0x20);
for (const [index, character] of [...'\t\n\r"\\'].entries())
  ESCAPES[character.charCodeAt(0)] = 'tnr"\\'.charCodeAt(index);
const MAX_BUFFER_BYTES = 4 * 1024 * 1024;
