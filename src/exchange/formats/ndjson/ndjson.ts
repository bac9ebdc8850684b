/** Streams NDJSON recordings: one exchange per line, as defined by `exchange.schema.json`. */
import type { ReadResult } from "../../exchange.js";
import { type JsonLineReader, readJsonLineRecording } from "../../reader/json-lines.js";
import type { RecordingSource } from "../../reader/recording-source.js";
import { readNdjsonLine } from "./ndjson-line.js";

export function readNdjson(source: RecordingSource): AsyncGenerator<readonly ReadResult[], void, undefined> {
  return readJsonLineRecording(source, EXCHANGE_LINE_READER);
}

const EXCHANGE_LINE_READER: JsonLineReader = {
  expected: 'one exchange per line: { "request": ..., "response": ... }',
  read: (value, { source, index, bytes }) => readNdjsonLine(value, { source, index, line: bytes }),
};
