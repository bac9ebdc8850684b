import type { Exchange, RawJsonString, ReadResult } from "../../exchange.js";
import { isPlainObject } from "../../reader/entry-error.js";

/**
 * Tells entries that a recorder wrote twice: the same request at the same time for as long, and the same answer.
 *
 * Recorders do so when they hear of one exchange in two ways. Only the entries just before are compared, so that memory
 * does not grow.
 */
export class DuplicateEntryDetector {
  readonly #recent: RememberedEntry[] = [];
  /** For bodies that stay in the recording when that goes on. As many as are remembered take turns. */
  readonly #copies: Buffer[] = [];
  #copied = 0;

  /** Whether an entry of this moment may say again what another one has said. */
  isLikelyDuplicate(moment: string): boolean {
    for (const earlier of this.#recent) if (earlier.timeKey === moment) return true;
    return false;
  }

  /** Remembers an exchange whose body was not taken out of the recording. */
  rememberRaw(exchange: Exchange, body: RawJsonString, timeKey: string): void {
    this.#remember({ timeKey, exchange, body });
  }

  /** To be called before the recording goes on: bodies that were left in it are copied. */
  copyBodies(): void {
    for (const earlier of this.#recent) {
      if (earlier.body === undefined || this.#copies.includes(earlier.body.bytes)) continue;
      earlier.body = this.#copyOf(earlier.body);
    }
  }

  /** The reading, marked as incomplete when it says again what another one has said. */
  markDuplicate(reading: ReadResult, entry: unknown): ReadResult {
    const timeKey = getEntryTimeKey(entry);
    if (reading.kind !== "exchange" || timeKey === undefined) return reading;
    const { exchange } = reading;
    const first = this.#recent.find(
      (earlier) => earlier.timeKey === timeKey && isSameExchange(restoreBody(earlier), exchange),
    );
    if (first !== undefined && exchange.incomplete === undefined) {
      const incomplete = `the same exchange stands at ${first.exchange.origin.pointer} already`;
      return { kind: "exchange", exchange: { ...exchange, incomplete } };
    }
    this.#remember({ timeKey, exchange, body: undefined });
    return reading;
  }

  #remember(remembered: RememberedEntry): void {
    this.#recent.push(remembered);
    if (this.#recent.length > MAX_REMEMBERED) this.#recent.shift();
  }

  /** Whose turn it is has been forgotten. */
  #copyOf({ bytes, start, end }: RawJsonString): RawJsonString {
    const turn = this.#copied++ % MAX_REMEMBERED;
    let copy = this.#copies[turn];
    if (copy === undefined || copy.length < end - start) {
      copy = Buffer.allocUnsafeSlow((end - start) * 2);
      this.#copies[turn] = copy;
    }
    bytes.copy(copy, 0, start, end);
    return { bytes: copy, start: 0, end: end - start };
  }
}

type RememberedEntry = {
  readonly timeKey: string;
  readonly exchange: Exchange;
  /** Of the answer, where it was not taken out of the recording. */
  body: RawJsonString | undefined;
};

function restoreBody({ exchange, body }: RememberedEntry): Exchange {
  if (body === undefined) return exchange;
  const text = JSON.parse(`"${body.bytes.toString("utf8", body.start, body.end)}"`) as string;
  return { ...exchange, response: { ...exchange.response, body: { kind: "text", text } } };
}

/** Made-up recordings may have one time for all entries; only measured ones can tell repetitions. */
export function getEntryTimeKey(entry: unknown): string | undefined {
  if (!isPlainObject(entry)) return undefined;
  const { startedDateTime, time } = entry;
  return typeof startedDateTime === "string" && typeof time === "number" && time > 0
    ? `${startedDateTime} ${time}`
    : undefined;
}

function isSameExchange(one: Exchange, two: Exchange): boolean {
  return (
    one.request.url === two.request.url &&
    one.request.method === two.request.method &&
    JSON.stringify([one.request, one.response]) === JSON.stringify([two.request, two.response])
  );
}

// Each may be as large as the largest entry.
const MAX_REMEMBERED = 4;
