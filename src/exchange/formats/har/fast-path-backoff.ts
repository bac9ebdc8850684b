import type { RawBodyValidator } from "../../exchange.js";

/**
 * Asks only as long as it is worth it: where one exchange after another has to be looked at anyway, asking first costs more
 * than it saves, and most of the following ones are passed over.
 */
export class FastPathBackoff<Outcome> {
  readonly #validator: RawBodyValidator<Outcome> | undefined;
  #failures = 0;
  #pause = 0;
  /** The entry that was asked about, or passed over, last: of none it is asked twice. */
  #last = -1;

  constructor(validateRawBody: RawBodyValidator<Outcome> | undefined) {
    this.#validator = validateRawBody;
  }

  /** What to ask about an entry; nothing when it is not worth it. */
  getValidator(index: number): RawBodyValidator<Outcome> | undefined {
    const validateRawBody = this.#validator;
    if (validateRawBody === undefined || this.#last === index) return undefined;
    if (this.#pause > 0) {
      this.#pause -= 1;
      this.#last = index;
      return undefined;
    }
    return (exchange, body, alike) => {
      this.#last = index;
      const outcome = validateRawBody(exchange, body, alike);
      this.#failures = outcome === undefined ? Math.min(this.#failures + 1, MAX_BACKOFF) : 0;
      this.#pause = outcome === undefined ? 2 ** this.#failures - 2 : 0;
      return outcome;
    };
  }
}

/** Of so many exchanges one is asked about at least. */
const MAX_BACKOFF = 6;
