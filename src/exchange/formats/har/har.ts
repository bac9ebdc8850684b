/**
 * Streams a HAR 1.1 or 1.2 recording.
 *
 * Memory is bounded by one chunk and the largest entry, independent of the file size. An unreadable entry is reported, and
 * reading continues. An invalid document throws, so that a truncated recording is never read as a shorter one.
 *
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */

import { EntryTemplateCache } from "../../../fast/entries/entry-template-cache.js";
import { TemplateMemory } from "../../../fast/entries/template-memory.js";
import type { RawJsonString, ReadResult } from "../../exchange.js";
import { markForeign, type RecordingOptions, type RecordingSource } from "../../reader/recording-source.js";
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
  { validateRawBody, part }: Pick<RecordingOptions<Outcome>, "validateRawBody" | "part"> = {},
): AsyncGenerator<readonly ReadResult<Outcome>[], void, undefined> {
  let readings: ReadResult<Outcome>[] = [];
  const duplicates = new DuplicateEntryDetector();
  // Templates are useful only with a validator for raw bodies.
  const memory = validateRawBody && createTemplateMemory();
  const templates = memory && new EntryTemplateCache(memory);
  const tryFastPath = (item: RawJsonString, index: number): FastPathAttempt => {
    const template = templates?.find(item);
    if (template === undefined || validateRawBody === undefined) return "unknown";
    if (!template.backoff.isWorthTrying()) return "failed";
    const match = templates?.build(template, item, { source: source.name, index });
    if (match === undefined) return "failed";
    const { exchange, body, requestBody, entry } = match;
    const timeKey = getEntryTimeKey(entry);
    if (timeKey !== undefined && duplicates.isLikelyDuplicate(timeKey)) return "failed";
    const outcome = validateRawBody(exchange, body, requestBody);
    template.backoff.count(outcome !== undefined);
    if (outcome === undefined) return "failed";
    if (timeKey !== undefined) duplicates.rememberRaw(exchange, body, timeKey);
    readings.push({ kind: "settled", exchange, outcome });
    return "passed";
  };
  const sink: EntrySink = {
    part,
    entry: (value, index, unknown, turn) => {
      const reading = readHarEntry(value, { source: source.name, index }, source.attachments);
      if (unknown !== undefined && reading.kind === "exchange") templates?.learn(unknown, reading.exchange);
      const marked = duplicates.markDuplicate(reading, value);
      if (turn === "own") readings.push(marked);
      else readings.push(...markForeign(marked));
    },
    tryFastPath,
    unreadable: (reason, index, turn) => {
      if (turn !== "own") return;
      const pointer = `/log/entries/${index}`;
      readings.push({ kind: "unreadable", unreadable: { source: source.name, pointer, reason } });
    },
  };
  const entries = new HarEntryParser(source.name, sink, memory);
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

/** Returns undefined if WebAssembly or its memory is not available; then no templates are used. */
function createTemplateMemory(): TemplateMemory | undefined {
  try {
    return new TemplateMemory();
  } catch {
    return undefined;
  }
}
