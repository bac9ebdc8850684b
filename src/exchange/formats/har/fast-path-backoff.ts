import type { RawBodyValidator } from "../../exchange.js";

/**
 * Skips the fast path with exponential backoff. If consecutive exchanges need full validation anyway, trying the fast path
 * first costs more than it saves.
 */
export class FastPathBackoff<Outcome> {
  readonly #validator: RawBodyValidator<Outcome> | undefined;
  #failures = 0;
  #pause = 0;
  /** The last entry that was validated or skipped; no entry is tried twice. */
  #last = -1;

  constructor(validateRawBody: RawBodyValidator<Outcome> | undefined) {
    this.#validator = validateRawBody;
  }

  /** Returns the validator for an entry, or undefined to skip the fast path. */
  getValidator(index: number): RawBodyValidator<Outcome> | undefined {
    const validateRawBody = this.#validator;
    if (validateRawBody === undefined || this.#last === index) return undefined;
    if (this.#pause > 0) {
      this.#pause -= 1;
      this.#last = index;
      return undefined;
    }
    return (exchange, body, template) => {
      this.#last = index;
      const outcome = validateRawBody(exchange, body, template);
      this.#failures = outcome === undefined ? Math.min(this.#failures + 1, MAX_BACKOFF) : 0;
      this.#pause = outcome === undefined ? 2 ** this.#failures - 2 : 0;
      return outcome;
    };
  }
}

/** Limits the pause to 2^6 - 2 entries. */
const MAX_BACKOFF = 6;
