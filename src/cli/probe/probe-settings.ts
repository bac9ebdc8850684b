import { PHASES, type Phase } from "../../probe/index.js";
import type { CommandOptions } from "../options/command-table.js";
import { UsageError } from "../process/usage-error.js";

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
