import type { ChildProcess } from "node:child_process";
import { kill } from "node:process";

/** Sends a signal to a child and all processes of its group. */
export function killProcessGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    kill(-pid, signal);
  } catch {
    // The group has already exited.
  }
}
