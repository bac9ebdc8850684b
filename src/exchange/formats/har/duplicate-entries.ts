import type { Exchange, RawJsonString, ReadResult } from "../../exchange.js";
import { isPlainObject } from "../../reader/entry-error.js";

/**
 * Detects entries that a recorder wrote twice: same request, response, start time and duration.
 *
 * This happens if a recorder observes one exchange through two channels. Only the last few entries are compared, so
 * memory does not grow.
 */
export class DuplicateEntryDetector {
  readonly #recent: RememberedEntry[] = [];
  /** Buffers for copies of raw bodies, used in rotation: one for each remembered entry. */
  readonly #copies: Buffer[] = [];
  #copied = 0;

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
      if (earlier.body === undefined || this.#copies.includes(earlier.body.bytes)) continue;
      earlier.body = this.#copyBody(earlier.body);
    }
  }

  /** Returns the reading, marked as incomplete if it duplicates a recent entry. */
  markDuplicate(reading: ReadResult, entry: unknown): ReadResult {
    const timeKey = getEntryTimeKey(entry);
    if (reading.kind !== "exchange" || timeKey === undefined) return reading;
    const { exchange } = reading;
    const first = this.#recent.find(
      (earlier) => earlier.timeKey === timeKey && isSameExchange(restoreBody(earlier), exchange),
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

  /** Reuses the oldest buffer, whose entry is no longer remembered. */
  #copyBody({ bytes, start, end }: RawJsonString): RawJsonString {
    const index = this.#copied++ % MAX_REMEMBERED;
    let copy = this.#copies[index];
    if (copy === undefined || copy.length < end - start) {
      copy = Buffer.allocUnsafeSlow((end - start) * 2);
      this.#copies[index] = copy;
    }
    bytes.copy(copy, 0, start, end);
    return { bytes: copy, start: 0, end: end - start };
  }
}

type RememberedEntry = {
  readonly timeKey: string;
  readonly exchange: Exchange;
  /** The raw response body, if it was not extracted from the recording. */
  body: RawJsonString | undefined;
};

function restoreBody({ exchange, body }: RememberedEntry): Exchange {
  if (body === undefined) return exchange;
  const text = JSON.parse(`"${body.bytes.toString("utf8", body.start, body.end)}"`) as string;
  return { ...exchange, response: { ...exchange.response, body: { kind: "text", text } } };
}

/**
 * Returns start time and duration of an entry, or undefined if the duration is not positive. Synthetic recordings use one
 * time for all entries, so they cannot be compared by time.
 */
export function getEntryTimeKey(entry: unknown): string | undefined {
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
