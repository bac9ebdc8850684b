/** What a run may cost. */
export type Limits = {
  readonly maxRequests: number;
  readonly maxTimeMs: number;
  /** Requests a second; without a number, as fast as the answers come. */
  readonly rate?: number;
};

export type Budget = {
  /** Waits for the turn of a request; false when there is no budget for it any more. */
  readonly take: (signal: AbortSignal) => Promise<boolean>;
  /** Why the run ends before its cases do. */
  readonly over: () => string | undefined;
  readonly used: () => number;
  /** Whether a request could be made now. */
  readonly isLeft: () => boolean;
  /** Requests up to this number may be made by what comes next: so much is kept for what comes later. */
  readonly upTo: (share: number) => void;
};

export type Timing = { readonly now: () => number; readonly pause: (ms: number, signal: AbortSignal) => Promise<void> };

/** Counts requests and time. No request is begun beyond either. */
export function createBudget({ maxRequests, maxTimeMs, rate }: Limits, { now, pause }: Timing): Budget {
  const end = now() + maxTimeMs;
  const gap = rate === undefined ? 0 : 1000 / rate;
  let used = 0;
  let limit = maxRequests;
  let next = now();
  const over = (): string | undefined => {
    if (used >= maxRequests) return `the budget of ${maxRequests} requests is used up (--max-requests)`;
    return now() >= end ? `the time of ${maxTimeMs / 1000} s is over (--max-time)` : undefined;
  };
  const isLeft = (): boolean => used < limit && over() === undefined;
  return {
    isLeft,
    take: async (signal) => {
      if (signal.aborted || !isLeft()) return false;
      used += 1;
      const turn = Math.max(next, now());
      next = turn + gap;
      if (turn > now()) await pause(Math.min(turn, end) - now(), signal);
      if (!signal.aborted && now() < end) return true;
      used -= 1;
      return false;
    },
    over,
    used: () => used,
    upTo: (share) => {
      limit = Math.min(maxRequests, Math.ceil(maxRequests * share));
    },
  };
}
