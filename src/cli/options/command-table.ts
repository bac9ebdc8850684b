import { ADDITIONS, INTEGRATIONS } from "../../generate/client/client-config.js";
import { PHASES } from "../../probe/requests/probe-case.js";
import { CONSUMER_RULE_FORMS } from "../../recording/consumer.js";
import { CHANGELOG, FORMAT_NAMES } from "../../report/index.js";
import { joinWithOr } from "../output/report-outputs.js";
import { SANDBOX_COMMANDS } from "../sandbox/sandbox-commands.js";
import { type CommandRow, type OptionsOf, REQUIRED } from "./command-row.js";

import {
  collectConsumerRules,
  collectSecrets,
  collectVersions,
  createNamesParser,
  parseBaseUrl,
  parseCount,
  parseEventCount,
  parsePort,
  parsePositiveNumber,
  parseSeed,
  parseWaitSeconds,
  validateByteSize,
} from "./option-parsers.js";
import {
  ACCEPTANCE,
  BUILT_IN_SPEC,
  CONFIG,
  COVERAGE,
  COVERAGE_SINCE,
  EXCLUSIONS,
  FAIL_ON,
  HOST,
  ONLY,
  QUIET,
  REPORT,
  SERVER,
  SPECS,
  STREAM,
  STREAM_URL,
  TRAFFIC_REPORT,
} from "./shared-rows.js";

const RECORDINGS_HELP = `
The format is detected from the content, which can be compressed with gzip.
Formats are HAR, NDJSON exchanges, WireMock mappings, nock recordings, VCR
cassettes and Postman collections with saved responses. JSON logs from Kong,
nginx, Apache, Envoy, Caddy and Amazon API Gateway are read too.

In a directory, *.har, *.ndjson and *.jsonl files and WireMock mappings are
read. Pass other files by name or glob.`;

/** Every command, in the order of `contract --help`. */
export const COMMANDS = {
  init: {
    description: "write contract.config.yaml with the spec and the recordings that a directory has",
    arguments: [["[path]", "the directory of the project (default: the current one), or its spec"]],
    options: {
      "--spec <file>": "the OpenAPI document (default: the only one in the directory)",
      "--start <command>": "the command that starts the service, which contract gate then probes",
      "--url <url>": ["the base URL of the service; without it, --start prints it first", parseBaseUrl],
      "--ci <system>": ["also write a workflow that runs contract gate", ["github"]],
    },
    help: "\nNever changes a file that exists.",
  },
  check: {
    description: "check recorded traffic against the spec",
    arguments: [
      [
        "[traffic...]",
        'recordings, directories, globs, or - for standard input (default: "traffic" in the configuration)',
      ],
    ],
    options: {
      ...SPECS,
      ...SERVER,
      ...COVERAGE,
      ...ONLY,
      ...COVERAGE_SINCE,
      "--verdicts <file>":
        "write the verdict on each exchange as a line of JSON; use - for stdout, which requires that the report goes to a file",
      "--strict-spec": "fail if the spec itself has errors or warnings; also check its examples",
      "--shard <i/n>": "check only part i of n; contract merge combines the reports",
      "--workers <number>": [
        "the number of processes (default: 1; for several files with 128 MB or more in total, one per core, at most 4)",
        parseCount,
      ],
      "--no-fast": "parse every body, even if a check of its bytes has already passed; slower, with the same report",
      ...REPORT,
    },
    help: RECORDINGS_HELP,
  },
  /** Checks one part of the recordings for a process of `contract check --workers`. */
  "check-part": { description: "", options: {}, hidden: true },
  merge: {
    description: "combine JSON reports: the shards of one run, or several runs",
    arguments: [["<reports...>", "files written by --format json"]],
    options: REPORT,
  },
  gate: {
    description: "check everything in the configuration: spec, generated files, recordings, running services",
    options: { ...COVERAGE, ...REPORT },
  },
  lint: {
    description: "check specs themselves: structure, references, examples; needs no traffic",
    arguments: [["[spec...]", "OpenAPI documents, YAML or JSON (default: the spec of the configuration)"]],
    options: {
      ...CONFIG,
      "--format <name[:file]> ...": `write a report to stdout or to a file: ${joinWithOr(FORMAT_NAMES)} (repeatable; default: text)`,
      ...FAIL_ON,
      "--fix": "edit the files for findings with one clear fix, and report the others",
      ...ACCEPTANCE,
      ...QUIET,
    },
  },
  resources: {
    description: "print what a spec states about lists, filters and resources, and what names and schemas suggest",
    arguments: [["[spec]", "the OpenAPI document, YAML or JSON (default: the spec of the configuration)"]],
    options: {
      "--format <name>": [
        "table, json, or keywords: an OpenAPI Overlay that states what is inferred",
        ["table", "json", "keywords"],
        "table",
      ],
    },
    help: "\nOnly what the spec states is checked in recordings.",
  },
  diff: {
    description: "report breaking changes between two specs; changes of schemas with a counterexample",
    arguments: [
      [
        "<old>",
        "the old spec, YAML or JSON: a file, a URL, or REF:path for a file in a commit, such as main:openapi.yaml",
      ],
      ["<new>", "the new spec"],
    ],
    options: {
      "--format <name[:file]> ...": `write a report to stdout or to a file: ${joinWithOr([...FORMAT_NAMES, CHANGELOG])} (repeatable; default: text)`,
      "--fail-on <level>": [
        "fail the run for changes of this level or higher; seen: for those that --traffic shows (default: error)",
        ["error", "warn", "seen", "never"],
      ],
      "--traffic <path> ...":
        "recordings, directories, globs, or the URL of a NATS server: report which exchanges and consumers a change breaks (repeatable)",
      "--since <time>": "with a NATS server: the start of the traffic, as in contract report",
      "--until <time>": "with a NATS server: the end of the traffic, as in contract report",
      "--consumer <source>": [
        `where requests name their program, if the recording does not: ${CONSUMER_RULE_FORMS} (repeatable)`,
        collectConsumerRules,
      ],
      "--server <url> ...": "a base URL besides the servers of both specs for --traffic (repeatable)",
      "--min-exchanges <number>": ["the exchanges from which on a change is seen (default: 1)", parseCount],
      "--only <name> ...": "compare only this operation, tag or path (repeatable)",
      ...ACCEPTANCE,
      ...CONFIG,
      "--quiet": "print the text report only if the run fails, without compatible changes",
      ...STREAM,
    },
  },
  generate: {
    description: "generate TypeScript types, a client and an operation table, and on request validators and more",
    options: {
      "--spec <file>": "the OpenAPI document, YAML or JSON (default: the spec in the configuration file)",
      ...CONFIG,
      "--out <dir>": "the output directory",
      "--package <dir>": "write a publishable npm package to this directory; replaces --out",
      "--with <names> ...": [
        `also write validators, the spec as one document (bundle), the runtime of the client, so that no other package is needed, or a file for ${joinWithOr(INTEGRATIONS)}; comma-separated (repeatable)`,
        createNamesParser(ADDITIONS),
      ],
      "--check": "write nothing; exit with 1 if the generated files are not up to date",
      "--compile": "also compile the files with TypeScript and its strictest options; exit with 1 if they have errors",
      "--quiet": "print only what the generated files lack",
    },
  },
  docs: {
    description: "serve the reference of a spec, or write it as files or as a site with guides",
    arguments: [
      ["[spec]", 'the OpenAPI document, YAML or JSON (default: "spec" in the configuration, or the built-in spec)'],
    ],
    options: {
      "--out <dir>": "write the reference as files, which any web server can serve",
      "--site <dir>": "write a project that builds a site with the reference, guides and a search",
      "--pages <dir>": "with --site: Markdown pages of your own, with an optional sidebar.yaml",
      "--title <text>": "the title (default: the title of the spec)",
      "--url <url>": [
        "the address that the files will have, such as https://example.org/docs; needed for the sitemap",
        parseBaseUrl,
      ],
      "--other-version <name=spec> ...": [
        "another version of the spec, such as 1.0=openapi-1.0.yaml, which the reader can switch to (repeatable)",
        collectVersions,
      ],
      "--edit <url>": [
        "where the files of the working directory can be edited, such as https://github.com/me/api/edit/main; adds links to it",
        parseBaseUrl,
      ],
      "--try-server <url> ...": "a server that the reader can choose, besides those of the spec (repeatable)",
      "--port <number>": ["the port to listen on", parsePort, 4050],
      ...HOST,
    },
  },
  explain: {
    description: "explain a finding code, with one example that violates the spec and one that passes",
    arguments: [["[code]", "a finding code, of traffic or of a spec (default: list all codes)"]],
    options: {},
  },
  mock: {
    description: "serve a Prism mock of a spec (needs @stoplight/prism-cli)",
    options: { ...BUILT_IN_SPEC, "--port <number>": ["the port to listen on", parsePort, 4010], ...HOST },
    help: "\nThe mock keeps no records; contract sandbox SPEC does, and needs no Prism.\nTake the mock to select responses by status, with the header Prefer.",
  },
  ...SANDBOX_COMMANDS,
  listen: {
    description: "receive webhook events: verify, acknowledge and check each one, and explain invalid signatures",
    options: {
      "--secret <text>": [
        "the secret of the webhook registration (repeatable; required if deliveries are signed)",
        collectSecrets,
      ],
      "--port <number>": ["the port to listen on", parsePort, 4030],
      ...HOST,
      "--count <n>": ["report and exit after this many events with a valid signature", parseEventCount],
      ...BUILT_IN_SPEC,
      "--out <file>": "write each delivery, without secrets, as a line of NDJSON for contract check",
      ...TRAFFIC_REPORT,
    },
    help: "\nRuns until --count is reached or you press Ctrl-C. The report goes to stderr\nunless you pass --format.",
  },
  probe: {
    description: "send generated requests to a running service and check every response",
    arguments: [["<base-url>", "the base URL of the service"]],
    options: {
      ...BUILT_IN_SPEC,
      "--server <variable=url> ...": "the base URL of a server variable (repeatable)",
      "--auth <how> ...":
        "bearer:T, basic:U:P, header:NAME=VALUE, query:NAME=VALUE, cookie:NAME=VALUE, command:COMMAND that prints a token, or none to go on without (default: the token in CONTRACT_TOKEN). A second one is of another tenant, who must not access what belongs to the first",
      "--hooks <file>": "a module with functions for credentials, requests and checks",
      "--arazzo <file>": "an Arazzo document whose workflows run as scenarios",
      "--param <name=value> ...": "a value that exists in the service, such as customerId=… (repeatable)",
      "--only <name> ...": "probe only this operation, tag, method or path (repeatable)",
      ...EXCLUSIONS,
      "--phase <names> ...": [
        `${PHASES.join(", ")}; comma-separated (repeatable; default: all)`,
        createNamesParser(PHASES),
      ],
      "--safe": "send only GET, HEAD and OPTIONS",
      "--max-requests <number>": [
        "the maximum number of requests (default: 200 for each operation, at least 10000)",
        parseCount,
      ],
      "--max-time <seconds>": ["the maximum duration of the run", parsePositiveNumber, 600],
      "--rate <number>": ["the maximum number of requests per second", parsePositiveNumber],
      "--workers <number>": ["the number of cases that run at the same time", parseCount, 4],
      "--timeout <seconds>": ["the maximum time for one response", parsePositiveNumber, 10],
      "--seed <number>": ["the same seed generates the same cases", parseSeed, 1],
      "--case <id>": "run only this case and the examples that it depends on",
      "--dry-run": "list the cases without sending requests",
      "--har <file>": "write the exchanges, without secrets, as a recording",
      ...COVERAGE,
      ...REPORT,
    },
    help: "\nWithout --safe, a probe creates, changes and deletes data. Use a test service.",
  },
  record: {
    description: "run a reverse proxy that forwards every byte, checks the traffic, and writes a HAR or feeds a stream",
    options: {
      "--target <url>": ["the service without a path, such as https://api.example", String, REQUIRED],
      "--out <file>": "the recording; an existing file is overwritten (required without --feed)",
      "--feed <url>": "publish the traffic, redacted, for contract worker to check: a NATS server with JetStream",
      "--feed-buffer <directory>":
        "where traffic for --feed waits while the server is away, up to 256 MB (default: 16 MB in memory)",
      "--sample <share>": [
        "the share of the traffic to feed, such as 0.1; the others are counted",
        parsePositiveNumber,
      ],
      ...BUILT_IN_SPEC,
      "--server <url> ...":
        "a base URL besides the target and the servers of the spec, or variable=URL to set one server variable (repeatable)",
      "--port <number>": ["the port to listen on", parsePort, 4040],
      ...HOST,
      "--keep-host": "forward the Host header of the client (default: the host of the target)",
      "--insecure": "do not verify the certificate of the target",
      "--consumer <source>": [
        `record the program that sends a request, hashed if sensitive: ${CONSUMER_RULE_FORMS} (repeatable)`,
        collectConsumerRules,
      ],
      ...STREAM,
      ...TRAFFIC_REPORT,
      ...QUIET,
    },
    help: "\nRuns until you press Ctrl-C, and then reports like contract check.",
  },
  suggest: {
    description: "suggest minimal spec edits that document the undocumented traffic, or infer a new spec",
    arguments: [
      [
        "[traffic...]",
        'recordings, directories or globs; not -, because they are read more than once (default: "traffic" in the configuration)',
      ],
    ],
    options: {
      ...CONFIG,
      ...BUILT_IN_SPEC,
      ...SERVER,
      "--new <file>": "infer an OpenAPI 3.1 spec from the traffic alone and write it to a new file",
      "--scope <names> ...": [
        "with --new: describe all hosts, also pages with their scripts and images, or all requests, also rejected and unanswered ones: hosts, pages, requests; comma-separated (repeatable)",
        createNamesParser(["hosts", "pages", "requests"]),
      ],
      "--write": "apply all edits, or none on an error, to the files of --spec",
      "--overlay <file>": "write the edits as an Overlay 1.0.0 document for the bundle of the spec",
    },
  },
  feed: {
    description: "publish recorded traffic, redacted, for contract worker to check",
    arguments: [
      STREAM_URL,
      ["[traffic...]", 'recordings, directories or globs (default: "traffic" in the configuration)'],
    ],
    options: {
      ...CONFIG,
      "--spec <file> ...": "an OpenAPI document, whose sensitive values are redacted too (repeatable)",
      "--follow <log>": "feed the lines of a growing JSON log, such as that of a gateway, until you press Ctrl-C",
      "--state <file>": "where --follow keeps its position (default: the log with .feed added)",
      ...STREAM,
    },
  },
  worker: {
    description: "check the traffic that contract feed publishes in chunks; you can run any number of workers",
    arguments: [STREAM_URL],
    options: {
      ...CONFIG,
      ...SPECS,
      "--drain": "exit when all published chunks are checked, instead of waiting for more",
      "--max-attempts <number>": ["the number of attempts to check a chunk before it counts as failed", parseCount, 5],
      "--health <[host:]port>": "serve a health check at /health",
      "--claim-seconds <number>": [
        "the seconds after which a chunk of a worker that stopped responding goes to another worker",
        parseCount,
        30,
      ],
      "--roll-up-seconds <number>": ["the seconds between two merges of the results of past hours", parseCount, 300],
      "--replicas <number>": ["the number of NATS servers that store a copy of the data", parseCount],
      "--max-waiting <bytes>": [
        "the maximum total size of chunks that are not checked yet (default: 10240M)",
        validateByteSize,
      ],
      "--archive-days <number>": [
        "keep the checked traffic for this number of days, for contract diff --traffic (default: do not keep it)",
        parseCount,
      ],
      "--max-archive <bytes>": [
        "the maximum total size of kept traffic; the oldest is deleted first (default: 10240M)",
        validateByteSize,
      ],
      "--keep-days <number>": ["delete results after this number of days (default: never)", parseCount],
      ...STREAM,
    },
  },
  report: {
    description: "print one report of everything that contract worker has checked in a time range",
    arguments: [STREAM_URL],
    options: {
      "--since <time>":
        "the start of the time range, such as 24h (ago), 7d or 2026-01-31T09:00:00Z; rounded down to the hour (default: the oldest result)",
      "--until <time>": "the end of the time range, in the same forms; rounded up to the hour (default: now)",
      "--wait <seconds>": [
        "the maximum time to wait until all published traffic is checked (default: 0)",
        parseWaitSeconds,
      ],
      "--spec-version <version>":
        "report only results of this spec version; contract worker prints it (default: the newest)",
      ...STREAM,
      ...REPORT,
    },
  },
  completion: {
    description: "print a script that completes commands and options in a shell",
    arguments: [["<shell>", "bash, zsh or fish"]],
    options: {},
  },
} as const satisfies Readonly<Record<string, CommandRow>>;

export type CommandName = keyof typeof COMMANDS;

/** The options of a command, as the command line gives them. */
export type CommandOptions<Name extends CommandName> = OptionsOf<(typeof COMMANDS)[Name]["options"]>;
