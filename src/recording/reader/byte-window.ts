import type { RawJsonString } from "../exchange.js";

/** A position in a recording; `offset` is zero-based, `line` and `column` are one-based, in bytes. */
export type BytePosition = { readonly offset: number; readonly line: number; readonly column: number };

/** A buffer that can grow: `enlarge` replaces `window` by a buffer of `size` bytes that starts with the same content. */
export type GrowableBuffer = {
  readonly window: Buffer;
  readonly enlarge: (size: number) => void;
};

/** The part of a stream that is still needed. Offsets count from the start of the stream. */
export class ByteWindow {
  readonly #storage: GrowableBuffer;
  /** The first `length` bytes are valid; the first byte is at offset `base`. */
  bytes: Buffer;
  base = 0;
  length = 0;
  #lines = 0;
  #lineStart = 0;

  constructor(storage: GrowableBuffer = new HeapBuffer()) {
    this.#storage = storage;
    this.bytes = storage.window;
  }

  /** The offset after the last byte. */
  get end(): number {
    return this.base + this.length;
  }

  /** Discards the bytes before offset `keepFrom` and appends a copy of the chunk, so the caller can reuse its buffer. */
  append(chunk: Uint8Array, keepFrom: number): void {
    this.#discard(keepFrom - this.base);
    const needed = this.length + chunk.length;
    if (needed > this.bytes.length) {
      this.#storage.enlarge(Math.max(needed, this.bytes.length * 2));
      this.bytes = this.#storage.window;
    }
    this.bytes.set(chunk, this.length);
    this.length = needed;
  }

  /** The offset of `pattern` at or after `from`, or -1. */
  find(pattern: Uint8Array, from: number): number {
    // Bytes after `length` are stale and must not match.
    const index = this.bytes.subarray(0, this.length).indexOf(pattern, from - this.base);
    return index < 0 ? -1 : this.base + index;
  }

  slice(from: number, to: number): Buffer {
    return this.bytes.subarray(from - this.base, to - this.base);
  }

  /** A range in `bytes`, valid until the next chunk. */
  locate(from: number, to: number): RawJsonString {
    return { bytes: this.bytes, start: from - this.base, end: to - this.base };
  }

  byteAt(offset: number): number | undefined {
    return offset < this.end ? this.bytes[offset - this.base] : undefined;
  }

  positionAt(offset: number): BytePosition {
    const before = this.bytes.subarray(0, offset - this.base);
    const newline = before.lastIndexOf(LINE_FEED);
    const lineStart = newline < 0 ? this.#lineStart : this.base + newline + 1;
    return { offset, line: this.#lines + countLineFeeds(before) + 1, column: offset - lineStart + 1 };
  }

  #discard(count: number): void {
    if (count <= 0) return;
    const discarded = this.bytes.subarray(0, count);
    const newline = discarded.lastIndexOf(LINE_FEED);
    if (newline >= 0) {
      this.#lines += countLineFeeds(discarded);
      this.#lineStart = this.base + newline + 1;
    }
    this.bytes.copyWithin(0, count, this.length);
    this.base += count;
    this.length -= count;
  }
}

class HeapBuffer implements GrowableBuffer {
  window: Buffer = Buffer.alloc(0);

  enlarge(size: number): void {
    const larger = Buffer.allocUnsafeSlow(size);
    this.window.copy(larger);
    this.window = larger;
  }
}

function countLineFeeds(bytes: Buffer): number {
  let count = 0;
  for (let index = bytes.indexOf(LINE_FEED); index >= 0; index = bytes.indexOf(LINE_FEED, index + 1)) count++;
  return count;
}

const LINE_FEED = 0x0a;
