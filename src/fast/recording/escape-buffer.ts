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
    for (let at = 0; at < text.length && end !== -1; at += BLOCK_BYTES)
      end = escapeBlock(text.subarray(at, at + BLOCK_BYTES), memory, end);
    return end === -1 ? undefined : memory.subarray(0, end);
  }
}

/** Writes at `start` and returns the end, or -1. The blocks are small so that V8 optimizes this function soon. */
function escapeBlock(text: Uint8Array, memory: Uint8Array, start: number): number {
  const escapes = ESCAPES;
  let end = start;
  const { length } = text;
  for (let at = 0; at < length; at += 1) {
    const byte = text[at] ?? 0;
    const escaped = escapes[byte] ?? 0;
    if (escaped === 0) {
      memory[end] = byte;
      end += 1;
      continue;
    }
    if (escaped === CONTROL) return -1;
    memory[end] = BACKSLASH;
    memory[end + 1] = escaped;
    end += 2;
  }
  return end;
}

const BLOCK_BYTES = 4096;
const CONTROL = 1;
const BACKSLASH = 0x5c;
/** The character after the backslash for each byte that is escaped. */
const ESCAPES = new Uint8Array(256).fill(CONTROL, 0, 0x20);
for (const [index, character] of [...'\t\n\r"\\'].entries())
  ESCAPES[character.charCodeAt(0)] = 'tnr"\\'.charCodeAt(index);
const MAX_BUFFER_BYTES = 4 * 1024 * 1024;
