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
  options: JsonLineOptions<Outcome> = {},
): AsyncGenerator<readonly ReadResult<Outcome>[], void, undefined> {
  const lines = createLineSplitter(source.name, reader, options);
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

function createLineSplitter<Outcome>(
  source: string,
  reader: JsonLineReader,
  { fast, maxLineBytes = MAX_LINE_BYTES }: JsonLineOptions<Outcome>,
) {
  const window = new ByteWindow(fast?.memory);
  let [start, searched, number, index] = [0, 0, 0, 0];
  /** The current line is longer than the limit. */
  let isOversized = false;
  const createDiagnostic = (what: string): ReadResult => {
    const reason = `line ${number} ${what}; expected ${reader.expected}`;
    return { kind: "unreadable", unreadable: { source, pointer: `/${index++}`, reason } };
  };
  const parse = (bytes: Buffer): ReadResult | undefined => {
    if (!isUtf8(bytes)) return createDiagnostic("is not valid UTF-8");
    let value: unknown;
    try {
      value = JSON.parse(bytes.toString("utf8"));
    } catch {
      const { offset, message } = findJsonSyntaxError(bytes);
      return createDiagnostic(`is not JSON: at column ${offset + 1} ${message}`);
    }
    return reader.read(value, { source, index: index++, number, bytes });
  };
  const readLine = (end: number): ReadResult<Outcome> | undefined => {
    number++;
    if (end === start) return undefined;
    if (isOversized || end - start > maxLineBytes) {
      isOversized = false;
      return createDiagnostic(`is longer than the limit of ${maxLineBytes} bytes`);
    }
    const bytes = window.slice(start, end);
    const hasMark = start === 0 && bytes.length > 2 && bytes[0] === 0xef && bytes[1] === 0xbb;
    const line = hasMark ? bytes.subarray(3) : bytes;
    if (isBlankLine(line)) return undefined;
    const item = window.locate(start, end);
    const checked = fast?.check(item, { source, index });
    if (typeof checked === "object") {
      index += 1;
      return { kind: "settled", exchange: checked.match.exchange, outcome: checked.outcome };
    }
    const reading = parse(line);
    if (checked === "unknown" && reading?.kind === "exchange") fast?.learn(item, reading.exchange);
    return reading;
  };
  return {
    push: (chunk: Uint8Array): ReadResult<Outcome>[] => {
      window.append(chunk, isOversized ? searched : start);
      const readings: ReadResult<Outcome>[] = [];
      for (let end = window.find(LINE_FEED, searched); end !== -1; end = window.find(LINE_FEED, searched)) {
        const reading = readLine(end);
        if (reading !== undefined) readings.push(reading);
        start = end + 1;
        searched = start;
      }
      searched = window.end;
      if (searched - start > maxLineBytes) isOversized = true;
      return readings;
    },
    end: (): ReadResult<Outcome>[] => {
      const reading = isOversized || window.end > start ? readLine(window.end) : undefined;
      return reading === undefined ? [] : [reading];
    },
  };
}

function isBlankLine(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

const LINE_FEED = Uint8Array.of(0x0a);

// Half the maximum string length of V8.
const MAX_LINE_BYTES = 256 * 1024 * 1024;
