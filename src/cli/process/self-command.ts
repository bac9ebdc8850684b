import { quoteShellArgument } from "./quote-shell-argument.js";

/**
 * A command for the shell in which a leading `contract` is this very program, so that a configuration need not know how it
 * was installed.
 */
export function resolveSelfCommand(command: string, self: readonly string[] = []): string {
  if (self.length === 0 || !/^contract(?=\s|$)/.test(command)) return command;
  return `exec ${self.map(quoteShellArgument).join(" ")}${command.slice("contract".length)}`;
}
