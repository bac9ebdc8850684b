export type ProbeLimits = {
  readonly maxRequests: number;
  readonly maxTimeMs: number;
  /** Requests per second; unlimited by default. */
  readonly rate?: number;
};

export type ProbeBudget = ReturnType<typeof createProbeBudget>;

type BudgetClock = {
  readonly now: () => number;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** Creates a budget of requests and time. No request starts beyond either limit. */
export function createProbeBudget({ maxRequests, maxTimeMs, rate }: ProbeLimits, { now, pause }: BudgetClock) {
  const start = now();
  const end = start + maxTimeMs;
  const gap = rate === undefined ? 0 : 1000 / rate;
  let used = 0;
  let limit = maxRequests;
  let phaseEnd = end;
  let phaseShare = 1;
  let phase = "";
  let next = start;
  /** Why the budget ends the run, if it does. */
  const getExceededLimit = (): string | undefined => {
    if (used >= maxRequests) return `the limit of ${maxRequests} requests is reached (--max-requests)`;
    return now() >= end ? `the time limit of ${maxTimeMs / 1000} s is reached (--max-time)` : undefined;
  };
  /** Why the budget ends the present phase, if it does. */
  const getPhaseEndReason = (): string | undefined => {
    const ended = `the phase ${phase} ended after ${Math.round(phaseShare * 100)} % of`;
    if (getExceededLimit() !== undefined) return getExceededLimit();
    if (used >= limit) return `${ended} the limit of ${maxRequests} requests (--max-requests)`;
    return now() >= phaseEnd ? `${ended} the time limit of ${maxTimeMs / 1000} s (--max-time)` : undefined;
  };
  const canSend = (): boolean => getPhaseEndReason() === undefined;
  return {
    ...{ canSend, getExceededLimit, getPhaseEndReason },
    countUsed: (): number => used,
    /** Waits until the next request is due; returns false if the budget is used up. */
    take: async (signal: AbortSignal): Promise<boolean> => {
      if (signal.aborted || !canSend()) return false;
      used += 1;
      const turn = Math.max(next, now());
      next = turn + gap;
      if (turn > now()) await pause(Math.min(turn, phaseEnd) - now(), signal);
      if (!signal.aborted && now() < phaseEnd) return true;
      used -= 1;
      return false;
    },
    /** Ends the next phase after a share of all requests and of the time, and reserves the rest for later phases. */
    limitToShare: (share: number, name: string): void => {
      phase = name;
      limit = Math.min(maxRequests, Math.ceil(maxRequests * share));
      phaseEnd = start + maxTimeMs * share;
      phaseShare = share;
    },
  };
}

/** Ends a case: the budget is used up, the user aborted the run, or the target is unreachable. */
export class RunEndedError extends Error {
  override readonly name = "RunEndedError";
}
