import type { Settle } from "../exchange.js";

/**
 * Asks only as long as it is worth it: where one exchange after another has to be looked at anyway, asking first costs more
 * than it saves, and most of the following ones are passed over.
 */
export class Worthwhile<Outcome> {
  readonly #settle: Settle<Outcome> | undefined;
  #refused = 0;
  #pause = 0;
  /** The entry that was asked about, or passed over, last: of none it is asked twice. */
  #last = -1;

  constructor(settle: Settle<Outcome> | undefined) {
    this.#settle = settle;
  }

  /** What to ask about an entry; nothing when it is not worth it. */
  about(index: number): Settle<Outcome> | undefined {
    const settle = this.#settle;
    if (settle === undefined || this.#last === index) return undefined;
    if (this.#pause > 0) {
      this.#pause -= 1;
      this.#last = index;
      return undefined;
    }
    return (exchange, body, alike) => {
      this.#last = index;
      const outcome = settle(exchange, body, alike);
      this.#refused = outcome === undefined ? Math.min(this.#refused + 1, MAX_REFUSED) : 0;
      this.#pause = outcome === undefined ? 2 ** this.#refused - 2 : 0;
      return outcome;
    };
  }
}

/** Of so many exchanges one is asked about at least. */
const MAX_REFUSED = 6;
