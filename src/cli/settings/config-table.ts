import { COVERAGE_KINDS, type CoverageThresholds, type DescribedValue, key, type ValueOf } from "../../check/index.js";
import { POLICY_KEYS } from "../../diff/index.js";
import type { JsonObject } from "../../document/index.js";
import { CLIENT } from "../../generate/client/client-config.js";
import { PHASES } from "../../probe/requests/probe-case.js";
import { FORMAT_NAMES } from "../../report/index.js";
import { describeOption } from "../options/command-row.js";
import { COMMANDS } from "../options/command-table.js";
import { BUILT_IN_SPEC } from "../options/shared-rows.js";

const CHECK = COMMANDS.check.options;
const DIFF = COMMANDS.diff.options;
const PROBE = COMMANDS.probe.options;

const LEVELS = key.list(
  "Overrides of the default levels. The last matching rule applies.",
  key.object(
    "",
    {
      code: key.text(
        "The code of a finding, which `contract explain CODE` explains, or a prefix with a star: `response.body.*`.",
      ),
      operation: key.text("Only for this operationId."),
      status: key.any<string | number>("Only for responses with this status: 404 or 4XX.", {
        type: ["string", "integer"],
        pattern: "^[1-5]([0-9]{2}|XX)$",
        minimum: 100,
        maximum: 599,
      }),
      level: key.names("", ["error", "warn", "off"]),
    },
    ["code", "level"],
  ),
);

const EXCLUDE = key.list(
  "Operations that no probe of a running service tests, by operationId, tag, method, path or method and path. In a path, * stands for text in one segment and ** for any text. The report names them.",
  key.either(
    "",
    key.text(""),
    key.object("", { operations: key.text("As above."), reason: key.text("Why they are not tested.") }, [
      "operations",
      "reason",
    ]),
  ),
);

const INCLUDE = describeOption(PROBE, "--include <name> ...");

export const TARGET = key.object(
  "",
  {
    name: key.text("The name in the report.", { pattern: "^[A-Za-z0-9][A-Za-z0-9 ._-]*$" }),
    start: key.text(
      "The command that starts the service, run in the directory of this file; `contract` runs this program. Without url, the first line of its output is the base URL. Without start, the service is already running.",
    ),
    url: key.text("The base URL of the service.", { pattern: "^https?://" }),
    servers: key.list(
      "Base URLs of server variables that differ from url: usersUrl=http://127.0.0.1:4022",
      key.text("", { pattern: "^[^=]+=(https?://|\\{url\\})" }),
    ),
    ready: key.text("A path that responds, with any status, once the service is ready.", {
      pattern: "^/",
      default: "/",
    }),
    readyWithin: key.number("The startup timeout in seconds.", {
      exclusiveMinimum: 0,
      maximum: 3600,
      default: 30,
    }),
    auth: key.text(
      "Credentials, in the syntax of --auth of contract probe. A command runs in the directory of this file.",
    ),
    otherAuth: key.text(
      "Credentials of another tenant, who must not access what belongs to the first, in the syntax of auth.",
    ),
    hooks: describeOption(PROBE, "--hooks <file>"),
    arazzo: describeOption(PROBE, "--arazzo <file>"),
    phases: key.list("The phases of the probe. Default: all.", key.names("", PHASES)),
    levels: LEVELS,
    only: describeOption(PROBE, "--only <name> ..."),
    exclude: EXCLUDE,
    include: INCLUDE,
    parameters: key.map("Existing values in the service, by parameter.", key.list("", key.text("", {}))),
    safe: describeOption(PROBE, "--safe"),
    seed: describeOption(PROBE, "--seed <number>"),
    maxRequests: describeOption(PROBE, "--max-requests <number>"),
    maxTime: describeOption(PROBE, "--max-time <seconds>"),
    rate: describeOption(PROBE, "--rate <number>"),
  },
  ["name"],
  { anyOf: ["start", "url"].map((name) => ({ required: [name], properties: { [name]: true } })) },
);

/** A running service that `contract gate` starts, waits for, probes and stops. */
export type TargetConfig = ValueOf<typeof TARGET>;

const PERCENT = key.number("", { minimum: 0, maximum: 100 });
const THRESHOLDS = Object.fromEntries(COVERAGE_KINDS.map((kind) => [kind, PERCENT])) as {
  readonly [Kind in keyof CoverageThresholds]-?: DescribedValue<number>;
};

/** Every key of contract.config.yaml. The schema and the type of the configuration come from it. */
export const CONFIG_TABLE = key.object(
  "Configuration of contract check, contract gate and other commands. Paths are relative to the directory of the file; command-line options override it.",
  {
    $schema: key.text("", {}),
    spec: describeOption(BUILT_IN_SPEC, "--spec <file>"),
    specs: key.list(
      "Several OpenAPI documents: each exchange is checked by the one that has its server and path.",
      key.text(""),
      { minItems: 1 },
    ),
    servers: describeOption(
      CHECK,
      "--server <url> ...",
      "Read by check, gate, record, suggest, feed, worker and diff --traffic; probe has --server and targets.",
    ),
    traffic: key.list("Recordings, directories or globs to use if the command names none.", key.text("")),
    webhooks: key.object("Webhook deliveries in recordings.", {
      receivers: key.list(
        "Addresses that receive webhooks. Requests to them are checked as deliveries.",
        key.text("", { pattern: "^https?://." }),
      ),
      secretVariables: key.list(
        "Names of environment variables with the secrets that sign deliveries, as far as a recording does not contain the registration.",
        key.text("", { pattern: "^[A-Za-z_][A-Za-z0-9_]*$" }),
      ),
    }),
    levels: LEVELS,
    diff: key.object("The policy of contract diff, and the comparison of contract gate.", {
      old: key.text(
        "An older spec, as a file or REF:path. contract gate reports what breaks its clients, weighed by the recordings.",
      ),
      ...POLICY_KEYS,
      failOn: describeOption(DIFF, "--fail-on <level>"),
    }),
    failOn: describeOption(CHECK, "--fail-on <level>"),
    allowPartial: key.flag("Do not fail if exchanges are only partially checked."),
    baseline: describeOption(CHECK, "--baseline <file>"),
    strictSpec: describeOption(CHECK, "--strict-spec"),
    generated: key.text(
      "The directory of contract generate, with files (--out) or a package (--package). contract gate fails if it is not up to date with the spec.",
    ),
    client: CLIENT,
    formats: key.list(
      "Reports, in the syntax of --format: NAME for stdout, NAME:FILE for a file. --format replaces all of them.",
      key.text("", { pattern: `^(${FORMAT_NAMES.join("|")})(:.+)?$` }),
      { minItems: 1 },
    ),
    exclude: EXCLUDE,
    include: INCLUDE,
    targets: key.list("Running services that contract gate starts, waits for, probes and stops.", TARGET),
    coverage: key.object("The required coverage of each kind, in percent.", THRESHOLDS),
    coverageSince: key.object(
      "The required coverage of the changes since an older spec, in percent of each kind.",
      { spec: describeOption(CHECK, "--coverage-since <spec>"), ...THRESHOLDS },
      ["spec"],
    ),
  },
);

/** The content of contract.config.yaml. */
export type Config = ValueOf<typeof CONFIG_TABLE>;

/** The JSON Schema that the package exports for editors. */
export const CONFIG_SCHEMA: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "contract.config.yaml",
  ...CONFIG_TABLE.schema,
};
