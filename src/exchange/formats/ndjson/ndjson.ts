/** Reads exchanges of our own format, one JSON object a line (`exchange.schema.json`), as a stream. */
import type { ReadResult } from "../../exchange.js";
import { type JsonLineReader, readJsonLineRecording } from "../../reader/json-lines.js";
import type { RecordingSource } from "../../reader/recording-source.js";
import { readNdjsonLine } from "./ndjson-line.js";

export function readNdjson(source: RecordingSource): AsyncGenerator<readonly ReadResult[], void, undefined> {
  return readJsonLineRecording(source, EXCHANGE_LINE_READER);
}

const EXCHANGE_LINE_READER: JsonLineReader = {
  accepted: 'one exchange a line: { "request": ..., "response": ... }',
  read: (value, { source, index, bytes }) => readNdjsonLine(value, { source, index, line: bytes }),
};
