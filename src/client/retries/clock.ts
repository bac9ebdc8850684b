/** Time and randomness of a client. `real-clock.ts` implements it; tests replace it. */
export type Clock = {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 to 1, excluding 1. */
  readonly random: () => number;
  readonly uuid: () => string;
  /** Calls `then` after a delay, unless the returned function is called first. */
  readonly after: (ms: number, then: () => void) => () => void;
};
