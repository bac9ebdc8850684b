/**
 * Streams a HAR 1.1 or 1.2 recording.
 *
 * Memory is bounded by one chunk and the largest entry, independent of the file size. An unreadable entry is reported, and
 * reading continues. An invalid document throws, so that a truncated recording is never read as a shorter one.
 *
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */

import { HAR_ENTRIES } from "../../../fast/entries/entry-format.js";
import { createFastEntries } from "../../../fast/entries/fast-entries.js";
import type { RawJsonString, ReadResult } from "../../exchange.js";
import type { RecordingOptions, RecordingSource } from "../../reader/recording-source.js";
import { DuplicateEntryDetector, getEntryTimeKey } from "./duplicate-entries.js";
import type { EntrySink, FastPathAttempt } from "./entry-sink.js";
import { readHarEntry } from "./har-entry.js";
import { HarEntryParser } from "./har-entry-parser.js";

/**
 * Yields the entries that each chunk completes, in the order of the recording. Batches are never empty.
 *
 * It yields batches because awaiting each exchange costs more than reading it.
 *
 * @throws RecordingError if the document is invalid.
 */
export async function* readHar<Outcome = never>(
  source: RecordingSource,
  { validateRawBody }: Pick<RecordingOptions<Outcome>, "validateRawBody"> = {},
): AsyncGenerator<readonly ReadResult<Outcome>[], void, undefined> {
  let readings: ReadResult<Outcome>[] = [];
  const duplicates = new DuplicateEntryDetector();
  const fast = createFastEntries(HAR_ENTRIES, validateRawBody);
  const tryFastPath = (item: RawJsonString, index: number): FastPathAttempt => {
    const checked = fast?.check(item, { source: source.name, index }, ({ entry }) =>
      duplicates.isLikelyDuplicate(getEntryTimeKey(entry)),
    );
    if (typeof checked !== "object") return checked ?? "unknown";
    const { match, outcome } = checked;
    duplicates.rememberRaw(match.exchange, match.body, getEntryTimeKey(match.entry));
    readings.push({ kind: "settled", exchange: match.exchange, outcome });
    return "passed";
  };
  const sink: EntrySink = {
    entry: (value, index, unknown) => {
      const reading = readHarEntry(value, { source: source.name, index }, source.attachments);
      if (unknown !== undefined && reading.kind === "exchange") fast?.learn(unknown, reading.exchange);
      readings.push(duplicates.markDuplicate(reading, value));
    },
    tryFastPath,
    unreadable: (reason, index) => {
      const pointer = `/log/entries/${index}`;
      readings.push({ kind: "unreadable", unreadable: { source: source.name, pointer, reason } });
    },
  };
  const entries = new HarEntryParser(source.name, sink, fast?.memory);
  const takeBatch = (): readonly ReadResult<Outcome>[] => {
    const batch = readings;
    readings = [];
    return batch;
  };
  try {
    for await (const chunk of source.chunks) {
      entries.push(chunk);
      duplicates.copyBodies();
      if (readings.length > 0) yield takeBatch();
    }
    entries.end();
  } catch (error) {
    // Yield the entries before the error, then throw it.
    if (readings.length > 0) yield takeBatch();
    throw error;
  }
  if (readings.length > 0) yield takeBatch();
}
