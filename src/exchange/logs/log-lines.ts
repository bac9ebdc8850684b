/**
 * Reads logs of gateways and web servers: one JSON object a line, as a stream.
 *
 * A log is no recording. It holds no bodies, and mostly few headers; what it does not hold is said of each exchange
 * (`Exchange.unlogged`), so that it is neither called missing nor taken for judged.
 */
import type { Reading } from "../exchange.js";
import type { RecordingSource } from "../har/har.js";
import { readJsonLines } from "../json-lines.js";
import { readingOf, record } from "../recorded-fields.js";
import type { RecordingOptions } from "../recording.js";
import { isRecord, type UnknownRecord } from "../unreadable-entry.js";
import { type Logged, loggedExchange } from "./logged-exchange.js";

export type LogFormat = {
  /** What the format calls the parts of an exchange. */
  readonly read: (entry: UnknownRecord) => Logged;
  /** Whether a line is about something else than a request. */
  readonly isOther?: (entry: UnknownRecord) => boolean;
};

export function readLog(
  format: LogFormat,
  source: RecordingSource,
  { baseUrl }: RecordingOptions,
): AsyncGenerator<readonly Reading[], void, undefined> {
  return readJsonLines(source, {
    accepted: "one JSON object a line, which nginx writes with escape=json",
    read: (value, { source: name, index, number }) => {
      if (isRecord(value) && format.isOther?.(value) === true) return undefined;
      const reading = readingOf({ source: name, index, pointer: `/${index}` }, () =>
        loggedExchange(format.read(record(value, "", "an object")), baseUrl),
      );
      return withLine(reading, number);
    },
  });
}

/** The pointer counts lines that hold something, and editors count all. */
function withLine(reading: Reading, number: number): Reading {
  if (reading.kind !== "unreadable") return reading;
  const { reason, ...place } = reading.unreadable;
  return { kind: "unreadable", unreadable: { ...place, reason: `line ${number}: ${reason}` } };
}
