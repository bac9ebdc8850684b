import { existsSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import type { Contract, CoverageThresholds } from "../../check/index.js";
import { buildServerUrl, isSpecUrl } from "../../document/index.js";
import { LINT_RULES } from "../../lint/index.js";
import { getBuiltInSpecPath } from "../input/built-in-spec.js";
import { readInputFile, toRelativePath } from "../input/read-input-file.js";
import type { CommandOptions } from "../options/command-table.js";
import { UsageError } from "../process/io.js";
import { type ConfigFile, readConfig, readExclusions } from "./config.js";
import type { Config } from "./config-table.js";

/** The options of commands that read the configuration. Some accept several specs. */
export type SettingsOptions = Partial<Omit<CommandOptions<"check">, "spec">> &
  Pick<CommandOptions<"probe">, "exclude" | "include"> & { readonly spec?: string | readonly string[] | undefined };

/** The settings of a run: the command line overrides the configuration, which overrides the defaults. */
export type RunSettings = ReturnType<typeof resolveSettings>;

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
export function resolveSettings(options: SettingsOptions, { acceptsSeveralSpecs = false }: SpecOptions = {}) {
  const { exclude = [], include = [] } = options;
  const { path, config, assertOperations } = readConfigFile(options.config);
  const folder = dirname(path ?? "");
  const inConfigFolder = createPathResolver(folder);
  const servers = options.server ?? config.servers ?? [];
  assertServers(servers, options.server === undefined ? `${path}: "servers"` : "--server");
  const shard = options.shard === undefined ? undefined : parseShard(options.shard);
  if (shard !== undefined && options.updateBaseline !== undefined)
    throw new UsageError("--update-baseline: a shard sees only part of the traffic; pass it to contract merge");
  const configured = listConfiguredSpecs(config, path).map(inConfigFolder);
  const specs = resolveSpecs(options.spec === undefined ? configured : [options.spec].flat(), acceptsSeveralSpecs);
  return {
    ...options,
    shard,
    /** The spec; the first one if there are several. */
    spec: specs[0],
    specs,
    /** Whether an option or the configuration names the spec. Otherwise it is the built-in spec. */
    isSpecConfigured: (options.spec ?? config.spec ?? config.specs) !== undefined,
    servers,
    ...resolveDeliverySettings(config),
    traffic: (config.traffic ?? []).map(inConfigFolder).map(toRelativePath),
    failOn: options.failOn ?? config.failOn ?? "error",
    allowPartial: config.allowPartial ?? false,
    levels: config.levels ?? [],
    thresholds: config.coverage ?? {},
    since: resolveCoverageSince(options, config, inConfigFolder),
    /** The older spec that `contract gate` compares with. */
    oldSpec: resolveRevision(config.diff?.old, inConfigFolder),
    ...resolveBaseline(options, config, folder),
    assertOperations,
    // That of the configuration applies only to its spec.
    ...((options.strictSpec ?? (options.spec === undefined && config.strictSpec === true)) ? { strictSpec: true } : {}),
    // The selectors of the command line add to those of the configuration.
    exclude: [...readExclusions(config.exclude), ...exclude.map((selector) => ({ selector }))],
    include: [...(config.include ?? []), ...include],
    /** The running services that `contract gate` probes. */
    targets: (config.targets ?? []).map((it) => {
      return { ...it, hooks: inConfigFolder(it.hooks), arazzo: inConfigFolder(it.arazzo) };
    }),
    generated: inConfigFolder(config.generated),
    client: config.client,
    /** The reports of the configuration, in the syntax of `--format`. */
    formats: config.formats?.map((it) => it.replace(/(?<=^[^:]*:).*$/s, inConfigFolder)),
    /** The directory of the configuration, the working directory of its commands. */
    folder,
  };
}

function listConfiguredSpecs({ spec, specs }: Config, path: string | undefined): readonly string[] {
  if (spec !== undefined && specs !== undefined)
    throw new UsageError(`${path}: has both "spec" and "specs"; keep one of them`);
  return specs ?? [spec ?? []].flat();
}

function resolveSpecs(given: readonly string[], acceptsSeveral: boolean): readonly [string, ...string[]] {
  const [spec = toRelativePath(getBuiltInSpecPath()), ...others] = given.map(toRelativePath);
  if (others.length > 0 && !acceptsSeveral)
    throw new UsageError(`this command works with one spec, but ${given.join(", ")} are given; pass one with --spec`);
  return [spec, ...others];
}

/** The older spec for coverage of changes, and the thresholds of that coverage. */
function resolveCoverageSince(
  { coverageSince }: SettingsOptions,
  { coverageSince: configured }: Config,
  inConfigFolder: (path: string) => string,
): { readonly name: string; readonly thresholds: CoverageThresholds } | undefined {
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

/** Paths of the configuration are relative to its directory. */
function createPathResolver(folder: string) {
  return <Name extends string | undefined>(name: Name): Name | string =>
    name === undefined || isAbsolute(name) || isSpecUrl(name) ? name : join(folder, name);
}

/** The file of accepted findings, and the reason and the last day of those that the run adds. */
export type BaselineSettings = Pick<CommandOptions<"check">, "baseline" | "updateBaseline" | "expires">;

/** @throws UsageError for an option that has no effect without another. */
export function resolveBaseline(
  { baseline: given, updateBaseline, expires }: BaselineSettings,
  config: Pick<Config, "baseline">,
  folder: string,
): BaselineSettings {
  const baseline = given ?? createPathResolver(folder)(config.baseline);
  if (updateBaseline !== undefined && baseline === undefined)
    throw new UsageError(
      '--update-baseline: no baseline file; pass --baseline FILE, or set "baseline: FILE" in the configuration, which later runs read',
    );
  if (updateBaseline === undefined && expires !== undefined)
    throw new UsageError("--expires has no effect without --update-baseline; pass both or neither");
  return { baseline, updateBaseline, expires };
}

/** The value of a server variable can be any text. Otherwise a server must be a URL, or a path on any host. */
function assertServers(servers: readonly string[], where: string): void {
  const isUrlOrPath = (url: string): boolean =>
    /^(https?:\/)?\//i.test(url) && URL.canParse(url.replaceAll(/[{}]/g, ""), "http://a");
  const invalid = servers.find((server) => !/^[^:/?#=]+=./s.test(server) && !isUrlOrPath(server));
  if (invalid !== undefined)
    throw new UsageError(`${where} ${invalid}: give a base URL such as http://127.0.0.1:4020/v1, or variable=URL`);
}

/**
 * The addresses that receive webhooks, and the names of environment variables with secrets of deliveries.
 *
 * @throws UsageError for an address that is not a URL.
 */
function resolveDeliverySettings({ webhooks: { receivers = [], secretVariables = [] } = {} }: Config) {
  const invalid = receivers.find((url) => !URL.canParse(url));
  if (invalid !== undefined)
    throw new UsageError(
      `"receivers" ${invalid}: give the URL that receives webhooks, such as https://shop.example/events`,
    );
  return { receivers, secretVariables };
}

/** @throws UsageError unless the text is `i/n` with i from 1 to n. */
export function parseShard(given: string) {
  const [, index = "", of = ""] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(given) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (index === "" || shard.index > shard.of)
    throw new UsageError(`--shard ${given}: expected i/n with i from 1 to n and n up to 999999, such as 1/4`);
  return shard;
}

/**
 * Reads the given configuration, or the one of the current directory if there is one.
 *
 * @throws SettingsError when it is invalid.
 */
export function readConfigFile(given: string | undefined): ConfigFile & { readonly path: string | undefined } {
  const path = given ?? CONFIG_NAMES.find((name) => existsSync(name));
  if (path === undefined) return { path, config: {}, assertOperations: () => {} };
  const text = readInputFile(path, "give a configuration such as contract.config.yaml");
  return { path, ...readConfig(path, text, SPEC_CODES) };
}

const SPEC_CODES = Object.keys(LINT_RULES);

/** The names that are tried if no configuration is named. */
export const CONFIG_NAMES = ["contract.config.yaml", "contract.config.yml", "contract.config.json"] as const;

/** The base URL for formats that record no host: the first given server, or else the server of the spec if all have one origin. */
export function resolveBaseUrl(
  { operations }: Pick<Contract, "operations">,
  given: readonly string[],
): string | undefined {
  const overrides = given.map((option) => option.replace(/^[^:/?#=]+=/, "")).filter((url) => URL.canParse(url));
  const own = operations.flatMap(({ servers }) => servers).map((server) => buildServerUrl(server));
  const origins = new Set(own.map((url) => (URL.canParse(url) ? new URL(url).origin : "")));
  return overrides[0] ?? (origins.size === 1 ? own.find((url) => URL.canParse(url)) : undefined);
}
