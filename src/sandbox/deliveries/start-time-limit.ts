/** A time limit is divided into steps. It has passed when timers fired for three quarters of them. */
const LIMIT_STEPS = 20;
const REQUIRED_STEPS = LIMIT_STEPS * 0.75;

/**
 * Calls `late` after a time limit, unless the returned function is called first. Time in which this process was blocked
 * does not count: a listener in the same process or on the same busy machine could not respond either. Data that
 * arrived meanwhile is read before `late` is called.
 */
export function startTimeLimit(ms: number, late: (within: string) => void): () => void {
  const step = ms / LIMIT_STEPS;
  let passed = 0;
  let soon: NodeJS.Immediate | undefined;
  const check = (): void => {
    if (passed >= REQUIRED_STEPS) soon = setImmediate(late, `${ms / 1000} s`);
    else timer = setTimeout(check, ms - passed * step);
  };
  const count = (): void => {
    passed += 1;
    counter = setTimeout(count, step);
  };
  let timer = setTimeout(check, ms);
  let counter = setTimeout(count, step);
  return () => {
    clearTimeout(timer);
    clearTimeout(counter);
    clearImmediate(soon);
  };
}
