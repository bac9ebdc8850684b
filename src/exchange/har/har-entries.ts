import { isAscii, isUtf8 } from "node:buffer";
import { ByteWindow, type Room } from "../byte-window.js";
import type { StringContent } from "../exchange.js";
import { JsonScanner, signal } from "../json-scanner.js";
import { RecordingError } from "../recording-error.js";
import { EntrySeparator } from "./entry-separator.js";
import { HarOutline, type OutlineTrouble } from "./har-outline.js";
import { acceptedHar, seemingKind, shownByte } from "./har-wording.js";

/** Takes what stands in `log.entries`, in its order. */
export type EntrySink = {
  entry(value: unknown, index: number): void;
  /** Takes an item that is not parsed yet, and probably ends there; says no when it has to be. */
  glance?(item: StringContent, index: number): boolean;
  /** The item is there and has an end, but could not be made a value. */
  unreadable(reason: string, index: number): void;
};

/**
 * Finds `log.entries` in the bytes of a HAR and hands out each item parsed, keeping no more than the item at hand.
 *
 * The whole document is checked to be JSON. Outside of the entries, and for an entry that the separator does not settle,
 * the strict scanner does that; an entry that the separator cuts out is checked by its own parse: no beginning of a JSON
 * object is itself a JSON object, so what parses is the entry, neither more nor less.
 */
export class HarEntries {
  readonly #source: string;
  readonly #sink: EntrySink;
  readonly #window: ByteWindow;
  readonly #separator = new EntrySeparator();
  readonly #outline = new HarOutline();
  /** Stops at the items of `log.entries`, which stand in three containers. */
  readonly #scanner = new JsonScanner(3);
  /** How far the scanner has come. */
  #at = 0;
  #started = false;
  #ended = false;
  #index = 0;
  /** Where the entry at hand starts, or -1 between entries. */
  #entryStart = -1;
  #previousEnd = -1;
  #hopping = false;
  #searchedTo = 0;
  #largest = 0;
  #oversized = false;
  /** The entry at hand has been handed out, and only its end is still to be read. */
  #isDelivered = false;

  constructor(source: string, sink: EntrySink, room?: Room) {
    this.#source = source;
    this.#sink = sink;
    this.#window = new ByteWindow(room);
  }

  push(chunk: Uint8Array): void {
    this.#window.append(chunk, this.#neededFrom());
    if (this.#start()) this.#read();
  }

  end(): void {
    this.#ended = true;
    this.#start();
    this.#read();
    if (this.#scanner.complete) return;
    if (this.#scanner.depth === 0) throw this.#trouble(`the file is empty; ${acceptedHar}`);
    const where = this.#entryStart >= 0 ? "in the middle of this entry" : this.#outline.cutOff(this.#index);
    throw this.#trouble(`the file ends ${where}; expected ${this.#scanner.expected}`, this.#pointer());
  }

  /** Passes over a byte order mark; says no while there are too few bytes to tell. */
  #start(): boolean {
    if (this.#started) return true;
    const head = this.#window.slice(0, Math.min(3, this.#window.end)).toString("latin1");
    if (head.length < 3 && !this.#ended) return false;
    this.#started = true;
    if (head === "\xef\xbb\xbf") this.#at = 3;
    if (head.startsWith("\xff\xfe") || head.startsWith("\xfe\xff")) {
      throw this.#trouble(`the file is UTF-16; ${acceptedHar}`);
    }
    return true;
  }

  #read(): void {
    for (;;) {
      if (this.#hopping && !this.#hop()) return;
      const { base, bytes, length } = this.#window;
      const found = this.#scanner.step(bytes, this.#at - base, length);
      this.#at = base + this.#scanner.position;
      if (found === signal.none) {
        if (this.#entryStart >= 0 && this.#at - this.#entryStart > maxEntryBytes) this.#oversized = true;
        return;
      }
      if (found === signal.bad) throw this.#badByte();
      if (found === signal.begin) this.#begin(this.#scanner.level, this.#at - 1);
      else if (found === signal.end) this.#end(this.#scanner.level);
    }
  }

  /**
   * Goes from entry to entry by the separator alone.
   *
   * The scanner stands just behind the `{` of an entry, and does so again, unmoved, at each following one. Says no when
   * more bytes are needed, and yes when the scanner has to go on.
   */
  #hop(): boolean {
    this.#hopping = false;
    for (;;) {
      const found = this.#separator.find(this.#window, this.#searchedTo);
      if (found === undefined) {
        this.#searchedTo = Math.max(this.#entryStart, this.#window.end - this.#separator.overlap);
        const isTooFar = this.#window.end - this.#entryStart > Math.max(hopBytes, 2 * this.#largest);
        if (!isTooFar && !this.#ended) {
          this.#hopping = true;
          return false;
        }
        if (isTooFar) this.#separator.miss();
        this.#at = (isTooFar ? undefined : this.#deliverLast()) ?? this.#entryStart + 1;
        return true;
      }
      if (!this.#deliver(found.end, "guessed")) {
        this.#separator.miss();
        this.#at = this.#entryStart + 1;
        return true;
      }
      this.#separator.hit();
      this.#entryStart = found.nextStart;
      this.#searchedTo = found.nextStart;
    }
  }

  /**
   * Hands out the last entry if it ends at the last bracket of the file; where its closing brace stands then. The scanner
   * has seen no more of it than its opening brace, and may take it for empty.
   */
  #deliverLast(): number | undefined {
    const { bytes, base, length } = this.#window;
    let end = bytes.lastIndexOf(closeBracket, length - 1);
    while (end > 0 && isBlank(bytes[end - 1])) end -= 1;
    if (base + end <= this.#entryStart || !this.#deliver(base + end, "guessed")) return undefined;
    this.#isDelivered = true;
    return base + end - 1;
  }

  #begin(level: number, offset: number): void {
    const first = this.#window.byteAt(offset);
    if (level === 3 && this.#outline.inEntries) this.#beginEntry(offset, first === openBrace);
    else this.#check(this.#outline.begin(level, first, this.#scanner.key), offset);
  }

  #beginEntry(offset: number, isObject: boolean): void {
    if (isObject && this.#previousEnd >= 0) this.#separator.learn(this.#window, this.#previousEnd, offset);
    this.#entryStart = offset;
    this.#oversized = false;
    this.#hopping = isObject && this.#separator.worthTrying;
    this.#searchedTo = offset;
  }

  #end(level: number): void {
    if (level === 3 && this.#outline.inEntries) {
      if (!this.#isDelivered) this.#deliver(this.#at, "certain");
      this.#isDelivered = false;
      this.#previousEnd = this.#at;
      this.#entryStart = -1;
    } else {
      this.#check(this.#outline.end(level), this.#at - 1);
    }
  }

  #check(trouble: OutlineTrouble | undefined, offset: number): void {
    if (trouble !== undefined) throw this.#trouble(trouble.message, trouble.pointer, offset);
  }

  /** Parses the entry at hand; says no when its end was only guessed, and wrongly. */
  #deliver(end: number, certainty: "guessed" | "certain"): boolean {
    if (this.#oversized) {
      this.#sink.unreadable(`the entry is larger than the ${maxEntryBytes} bytes that are accepted`, this.#index++);
      return true;
    }
    if (certainty === "guessed" && this.#glance(end)) return true;
    const bytes = this.#window.slice(this.#entryStart, end);
    const ascii = isAscii(bytes);
    let value: unknown;
    try {
      value = JSON.parse(bytes.toString(ascii ? "latin1" : "utf8"));
    } catch (error) {
      if (certainty === "guessed") return false;
      throw error;
    }
    this.#largest = Math.max(this.#largest, bytes.length);
    if (ascii || isUtf8(bytes)) this.#sink.entry(value, this.#index++);
    else this.#sink.unreadable("the entry is not valid UTF-8; accepted is JSON in UTF-8", this.#index++);
    return true;
  }

  #glance(end: number): boolean {
    const { bytes, base } = this.#window;
    const item = { bytes, start: this.#entryStart - base, end: end - base };
    if (this.#sink.glance?.(item, this.#index) !== true) return false;
    this.#largest = Math.max(this.#largest, end - this.#entryStart);
    this.#index += 1;
    return true;
  }

  #neededFrom(): number {
    if (!this.#started) return 0;
    if (this.#entryStart >= 0) return this.#oversized ? this.#at : this.#entryStart;
    // The last byte of an entry belongs to the separator after it.
    const isBetweenEntries = this.#outline.inEntries && this.#at - this.#previousEnd < longestGapBytes;
    return isBetweenEntries && this.#previousEnd >= 0 ? this.#previousEnd - 1 : this.#at;
  }

  #pointer(): string {
    return this.#entryStart >= 0 ? `/log/entries/${this.#index}` : this.#outline.pointer;
  }

  #badByte(): RecordingError {
    const byte = this.#window.byteAt(this.#at);
    if (this.#scanner.depth === 0 && !this.#scanner.complete) {
      return this.#trouble(`the file ${seemingKind(byte)} and is not JSON; ${acceptedHar}`);
    }
    return this.#trouble(`${shownByte(byte)} cannot stand here; expected ${this.#scanner.expected}`, this.#pointer());
  }

  #trouble(message: string, pointer = "", offset = this.#at): RecordingError {
    const place = this.#window.place(offset);
    return new RecordingError(message, { source: this.#source, pointer: pointer === "" ? undefined : pointer, place });
  }
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

const openBrace = 0x7b;
const closeBracket = 0x5d;

// More white space than this between two entries is no separator worth learning.
const longestGapBytes = 4096;

// A separator that is not seen for so long has probably changed; the scanner then looks for the end of the entry.
const hopBytes = 1024 * 1024;

// Half of what the longest string of V8 can hold.
const maxEntryBytes = 256 * 1024 * 1024;
