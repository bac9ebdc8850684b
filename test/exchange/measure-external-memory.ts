import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes outside of the heap that somebody still holds: the others are collected before, and not when the machine has time. */
export function measureExternalMemory(): number {
  collect();
  // What the first one found is given back beside it; the second one waits for that.
  collect();
  return process.memoryUsage().arrayBuffers;
}
