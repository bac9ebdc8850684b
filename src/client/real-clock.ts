import type { Clock } from "./clock.js";

/** The clock and the chance of the machine: Node, browsers, Deno, Bun and workers have both alike. */
export const realClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  uuid: () => crypto.randomUUID(),
  after: (ms, then) => {
    // A timer of more milliseconds than 31 bits hold ends at once.
    const timer = setTimeout(then, Math.min(ms, 2e9));
    return () => clearTimeout(timer);
  },
};
