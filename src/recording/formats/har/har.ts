/**
 * Streams a HAR 1.1 or 1.2 recording.
 *
 * Memory is bounded by one chunk and the largest entry, independent of the file size. An unreadable entry is reported, and
 * reading continues. An invalid document throws, so that a truncated recording is never read as a shorter one.
 *
 * @see http://www.softwareishard.com/blog/har-12-spec/
 */

import type { Exchange, RawJsonString, ReadResult } from "../../exchange.js";
import { restoreResponseBody } from "../../message.js";
import { isPlainObject } from "../../reader/parsed-entry.js";
import type { RecordingOptions, RecordingSource } from "../../reader/recording-source.js";
import { readHarEntry } from "./har-entry.js";
import { type EntrySink, type FastPathAttempt, HarEntryParser } from "./har-entry-parser.js";

/**
 * Yields the entries that each chunk completes, in the order of the recording. Batches are never empty.
 *
 * It yields batches because awaiting each exchange costs more than reading it.
 *
 * @throws RecordingError if the document is invalid.
 */
export async function* readHar<Outcome = never>(
  source: RecordingSource,
  { accelerator }: Pick<RecordingOptions<Outcome>, "accelerator"> = {},
): AsyncGenerator<readonly ReadResult<Outcome>[], void, undefined> {
  let readings: ReadResult<Outcome>[] = [];
  const duplicates = new DuplicateEntryDetector();
  const fast = accelerator?.("har");
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

/**
 * Detects entries that a recorder wrote twice: same request, response, start time and duration.
 *
 * This happens if a recorder observes one exchange through two channels. Only the last few entries are compared, so
 * memory does not grow.
 */
class DuplicateEntryDetector {
  readonly #recent: RememberedEntry[] = [];

  /** Whether a recent entry has the same start time and duration. */
  isLikelyDuplicate(timeKey: string | undefined): boolean {
    if (timeKey === undefined) return false;
    for (const earlier of this.#recent) if (earlier.timeKey === timeKey) return true;
    return false;
  }

  /** Remembers an exchange whose body was not extracted from the recording. */
  rememberRaw(exchange: Exchange, body: RawJsonString, timeKey: string | undefined): void {
    if (timeKey !== undefined) this.#remember({ timeKey, exchange, body });
  }

  /** Copies the raw bodies of remembered exchanges. Call it before the next chunk is read. */
  copyBodies(): void {
    for (const earlier of this.#recent) {
      if (earlier.body === undefined || earlier.body.start === 0) continue;
      const { bytes, start, end } = earlier.body;
      // An own copy starts at 0, which no body in a recording does.
      earlier.body = { bytes: Buffer.from(bytes.subarray(start, end)), start: 0, end: end - start };
    }
  }

  /** Returns the reading, marked as incomplete if it duplicates a recent entry. */
  markDuplicate(reading: ReadResult, entry: unknown): ReadResult {
    const timeKey = getEntryTimeKey(entry);
    if (reading.kind !== "exchange" || timeKey === undefined) return reading;
    const { exchange } = reading;
    const first = this.#recent.find(
      ({ timeKey: key, exchange: first, body }) =>
        key === timeKey && isSameExchange(body === undefined ? first : restoreResponseBody(first, body), exchange),
    );
    if (first !== undefined && exchange.incomplete === undefined) {
      const incomplete = `duplicate of ${first.exchange.origin.pointer}`;
      return { kind: "exchange", exchange: { ...exchange, incomplete } };
    }
    this.#remember({ timeKey, exchange, body: undefined });
    return reading;
  }

  #remember(remembered: RememberedEntry): void {
    this.#recent.push(remembered);
    if (this.#recent.length > MAX_REMEMBERED) this.#recent.shift();
  }
}

type RememberedEntry = {
  readonly timeKey: string;
  readonly exchange: Exchange;
  /** The raw response body, if it was not extracted from the recording. */
  body: RawJsonString | undefined;
};

/**
 * Returns start time and duration of an entry, or undefined if the duration is not positive. Synthetic recordings use one
 * time for all entries, so they cannot be compared by time.
 */
function getEntryTimeKey(entry: unknown): string | undefined {
  if (!isPlainObject(entry)) return undefined;
  const { startedDateTime, time } = entry;
  return typeof startedDateTime === "string" && typeof time === "number" && time > 0
    ? `${startedDateTime} ${time}`
    : undefined;
}

function isSameExchange(one: Exchange, two: Exchange): boolean {
  return JSON.stringify([one.request, one.response]) === JSON.stringify([two.request, two.response]);
}

// Each remembered entry can be as large as the largest entry of the recording.
const MAX_REMEMBERED = 4;
