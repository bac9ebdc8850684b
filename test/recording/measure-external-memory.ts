import { collectGarbage } from "../collect-garbage.js";

/** Returns the bytes of reachable array buffers, after a forced garbage collection. */
export function measureExternalMemory(): number {
  collectGarbage();
  // Buffers are freed concurrently after the first collection; the second one waits for that.
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}
