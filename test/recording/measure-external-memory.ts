import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Returns the bytes of reachable array buffers, after a forced garbage collection. */
export function measureExternalMemory(): number {
  collect();
  // Buffers are freed concurrently after the first collection; the second one waits for that.
  collect();
  return process.memoryUsage().arrayBuffers;
}
