/**
 * Streams a recording with one JSON value per line.
 *
 * Memory is bounded by one chunk and the longest line. An unreadable line is reported, and reading continues.
 */
import { isUtf8 } from "node:buffer";
import { findJsonSyntaxError } from "../../document/json-scanner.js";
import type { ReadResult } from "../exchange.js";
import { ByteWindow } from "./byte-window.js";
import type { FastEntries, RecordingSource } from "./recording-source.js";

/** Reads the lines of one format. */
export type JsonLineReader = {
  /** Describes a valid line for messages. */
  readonly expected: string;
  /** Returns undefined for a line that does not describe an exchange. */
  readonly read: (value: unknown, line: JsonLine) => ReadResult | undefined;
};

export type JsonLine = {
  readonly source: string;
  /** Zero-based position among the lines that are not empty. */
  readonly index: number;
  /** One-based line number. */
  readonly number: number;
  readonly bytes: Buffer;
};

export async function* readJsonLineRecording<Outcome = never>(
  source: RecordingSource,
  reader: JsonLineReader,
  { fast, maxLineBytes = MAX_LINE_BYTES }: JsonLineOptions<Outcome> = {},
): AsyncGenerator<readonly ReadResult<Outcome>[], void, undefined> {
  const lines = new JsonLineSplitter(source.name, reader, { fast, maxLineBytes });
  for await (const chunk of source.chunks) {
    const readings = lines.push(chunk);
    if (readings.length > 0) yield readings;
  }
  const readings = lines.end();
  if (readings.length > 0) yield readings;
}

type JsonLineOptions<Outcome = never> = {
  readonly fast?: FastEntries<Outcome> | undefined;
  readonly maxLineBytes?: number;
};

class JsonLineSplitter<Outcome> {
  readonly #source: string;
  readonly #reader: JsonLineReader;
  readonly #maxLineBytes: number;
  readonly #fast: FastEntries<Outcome> | undefined;
  readonly #window: ByteWindow;
  #start = 0;
  #searched = 0;
  #line = 0;
  #index = 0;
  /** The current line is longer than the limit. */
  #isOversized = false;

  constructor(
    source: string,
    reader: JsonLineReader,
    { fast, maxLineBytes }: JsonLineOptions<Outcome> & { readonly maxLineBytes: number },
  ) {
    this.#fast = fast;
    this.#window = new ByteWindow(fast?.memory);
    this.#source = source;
    this.#reader = reader;
    this.#maxLineBytes = maxLineBytes;
  }

  push(chunk: Uint8Array): ReadResult<Outcome>[] {
    this.#window.append(chunk, this.#isOversized ? this.#searched : this.#start);
    const readings: ReadResult<Outcome>[] = [];
    for (;;) {
      const end = this.#window.find(LINE_FEED, this.#searched);
      if (end === -1) break;
      this.#readLine(end, readings);
      this.#start = end + 1;
      this.#searched = end + 1;
    }
    this.#searched = this.#window.end;
    if (this.#searched - this.#start > this.#maxLineBytes) this.#isOversized = true;
    return readings;
  }

  end(): ReadResult<Outcome>[] {
    const readings: ReadResult<Outcome>[] = [];
    if (this.#isOversized || this.#window.end > this.#start) this.#readLine(this.#window.end, readings);
    return readings;
  }

  #readLine(end: number, readings: ReadResult<Outcome>[]): void {
    this.#line++;
    if (end === this.#start) return;
    if (this.#isOversized || end - this.#start > this.#maxLineBytes) {
      this.#isOversized = false;
      readings.push(this.#createDiagnostic(`is longer than the limit of ${this.#maxLineBytes} bytes`));
      return;
    }
    const bytes = this.#window.slice(this.#start, end);
    const hasMark = this.#start === 0 && bytes.length > 2 && bytes[0] === 0xef && bytes[1] === 0xbb;
    const line = hasMark ? bytes.subarray(3) : bytes;
    if (isBlankLine(line)) return;
    const item = this.#window.locate(this.#start, end);
    const origin = { source: this.#source, index: this.#index };
    const checked = this.#fast?.check(item, origin);
    if (typeof checked === "object") {
      this.#index += 1;
      readings.push({ kind: "settled", exchange: checked.match.exchange, outcome: checked.outcome });
      return;
    }
    const reading = this.#read(line);
    if (checked === "unknown" && reading?.kind === "exchange") this.#fast?.learn(item, reading.exchange);
    if (reading !== undefined) readings.push(reading);
  }

  #read(bytes: Buffer): ReadResult | undefined {
    if (!isUtf8(bytes)) return this.#createDiagnostic("is not valid UTF-8");
    let value: unknown;
    try {
      value = JSON.parse(bytes.toString("utf8"));
    } catch {
      const { offset, message } = findJsonSyntaxError(bytes);
      return this.#createDiagnostic(`is not JSON: at column ${offset + 1} ${message}`);
    }
    return this.#reader.read(value, { source: this.#source, index: this.#index++, number: this.#line, bytes });
  }

  #createDiagnostic(what: string): ReadResult {
    const reason = `line ${this.#line} ${what}; expected ${this.#reader.expected}`;
    return { kind: "unreadable", unreadable: { source: this.#source, pointer: `/${this.#index++}`, reason } };
  }
}

function isBlankLine(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

const LINE_FEED = Uint8Array.of(0x0a);

// Half the maximum string length of V8.
const MAX_LINE_BYTES = 256 * 1024 * 1024;
