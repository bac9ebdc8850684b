import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { createShellVariables, requestToken } from "../../sandbox/demo-client/sign-in.js";
import type { CommandOptions } from "../options/command-table.js";
import { type ExitCode, type Io, UsageError } from "../process/io.js";
import { quoteShellArgument } from "../process/shell-command.js";
import { SYSTEM_CLOCK } from "../process/system-clock.js";
import {
  LOCAL_URL,
  probeSandbox,
  readSandboxCredentials,
  type SandboxAddress,
  type SandboxCredentials,
} from "../sandbox/sandbox-credentials.js";

/**
 * Runs `contract token`: signs in with the JWT bearer grant and prints only the access token to stdout:
 * `TOKEN=$(contract token)`. With `--env` it prints shell variables: `eval "$(contract token --env)"`.
 */
export async function runTokenCommand(
  { credentials: file, env = false, wait }: CommandOptions<"token">,
  io: Io,
): Promise<ExitCode> {
  for (;;) {
    const reached = await waitForSandbox({ file, wait }, io);
    const { credentials } = reached;
    const response = await signIn(reached);
    const body = (await response.json().catch(() => ({}))) as { accessToken?: string; message?: string };
    if (body.accessToken !== undefined) {
      io.stdout(env ? formatShellVariables(credentials, body.accessToken) : `${body.accessToken}\n`);
      return 0;
    }
    // A starting sandbox may have replaced the credentials after they were read.
    if (isDeepStrictEqual(readSandboxCredentials(file), credentials))
      throw new UsageError(
        `${credentials.url} rejected the assertion with ${response.status}: ${body.message ?? "no message"}`,
      );
  }
}

async function signIn({ credentials, now }: ReachableSandbox): Promise<Response> {
  // The clock of a sandbox can differ from that of this machine.
  if (Number.isNaN(now))
    throw new UsageError(`${credentials.url} sends no Date header: expected the time of the service`);
  const { selfSignedAssertion } = await import("../../sandbox/index.js");
  const assertion = await selfSignedAssertion({
    applicationId: credentials.applicationId,
    privateKeyPem: credentials.privateKey,
    audience: credentials.audience,
    now,
    jti: Buffer.from(SYSTEM_CLOCK.randomBytes(16)).toString("base64url"),
  });
  try {
    return await requestToken(credentials.url, assertion);
  } catch (error) {
    throw new UsageError(`${credentials.url} closed the connection: is the sandbox still running?`, { cause: error });
  }
}

function formatShellVariables(credentials: SandboxCredentials, accessToken: string): string {
  return Object.entries(createShellVariables(credentials, accessToken))
    .map(([name, value]) => `export ${name}=${quoteShellArgument(value)}\n`)
    .join("");
}

type WaitForSandboxOptions = {
  /** The file that `contract sandbox` writes. */
  readonly file: string;
  /** In seconds; 0 does not wait. */
  readonly wait: number;
  /** Where `contract sandbox` listens without options. */
  readonly defaultAddress?: SandboxAddress;
};

/** Credentials whose sandbox responds, and its time in milliseconds; NaN if it does not tell. */
type ReachableSandbox = { readonly credentials: SandboxCredentials; readonly now: number };

/**
 * Reads the credentials of a sandbox and sends it a first request. Retries until the limit, because a starting sandbox may not
 * have written the file yet, or an old file may still exist. Only local services are waited for.
 *
 * @throws UsageError when no sandbox responds within the limit, another program has its port, or the file has other content.
 */
export async function waitForSandbox(
  { file, wait, defaultAddress = DEFAULT_ADDRESS }: WaitForSandboxOptions,
  io: Io,
): Promise<ReachableSandbox> {
  const startedAt = SYSTEM_CLOCK.now();
  let isNoted = false;
  for (;;) {
    const reached = await tryReachSandbox(file);
    if ("now" in reached) return reached;
    const waited = SYSTEM_CLOCK.now() - startedAt;
    if (!reached.isLocal || waited >= wait * 1000) throw new UsageError(reached.message(wait));
    if (io.signal.aborted) throw new UsageError(`interrupted: ${reached.reason}`);
    if (waited >= NOTE_DELAY_MS && !isNoted) {
      isNoted = true;
      // Not earlier: a sandbox on another port, which writes the file, may be starting.
      if (!existsSync(file)) await assertFreeOrSandbox(defaultAddress);
      io.stderr(`contract token: waiting up to ${wait} s for the sandbox: ${reached.reason}\n`);
    }
    await delay(RETRY_INTERVAL_MS);
  }
}

type UnreachableSandbox = {
  readonly isLocal: boolean;
  readonly reason: string;
  readonly message: (wait: number) => string;
};

async function tryReachSandbox(file: string): Promise<ReachableSandbox | UnreachableSandbox> {
  if (!existsSync(file)) {
    const reason = `${file} does not exist`;
    return {
      isLocal: true,
      reason,
      message: (wait) =>
        `no sandbox is running in this directory: ${reason}${formatWaitTime(wait)}; start one with "npx contract sandbox" and see its output if it ends, or name the file of another with --credentials`,
    };
  }
  const credentials = readSandboxCredentials(file);
  const { url } = credentials;
  const now = await assertFreeOrSandbox(credentials, ` (from ${file})`);
  if (now !== undefined) return { credentials, now };
  const reason = `${url} (from ${file}) does not respond`;
  const isLocal = LOCAL_URL.test(url);
  return {
    isLocal,
    reason,
    message: (wait) =>
      isLocal
        ? `no sandbox is running: ${reason}${formatWaitTime(wait)}; start one with "npx contract sandbox" in this directory and see its output if it ends`
        : `${reason}; check "url" in the file, and that the service is running`,
  };
}

/**
 * Returns the time of the sandbox at an address; undefined when nothing responds.
 *
 * @throws UsageError when another program responds.
 */
async function assertFreeOrSandbox(address: SandboxAddress, source = ""): Promise<number | undefined> {
  const probe = await probeSandbox(address, REQUEST_TIMEOUT_MS);
  if (probe.kind === "sandbox") return probe.now;
  if (probe.kind === "none") return undefined;
  throw new UsageError(
    `port ${new URL(address.url).port || "80"} is in use by another program: ${address.url}${source} responds, but not as a sandbox does; start a sandbox on a free port with "npx contract sandbox --port <number>"`,
  );
}

function formatWaitTime(wait: number): string {
  return wait === 0 ? "" : ` after ${wait} s`;
}

const DEFAULT_ADDRESS: SandboxAddress = { url: "http://127.0.0.1:4020", adminUrl: "http://127.0.0.1:4021" };
const NOTE_DELAY_MS = 2000;
const RETRY_INTERVAL_MS = 100;
const REQUEST_TIMEOUT_MS = 10_000;
