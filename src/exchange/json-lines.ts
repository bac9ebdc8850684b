/**
 * Reads a recording that has one JSON value a line, as a stream.
 *
 * Memory is bounded by one chunk and the longest line. A line that cannot be read is reported in its place, and the
 * others are still read.
 */
import { isUtf8 } from "node:buffer";
import { ByteWindow } from "./byte-window.js";
import type { Reading } from "./exchange.js";
import type { RecordingSource } from "./har/har.js";
import { jsonTrouble } from "./whole-recording.js";

/** What is made of the lines of one format. */
export type LineReader = {
  /** What a line should be, in words. */
  readonly accepted: string;
  /** Undefined where the line is about something else than an exchange. */
  readonly read: (value: unknown, line: JsonLine) => Reading | undefined;
};

export type JsonLine = {
  readonly source: string;
  /** Zero-based position among the lines that are not empty. */
  readonly index: number;
  /** One-based, as editors count. */
  readonly number: number;
  readonly bytes: Buffer;
};

export async function* readJsonLines(
  source: RecordingSource,
  reader: LineReader,
  maxLineBytes = MAX_LINE_BYTES,
): AsyncGenerator<readonly Reading[], void, undefined> {
  const lines = new JsonLines(source.name, reader, maxLineBytes);
  for await (const chunk of source.chunks) {
    const readings = lines.push(chunk);
    if (readings.length > 0) yield readings;
  }
  const readings = lines.end();
  if (readings.length > 0) yield readings;
}

class JsonLines {
  readonly #source: string;
  readonly #reader: LineReader;
  readonly #maxLineBytes: number;
  readonly #window = new ByteWindow();
  #start = 0;
  #searched = 0;
  #line = 0;
  #index = 0;
  /** The line at hand is too long to be kept. */
  #isOversized = false;

  constructor(source: string, reader: LineReader, maxLineBytes: number) {
    this.#source = source;
    this.#reader = reader;
    this.#maxLineBytes = maxLineBytes;
  }

  push(chunk: Uint8Array): Reading[] {
    this.#window.append(chunk, this.#isOversized ? this.#searched : this.#start);
    const readings: Reading[] = [];
    for (;;) {
      const end = this.#window.find(lineFeed, this.#searched);
      if (end === -1) break;
      this.#take(end, readings);
      this.#start = end + 1;
      this.#searched = end + 1;
    }
    this.#searched = this.#window.end;
    if (this.#searched - this.#start > this.#maxLineBytes) this.#isOversized = true;
    return readings;
  }

  end(): Reading[] {
    const readings: Reading[] = [];
    if (this.#isOversized || this.#window.end > this.#start) this.#take(this.#window.end, readings);
    return readings;
  }

  #take(end: number, readings: Reading[]): void {
    this.#line++;
    if (end === this.#start) return;
    if (this.#isOversized || end - this.#start > this.#maxLineBytes) {
      this.#isOversized = false;
      readings.push(this.#unreadable(`is longer than the ${this.#maxLineBytes} bytes that are accepted`));
      return;
    }
    const bytes = this.#window.slice(this.#start, end);
    const hasMark = this.#start === 0 && bytes.length > 2 && bytes[0] === 0xef && bytes[1] === 0xbb;
    const line = hasMark ? bytes.subarray(3) : bytes;
    if (isBlank(line)) return;
    const reading = this.#read(line);
    if (reading !== undefined) readings.push(reading);
  }

  #read(bytes: Buffer): Reading | undefined {
    if (!isUtf8(bytes)) return this.#unreadable("is not valid UTF-8");
    let value: unknown;
    try {
      value = JSON.parse(bytes.toString("utf8"));
    } catch {
      const { offset, message } = jsonTrouble(bytes);
      return this.#unreadable(`is not JSON: at column ${offset + 1} ${message}`);
    }
    return this.#reader.read(value, { source: this.#source, index: this.#index++, number: this.#line, bytes });
  }

  #unreadable(what: string): Reading {
    const reason = `line ${this.#line} ${what}; accepted is ${this.#reader.accepted}`;
    return { kind: "unreadable", unreadable: { source: this.#source, pointer: `/${this.#index++}`, reason } };
  }
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

const lineFeed = Uint8Array.of(0x0a);

// Half of what the longest string of V8 can hold.
const MAX_LINE_BYTES = 256 * 1024 * 1024;
