/**
 * Reads a HAR 1.1 or 1.2 recording as a stream.
 *
 * Memory is bounded by one chunk and the largest entry, whatever the size of the file. Trouble with one entry is reported
 * in its place and the others are still read; trouble with the document is thrown, so that a recording that is cut off is
 * never taken for a shorter one.
 *
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */

import type { RawBodyValidator, ReadResult } from "../../exchange.js";
import { createRawJsonString } from "../../raw-json-string.js";
import type { RecordingSource } from "../../reader/recording-source.js";
import { DuplicateEntryDetector, getEntryTimeKey } from "./duplicate-entries.js";
import { EntryTemplateCache } from "./entry-template-cache.js";
import { FastPathBackoff } from "./fast-path-backoff.js";
import { readHarEntry } from "./har-entry.js";
import { type EntrySink, HarEntryParser } from "./har-entry-parser.js";
import { readEntryFast } from "./har-fast-path.js";
import { TemplateMemory } from "./template-match/template-memory.js";

/**
 * Yields what became whole with each chunk, in the order of the recording; never an empty list.
 *
 * Lists, because awaiting each exchange by itself would cost more than finding it.
 */
export async function* readHar<Outcome = never>(
  source: RecordingSource,
  { validateRawBody }: { readonly validateRawBody?: RawBodyValidator<Outcome> | undefined } = {},
): AsyncGenerator<readonly ReadResult<Outcome>[], void, undefined> {
  let readings: ReadResult<Outcome>[] = [];
  const repeats = new DuplicateEntryDetector();
  // Without somebody to ask there is nothing to be found in an entry that is not read.
  const memory = validateRawBody && createTemplateMemory();
  const templates = memory && new EntryTemplateCache(memory);
  const worthwhile = new FastPathBackoff(validateRawBody);
  const sink: EntrySink = {
    entry: (value, index) => {
      const reading = readHarEntry(value, { source: source.name, index }, source.attachments);
      const marked = repeats.markDuplicate(reading, value);
      readings.push(validateReadExchange(marked, worthwhile.getValidator(index)) ?? marked);
    },
    tryFastPath: (item, index) => {
      const ask = worthwhile.getValidator(index);
      const found = ask && readEntryFast(item, { source: source.name, index }, { validateRawBody: ask, templates });
      if (found === undefined) return false;
      const moment = getEntryTimeKey(found.entry);
      if (moment !== undefined && repeats.isLikelyDuplicate(moment)) return false;
      if (moment !== undefined) repeats.rememberRaw(found.exchange, found.body, moment);
      readings.push({ kind: "settled", exchange: found.exchange, outcome: found.outcome });
      return true;
    },
    unreadable: (reason, index) => {
      const pointer = `/log/entries/${index}`;
      readings.push({ kind: "unreadable", unreadable: { source: source.name, pointer, reason } });
    },
  };
  const entries = new HarEntryParser(source.name, sink, memory);
  const taken = (): readonly ReadResult<Outcome>[] => {
    const batch = readings;
    readings = [];
    return batch;
  };
  try {
    for await (const chunk of source.chunks) {
      entries.push(chunk);
      repeats.copyBodies();
      if (readings.length > 0) yield taken();
    }
    entries.end();
  } catch (error) {
    // What was read before the trouble is told before the trouble is.
    if (readings.length > 0) yield taken();
    throw error;
  }
  if (readings.length > 0) yield taken();
}

/** Undefined where the machine cannot do it: then no entry is known by those before it. */
function createTemplateMemory(): TemplateMemory | undefined {
  try {
    return new TemplateMemory();
  } catch {
    return undefined;
  }
}

/** An exchange that had to be read whole, judged without making a value of its body. */
function validateReadExchange<Outcome>(
  reading: ReadResult,
  validateRawBody: RawBodyValidator<Outcome> | undefined,
): ReadResult<Outcome> | undefined {
  if (validateRawBody === undefined || reading.kind !== "exchange") return undefined;
  const { exchange } = reading;
  const { body } = exchange.response;
  const outcome = body.kind === "text" ? validateRawBody(exchange, createRawJsonString(body.text)) : undefined;
  return outcome === undefined ? undefined : { kind: "settled", exchange, outcome };
}
