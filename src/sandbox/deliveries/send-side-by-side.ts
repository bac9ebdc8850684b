import type { LeasedDelivery } from "./lease-deliveries.js";

export type SideBySideOptions = {
  /** Leases the next delivery; undefined when none is left. */
  readonly leaseNext: () => Promise<LeasedDelivery | undefined>;
  readonly launch: (delivery: LeasedDelivery, stop: AbortController) => Promise<unknown>;
  /** Cancels the deliveries in progress. */
  readonly signal: AbortSignal;
};

/** Sends deliveries until none is left. Quick listeners get them in order; behind a slow one, nothing waits. */
export async function sendSideBySide({ leaseNext, launch, signal }: SideBySideOptions): Promise<void> {
  const running = new Map<Promise<unknown>, AbortController>();
  const cancel = (): void => {
    for (const stop of running.values()) stop.abort(CANCELLED_REASON);
  };
  const startNext = async (): Promise<boolean> => {
    if (signal.aborted || running.size >= MAX_SIDE_BY_SIDE) return false;
    const delivery = await leaseNext();
    if (delivery === undefined) return false;
    const stop = new AbortController();
    if (signal.aborted) stop.abort(CANCELLED_REASON);
    const run = launch(delivery, stop).finally(() => running.delete(run));
    running.set(run, stop);
    return true;
  };
  signal.addEventListener("abort", cancel);
  try {
    for (let isSlow = false; ; ) {
      const hasStarted = await startNext();
      if (!hasStarted && running.size === 0) break;
      if (hasStarted && !isSlow) isSlow = !(await isEndedWithin(running.keys(), MAX_ORDERED_WAIT));
      else if (!hasStarted) await Promise.race(running.keys());
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    await Promise.allSettled(running.keys());
  }
}

/** Waits for all work up to a number of milliseconds. Returns whether it has ended. */
async function isEndedWithin(work: Iterable<Promise<unknown>>, limit: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limit);
  });
  const isEnded = await Promise.race([Promise.allSettled(work).then(() => true), late]);
  clearTimeout(timer);
  return isEnded;
}

const CANCELLED_REASON = "the advance of the clock was cancelled before a response arrived";
const MAX_SIDE_BY_SIDE = 32;
/** In milliseconds. */
const MAX_ORDERED_WAIT = 500;
