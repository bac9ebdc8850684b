import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Contract, createContract, loadContract, redactExchange } from "../../check/index.js";
import { describeUnusable, dropUndefined, tryCall } from "../../document/index.js";
import { getToolInfo } from "../../library/tool-info.js";
import { CREDENTIALS_FILE, DATABASE_FILE, EXAMPLE_COMMAND, STATE_FOLDER } from "../../sandbox/demo-client/sign-in.js";
import type { Sandbox, SandboxOptions, SpecSandbox } from "../../sandbox/index.js";
import { getBuiltInSpecPath, reportBuiltInSpec } from "../input/built-in-spec.js";
import { formatFlag } from "../options/command-row.js";
import type { CommandOptions } from "../options/command-table.js";
import { writeFileAtomic } from "../output/write-file-atomic.js";
import { type ExitCode, getErrorMessage, type Io, UsageError, waitForInterrupt } from "../process/io.js";
import { probeSandbox, type SandboxAddress, type SandboxCredentials } from "../sandbox/sandbox-credentials.js";

export type SandboxCommandOptions = CommandOptions<"sandbox">;

/** Runs `contract sandbox`: serves a spec, or the service of the built-in one, until the signal aborts. */
export async function runSandboxCommand(
  spec: string | undefined,
  command: SandboxCommandOptions,
  io: Io,
): Promise<ExitCode> {
  const isBuiltIn = spec === undefined || resolve(spec) === resolve(getBuiltInSpecPath());
  if (!isBuiltIn || command.explain === true) return runSpecSandbox(spec ?? getBuiltInSpecPath(), command, io);
  // Imported here because the HTTP server and the database would slow the start of other commands.
  const { createSandbox } = await import("../../sandbox/index.js");
  const database = command.database ?? DATABASE_FILE;
  if (database !== ":memory:" && !database.includes("://")) mkdirSync(dirname(database), { recursive: true });
  const { credentials, explain: _, deliver, token, ...options } = command;
  if (deliver !== undefined) throw new UsageError("--deliver: only with a spec of your own; register a hook instead");
  if (token !== undefined) throw new UsageError("--token: only with a spec of your own; contract token prints one");
  await removeStaleCredentials(credentials);
  const running: Sandbox = await createSandbox({
    ...(await createSandboxOptions(options)),
    database,
    redact: createLogRedactor(() => loadContract(getBuiltInSpecPath(), { servers: [running.url, running.billingUrl] })),
    onDefect: (error) => io.stderr(`contract sandbox: ${getErrorMessage(error)}\n`),
  }).catch(throwUsageError);
  // The credentials must exist before the URL is printed: scripts wait for the URL.
  const { instructions, cleanup } = await writeDemoCredentials(running, credentials, options.adminToken);
  reportBuiltInSpec({ isSpecConfigured: false, spec: getBuiltInSpecPath() }, "sandbox", io, "contract sandbox FILE");
  const places = [
    `service      ${running.url}`,
    ...(running.billingUrl === running.url ? [] : [`billing      ${running.billingUrl}`]),
    `admin        ${running.adminUrl}`,
    `state        ${describeDatabase(database, running.engine)}`,
  ];
  await serveUntilInterrupted(running, [...places, ...instructions], io);
  cleanup();
  return 0;
}

async function serveUntilInterrupted(
  { url, close }: Pick<Sandbox, "url" | "close">,
  lines: readonly string[],
  io: Io,
): Promise<void> {
  io.stdout(`${url}\n`);
  io.stderr(`${lines.join("\n")}\n`);
  await waitForInterrupt(io);
  await close();
}

/** @throws UsageError with the flag of the option that causes the error, and any other error as it is */
async function throwUsageError(error: unknown): Promise<never> {
  const { SandboxError } = await import("../../sandbox/index.js");
  if (!(error instanceof SandboxError)) throw error;
  const { message, option } = error;
  const advice = option === undefined ? "" : `; choose another with ${formatFlag(option)}`;
  throw new UsageError(message + advice, { cause: error });
}

/** The credential files of the demo client. */
type DemoCredentialFiles = {
  /** Lines for the user. */
  readonly instructions: readonly string[];
  /** Removes files that only make sense while this sandbox runs. */
  readonly cleanup: () => void;
};

/**
 * Writes the credentials of the demo client for `contract token`, to the named file or the default ones. If the default files
 * belong to another running sandbox, they are not touched and the port becomes part of the new file names.
 */
export async function writeDemoCredentials(
  running: Sandbox,
  named: string | undefined,
  adminToken?: string,
): Promise<DemoCredentialFiles> {
  const { url, billingUrl, adminUrl, demo } = running;
  if (demo === undefined) return { instructions: [], cleanup: () => {} };
  const { privateKey, applicationId, businessId, audience } = demo;
  const client = { audience, applicationId, businessId, privateKey };
  const credentials: SandboxCredentials = { url, billingUrl, adminUrl, adminToken, ...client };
  const other = named === undefined ? await findOtherRunningSandbox(url) : undefined;
  const suffix = other === undefined ? "" : `-${url.slice(url.lastIndexOf(":") + 1)}`;
  const file = named ?? join(STATE_FOLDER, `credentials${suffix}.json`);
  const key = named ?? join(STATE_FOLDER, `key${suffix}.pem`);
  mkdirSync(dirname(file), { recursive: true });
  if (dirname(file) === STATE_FOLDER) writeIgnoreFile();
  if (key !== file) writeFileSync(key, privateKey, { mode: 0o600 });
  // Written last and atomically: `contract token` reads the file as soon as it exists.
  writeFileAtomic(file, `${JSON.stringify(credentials, null, 2)}\n`, 0o600);
  const isDefault = named === undefined && other === undefined;
  const instructions = [
    `application  ${applicationId}`,
    `key          ${key}`,
    `business     ${businessId}`,
    "",
    ...(other === undefined ? [] : [`${CREDENTIALS_FILE} belongs to the running sandbox at ${other}.`]),
    "first request, from another terminal in this directory:",
    `  eval "$(npx contract token --env${isDefault ? "" : ` --credentials ${file}`})"`,
    `  ${EXAMPLE_COMMAND}`,
  ];
  const cleanup = (): void => {
    if (other !== undefined) for (const path of [file, key]) rmSync(path, { force: true });
  };
  return { instructions, cleanup };
}

/**
 * Removes credentials that an earlier sandbox left behind, so that `contract token` waits for the new ones. The file of a
 * running sandbox stays.
 */
export async function removeStaleCredentials(named: string | undefined): Promise<void> {
  const file = named ?? CREDENTIALS_FILE;
  assertReplaceable(file);
  if (readSandboxAddress(file) !== undefined && (await findOtherRunningSandbox("", file)) === undefined)
    rmSync(file, { force: true });
}

/** @throws UsageError when another file would be overwritten. */
function assertReplaceable(file: string): void {
  const before = statSync(file, { throwIfNoEntry: false });
  if (before === undefined || !before.isFile() || before.size === 0 || readSandboxAddress(file) !== undefined) return;
  throw new UsageError(`${file} is not a credentials file of a sandbox: choose another with --credentials`);
}

/** Keeps the private key and the database out of version control. */
function writeIgnoreFile(): void {
  const path = join(STATE_FOLDER, ".gitignore");
  if (!existsSync(path)) writeFileSync(path, "*\n");
}

/** Returns the URL of the sandbox of a credentials file if it is another one and responds. */
async function findOtherRunningSandbox(url: string, file = CREDENTIALS_FILE): Promise<string | undefined> {
  const other = readSandboxAddress(file);
  if (other === undefined || other.url === url) return undefined;
  return (await probeSandbox(other, RESPONSE_TIMEOUT_MS)).kind === "sandbox" ? other.url : undefined;
}

function readSandboxAddress(file: string): SandboxAddress | undefined {
  const address = tryCall(() => JSON.parse(readFileSync(file, "utf8")) as SandboxAddress | null);
  return typeof address?.url === "string" ? address : undefined;
}

/** In milliseconds. */
const RESPONSE_TIMEOUT_MS = 1000;

/** Runs `contract sandbox <spec>`: serves any spec until the signal aborts, or explains what it would do. */
async function runSpecSandbox(spec: string, options: SandboxCommandOptions, io: Io): Promise<ExitCode> {
  const { BUILT_IN_OPTIONS, createSandbox } = await import("../../sandbox/index.js");
  const unused = Object.keys(options).filter((name) => BUILT_IN_OPTIONS.includes(name));
  if (unused.length > 0)
    throw new UsageError(`${unused.map(formatFlag).join(", ")}: only for the built-in spec; omit it, or omit ${spec}`);
  const { readSpec } = await import("../../sandbox/engine/play-spec.js");
  const document = await Promise.resolve(spec).then(readSpec).catch(throwUsageError);
  const { explainPlan, summarizePlan } = await import("../../sandbox/engine/explain-plan.js");
  if (options.explain === true) {
    io.stdout(`${explainPlan(document).join("\n")}\n`);
    return 0;
  }
  const { data } = options;
  if (data !== "small" && data !== "none")
    throw new UsageError(`--data ${data} is only for the built-in spec; a spec has none or small`);
  const { explain: _, deliver, token, ...others } = options;
  const running: SpecSandbox = await createSandbox({
    ...(await createSandboxOptions(others)),
    redact: createLogRedactor(() => createContract(document, { servers: [running.url] })),
    ...{ spec: document, data, onDefect: createDefectPrinter(io) },
    ...dropUndefined({ deliverTo: deliver, tokens: token }),
  }).catch(throwUsageError);
  await serveUntilInterrupted(
    running,
    describeSandbox(spec, options, running, [
      ...summarizePlan(document, running.plan),
      ...describeUnusable(document, "what needs it gets 501"),
    ]),
    io,
  );
  return 0;
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
  { database = ":memory:", token }: SandboxCommandOptions,
  { url, adminUrl, plan, engine }: SpecSandbox,
  summary: readonly string[],
): readonly string[] {
  const isSecured = [...plan.plays.keys()].some(
    ({ security }) => security.length > 0 && !security.some((it) => it.length === 0),
  );
  return [
    `service      ${url}`,
    `admin        ${adminUrl}`,
    `spec         ${spec}`,
    `state        ${describeDatabase(database, engine)}`,
    ...(isSecured && token === undefined ? ["credentials  any; with --token TEXT only that one"] : []),
    ...summary,
  ];
}

/** Redacts the request log so that checking it gives the verdicts of the traffic. `load` is called when the log is first read. */
function createLogRedactor(load: () => Contract): NonNullable<SandboxOptions["redact"]> {
  let contract: Contract | undefined;
  return (exchange) => {
    contract ??= load();
    return redactExchange(contract, exchange);
  };
}

/** The database, without the password that its URL can have. */
function describeDatabase(database: string, engine: SpecSandbox["engine"]): string {
  if (database === ":memory:") return "in memory";
  return `${database.includes("://") ? "PostgreSQL" : database} (${engine})`;
}

/** @throws UsageError for a time that is none. */
export async function createSandboxOptions(
  command: Omit<SandboxCommandOptions, "explain" | "deliver" | "token">,
): Promise<SandboxOptions> {
  const { FAST_RETRIES } = await import("../../sandbox/index.js");
  const { time, freeze, allowDeliverTo, allowOrigin, policy, fastRetries, ...options } = command;
  return {
    // Options that are not given have no key.
    ...(options as SandboxOptions),
    adminPort: options.adminPort ?? (options.port === 0 ? 0 : options.port + 1),
    ...parseStart({ time, freeze }),
    policies: { ...policy, ...(fastRetries === true ? { retrySchedule: FAST_RETRIES } : {}) },
    ...(allowOrigin === undefined ? {} : { allowOrigins: allowOrigin }),
    versions: { package: getToolInfo().version },
    deliveries: { allow: allowDeliverTo ?? [] },
  };
}

/**
 * The start of the clock.
 *
 * @throws UsageError for a time that is none
 */
function parseStart({ time, freeze }: Pick<SandboxCommandOptions, "time" | "freeze">): Pick<SandboxOptions, "startAt"> {
  const start = time === undefined ? undefined : Date.parse(time);
  if (start !== undefined && Number.isNaN(start))
    throw new UsageError(`invalid --time "${time}": expected RFC 3339, such as 2026-03-14T09:30:00Z`);
  if (start === undefined && freeze !== true) return {};
  return { startAt: { ...(start === undefined ? {} : { time: start }), freeze: freeze === true } };
}
