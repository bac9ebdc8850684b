/** Time and chance, as the client is given them: `real-clock.ts` has the real ones, tests have their own. */
export type Clock = {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 up to 1, which is excluded. */
  readonly random: () => number;
  readonly uuid: () => string;
  /** Rejects with the reason of the signal when that is aborted, which is made for this sleep and not yet aborted. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};
