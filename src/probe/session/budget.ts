/** Limits of a run. */
export type ProbeLimits = {
  readonly maxRequests: number;
  readonly maxTimeMs: number;
  /** Requests per second; unlimited by default. */
  readonly rate?: number;
};

export type ProbeBudget = {
  /** Waits until the next request is due; returns false if the budget is used up. */
  readonly take: (signal: AbortSignal) => Promise<boolean>;
  /** Why the budget ends the run, if it does. */
  readonly getExceededLimit: () => string | undefined;
  readonly countUsed: () => number;
  /** Whether a request is possible now. */
  readonly canSend: () => boolean;
  /** Limits the next phase to a share of all requests and reserves the rest for later phases. */
  readonly limitToShare: (share: number) => void;
};

export type BudgetClock = {
  readonly now: () => number;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** Creates a budget of requests and time. No request starts beyond either limit. */
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
    if (used >= maxRequests) return `the limit of ${maxRequests} requests is reached (--max-requests)`;
    return now() >= end ? `the time limit of ${maxTimeMs / 1000} s is reached (--max-time)` : undefined;
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
