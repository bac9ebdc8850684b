import { PHASES, type Phase } from "../../probe/index.js";
import type { CommandOptions } from "../options/command-table.js";
import { quoteShellArgument } from "../process/shell-command.js";
import { UsageError } from "../process/usage-error.js";
import type { SettingsOptions } from "../settings/run-settings.js";

/** The options that decide which cases are generated. */
export type ProbeSettings = {
  readonly baseUrl: string;
  /** `variable=URL`. */
  readonly servers: readonly string[];
  readonly phases: readonly Phase[];
  readonly parameters: Readonly<Record<string, readonly string[]>>;
  readonly seed: number;
  readonly safe: boolean;
};

/** @throws UsageError for an invalid option. */
export function resolveProbeSettings(baseUrl: string, options: CommandOptions<"probe">): ProbeSettings {
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new UsageError(`${baseUrl}: give the base URL of the service, such as http://127.0.0.1:4020`);
  const { server: servers = [], phase, param = [], seed, safe = false } = options;
  return { baseUrl, servers, phases: parsePhases(phase), parameters: parseParameters(param), seed, safe };
}

function parsePhases(given: readonly string[] | undefined): readonly Phase[] {
  if (given === undefined) return PHASES;
  const names = given.flatMap((it) => it.split(",")).map((name) => name.trim());
  const unknown = names.find((name) => !PHASES.some((phase) => phase === name));
  if (unknown !== undefined) throw new UsageError(`--phase ${unknown}: expected ${PHASES.join(", ")}`);
  return PHASES.filter((phase) => names.includes(phase));
}

function parseParameters(given: readonly string[]): ProbeSettings["parameters"] {
  const parameters = new Map<string, string[]>();
  for (const it of given) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(it) ?? [];
    if (name === undefined || value === undefined) throw new UsageError(`--param ${it}: expected NAME=VALUE`);
    parameters.set(name, [...(parameters.get(name) ?? []), value]);
  }
  return Object.fromEntries(parameters);
}

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
