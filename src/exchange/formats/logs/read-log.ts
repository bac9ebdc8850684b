/**
 * Reads logs of gateways and web servers: one JSON object a line, as a stream.
 *
 * A log is no recording. It holds no bodies, and mostly few headers; what it does not hold is said of each exchange
 * (`Exchange.notLogged`), so that it is neither called missing nor taken for judged.
 */
import type { ReadResult } from "../../exchange.js";
import { isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";
import { readJsonLineRecording } from "../../reader/json-lines.js";
import { readEntry, requireObject } from "../../reader/parsed-entry.js";
import type { RecordingOptions, RecordingSource } from "../../reader/recording-source.js";
import { type LogEntry, parseLogEntry } from "./log-entry.js";

export type LogFormat = {
  /** What the format calls the parts of an exchange. */
  readonly read: (entry: UnknownRecord) => LogEntry;
  /** Whether a line is about something else than a request. */
  readonly isIgnored?: (entry: UnknownRecord) => boolean;
};

export function readLog(
  format: LogFormat,
  source: RecordingSource,
  { baseUrl }: RecordingOptions,
): AsyncGenerator<readonly ReadResult[], void, undefined> {
  return readJsonLineRecording(source, {
    accepted: "one JSON object a line, which nginx writes with escape=json",
    read: (value, { source: name, index, number }) => {
      if (isPlainObject(value) && format.isIgnored?.(value) === true) return undefined;
      const reading = readEntry({ source: name, index, pointer: `/${index}` }, () =>
        parseLogEntry(format.read(requireObject(value, "", "an object")), baseUrl),
      );
      return addLineNumber(reading, number);
    },
  });
}

/** The pointer counts lines that hold something, and editors count all. */
function addLineNumber(reading: ReadResult, number: number): ReadResult {
  if (reading.kind !== "unreadable") return reading;
  const { reason, ...place } = reading.unreadable;
  return { kind: "unreadable", unreadable: { ...place, reason: `line ${number}: ${reason}` } };
}
