/** Reads exchanges of our own format, one JSON object a line (`exchange.schema.json`), as a stream. */
import type { Reading } from "./exchange.js";
import type { RecordingSource } from "./har/har.js";
import { type LineReader, readJsonLines } from "./json-lines.js";
import { ndjsonReading } from "./ndjson-exchange.js";

export function readNdjson(source: RecordingSource): AsyncGenerator<readonly Reading[], void, undefined> {
  return readJsonLines(source, exchangeLines);
}

const exchangeLines: LineReader = {
  accepted: 'one exchange a line: { "request": ..., "response": ... }',
  read: (value, { source, index, bytes }) => ndjsonReading(value, { source, index, line: bytes }),
};
