/** What a run may cost. */
export type ProbeLimits = {
  readonly maxRequests: number;
  readonly maxTimeMs: number;
  /** Requests a second; without a number, as fast as the answers come. */
  readonly rate?: number;
};

export type ProbeBudget = {
  /** Waits for the turn of a request; false when there is no budget for it any more. */
  readonly take: (signal: AbortSignal) => Promise<boolean>;
  /** Why the run ends before its cases do. */
  readonly getExceededLimit: () => string | undefined;
  readonly countUsed: () => number;
  /** Whether a request could be made now. */
  readonly canSend: () => boolean;
  /** Requests up to this number may be made by what comes next: so much is kept for what comes later. */
  readonly limitToShare: (share: number) => void;
};

export type BudgetClock = {
  readonly now: () => number;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** Counts requests and time. No request is begun beyond either. */
export function createProbeBudget(
  { maxRequests, maxTimeMs, rate }: ProbeLimits,
  { now, pause }: BudgetClock,
): ProbeBudget {
  const end = now() + maxTimeMs;
  const gap = rate === undefined ? 0 : 1000 / rate;
  let used = 0;
  let limit = maxRequests;
  let next = now();
  const getExceededLimit = (): string | undefined => {
    if (used >= maxRequests) return `the budget of ${maxRequests} requests is used up (--max-requests)`;
    return now() >= end ? `the time of ${maxTimeMs / 1000} s is over (--max-time)` : undefined;
  };
  const canSend = (): boolean => used < limit && getExceededLimit() === undefined;
  return {
    canSend,
    take: async (signal) => {
      if (signal.aborted || !canSend()) return false;
      used += 1;
      const turn = Math.max(next, now());
      next = turn + gap;
      if (turn > now()) await pause(Math.min(turn, end) - now(), signal);
      if (!signal.aborted && now() < end) return true;
      used -= 1;
      return false;
    },
    getExceededLimit,
    countUsed: () => used,
    limitToShare: (share) => {
      limit = Math.min(maxRequests, Math.ceil(maxRequests * share));
    },
  };
}
