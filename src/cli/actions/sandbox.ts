import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { loadContract } from "../../check/index.js";
import { EXAMPLE_COMMAND } from "../../sandbox/demo-client/sign-in.js";
import { CREDENTIALS_FILE, DATABASE_FILE, STATE_FOLDER } from "../../sandbox/demo-client/state-folder.js";
import type { Sandbox } from "../../sandbox/index.js";
import { getBuiltInSpecPath, reportBuiltInSpec } from "../input/built-in-spec.js";
import type { CommandOptions } from "../options/command-table.js";
import { writeFileAtomic } from "../output/write-file-atomic.js";
import { type ExitCode, getErrorMessage, type Io, UsageError, waitForInterrupt } from "../process/io.js";
import {
  createLogRedactor,
  createSandboxOptions,
  describeDatabase,
  formatSandboxError,
  runSpecSandbox,
} from "../sandbox/run-spec-sandbox.js";
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
  const { createSandbox, SandboxError } = await import("../../sandbox/index.js");
  const database = command.database ?? DATABASE_FILE;
  if (database !== ":memory:" && !database.includes("://")) mkdirSync(dirname(database), { recursive: true });
  const { credentials, explain: _, deliver, ...options } = command;
  if (deliver !== undefined) throw new UsageError("--deliver: only with a spec of your own; register a hook instead");
  await removeStaleCredentials(credentials);
  const running: Sandbox = await createSandbox({
    ...(await createSandboxOptions(options)),
    database,
    redact: createLogRedactor(() => loadContract(getBuiltInSpecPath(), { servers: [running.url, running.billingUrl] })),
    onDefect: (error) => io.stderr(`contract sandbox: ${getErrorMessage(error)}\n`),
  }).catch((error: unknown) => {
    throw error instanceof SandboxError ? new UsageError(formatSandboxError(error), { cause: error }) : error;
  });
  // The credentials must exist before the URL is printed: scripts wait for the URL.
  const { instructions, cleanup } = await writeDemoCredentials(running, credentials);
  reportBuiltInSpec({ isSpecConfigured: false, spec: getBuiltInSpecPath() }, "sandbox", io, "contract sandbox FILE");
  io.stdout(`${running.url}\n`);
  const places = [
    `service      ${running.url}`,
    ...(running.billingUrl === running.url ? [] : [`billing      ${running.billingUrl}`]),
    `admin        ${running.adminUrl}`,
    `state        ${describeDatabase(database, running.engine)}`,
  ];
  io.stderr(`${[...places, ...instructions].join("\n")}\n`);
  await waitForInterrupt(io);
  await running.close();
  cleanup();
  return 0;
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
export async function writeDemoCredentials(running: Sandbox, named: string | undefined): Promise<DemoCredentialFiles> {
  const { url, billingUrl, adminUrl, demo } = running;
  if (demo === undefined) return { instructions: [], cleanup: () => {} };
  const { privateKey, applicationId, businessId, audience } = demo;
  const client = { audience, applicationId, businessId, privateKey };
  const credentials: SandboxCredentials = { url, billingUrl, adminUrl, ...client };
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
  try {
    const address = JSON.parse(readFileSync(file, "utf8")) as SandboxAddress;
    return typeof address.url === "string" ? address : undefined;
  } catch {
    return undefined;
  }
}

/** In milliseconds. */
const RESPONSE_TIMEOUT_MS = 1000;
