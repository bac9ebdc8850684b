import type { ChildProcess } from "node:child_process";
import { kill } from "node:process";

/** Ends a child that leads a group of its own, with all that it has started. */
export function killProcessGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    kill(-pid, signal);
  } catch {
    // It has ended in the meantime.
  }
}
