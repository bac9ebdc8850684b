import type { ByteWindow } from "../../reader/byte-window.js";

/**
 * The bytes between one entry and the next, learned from the recording: `},{"startedDateTime"` and the like.
 *
 * A recorder writes the same ones between all entries, so that a native search finds where an entry ends about ten times
 * as fast as reading it does. The separator is a guess: only a successful parse of what stands before it makes it true.
 */
export class EntrySeparator {
  #bytes: Buffer | undefined;
  #nextStart = 0;
  #misses = 0;
  #pause = 0;

  /** Whether a search is worth its while: after repeated misses only every so often. */
  get isWorthSearching(): boolean {
    if (this.#bytes === undefined) return false;
    if (this.#pause === 0) return true;
    this.#pause--;
    return false;
  }

  /** Takes the separator from an entry that ended before `previousEnd` and the next one that starts at `start`. */
  learn(window: ByteWindow, previousEnd: number, start: number): void {
    const from = previousEnd - 1;
    if (from < window.base || window.byteAt(from) !== CLOSE_BRACE || start - from > MAX_GAP_BYTES) return;
    const head = window.slice(start, Math.min(window.end, start + MAX_GAP_BYTES)).toString("latin1");
    const firstName = /^\{[ \t\n\r]*"[^"\\]+"/.exec(head);
    if (firstName === null) return;
    this.#bytes = Buffer.from(window.slice(from, start + firstName[0].length));
    this.#nextStart = start - from;
  }

  /** Where the entry may end and the next one start, if the separator stands at or after `from`. */
  find(window: ByteWindow, from: number): { readonly end: number; readonly nextStart: number } | undefined {
    if (this.#bytes === undefined) return undefined;
    const offset = window.find(this.#bytes, from);
    return offset < 0 ? undefined : { end: offset + 1, nextStart: offset + this.#nextStart };
  }

  /** How far before the end of what was searched the separator may have begun. */
  get overlap(): number {
    return this.#bytes === undefined ? 0 : this.#bytes.length - 1;
  }

  hit(): void {
    this.#misses = 0;
  }

  /** A recording whose entries do not look alike must not pay for a vain search at each of them. */
  miss(): void {
    this.#misses = Math.min(this.#misses + 1, MAX_BACKOFF);
    this.#pause = 2 ** this.#misses - 1;
  }
}

const CLOSE_BRACE = 0x7d;
const MAX_GAP_BYTES = 256;
const MAX_BACKOFF = 10;
