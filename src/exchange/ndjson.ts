/**
 * Reads exchanges of our own format, one JSON object a line (`exchange.schema.json`), as a stream.
 *
 * Memory is bounded by one chunk and the longest line. A line that cannot be read is reported in its place, and the
 * others are still read.
 */
import { isUtf8 } from "node:buffer";
import { ByteWindow } from "./byte-window.js";
import type { Reading } from "./exchange.js";
import type { RecordingSource } from "./har.js";
import { ndjsonReading } from "./ndjson-exchange.js";
import { jsonTrouble } from "./whole-recording.js";

export async function* readNdjson(source: RecordingSource): AsyncGenerator<readonly Reading[], void, undefined> {
  const lines = new NdjsonLines(source.name);
  for await (const chunk of source.chunks) {
    const readings = lines.push(chunk);
    if (readings.length > 0) yield readings;
  }
  const readings = lines.end();
  if (readings.length > 0) yield readings;
}

class NdjsonLines {
  readonly #source: string;
  readonly #window = new ByteWindow();
  #start = 0;
  #searched = 0;
  #line = 0;
  #index = 0;
  /** The line at hand is too long to be kept. */
  #isOversized = false;

  constructor(source: string) {
    this.#source = source;
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
    if (this.#searched - this.#start > maxLineBytes) this.#isOversized = true;
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
    if (this.#isOversized) {
      this.#isOversized = false;
      readings.push(this.#unreadable(`is longer than the ${maxLineBytes} bytes that are accepted`));
      return;
    }
    const bytes = this.#window.slice(this.#start, end);
    const hasMark = this.#start === 0 && bytes.length > 2 && bytes[0] === 0xef && bytes[1] === 0xbb;
    const line = hasMark ? bytes.subarray(3) : bytes;
    if (isBlank(line)) return;
    readings.push(this.#read(line));
  }

  #read(line: Buffer): Reading {
    if (!isUtf8(line)) return this.#unreadable("is not valid UTF-8");
    let value: unknown;
    try {
      value = JSON.parse(line.toString("utf8"));
    } catch {
      const { offset, message } = jsonTrouble(line);
      return this.#unreadable(`is not JSON: at column ${offset + 1} ${message}`);
    }
    return ndjsonReading(value, { source: this.#source, index: this.#index++, line });
  }

  #unreadable(what: string): Reading {
    const reason = `line ${this.#line} ${what}; accepted is one exchange a line: { "request": ..., "response": ... }`;
    return { kind: "unreadable", unreadable: { source: this.#source, pointer: `/${this.#index++}`, reason } };
  }
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

const lineFeed = Uint8Array.of(0x0a);

// Half of what the longest string of V8 can hold.
const maxLineBytes = 256 * 1024 * 1024;
