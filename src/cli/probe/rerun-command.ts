import type { CommandOptions } from "../options/command-table.js";
import { quoteShellArgument } from "../process/quote-shell-argument.js";
import type { SettingsOptions } from "../settings/run-settings.js";

/** The options that decide which cases are generated. */
type RerunOptions = Pick<
  CommandOptions<"probe">,
  "config" | "hooks" | "arazzo" | "server" | "param" | "exclude" | "include" | "seed" | "safe"
> &
  Pick<SettingsOptions, "spec">;

/** Formats the command that repeats one case, with all options that affect the case but without credentials. */
export function formatRerunCommand(baseUrl: string, options: RerunOptions, caseId: string): string {
  const flags: readonly (readonly [string, readonly string[]])[] = [
    ["--spec", [options.spec ?? []].flat()],
    ["--config", [options.config ?? []].flat()],
    ["--hooks", [options.hooks ?? []].flat()],
    ["--arazzo", [options.arazzo ?? []].flat()],
    ["--server", options.server ?? []],
    ["--param", options.param ?? []],
    ["--exclude", options.exclude ?? []],
    ["--include", options.include ?? []],
    ["--seed", [String(options.seed)]],
    ["--case", [caseId]],
  ];
  const args = flags.flatMap(([name, values]) => values.flatMap((value) => [name, quoteIfNeeded(value)]));
  return ["contract probe", quoteIfNeeded(baseUrl), ...args, ...(options.safe === true ? ["--safe"] : [])].join(" ");
}

/** Adds quotes only if needed. */
function quoteIfNeeded(text: string): string {
  return /^[A-Za-z0-9_./:=%,+@-]+$/.test(text) ? text : quoteShellArgument(text);
}
