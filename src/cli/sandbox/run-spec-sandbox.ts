import { type Contract, createContract, redactExchange } from "../../check/index.js";
import { getToolInfo } from "../../library/tool-info.js";
import type { SandboxError, SandboxOptions, SpecSandbox } from "../../sandbox/index.js";
import type { OptionsOf } from "../options/command-row.js";
import { type ExitCode, getErrorMessage, type Io, UsageError, waitForInterrupt } from "../process/io.js";
import type { SANDBOX_COMMANDS } from "./sandbox-commands.js";

type Options = OptionsOf<(typeof SANDBOX_COMMANDS)["sandbox"]["options"]>;

/** Runs `contract sandbox <spec>`: serves any spec until the signal aborts, or explains what it would do. */
export async function runSpecSandbox(spec: string, options: Options, io: Io): Promise<ExitCode> {
  const { BUILT_IN_OPTIONS, createSandbox, SandboxError } = await import("../../sandbox/index.js");
  const unused = Object.keys(options).filter((name) => BUILT_IN_OPTIONS.includes(name));
  if (unused.length > 0)
    throw new UsageError(`${unused.map(formatFlag).join(", ")}: only for the built-in spec; omit it, or omit ${spec}`);
  const explain = (error: unknown): never => {
    throw error instanceof SandboxError ? new UsageError(formatSandboxError(error), { cause: error }) : error;
  };
  const { readSpec } = await import("../../sandbox/engine/play-spec.js");
  const document = await Promise.resolve(spec).then(readSpec).catch(explain);
  if (options.explain === true) {
    const { explainPlan } = await import("../../sandbox/engine/explain-plan.js");
    io.stdout(`${explainPlan(document).join("\n")}\n`);
    return 0;
  }
  const { data } = options;
  if (data !== "small" && data !== "none")
    throw new UsageError(`--data ${data} is only for the built-in spec; a spec has none or small`);
  const { explain: _, deliver, ...others } = options;
  const running: SpecSandbox = await createSandbox({
    ...(await createSandboxOptions(others)),
    redact: createLogRedactor(() => createContract(document, { servers: [running.url] })),
    ...{
      spec: document,
      data,
      onDefect: createDefectPrinter(io),
      ...(deliver === undefined ? {} : { deliverTo: deliver }),
    },
  }).catch(explain);
  io.stdout(`${running.url}\n`);
  io.stderr(`${describeSandbox(spec, options, running).join("\n")}\n`);
  await waitForInterrupt(io);
  await running.close();
  return 0;
}

function formatFlag(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Prints each statement of the spec that allows no response once. */
function createDefectPrinter(io: Io): (error: unknown) => void {
  const printed = new Set<string>();
  return (error) => {
    const message = getErrorMessage(error);
    if (!printed.has(message)) io.stderr(`contract sandbox: ${message}\n`);
    printed.add(message);
  };
}

function describeSandbox(
  spec: string,
  { database = ":memory:" }: Options,
  { url, adminUrl, plan, engine }: SpecSandbox,
): readonly string[] {
  const plays = [...plan.plays.values()];
  const examples = plays.filter(({ kind }) => kind === "example");
  return [
    `service      ${url}`,
    `admin        ${adminUrl}`,
    `spec         ${spec}`,
    `resources    ${plan.resources.size}, with ${plays.length - examples.length} of ${plays.length} operations`,
    `state        ${describeDatabase(database, engine)}`,
    ...(examples.length === 0 ? [] : [`without state, from examples and samples (${examples.length}):`]),
    ...examples.map(({ operation: { method, path } }) => `  ${method} ${path}`),
  ];
}

/** Redacts the request log so that checking it gives the verdicts of the traffic. `load` is called when the log is first read. */
export function createLogRedactor(load: () => Contract): NonNullable<SandboxOptions["redact"]> {
  let contract: Contract | undefined;
  return (exchange) => {
    contract ??= load();
    return redactExchange(contract, exchange);
  };
}

/** The database, without the password that its URL can have. */
export function describeDatabase(database: string, engine: SpecSandbox["engine"]): string {
  if (database === ":memory:") return "in memory";
  return `${database.includes("://") ? "PostgreSQL" : database} (${engine})`;
}

/** @throws UsageError for a time that is none. */
export async function createSandboxOptions(command: Omit<Options, "explain" | "deliver">): Promise<SandboxOptions> {
  const { FAST_RETRIES } = await import("../../sandbox/index.js");
  const { time, freeze, allowDeliverTo, insecureDeliveryTls, allowOrigin, policy, fastRetries, ...options } = command;
  return {
    // Options that are not given have no key.
    ...(options as SandboxOptions),
    adminPort: options.adminPort ?? (options.port === 0 ? 0 : options.port + 1),
    ...parseStart({ time, freeze }),
    policies: { ...policy, ...(fastRetries === true ? { retrySchedule: FAST_RETRIES } : {}) },
    ...(allowOrigin === undefined ? {} : { allowOrigins: allowOrigin }),
    versions: { package: getToolInfo().version },
    deliveries: { allow: allowDeliverTo ?? [], insecureTls: insecureDeliveryTls === true },
  };
}

/**
 * The start of the clock.
 *
 * @throws UsageError for a time that is none
 */
function parseStart({ time, freeze }: Pick<Options, "time" | "freeze">): Pick<SandboxOptions, "startAt"> {
  const start = time === undefined ? undefined : Date.parse(time);
  if (start !== undefined && Number.isNaN(start))
    throw new UsageError(`invalid --time "${time}": expected RFC 3339, such as 2026-03-14T09:30:00Z`);
  if (start === undefined && freeze !== true) return {};
  return { startAt: { ...(start === undefined ? {} : { time: start }), freeze: freeze === true } };
}

/** Adds the flag of the option that caused the error. */
export function formatSandboxError({ message, option }: SandboxError): string {
  return option === undefined ? message : `${message}; choose another with ${OPTION_FLAGS[option]}`;
}

const OPTION_FLAGS = {
  port: "--port",
  billingPort: "--billing-port",
  adminPort: "--admin-port",
  host: "--host",
  adminHost: "--admin-host",
} as const;
