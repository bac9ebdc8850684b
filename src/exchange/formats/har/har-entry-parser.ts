import { describeFileStart, formatByte } from "../../json/json-messages.js";
import { JSON_SIGNAL, JsonScanner } from "../../json/json-scanner.js";
import { ByteWindow, type GrowableBuffer } from "../../reader/byte-window.js";
import { RecordingError } from "../../reader/recording-error.js";
import { EntrySeparator, findEndOfItems, parseItem } from "./entry-separator.js";
import type { EntrySink } from "./entry-sink.js";
import { EXPECTED_HAR, type HarStructureError, HarStructureValidator } from "./har-structure.js";

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

  #check(error: HarStructureError | undefined, offset: number): void {
    if (error !== undefined) throw this.#createError(error.message, error.pointer, offset);
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
    return new RecordingError(message, {
      source: this.#source,
      pointer: pointer === "" ? undefined : pointer,
      position,
    });
  }
}

const OPEN_BRACE = 0x7b;

const MAX_GAP_BYTES = 4096;
// If the separator is not found within this distance, it has probably changed; then the scanner finds the end of the entry.
const MAX_SEARCH_BYTES = 1024 * 1024;
// Half the maximum string length of V8.
const MAX_ENTRY_BYTES = 256 * 1024 * 1024;
const OVERSIZED = `the entry is larger than the limit of ${MAX_ENTRY_BYTES} bytes`;
