import type { ChildProcess } from "node:child_process";
import { kill } from "node:process";
import { tryCall } from "../../document/index.js";

/**
 * Replaces a leading `contract` in a shell command with this program, so that a configuration does not depend on how it was
 * installed.
 */
export function resolveSelfCommand(command: string, self: readonly string[] = []): string {
  if (self.length === 0 || !/^contract(?=\s|$)/.test(command)) return command;
  return `exec ${self.map(quoteShellArgument).join(" ")}${command.slice("contract".length)}`;
}

/** Quotes text as a single shell argument. */
export function quoteShellArgument(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Sends a signal to a child and all processes of its group. */
export function killProcessGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  // The group may have exited already.
  if (pid !== undefined) tryCall(() => kill(-pid, signal));
}
