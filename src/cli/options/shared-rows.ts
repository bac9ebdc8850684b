import { FORMAT_NAMES } from "../../report/index.js";
import type { StreamOptions } from "../../stream/index.js";
import { joinWithOr } from "../output/report-outputs.js";
import type { Io } from "../process/io.js";
import type { OptionsOf } from "./command-row.js";
import { parseDay } from "./option-parsers.js";

export const CONFIG = {
  "--config <file>": "the configuration file (default: contract.config.yaml, if it exists)",
} as const;

export const BUILT_IN_SPEC = {
  "--spec <file>": "the OpenAPI document, YAML or JSON (default: the built-in spec)",
} as const;

export const SERVER = {
  "--server <url> ...":
    "a base URL besides the servers of the spec, or variable=URL to set one server variable (repeatable)",
} as const;

export const COVERAGE = {
  "--coverage": "measure coverage of the spec, down to properties, enum values and schema branches",
} as const;

export const COVERAGE_SINCE = {
  "--coverage-since <spec>":
    "measure coverage of only what changed since an older spec: a file, or a Git revision and a file, such as main:openapi.yaml",
} as const;

/** Which operations a probe leaves out. */
export const EXCLUSIONS = {
  "--exclude <name> ...": "leave out this operation, tag, method or path (repeatable)",
  "--include <name> ...": "keep this one although it is excluded or looks destructive (repeatable)",
} as const;

export const SPECS = {
  "--spec <file> ...":
    'an OpenAPI document, YAML or JSON (repeatable; default: "spec" in the configuration, or the built-in spec)',
} as const;

export const FAIL_ON = {
  "--fail-on <level>": [
    "fail the run for findings of this level or higher; never: findings do not fail the run (default: error)",
    ["error", "warn", "never"],
  ],
} as const;

export const QUIET = { "--quiet": "print only findings" } as const;

export const ONLY = { "--only <name> ...": "check only this operation, tag or path (repeatable)" } as const;

/** The options for accepted findings. */
export const ACCEPTANCE = {
  "--baseline <file>": "the baseline file, with accepted findings that do not fail the run",
  "--update-baseline <reason>":
    "add all current findings to the baseline file, with the reason why they are accepted, and remove those that are fixed",
  "--expires <date>": [
    "with --update-baseline: the last day on which the findings are accepted, such as 2026-01-31",
    parseDay,
  ],
} as const;

/** The options of every command that writes a report about traffic. */
export const TRAFFIC_REPORT = {
  ...CONFIG,
  "--format <name[:file]> ...": `write a report to stdout or to a file: ${joinWithOr(FORMAT_NAMES)} (repeatable; default: the formats in the configuration file, or text)`,
  ...FAIL_ON,
} as const;

/** The same with the options for accepted findings. */
export const REPORT = { ...TRAFFIC_REPORT, ...QUIET, ...ACCEPTANCE } as const;

/** The groups of the help, besides that of the options which only one command has. */
export const OPTION_GROUPS = [
  ["Report:", REPORT] as const,
  ["Spec, servers and coverage:", { ...SPECS, ...SERVER, ...COVERAGE, ...ONLY }] as const,
];

/** The URL argument of every command that uses a stream. */
export const STREAM_URL = ["<url>", "a NATS server with JetStream, such as nats://127.0.0.1:4222"] as const;

export const DEFAULT_SERVICE = "default";

/** The options of every command that uses a stream. */
export const STREAM = {
  "--service <name>": [
    "the name of the service that the traffic belongs to; each service has its own results",
    String,
    DEFAULT_SERVICE,
  ],
} as const;

/** What opens the stream. The credentials are files in the environment variables of the `nats` command. */
export function pickStreamOptions(url: string, { service }: OptionsOf<typeof STREAM>, { env }: Io): StreamOptions {
  const { NATS_CREDS: creds, NATS_NKEY: nkey, NATS_CA: tlsCa, NATS_CERT: tlsCert, NATS_KEY: tlsKey } = env;
  return { url, service, creds, nkey, tlsCa, tlsCert, tlsKey };
}

export const HOST = { "--host <address>": ["the address to listen on", String, "127.0.0.1"] } as const;
