import { isAscii, isUtf8 } from "node:buffer";
import { tryParseJson } from "../../../document/index.js";
import {
  describeFileStart,
  describeJsonKind,
  formatByte,
  JSON_SIGNAL,
  JsonScanner,
  unescapeJsonName,
} from "../../../document/json-scanner.js";
import type { RawJsonString } from "../../exchange.js";
import { ByteWindow, type GrowableBuffer } from "../../reader/byte-window.js";
import { RecordingError } from "../../reader/recording-source.js";

/** Receives the items of `log.entries` in order. */
export type EntrySink = {
  /** `unknown` are the bytes of an item that the fast path does not know. */
  entry(value: unknown, index: number, unknown: RawJsonString | undefined): void;
  /** Receives an unparsed item, whose end is a guess. The item is parsed unless it passes. */
  tryFastPath?(item: RawJsonString, index: number): FastPathAttempt;
  /** Receives the reason why a delimited item could not be parsed. */
  unreadable(reason: string, index: number): void;
};

/** `unknown`: the fast path knows no item like this one. */
export type FastPathAttempt = "passed" | "failed" | "unknown";

/**
 * Finds `log.entries` in the bytes of a HAR and delivers each parsed item. Only the current item is in memory.
 *
 * The whole document is checked to be valid JSON. The strict scanner checks everything outside the entries, and entries
 * that the separator does not delimit. An entry delimited by the separator is checked by parsing it: no proper prefix of a
 * JSON object is itself a JSON object, so bytes that parse are exactly one entry.
 */
export class HarEntryParser {
  readonly #source: string;
  readonly #sink: EntrySink;
  readonly #window: ByteWindow;
  readonly #separator = new EntrySeparator();
  readonly #structure = new HarStructureValidator();
  /** Stops at the items of `log.entries`, which are inside three containers. */
  readonly #scanner = new JsonScanner(3);
  /** The position of the scanner. */
  #at = 0;
  #hasStarted = false;
  #hasEnded = false;
  #index = 0;
  /** The start of the current entry, or -1 between entries. */
  #entryStart = -1;
  #previousEnd = -1;
  #isSkipping = false;
  #searchedTo = 0;
  #largest = 0;
  #isOversized = false;
  /** The current entry is already delivered; only its end still has to be scanned. */
  #isDelivered = false;

  constructor(source: string, sink: EntrySink, storage?: GrowableBuffer) {
    this.#source = source;
    this.#sink = sink;
    this.#window = new ByteWindow(storage);
  }

  push(chunk: Uint8Array): void {
    this.#window.append(chunk, this.#neededFrom());
    if (this.#start()) this.#read();
  }

  end(): void {
    this.#hasEnded = true;
    this.#start();
    this.#read();
    if (this.#scanner.isComplete) return;
    if (this.#scanner.depth === 0) throw this.#createError(`the file is empty; ${EXPECTED_HAR}`);
    const where = this.#entryStart >= 0 ? "in the middle of this entry" : this.#structure.describeCutOff(this.#index);
    throw this.#createError(`the file ends ${where}; expected ${this.#scanner.expected}`, this.#pointer());
  }

  /** Skips the byte order mark. Returns false while more bytes are needed. */
  #start(): boolean {
    if (this.#hasStarted) return true;
    const head = this.#window.slice(0, Math.min(3, this.#window.end)).toString("latin1");
    if (head.length < 3 && !this.#hasEnded) return false;
    this.#hasStarted = true;
    if (head === "\xef\xbb\xbf") this.#at = 3;
    if (head.startsWith("\xff\xfe") || head.startsWith("\xfe\xff")) {
      throw this.#createError(`the file is UTF-16; ${EXPECTED_HAR}`);
    }
    return true;
  }

  #read(): void {
    for (;;) {
      if (this.#isSkipping && !this.#skipEntries()) return;
      const { base, bytes, length } = this.#window;
      const found = this.#scanner.step(bytes, this.#at - base, length);
      this.#at = base + this.#scanner.position;
      if (found === JSON_SIGNAL.none) {
        if (this.#entryStart >= 0 && this.#at - this.#entryStart > MAX_ENTRY_BYTES) this.#isOversized = true;
        return;
      }
      if (found === JSON_SIGNAL.bad) throw this.#createByteError();
      if (found === JSON_SIGNAL.begin) this.#begin(this.#scanner.level, this.#at - 1);
      else if (found === JSON_SIGNAL.end) this.#end(this.#scanner.level);
    }
  }

  /**
   * Skips from entry to entry by searching for the separator.
   *
   * The scanner is just after the `{` of an entry; its state is the same at each following entry. Returns false if more
   * bytes are needed, and true if the scanner has to continue.
   */
  #skipEntries(): boolean {
    this.#isSkipping = false;
    for (;;) {
      const found = this.#separator.find(this.#window, this.#searchedTo);
      if (found === undefined) {
        this.#searchedTo = Math.max(this.#entryStart, this.#window.end - this.#separator.overlap);
        const isTooFar = this.#window.end - this.#entryStart > Math.max(MAX_SEARCH_BYTES, 2 * this.#largest);
        if (!isTooFar && !this.#hasEnded) {
          this.#isSkipping = true;
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
   * Delivers the last entry if it ends before the last bracket of the file, and returns the offset of its closing brace.
   * The scanner has processed only the opening brace, so it can continue as if the entry were empty.
   */
  #deliverLast(): number | undefined {
    const end = findEndOfItems(this.#window);
    if (end <= this.#entryStart || !this.#deliver(end, "guessed")) return undefined;
    this.#isDelivered = true;
    return end - 1;
  }

  #begin(level: number, offset: number): void {
    const first = this.#window.byteAt(offset);
    if (level === 3 && this.#structure.isInEntries) this.#beginEntry(offset, first === OPEN_BRACE);
    else this.#check(this.#structure.begin(level, first, this.#scanner.key), offset);
  }

  #beginEntry(offset: number, isObject: boolean): void {
    if (isObject && this.#previousEnd >= 0) this.#separator.learn(this.#window, this.#previousEnd, offset);
    this.#entryStart = offset;
    this.#isOversized = false;
    this.#isSkipping = isObject && this.#separator.isWorthSearching;
    this.#searchedTo = offset;
  }

  #end(level: number): void {
    if (level === 3 && this.#structure.isInEntries) {
      if (!this.#isDelivered) this.#deliver(this.#at, "certain");
      this.#isDelivered = false;
      this.#previousEnd = this.#at;
      this.#entryStart = -1;
    } else {
      this.#check(this.#structure.end(level), this.#at - 1);
    }
  }

  #check(error: string | undefined, offset: number): void {
    if (error !== undefined) throw this.#createError(`${error}; ${EXPECTED_HAR}`, this.#structure.pointer, offset);
  }

  /** Parses and delivers the current entry. Returns false if its end was guessed wrongly. */
  #deliver(end: number, certainty: "guessed" | "certain"): boolean {
    if (this.#isOversized) {
      this.#sink.unreadable(OVERSIZED, this.#index++);
      return true;
    }
    const bytes = this.#window.slice(this.#entryStart, end);
    const item = this.#window.locate(this.#entryStart, end);
    const attempt = certainty === "guessed" ? this.#sink.tryFastPath?.(item, this.#index) : undefined;
    if (attempt === "passed") {
      this.#largest = Math.max(this.#largest, end - this.#entryStart);
      this.#index += 1;
      return true;
    }
    const parsed = parseItem(bytes);
    if (parsed === undefined && certainty === "certain") throw new SyntaxError("invalid JSON in an entry");
    if (parsed === undefined) return false;
    this.#largest = Math.max(this.#largest, bytes.length);
    const unknown = attempt === "unknown" ? item : undefined;
    if (parsed.isValidText) this.#sink.entry(parsed.value, this.#index++, unknown);
    else this.#sink.unreadable("the entry is not valid UTF-8; expected JSON in UTF-8", this.#index++);
    return true;
  }

  #neededFrom(): number {
    if (!this.#hasStarted) return 0;
    if (this.#entryStart >= 0) return this.#isOversized ? this.#at : this.#entryStart;
    // The separator starts with the last byte of an entry.
    const isBetweenEntries = this.#structure.isInEntries && this.#at - this.#previousEnd < MAX_GAP_BYTES;
    return isBetweenEntries && this.#previousEnd >= 0 ? this.#previousEnd - 1 : this.#at;
  }

  #pointer(): string {
    return this.#entryStart >= 0 ? `/log/entries/${this.#index}` : this.#structure.pointer;
  }

  #createByteError(): RecordingError {
    const byte = this.#window.byteAt(this.#at);
    if (this.#scanner.depth === 0 && !this.#scanner.isComplete) {
      return this.#createError(`the file ${describeFileStart(byte)} and is not JSON; ${EXPECTED_HAR}`);
    }
    const message = `${formatByte(byte)} is not allowed here; expected ${this.#scanner.expected}`;
    return this.#createError(message, this.#pointer());
  }

  #createError(message: string, pointer = "", offset = this.#at): RecordingError {
    const position = this.#window.positionAt(offset);
    return new RecordingError(message, { source: this.#source, pointer: pointer || undefined, position });
  }
}

const MAX_GAP_BYTES = 4096;
// If the separator is not found within this distance, it has probably changed; then the scanner finds the end of the entry.
const MAX_SEARCH_BYTES = 1024 * 1024;
// Half the maximum string length of V8.
const MAX_ENTRY_BYTES = 256 * 1024 * 1024;
const OVERSIZED = `the entry is larger than the limit of ${MAX_ENTRY_BYTES} bytes`;

/** The end of each message about an invalid HAR document. */
const EXPECTED_HAR = 'expected a HAR 1.1 or 1.2 document in UTF-8: { "log": { "entries": [ ... ] } }';

/** Tracks the position in the document relative to `log.entries`. An error in the structure of the document ends the reading. */
class HarStructureValidator {
  /** The pointer of the innermost part around the position. */
  pointer: "" | "/log" | "/log/entries" = "";
  /** The parts that have begun. */
  readonly #seen = new Set<string>();

  get isInEntries(): boolean {
    return this.pointer === "/log/entries";
  }

  /** Handles the start of a value: its first byte, the number of containers around it, and the last property name. */
  begin(level: number, first: number | undefined, key: string): string | undefined {
    if (level === 0) return first === OPEN_BRACE ? undefined : `the file contains ${describeJsonKind(first)}`;
    if (level > 2 || (level === 2 && this.pointer !== "/log")) return undefined;
    const name = level === 1 ? unescapeJsonName(key) : `log.${unescapeJsonName(key)}`;
    const isRepeated = this.#seen.has(name);
    if (name === "log.pages") this.#seen.add(name);
    if (name !== "log" && name !== "log.entries") return undefined;
    this.#seen.add(name);
    this.pointer = name === "log" ? "/log" : "/log/entries";
    if (isRepeated) return `duplicate property ${name}`;
    return first === (name === "log" ? OPEN_BRACE : OPEN_BRACKET) ? undefined : `${name} is ${describeJsonKind(first)}`;
  }

  /** Handles the end of a value inside `level` containers. */
  end(level: number): string | undefined {
    if (level === 0) return this.#seen.has("log") ? undefined : "the document has no log";
    if (level === 1 && this.pointer === "/log") {
      // A recorder that was stopped before the first request writes only the pages.
      if (!this.#seen.has("log.entries") && !this.#seen.has("log.pages")) return "log has no entries";
      this.pointer = "";
    }
    if (level === 2 && this.isInEntries) this.pointer = "/log";
    return undefined;
  }

  /** Describes where a truncated document ends, after `count` complete entries. */
  describeCutOff(count: number): string {
    if (this.isInEntries) return count === 0 ? "before the first entry" : `after entry ${count - 1}`;
    return this.#seen.has("log.entries") ? "after its entries, before the closing bracket" : "before its entries";
  }
}

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/**
 * The bytes between two entries, learned from the recording, such as `},{"startedDateTime"`.
 *
 * A recorder writes the same bytes between all entries, so a native search finds the end of an entry about ten times
 * faster than scanning. The result is a guess until the bytes before the separator are parsed successfully.
 */
class EntrySeparator {
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
    if (window.byteAt(from) !== CLOSE_BRACE || start - from > MAX_SEPARATOR_BYTES) return;
    const head = window.slice(start, Math.min(window.end, start + MAX_SEPARATOR_BYTES)).toString("latin1");
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
function findEndOfItems({ bytes, base, length }: ByteWindow): number {
  let end = bytes.lastIndexOf(CLOSE_BRACKET, length - 1);
  while (end > 0 && " \n\r\t".includes(String.fromCharCode(bytes[end - 1] ?? 0))) end -= 1;
  return base + end;
}

/** Parses an item; undefined if its bytes are not JSON. */
function parseItem(bytes: Buffer): { readonly value: unknown; readonly isValidText: boolean } | undefined {
  const ascii = isAscii(bytes);
  const value = tryParseJson(bytes.toString(ascii ? "latin1" : "utf8"));
  return value === undefined ? undefined : { value, isValidText: ascii || isUtf8(bytes) };
}

const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;
const MAX_SEPARATOR_BYTES = 256;
const MAX_BACKOFF = 10;
