import { isAscii, isUtf8 } from "node:buffer";
import type { ByteWindow } from "../../reader/byte-window.js";

/**
 * The bytes between two entries, learned from the recording, such as `},{"startedDateTime"`.
 *
 * A recorder writes the same bytes between all entries, so a native search finds the end of an entry about ten times
 * faster than scanning. The result is a guess until the bytes before the separator are parsed successfully.
 */
export class EntrySeparator {
  #bytes: Buffer | undefined;
  #nextStart = 0;
  #misses = 0;
  #pause = 0;

  /** Whether to search for the separator. After misses, the search is skipped with exponential backoff. */
  get isWorthSearching(): boolean {
    if (this.#bytes === undefined) return false;
    if (this.#pause === 0) return true;
    this.#pause--;
    return false;
  }

  /** Learns the separator from an entry that ends before `previousEnd` and the next entry, which starts at `start`. */
  learn(window: ByteWindow, previousEnd: number, start: number): void {
    const from = previousEnd - 1;
    if (window.byteAt(from) !== CLOSE_BRACE || start - from > MAX_GAP_BYTES) return;
    const head = window.slice(start, Math.min(window.end, start + MAX_GAP_BYTES)).toString("latin1");
    const firstName = /^\{[ \t\n\r]*"[^"\\]+"/.exec(head);
    if (firstName === null) return;
    this.#bytes = Buffer.from(window.slice(from, start + firstName[0].length));
    this.#nextStart = start - from;
  }

  /** Searches for the separator from `from` and returns the probable end of the entry and start of the next one. */
  find(window: ByteWindow, from: number): { readonly end: number; readonly nextStart: number } | undefined {
    if (this.#bytes === undefined) return undefined;
    const offset = window.find(this.#bytes, from);
    return offset < 0 ? undefined : { end: offset + 1, nextStart: offset + this.#nextStart };
  }

  /** How many bytes of a separator can be at the end of the searched bytes. */
  get overlap(): number {
    return this.#bytes === undefined ? 0 : this.#bytes.length - 1;
  }

  hit(): void {
    this.#misses = 0;
  }

  /** Increases the backoff, so that recordings with varying separators are not searched at each entry. */
  miss(): void {
    this.#misses = Math.min(this.#misses + 1, MAX_BACKOFF);
    this.#pause = 2 ** this.#misses - 1;
  }
}

/** The offset after the last item before the last bracket. */
export function findEndOfItems({ bytes, base, length }: ByteWindow): number {
  let end = bytes.lastIndexOf(CLOSE_BRACKET, length - 1);
  while (end > 0 && " \n\r\t".includes(String.fromCharCode(bytes[end - 1] ?? 0))) end -= 1;
  return base + end;
}

/** Parses an item; undefined if its bytes are not JSON. */
export function parseItem(bytes: Buffer): { readonly value: unknown; readonly isValidText: boolean } | undefined {
  const ascii = isAscii(bytes);
  try {
    return {
      value: JSON.parse(bytes.toString(ascii ? "latin1" : "utf8")) as unknown,
      isValidText: ascii || isUtf8(bytes),
    };
  } catch {
    return undefined;
  }
}

const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;
const MAX_GAP_BYTES = 256;
const MAX_BACKOFF = 10;
