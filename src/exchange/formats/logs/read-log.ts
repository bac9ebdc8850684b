/**
 * Streams access logs of gateways and web servers: one JSON object per line.
 *
 * Unlike a recording, a log contains no bodies and usually few headers. `Exchange.notLogged` lists these parts, so that
 * they are reported neither as missing nor as checked.
 */
import type { ReadResult } from "../../exchange.js";
import { isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";
import { type JsonLineReader, readJsonLineRecording } from "../../reader/json-lines.js";
import { readEntry, requireObject } from "../../reader/parsed-entry.js";
import type { RecordingOptions, RecordingSource } from "../../reader/recording-source.js";
import { type LogEntry, parseLogEntry } from "./log-entry.js";

export type LogFormat = {
  /** Maps the fields of the format. */
  readonly read: (entry: UnknownRecord) => LogEntry;
  /** Whether a line does not describe a request. */
  readonly isIgnored?: (entry: UnknownRecord) => boolean;
};

export function readLog(
  format: LogFormat,
  source: RecordingSource,
  { baseUrl }: RecordingOptions,
): AsyncGenerator<readonly ReadResult[], void, undefined> {
  const reader: JsonLineReader = {
    expected: "one JSON object per line (nginx: log_format with escape=json)",
    read: (value, { source: name, index, number }) => {
      if (isPlainObject(value) && format.isIgnored?.(value) === true) return undefined;
      const reading = readEntry({ source: name, index, pointer: `/${index}` }, () =>
        parseLogEntry(format.read(requireObject(value, "", "an object")), baseUrl),
      );
      return addLineNumber(reading, number);
    },
  };
  return readJsonLineRecording(source, reader);
}

/** Adds the line number, because the JSON Pointer does not count blank lines. */
function addLineNumber(reading: ReadResult, number: number): ReadResult {
  if (reading.kind !== "unreadable") return reading;
  const { reason, ...location } = reading.unreadable;
  return { kind: "unreadable", unreadable: { ...location, reason: `line ${number}: ${reason}` } };
}
