import type { Io } from "./io.js";

/** Resolves when the signal aborts. */
export function waitForInterrupt({ signal }: Pick<Io, "signal">): Promise<void> {
  return new Promise((stop) => {
    if (signal.aborted) stop();
    signal.addEventListener("abort", () => stop(), { once: true });
  });
}
