import { existsSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { type Config, type ConfigFile, type FailOn, readConfig, type Target, type Thresholds } from "../gate/index.js";
import { ownContract } from "./own-contract.js";
import { pathFromHere } from "./path-from-here.js";
import { readNamed } from "./read-named.js";
import { parseShard, type Shard } from "./shard.js";
import { UsageError } from "./usage-error.js";

/** The options of `contract check`, as the command line gives them. */
export type CheckOptions = {
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
export type CheckSettings = Omit<CheckOptions, "baseline" | "shard"> & {
  readonly spec: string;
  readonly servers: readonly string[];
  readonly traffic: readonly string[];
  readonly failOn: FailOn;
  readonly allowPartial: boolean;
  readonly levels: NonNullable<Config["levels"]>;
  readonly thresholds: NonNullable<Config["coverage"]>;
  /** The older description that coverage is asked since, and what is asked of it. */
  readonly since: { readonly name: string; readonly thresholds: Thresholds } | undefined;
  readonly baseline: string | undefined;
  readonly expectOperations: ConfigFile["expectOperations"];
  readonly shard: Shard | undefined;
  /** What contract gate judges beside recordings. */
  readonly targets: readonly Target[];
  readonly generated: string | undefined;
  /** The reports that the configuration asks for, as `--format` takes them. */
  readonly formats: readonly string[] | undefined;
  /** The folder of the configuration, in which commands run. */
  readonly folder: string;
};

const OWN_NAMES = ["contract.config.yaml", "contract.config.yml", "contract.config.json"];

/**
 * @throws UsageError when no traffic is named, or options do not go together.
 * @throws SettingsError when the configuration is wrong.
 */
export function checkSettings(
  traffic: readonly string[],
  options: CheckOptions,
  accepted = 'files, folders, globs or "-"',
): CheckSettings {
  const settings = settingsOf(options);
  const named = traffic.length > 0 ? traffic : settings.traffic;
  if (named.length === 0)
    throw new UsageError(`no recordings are named; give ${accepted}, or "traffic" in a configuration`);
  return { ...settings, traffic: named.map(pathFromHere) };
}

/**
 * The settings of a run with the traffic that the configuration names, which may be none.
 *
 * @throws UsageError when options do not go together.
 * @throws SettingsError when the configuration is wrong.
 */
export function settingsOf(options: CheckOptions): CheckSettings {
  const path = options.config ?? OWN_NAMES.find((name) => existsSync(name));
  const { config, expectOperations } =
    path === undefined
      ? { config: {}, expectOperations: () => {} }
      : readConfig(path, readNamed(path, "give a configuration such as contract.config.yaml"));
  const folder = dirname(path ?? "");
  const beside = <Name extends string | undefined>(name: Name): Name | string =>
    name === undefined || isAbsolute(name) ? name : join(folder, name);
  const baseline = options.baseline ?? beside(config.baseline);
  if (options.updateBaseline === true && baseline === undefined)
    throw new UsageError('--update-baseline: there is no baseline; name its file with --baseline, or in "baseline"');
  expectAcceptance(options);
  const servers = options.server ?? config.servers ?? [];
  expectServers(servers, options.server === undefined ? `${path}: "servers"` : "--server");
  const shard = options.shard === undefined ? undefined : parseShard(options.shard);
  if (shard !== undefined && options.updateBaseline === true)
    throw new UsageError("--update-baseline: a shard has not seen everything; give it to contract merge");
  return {
    ...options,
    shard,
    spec: pathFromHere(options.spec ?? beside(config.spec) ?? ownContract()),
    servers,
    traffic: (config.traffic ?? []).map(beside).map(pathFromHere),
    failOn: options.failOn ?? config.failOn ?? "error",
    allowPartial: options.allowPartial ?? config.allowPartial ?? false,
    levels: config.levels ?? [],
    thresholds: config.coverage ?? {},
    since: sinceOf(options, config, beside),
    baseline,
    expectOperations,
    ...(isStrict(options, config) ? { strictSpec: true } : {}),
    targets: config.targets ?? [],
    generated: beside(config.generated),
    formats: config.formats?.map((it) => it.replace(/(?<=^[^:]*:).*$/s, beside)),
    folder,
  };
}

/** In a configuration a path is relative to its folder, in a commit too: `main:openapi.yaml`. */
function sinceOf(
  { coverageSince }: CheckOptions,
  { coverageSince: asked }: Config,
  beside: (path: string) => string,
): CheckSettings["since"] {
  const { spec, ...thresholds } = asked ?? {};
  const [, commit = "", path = ""] = /^((?:git:)?[^:]{2,}:)?(.+)$/s.exec(spec ?? "") ?? [];
  const name = coverageSince ?? (path === "" ? undefined : `${commit}${beside(path)}`);
  return name === undefined ? undefined : { name, thresholds };
}

/** What is said of a finding that is accepted would be said of none. */
function expectAcceptance(options: CheckOptions): void {
  if (options.updateBaseline === true) return;
  const idle = (["reason", "ticket", "expires"] as const).find((name) => options[name] !== undefined);
  if (idle !== undefined)
    throw new UsageError(`--${idle}: nothing is accepted, for that goes with --update-baseline; give both, or neither`);
}

/** A server variable stands for any text; what stands for a whole server has to be an address, or a path on any host. */
function expectServers(servers: readonly string[], where: string): void {
  const isPlace = (url: string): boolean =>
    /^(https?:\/)?\//i.test(url) && URL.canParse(url.replaceAll(/[{}]/g, ""), "http://a");
  const wrong = servers.find((server) => !/^[^:/?#=]+=./s.test(server) && !isPlace(server));
  if (wrong !== undefined)
    throw new UsageError(`${where} ${wrong}: give a base URL such as http://127.0.0.1:4020/v1, or variable=URL`);
}

/** A configuration asks this of its own description, not of another that the command line names instead. */
function isStrict({ strictSpec, spec }: CheckOptions, config: Config): boolean {
  return strictSpec ?? (spec === undefined && config.strictSpec === true);
}
