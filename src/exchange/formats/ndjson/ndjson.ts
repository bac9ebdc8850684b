import { NDJSON_LINES } from "../../../fast/entries/entry-format.js";
import { createFastEntries } from "../../../fast/entries/fast-entries.js";
import type { ReadResult } from "../../exchange.js";
import { type JsonLineReader, readJsonLineRecording } from "../../reader/json-lines.js";
import type { RecordingOptions, RecordingSource } from "../../reader/recording-source.js";
import { readNdjsonLine } from "./ndjson-line.js";

/**
 * Reads an NDJSON recording, which has one exchange per line as defined by `exchange.schema.json`. Yields the exchanges in
 * batches, so that large files need not fit in memory.
 */
export function readNdjson<Outcome = never>(
  source: RecordingSource,
  { validateRawBody }: Pick<RecordingOptions<Outcome>, "validateRawBody"> = {},
): AsyncGenerator<readonly ReadResult<Outcome>[], void, undefined> {
  return readJsonLineRecording(source, NDJSON_LINE_READER, {
    fast: createFastEntries(NDJSON_LINES, validateRawBody),
  });
}

const NDJSON_LINE_READER: JsonLineReader = {
  expected: 'one exchange per line: { "request": ..., "response": ... }',
  read: (value, { source, index, bytes }) => readNdjsonLine(value, { source, index, bytes }),
};
