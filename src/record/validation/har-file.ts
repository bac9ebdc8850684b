import { closeSync, openSync, writeSync } from "node:fs";

/** A HAR file that entries are appended to. */
export type HarFile = {
  /** Appends an entry, given as parts of its JSON text. It is in the file after `flush`. */
  readonly add: (parts: readonly (string | Uint8Array)[]) => void;
  readonly flush: () => void;
  readonly close: () => void;
};

/**
 * Creates or replaces a HAR file without entries and returns the byte offset of the first entry.
 *
 * @throws a system error if the file cannot be written.
 */
export function createHarFile(path: string, creator: { readonly name: string; readonly version: string }): number {
  const start = `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`;
  const file = openSync(path, "w", 0o600);
  try {
    writeSync(file, start + HAR_END);
  } finally {
    closeSync(file);
  }
  return Buffer.byteLength(start);
}

/**
 * Opens a HAR file from `createHarFile` for appending. Each flush replaces the end of the document together with the new
 * entries, so the file is a complete HAR even if the process is killed between two of them.
 */
export function appendToHarFile(path: string, start: number): HarFile {
  const file = openSync(path, "r+");
  let at = start;
  const waiting = new WriteBuffer();
  return {
    add: (parts) => {
      waiting.add(at === start && waiting.bytes.length === 0 ? "\n" : ",\n");
      for (const part of parts) waiting.add(part);
    },
    flush: () => {
      if (waiting.bytes.length === 0) return;
      waiting.add(HAR_END);
      const { bytes } = waiting;
      waiting.clear();
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
      at += bytes.length - HAR_END.length;
    },
    close: () => closeSync(file),
  };
}

/** Collects bytes. Its memory is reused, because allocating a large block takes longer than filling it. */
class WriteBuffer {
  #memory = Buffer.alloc(0);
  #length = 0;

  /** Valid until the next call of `add`. */
  get bytes(): Buffer {
    return this.#memory.subarray(0, this.#length);
  }

  add(part: string | Uint8Array): void {
    this.#reserve(typeof part === "string" ? part.length * MAX_BYTES_PER_CHARACTER : part.length);
    if (typeof part === "string") this.#length += this.#memory.write(part, this.#length);
    else {
      this.#memory.set(part, this.#length);
      this.#length += part.length;
    }
  }

  clear(): void {
    this.#length = 0;
    if (this.#memory.length > MAX_REUSED_BYTES) this.#memory = Buffer.alloc(0);
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#memory.length) return;
    const memory = Buffer.alloc(needed * 2);
    this.#memory.copy(memory, 0, 0, this.#length);
    this.#memory = memory;
  }
}

const HAR_END = "\n]}}\n";
/** UTF-8 bytes of a UTF-16 code unit. */
const MAX_BYTES_PER_CHARACTER = 3;
const MAX_REUSED_BYTES = 4 * 1024 * 1024;
