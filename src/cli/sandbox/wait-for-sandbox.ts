import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { requestHead } from "../../sandbox/demo-client/sign-in.js";
import type { Io } from "../process/io.js";
import { SYSTEM_CLOCK } from "../process/system-clock.js";
import { UsageError } from "../process/usage-error.js";
import { readSandboxCredentials, type SandboxCredentials } from "./sandbox-credentials.js";

export type WaitForSandboxOptions = {
  /** The file that `contract sandbox` writes. */
  readonly file: string;
  /** In seconds; 0 does not wait. */
  readonly wait: number;
};

/** Credentials whose service responds, and its response to a HEAD request. */
export type ReachableSandbox = { readonly credentials: SandboxCredentials; readonly response: Response };

/**
 * Reads the credentials of a sandbox and sends it a first request. Retries until the limit, because a starting sandbox may not
 * have written the file yet, or an old file may still exist. Only local services are waited for.
 *
 * @throws UsageError when no sandbox responds within the limit, or the file has other content.
 */
export async function waitForSandbox({ file, wait }: WaitForSandboxOptions, io: Io): Promise<ReachableSandbox> {
  const startedAt = SYSTEM_CLOCK.now();
  let isNoted = false;
  for (;;) {
    const reached = await tryReachSandbox(file);
    if ("response" in reached) return reached;
    const waited = SYSTEM_CLOCK.now() - startedAt;
    if (!reached.isLocal || waited >= wait * 1000) throw new UsageError(reached.message(wait));
    if (io.signal.aborted) throw new UsageError(`interrupted: ${reached.reason}`);
    if (waited >= NOTE_DELAY_MS && !isNoted) {
      isNoted = true;
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
  try {
    const response = await requestHead(url, REQUEST_TIMEOUT_MS);
    return { credentials, response };
  } catch {
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
}

function formatWaitTime(wait: number): string {
  return wait === 0 ? "" : ` after ${wait} s`;
}

const LOCAL_URL = /^https?:\/\/(?:127\.|localhost[:/]|\[::1\])/;
const NOTE_DELAY_MS = 2000;
const RETRY_INTERVAL_MS = 100;
const REQUEST_TIMEOUT_MS = 10_000;
