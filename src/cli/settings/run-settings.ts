import { existsSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import {
  type Config,
  type ConfigFile,
  type CoverageThresholds,
  type FailOn,
  readConfig,
  type TargetConfig,
} from "../../gate/index.js";
import { getBuiltInSpecPath } from "../input/built-in-spec.js";
import { readInputFile } from "../input/read-input-file.js";
import { toRelativePath } from "../input/relative-path.js";
import { UsageError } from "../process/usage-error.js";
import { parseShard, type Shard } from "./shard.js";

/** The options of `contract check`, as the command line gives them. */
export type CheckCommandOptions = {
  readonly config?: string;
  readonly spec?: string;
  readonly server?: readonly string[];
  /** `NAME` to stdout or `NAME:FILE`; without any, what the configuration says, or text to stdout. */
  readonly format?: readonly string[];
  readonly verdicts?: string;
  readonly failOn?: FailOn;
  readonly allowPartial?: boolean;
  readonly quiet?: boolean;
  readonly strictSpec?: boolean;
  readonly coverage?: boolean;
  /** An older description. */
  readonly coverageSince?: string;
  readonly maxFindings?: number;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly reason?: string;
  readonly ticket?: string;
  readonly expires?: string;
  /** Operations by id, tag or path; the rest of the traffic is left out. */
  readonly only?: readonly string[];
  /** `i/n`. */
  readonly shard?: string;
};

/** What a run is to do: the command line where it speaks, then the configuration, then the usual. */
export type RunSettings = Omit<CheckCommandOptions, "baseline" | "shard"> & {
  readonly spec: string;
  readonly servers: readonly string[];
  readonly traffic: readonly string[];
  readonly failOn: FailOn;
  readonly allowPartial: boolean;
  readonly levels: NonNullable<Config["levels"]>;
  readonly thresholds: NonNullable<Config["coverage"]>;
  /** The older description that coverage is asked since, and what is asked of it. */
  readonly since: { readonly name: string; readonly thresholds: CoverageThresholds } | undefined;
  readonly baseline: string | undefined;
  readonly assertOperations: ConfigFile["assertOperations"];
  readonly shard: Shard | undefined;
  /** What contract gate judges beside recordings. */
  readonly targets: readonly TargetConfig[];
  readonly generated: string | undefined;
  /** The reports that the configuration asks for, as `--format` takes them. */
  readonly formats: readonly string[] | undefined;
  /** The folder of the configuration, in which commands run. */
  readonly folder: string;
};

const DEFAULT_CONFIG_NAMES = ["contract.config.yaml", "contract.config.yml", "contract.config.json"];

/**
 * @throws UsageError when no traffic is named, or options do not go together.
 * @throws SettingsError when the configuration is wrong.
 */
export function resolveSettingsWithTraffic(
  traffic: readonly string[],
  options: CheckCommandOptions,
  accepted = 'files, folders, globs or "-"',
): RunSettings {
  const settings = resolveSettings(options);
  const named = traffic.length > 0 ? traffic : settings.traffic;
  if (named.length === 0)
    throw new UsageError(`no recordings are named; give ${accepted}, or "traffic" in a configuration`);
  return { ...settings, traffic: named.map(toRelativePath) };
}

/**
 * The settings of a run with the traffic that the configuration names, which may be none.
 *
 * @throws UsageError when options do not go together.
 * @throws SettingsError when the configuration is wrong.
 */
export function resolveSettings(options: CheckCommandOptions): RunSettings {
  const path = options.config ?? DEFAULT_CONFIG_NAMES.find((name) => existsSync(name));
  const { config, assertOperations } =
    path === undefined
      ? { config: {}, assertOperations: () => {} }
      : readConfig(path, readInputFile(path, "give a configuration such as contract.config.yaml"));
  const folder = dirname(path ?? "");
  const beside = <Name extends string | undefined>(name: Name): Name | string =>
    name === undefined || isAbsolute(name) ? name : join(folder, name);
  const baseline = options.baseline ?? beside(config.baseline);
  if (options.updateBaseline === true && baseline === undefined)
    throw new UsageError('--update-baseline: there is no baseline; name its file with --baseline, or in "baseline"');
  assertBaselineOptionsUsed(options);
  const servers = options.server ?? config.servers ?? [];
  assertServers(servers, options.server === undefined ? `${path}: "servers"` : "--server");
  const shard = options.shard === undefined ? undefined : parseShard(options.shard);
  if (shard !== undefined && options.updateBaseline === true)
    throw new UsageError("--update-baseline: a shard has not seen everything; give it to contract merge");
  return {
    ...options,
    shard,
    spec: toRelativePath(options.spec ?? beside(config.spec) ?? getBuiltInSpecPath()),
    servers,
    traffic: (config.traffic ?? []).map(beside).map(toRelativePath),
    failOn: options.failOn ?? config.failOn ?? "error",
    allowPartial: options.allowPartial ?? config.allowPartial ?? false,
    levels: config.levels ?? [],
    thresholds: config.coverage ?? {},
    since: resolveCoverageSince(options, config, beside),
    baseline,
    assertOperations,
    ...(isStrictSpec(options, config) ? { strictSpec: true } : {}),
    targets: config.targets ?? [],
    generated: beside(config.generated),
    formats: config.formats?.map((it) => it.replace(/(?<=^[^:]*:).*$/s, beside)),
    folder,
  };
}

/** In a configuration a path is relative to its folder, in a commit too: `main:openapi.yaml`. */
function resolveCoverageSince(
  { coverageSince }: CheckCommandOptions,
  { coverageSince: asked }: Config,
  beside: (path: string) => string,
): RunSettings["since"] {
  const { spec, ...thresholds } = asked ?? {};
  const [, commit = "", path = ""] = /^((?:git:)?[^:]{2,}:)?(.+)$/s.exec(spec ?? "") ?? [];
  const name = coverageSince ?? (path === "" ? undefined : `${commit}${beside(path)}`);
  return name === undefined ? undefined : { name, thresholds };
}

/** What is said of a finding that is accepted would be said of none. */
function assertBaselineOptionsUsed(options: CheckCommandOptions): void {
  if (options.updateBaseline === true) return;
  const idle = (["reason", "ticket", "expires"] as const).find((name) => options[name] !== undefined);
  if (idle !== undefined)
    throw new UsageError(`--${idle}: nothing is accepted, for that goes with --update-baseline; give both, or neither`);
}

/** A server variable stands for any text; what stands for a whole server has to be an address, or a path on any host. */
function assertServers(servers: readonly string[], where: string): void {
  const isPlace = (url: string): boolean =>
    /^(https?:\/)?\//i.test(url) && URL.canParse(url.replaceAll(/[{}]/g, ""), "http://a");
  const wrong = servers.find((server) => !/^[^:/?#=]+=./s.test(server) && !isPlace(server));
  if (wrong !== undefined)
    throw new UsageError(`${where} ${wrong}: give a base URL such as http://127.0.0.1:4020/v1, or variable=URL`);
}

/** A configuration asks this of its own description, not of another that the command line names instead. */
function isStrictSpec({ strictSpec, spec }: CheckCommandOptions, config: Config): boolean {
  return strictSpec ?? (spec === undefined && config.strictSpec === true);
}
