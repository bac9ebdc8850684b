/** Time and chance, as the client is given them: `real-clock.ts` has the real ones, tests have their own. */
export type Clock = {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 up to 1, which is excluded. */
  readonly random: () => number;
  readonly uuid: () => string;
  /** Does something later, unless what it gives back is called before. */
  readonly after: (ms: number, then: () => void) => () => void;
};
