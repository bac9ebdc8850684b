import { dirname, isAbsolute, join } from "node:path";
import { asObject, asString, isSpecUrl } from "../../document/index.js";
import {
  type Config,
  type ConfigFile,
  type CoverageThresholds,
  type Exclusion,
  type FailOn,
  readExclusions,
  type TargetConfig,
} from "../../gate/index.js";
import type { ClientConfig } from "../../generate/client/client-config.js";
import { getBuiltInSpecPath } from "../input/built-in-spec.js";
import { toRelativePath } from "../input/relative-path.js";
import type { CommandOptions } from "../options/command-table.js";
import { UsageError } from "../process/usage-error.js";
import { readConfigFile } from "./config-file.js";
import { parseShard, type Shard } from "./shard.js";

/** The options of commands that read the configuration. Some accept several specs. */
export type SettingsOptions = Partial<Omit<CommandOptions<"check">, "spec">> &
  Pick<CommandOptions<"probe">, "exclude" | "include"> & { readonly spec?: string | readonly string[] | undefined };

/** The settings of a run: the command line overrides the configuration, which overrides the defaults. */
export type RunSettings = Omit<SettingsOptions, "baseline" | "shard" | "spec" | "exclude" | "include"> & {
  /** The spec; the first one if there are several. */
  readonly spec: string;
  readonly specs: readonly [string, ...string[]];
  /** Whether an option or the configuration names the spec. Otherwise it is the built-in spec. */
  readonly isSpecConfigured: boolean;
  readonly servers: readonly string[];
  /** Addresses that receive webhooks. */
  readonly receivers: readonly string[];
  /** Names of environment variables with secrets of webhook deliveries. `--secret` overrides them. */
  readonly secretVariables: readonly string[];
  readonly traffic: readonly string[];
  readonly failOn: FailOn;
  readonly allowPartial: boolean;
  readonly levels: NonNullable<Config["levels"]>;
  readonly thresholds: NonNullable<Config["coverage"]>;
  /** The older spec for coverage of changes, and the thresholds of that coverage. */
  readonly since: { readonly name: string; readonly thresholds: CoverageThresholds } | undefined;
  /** The older spec that `contract gate` compares with. */
  readonly oldSpec: string | undefined;
  readonly baseline: string | undefined;
  readonly assertOperations: ConfigFile["assertOperations"];
  readonly shard: Shard | undefined;
  readonly exclude: readonly Exclusion[];
  readonly include: readonly string[];
  /** The running services that `contract gate` probes. */
  readonly targets: readonly TargetConfig[];
  readonly generated: string | undefined;
  /** What the spec does not say about its client. */
  readonly client: ClientConfig | undefined;
  /** The reports of the configuration, in the syntax of `--format`. */
  readonly formats: readonly string[] | undefined;
  /** The directory of the configuration, the working directory of its commands. */
  readonly folder: string;
};

/**
 * @throws UsageError when no traffic is given, or options conflict.
 * @throws SettingsError when the configuration is invalid.
 */
export function resolveSettingsWithTraffic(
  traffic: readonly string[],
  options: SettingsOptions,
  { accepted = 'files, directories, globs or "-"', ...specs }: SpecOptions & { readonly accepted?: string } = {},
): RunSettings {
  const settings = resolveSettings(options, specs);
  const named = traffic.length > 0 ? traffic : settings.traffic;
  if (named.length === 0)
    throw new UsageError(`no recordings given; pass ${accepted}, or set "traffic" in the configuration`);
  return { ...settings, traffic: named.map(toRelativePath) };
}

/** Whether a command works with several specs. */
type SpecOptions = { readonly acceptsSeveralSpecs?: boolean };

/**
 * The settings of a run. Its traffic is that of the configuration, which may be empty.
 *
 * @throws UsageError when options conflict.
 * @throws SettingsError when the configuration is invalid.
 */
export function resolveSettings(
  options: SettingsOptions,
  { acceptsSeveralSpecs = false }: SpecOptions = {},
): RunSettings {
  const { path, config, assertOperations } = readConfigFile(options.config);
  const folder = dirname(path ?? "");
  const inConfigFolder = <Name extends string | undefined>(name: Name): Name | string =>
    name === undefined || isAbsolute(name) || isSpecUrl(name) ? name : join(folder, name);
  const baseline = options.baseline ?? inConfigFolder(config.baseline);
  if (options.updateBaseline === true && baseline === undefined)
    throw new UsageError(
      '--update-baseline: no baseline file; pass --baseline, or set "baseline" in the configuration',
    );
  assertBaselineOptionsUsed(options);
  const servers = options.server ?? config.servers ?? [];
  assertServers(servers, options.server === undefined ? `${path}: "servers"` : "--server");
  const shard = options.shard === undefined ? undefined : parseShard(options.shard);
  if (shard !== undefined && options.updateBaseline === true)
    throw new UsageError("--update-baseline: a shard sees only part of the traffic; pass it to contract merge");
  const configured = listConfiguredSpecs(config, path).map(inConfigFolder);
  const specs = resolveSpecs(options.spec === undefined ? configured : [options.spec].flat(), acceptsSeveralSpecs);
  return {
    ...options,
    shard,
    spec: specs[0],
    specs,
    isSpecConfigured: (options.spec ?? config.spec ?? config.specs) !== undefined,
    servers,
    ...resolveDeliverySettings(options, config),
    traffic: (config.traffic ?? []).map(inConfigFolder).map(toRelativePath),
    failOn: options.failOn ?? config.failOn ?? "error",
    allowPartial: options.allowPartial ?? config.allowPartial ?? false,
    levels: config.levels ?? [],
    thresholds: config.coverage ?? {},
    since: resolveCoverageSince(options, config, inConfigFolder),
    oldSpec: resolveRevision(asString(asObject(config.diff)?.old), inConfigFolder),
    baseline,
    assertOperations,
    ...(isStrictSpec(options, config) ? { strictSpec: true } : {}),
    ...resolveExclusions(options, config),
    targets: config.targets ?? [],
    generated: inConfigFolder(config.generated),
    // The configuration has been validated against its schema.
    client: config.client as ClientConfig | undefined,
    formats: config.formats?.map((it) => it.replace(/(?<=^[^:]*:).*$/s, inConfigFolder)),
    folder,
  };
}

function listConfiguredSpecs({ spec, specs }: Config, path: string | undefined): readonly string[] {
  if (spec !== undefined && specs !== undefined)
    throw new UsageError(`${path}: has both "spec" and "specs"; keep one of them`);
  return specs ?? [spec ?? []].flat();
}

function resolveSpecs(given: readonly string[], acceptsSeveral: boolean): RunSettings["specs"] {
  const [spec = toRelativePath(getBuiltInSpecPath()), ...others] = given.map(toRelativePath);
  if (others.length > 0 && !acceptsSeveral)
    throw new UsageError(`this command works with one spec, but ${given.join(", ")} are given; pass one with --spec`);
  return [spec, ...others];
}

/** The selectors of the command line add to those of the configuration. */
function resolveExclusions(
  { exclude = [], include = [] }: SettingsOptions,
  config: Config,
): Pick<RunSettings, "exclude" | "include"> {
  return {
    exclude: [...readExclusions(config.exclude), ...exclude.map((selector) => ({ selector }))],
    include: [...(config.include ?? []), ...include],
  };
}

function resolveCoverageSince(
  { coverageSince }: SettingsOptions,
  { coverageSince: configured }: Config,
  inConfigFolder: (path: string) => string,
): RunSettings["since"] {
  const { spec, ...thresholds } = configured ?? {};
  const name = coverageSince ?? resolveRevision(spec, inConfigFolder);
  return name === undefined ? undefined : { name, thresholds };
}

/** Paths of the configuration are relative to its directory, also in a commit: `main:openapi.yaml`. */
function resolveRevision(spec: string | undefined, inConfigFolder: (path: string) => string): string | undefined {
  if (spec !== undefined && isSpecUrl(spec)) return spec;
  const [, commit = "", path = ""] = /^((?:git:)?[^:]{2,}:)?(.+)$/s.exec(spec ?? "") ?? [];
  return path === "" ? undefined : `${commit}${inConfigFolder(path)}`;
}

/** @throws UsageError for options that have no effect without `--update-baseline`. */
function assertBaselineOptionsUsed(options: SettingsOptions): void {
  if (options.updateBaseline === true) return;
  const idle = (["reason", "ticket", "expires"] as const).find((name) => options[name] !== undefined);
  if (idle !== undefined)
    throw new UsageError(`--${idle} has no effect without --update-baseline; pass both or neither`);
}

/** The value of a server variable can be any text. Otherwise a server must be a URL, or a path on any host. */
function assertServers(servers: readonly string[], where: string): void {
  const isUrlOrPath = (url: string): boolean =>
    /^(https?:\/)?\//i.test(url) && URL.canParse(url.replaceAll(/[{}]/g, ""), "http://a");
  const invalid = servers.find((server) => !/^[^:/?#=]+=./s.test(server) && !isUrlOrPath(server));
  if (invalid !== undefined)
    throw new UsageError(`${where} ${invalid}: give a base URL such as http://127.0.0.1:4020/v1, or variable=URL`);
}

/** @throws UsageError for an address that is not a URL. */
function resolveDeliverySettings(
  { receiver, secret }: SettingsOptions,
  { webhooks = {} }: Config,
): Pick<RunSettings, "receivers" | "secretVariables"> {
  const receivers = receiver ?? webhooks.receivers ?? [];
  const secretVariables = secret === undefined ? (webhooks.secretVariables ?? []) : [];
  const invalid = receivers.find((url) => !/^https?:\/\//i.test(url) || !URL.canParse(url));
  if (invalid === undefined) return { receivers, secretVariables };
  const where = receiver === undefined ? '"receivers"' : "--receiver";
  throw new UsageError(`${where} ${invalid}: give the URL that receives webhooks, such as https://shop.example/events`);
}

/** `strictSpec` of the configuration applies only to the spec of the configuration. */
function isStrictSpec({ strictSpec, spec }: SettingsOptions, config: Config): boolean {
  return strictSpec ?? (spec === undefined && config.strictSpec === true);
}
