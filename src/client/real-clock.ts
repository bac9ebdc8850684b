import type { Clock } from "./clock.js";

/** The clock and the chance of the machine: Node, browsers, Deno, Bun and workers have both alike. */
export const realClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  uuid: () => crypto.randomUUID(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      signal?.addEventListener("abort", () => {
        clearTimeout(timer);
        reject(signal.reason);
      });
    }),
};
