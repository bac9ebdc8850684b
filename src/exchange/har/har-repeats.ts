import type { Exchange, Reading, StringContent } from "../exchange.js";
import { isRecord } from "../unreadable-entry.js";

/**
 * Tells entries that a recorder wrote twice: the same request at the same time for as long, and the same answer.
 *
 * Recorders do so when they hear of one exchange in two ways. Only the entries just before are compared, so that memory
 * does not grow.
 */
export class HarRepeats {
  readonly #recent: Remembered[] = [];
  /** For bodies that stay in the recording when that goes on. As many as are remembered take turns. */
  readonly #copies: Buffer[] = [];
  #copied = 0;

  /** Whether an entry of this moment may say again what another one has said. */
  isLikely(moment: string): boolean {
    for (const earlier of this.#recent) if (earlier.moment === moment) return true;
    return false;
  }

  /** Remembers an exchange whose body was not taken out of the recording. */
  note(exchange: Exchange, body: StringContent, moment: string): void {
    this.#remember({ moment, exchange, body });
  }

  /** To be called before the recording goes on: bodies that were left in it are copied. */
  keep(): void {
    for (const earlier of this.#recent) {
      if (earlier.body === undefined || this.#copies.includes(earlier.body.bytes)) continue;
      earlier.body = this.#copyOf(earlier.body);
    }
  }

  /** The reading, marked as incomplete when it says again what another one has said. */
  mark(reading: Reading, entry: unknown): Reading {
    const moment = momentOf(entry);
    if (reading.kind !== "exchange" || moment === undefined) return reading;
    const { exchange } = reading;
    const first = this.#recent.find((earlier) => earlier.moment === moment && isSame(whole(earlier), exchange));
    if (first !== undefined && exchange.incomplete === undefined) {
      const incomplete = `the same exchange stands at ${first.exchange.origin.pointer} already`;
      return { kind: "exchange", exchange: { ...exchange, incomplete } };
    }
    this.#remember({ moment, exchange, body: undefined });
    return reading;
  }

  #remember(remembered: Remembered): void {
    this.#recent.push(remembered);
    if (this.#recent.length > MOST) this.#recent.shift();
  }

  /** Whose turn it is has been forgotten. */
  #copyOf({ bytes, start, end }: StringContent): StringContent {
    const turn = this.#copied++ % MOST;
    let copy = this.#copies[turn];
    if (copy === undefined || copy.length < end - start) {
      copy = Buffer.allocUnsafeSlow((end - start) * 2);
      this.#copies[turn] = copy;
    }
    bytes.copy(copy, 0, start, end);
    return { bytes: copy, start: 0, end: end - start };
  }
}

type Remembered = {
  readonly moment: string;
  readonly exchange: Exchange;
  /** Of the answer, where it was not taken out of the recording. */
  body: StringContent | undefined;
};

function whole({ exchange, body }: Remembered): Exchange {
  if (body === undefined) return exchange;
  const text = JSON.parse(`"${body.bytes.toString("utf8", body.start, body.end)}"`) as string;
  return { ...exchange, response: { ...exchange.response, body: { kind: "text", text } } };
}

/** Made-up recordings may have one time for all entries; only measured ones can tell repetitions. */
export function momentOf(entry: unknown): string | undefined {
  if (!isRecord(entry)) return undefined;
  const { startedDateTime, time } = entry;
  return typeof startedDateTime === "string" && typeof time === "number" && time > 0
    ? `${startedDateTime} ${time}`
    : undefined;
}

function isSame(one: Exchange, two: Exchange): boolean {
  return (
    one.request.url === two.request.url &&
    one.request.method === two.request.method &&
    JSON.stringify([one.request, one.response]) === JSON.stringify([two.request, two.response])
  );
}

// Each may be as large as the largest entry.
const MOST = 4;
