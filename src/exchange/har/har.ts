/**
 * Reads a HAR 1.1 or 1.2 recording as a stream.
 *
 * Memory is bounded by one chunk and the largest entry, whatever the size of the file. Trouble with one entry is reported
 * in its place and the others are still read; trouble with the document is thrown, so that a recording that is cut off is
 * never taken for a shorter one.
 *
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */

import type { Reading, Settle } from "../exchange.js";
import type { Attachments } from "../recorded-body.js";
import { stringContent } from "../string-content.js";
import { TemplateMemory } from "../template-match/template-memory.js";
import { EntryTemplates } from "./entry-templates.js";
import { type EntrySink, HarEntries } from "./har-entries.js";
import { harReading } from "./har-entry.js";
import { glance } from "./har-glance.js";
import { HarRepeats, momentOf } from "./har-repeats.js";
import { Worthwhile } from "./worthwhile.js";

/** The bytes of a recording. A chunk belongs to the reader only until it asks for the next one. */
export type RecordingSource = {
  /** The file as the user named it, or `<stdin>`. */
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Bodies that stand in files beside the recording; absent when it stands in no folder. */
  readonly attachments?: Attachments;
};

/**
 * Yields what became whole with each chunk, in the order of the recording; never an empty list.
 *
 * Lists, because awaiting each exchange by itself would cost more than finding it.
 */
export async function* readHar<Outcome = never>(
  source: RecordingSource,
  { settle }: { readonly settle?: Settle<Outcome> | undefined } = {},
): AsyncGenerator<readonly Reading<Outcome>[], void, undefined> {
  let readings: Reading<Outcome>[] = [];
  const repeats = new HarRepeats();
  // Without somebody to ask there is nothing to be found in an entry that is not read.
  const memory = settle && templateMemory();
  const templates = memory && new EntryTemplates(memory);
  const worthwhile = new Worthwhile(settle);
  const sink: EntrySink = {
    entry: (value, index) => {
      const reading = harReading(value, { source: source.name, index }, source.attachments);
      const marked = repeats.mark(reading, value);
      readings.push(settled(marked, worthwhile.about(index)) ?? marked);
    },
    glance: (item, index) => {
      const ask = worthwhile.about(index);
      const found = ask && glance(item, { source: source.name, index }, { settle: ask, templates });
      if (found === undefined) return false;
      const moment = momentOf(found.entry);
      if (moment !== undefined && repeats.isLikely(moment)) return false;
      if (moment !== undefined) repeats.note(found.exchange, found.body, moment);
      readings.push({ kind: "settled", exchange: found.exchange, outcome: found.outcome });
      return true;
    },
    unreadable: (reason, index) => {
      const pointer = `/log/entries/${index}`;
      readings.push({ kind: "unreadable", unreadable: { source: source.name, pointer, reason } });
    },
  };
  const entries = new HarEntries(source.name, sink, memory);
  const taken = (): readonly Reading<Outcome>[] => {
    const batch = readings;
    readings = [];
    return batch;
  };
  try {
    for await (const chunk of source.chunks) {
      entries.push(chunk);
      repeats.keep();
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
function templateMemory(): TemplateMemory | undefined {
  try {
    return new TemplateMemory();
  } catch {
    return undefined;
  }
}

/** An exchange that had to be read whole, judged without making a value of its body. */
function settled<Outcome>(reading: Reading, settle: Settle<Outcome> | undefined): Reading<Outcome> | undefined {
  if (settle === undefined || reading.kind !== "exchange") return undefined;
  const { exchange } = reading;
  const { body } = exchange.response;
  const outcome = body.kind === "text" ? settle(exchange, stringContent(body.text)) : undefined;
  return outcome === undefined ? undefined : { kind: "settled", exchange, outcome };
}
