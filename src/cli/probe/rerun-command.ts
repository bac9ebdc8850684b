import { quoteShellArgument } from "../process/quote-shell-argument.js";
import type { ProbeCommandOptions } from "./probe-settings.js";

/** What of a command decides which cases there are. */
type RerunOptions = Pick<ProbeCommandOptions, "spec" | "config" | "billingUrl" | "server" | "param" | "seed" | "safe">;

/** The command that goes through one case again, with everything that decides what the case is. Credentials are not in it. */
export function formatRerunCommand(baseUrl: string, options: RerunOptions, caseId: string): string {
  const flags: readonly (readonly [string, readonly string[]])[] = [
    ["--spec", [options.spec ?? []].flat()],
    ["--config", [options.config ?? []].flat()],
    ["--billing-url", [options.billingUrl ?? []].flat()],
    ["--server", options.server ?? []],
    ["--param", options.param ?? []],
    ["--seed", [String(options.seed)]],
    ["--case", [caseId]],
  ];
  const words = flags.flatMap(([name, values]) => values.flatMap((value) => [name, quoteIfNeeded(value)]));
  return ["contract probe", quoteIfNeeded(baseUrl), ...words, ...(options.safe === true ? ["--safe"] : [])].join(" ");
}

/** Without quotes where none are needed. */
function quoteIfNeeded(text: string): string {
  return /^[A-Za-z0-9_./:=%,+@-]+$/.test(text) ? text : quoteShellArgument(text);
}
