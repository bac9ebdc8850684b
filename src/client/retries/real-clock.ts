/** Time and randomness of a client. Tests replace them. */
export type Clock = {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 to 1, excluding 1. */
  readonly random: () => number;
  readonly uuid: () => string;
  /** Calls `then` after a delay, unless the returned function is called first. */
  readonly after: (ms: number, then: () => void) => () => void;
};

/** System time and randomness, through APIs that Node, browsers, Deno, Bun and workers share. */
export const realClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  uuid: () => crypto.randomUUID(),
  after: (ms, then) => {
    // A delay that exceeds 31 bits would fire immediately.
    const timer = setTimeout(then, Math.min(ms, 2e9));
    return () => clearTimeout(timer);
  },
};
