import { InvalidArgumentError } from "commander";
import type { Policies } from "../../sandbox/context/app-context.js";
import { CREDENTIALS_FILE, DATABASE_FILE, SHELL_VARIABLES } from "../../sandbox/demo-client/sign-in.js";
import type { CommandRow } from "../options/command-row.js";
import { collectOrigins, parseBaseUrl, parsePort, parseWaitSeconds } from "../options/option-parsers.js";

const CREDENTIALS = {
  "--credentials <file>": ["the credentials file that contract sandbox writes", String, CREDENTIALS_FILE],
} as const;

type PolicyValue = { readonly form: string; readonly read: (text: string) => unknown };

const BOOLEAN: PolicyValue = {
  form: "true",
  read: (text) => (["true", "false"].includes(text) ? text === "true" : undefined),
};
const SECONDS: PolicyValue = {
  form: "SECONDS",
  read: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
};

/** The policies of the sandbox that `--policy` sets: the forms of their values, and how one is read; undefined if it is none. */
const POLICY_VALUES = {
  updatedAt: { form: "server", read: (text) => (["server", "passed"].includes(text) ? text : undefined) },
  includedByDefault: BOOLEAN,
  reusedRequestId: { form: "422", read: (text) => (["400", "422"].includes(text) ? Number(text) : undefined) },
  tokenLifetime: SECONDS,
  refreshTokenLifetime: SECONDS,
  refreshGrantType: { form: "TEXT", read: (text) => text || undefined },
  lenientAssertions: BOOLEAN,
} as const satisfies Partial<Record<keyof Policies, PolicyValue>>;

function collectPolicies(value: string, policies: Partial<Policies> = {}): Partial<Policies> {
  const [, name = "", text = ""] = /^([^=]*)=(.*)$/s.exec(value) ?? [];
  const known: Readonly<Record<string, PolicyValue>> = POLICY_VALUES;
  const result = Object.hasOwn(known, name) ? known[name]?.read(text) : undefined;
  if (result === undefined)
    throw new InvalidArgumentError(`Give NAME=VALUE with one of ${Object.keys(known).join(", ")}.`);
  return { ...policies, [name]: result };
}

const SPEC_HELP = `
With a spec, --database is :memory: by default, --data is none or small, and the
options about billing, tokens, assertions, request ids, credentials and orders
do not apply. contract mock keeps no records, and returns examples.`;

/** The commands of the sandbox. */
export const SANDBOX_COMMANDS = {
  sandbox: {
    description: "run a stateful implementation of a spec; without a spec, the service of the built-in one",
    arguments: [["[spec]", "the OpenAPI document, YAML or JSON (default: the built-in spec)"]],
    options: {
      "--explain": "print what each operation of the spec will do, and which fact decides it, and exit",
      "--port <number>": ["the port of the service", parsePort, 4020],
      "--admin-port <number>": ["the port of the admin API (default: that of the service plus 1)", parsePort],
      "--billing-port <number>": ["the port of the billing service (default: that of the service plus 2)", parsePort],
      "--single-address": "serve the billing service at the port of the service",
      "--host <address>": "the address to listen on; if not loopback, webhooks go to public addresses only",
      "--admin-host <address>": "the address of the admin API; if not loopback, it needs --admin-token",
      "--base-url <url>": ["the base URL that clients use, if it differs", parseBaseUrl],
      "--billing-url <url>": ["the same for the billing service", parseBaseUrl],
      "--database <target>": `a file, :memory: or postgres://… (default: ${DATABASE_FILE})`,
      "--data <name>": ["the data of a new database: none, small, large, or a seed-data file", String, "small"],
      "--seed <text>": "the same seed, time and requests give the same bytes (default: random, stored in the database)",
      "--time <time>": "the start time of a new database, such as 2026-03-14T09:30:00Z",
      "--freeze": "stop the clock until it is set or advanced",
      "--deliver <url> ...": "send all webhooks of the spec to this URL, from a new database (repeatable)",
      "--token <text> ...":
        "accept only this bearer token, API key or user:password (repeatable; default: any of the right form)",
      "--allow-deliver-to <network> ...": "also allow webhooks to this network, such as 10.1.0.0/16 (repeatable)",
      "--allow-origin <origin>": [
        "also allow browser requests from pages of this origin, such as https://docs.example (repeatable)",
        collectOrigins,
      ],
      "--fast-retries": "retry webhooks after 0.2, 0.5, 1 and 2 seconds",
      "--policy <name=value> ...": [
        `what the spec leaves open: ${Object.entries(POLICY_VALUES)
          .map(([name, { form }]) => `${name}=${form}`)
          .join(", ")} (repeatable)`,
        collectPolicies,
      ],
      "--credentials <file>": "the file for the credentials of the demo client",
      "--admin-token <text>": "the token that requests to the admin API must send",
    },
    help: SPEC_HELP,
  },
  token: {
    description: "sign in to the sandbox with a self-signed assertion and print the access token",
    options: {
      ...CREDENTIALS,
      "--env": `print ${SHELL_VARIABLES.slice(0, -1).join(", ")} and ${SHELL_VARIABLES.at(-1)}: eval "$(contract token --env)"`,
      "--wait <seconds>": ["how long to wait for a sandbox that is starting; 0 does not wait", parseWaitSeconds, 30],
    },
  },
  trigger: {
    description: "make an order in the sandbox, or change one, so that it publishes an event",
    arguments: [["<event>", "order.opened, order.completed, order.cancelled or order.updated"]],
    options: {
      "--business <id>": "the business of the order (default: the first one of the demo application)",
      "--order <id>": "the order to change or to create",
      ...CREDENTIALS,
    },
  },
} as const satisfies Readonly<Record<string, CommandRow>>;
