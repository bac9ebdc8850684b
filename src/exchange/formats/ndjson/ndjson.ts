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
  { accelerator }: Pick<RecordingOptions<Outcome>, "accelerator"> = {},
): AsyncGenerator<readonly ReadResult<Outcome>[], void, undefined> {
  return readJsonLineRecording(source, NDJSON_LINE_READER, { fast: accelerator?.("ndjson") });
}

const NDJSON_LINE_READER: JsonLineReader = {
  expected: 'one exchange per line: { "request": ..., "response": ... }',
  read: (value, { source, index, bytes }) => readNdjsonLine(value, { source, index, bytes }),
};
