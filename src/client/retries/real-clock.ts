import type { Clock } from "./clock.js";

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
