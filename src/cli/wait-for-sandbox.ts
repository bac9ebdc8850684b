import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { REAL_CLOCK } from "../sandbox/real-clock.js";
import { type Credentials, readCredentials } from "./credentials.js";
import type { Io } from "./io.js";
import { UsageError } from "./usage-error.js";

export type Waiting = {
  /** The file that `contract sandbox` writes. */
  readonly file: string;
  /** In seconds; 0 does not wait. */
  readonly wait: number;
};

/** Credentials whose service responds, and its response to a HEAD request. */
export type Reached = { readonly credentials: Credentials; readonly response: Response };

/**
 * Reads the credentials of a sandbox and sends it a first request. A sandbox that was started a moment ago has not written the
 * file yet, or an earlier one left its file behind: both are tried again until the limit. Only a service on this machine is
 * waited for.
 *
 * @throws UsageError when no sandbox responds within the limit, or the file holds something else.
 */
export async function waitForSandbox({ file, wait }: Waiting, io: Io): Promise<Reached> {
  const startedAt = REAL_CLOCK.now();
  let isNoted = false;
  for (;;) {
    const reached = await tryToReach(file);
    if ("response" in reached) return reached;
    const waited = REAL_CLOCK.now() - startedAt;
    if (!reached.isLocal || waited >= wait * 1000) throw new UsageError(reached.message(wait));
    if (io.signal.aborted) throw new UsageError(`interrupted: ${reached.why}`);
    if (waited >= NOTE_AFTER_MS && !isNoted) {
      isNoted = true;
      io.stderr(`contract token: waiting up to ${wait} s for the sandbox: ${reached.why}\n`);
    }
    await delay(PAUSE_MS);
  }
}

type NotReached = {
  readonly isLocal: boolean;
  readonly why: string;
  readonly message: (wait: number) => string;
};

async function tryToReach(file: string): Promise<Reached | NotReached> {
  if (!existsSync(file)) {
    const why = `there is no file ${file}`;
    return {
      isLocal: true,
      why,
      message: (wait) =>
        `no sandbox is running in this folder: ${why}${after(wait)}; start one with "npx contract sandbox" and see its output if it ends, or name the file of another with --credentials`,
    };
  }
  const credentials = readCredentials(file);
  const { url } = credentials;
  try {
    const response = await fetch(`${url}/token`, { method: "HEAD", signal: AbortSignal.timeout(REQUEST_MS) });
    return { credentials, response };
  } catch {
    const why = `${url} (from ${file}) does not respond`;
    const isLocal = LOCAL.test(url);
    return {
      isLocal,
      why,
      message: (wait) =>
        isLocal
          ? `no sandbox is running: ${why}${after(wait)}; start one with "npx contract sandbox" in this folder and see its output if it ends`
          : `${why}; check "url" in the file, and that the service is running`,
    };
  }
}

function after(wait: number): string {
  return wait === 0 ? "" : ` after ${wait} s`;
}

const LOCAL = /^https?:\/\/(?:127\.|localhost[:/]|\[::1\])/;
const NOTE_AFTER_MS = 2000;
const PAUSE_MS = 100;
const REQUEST_MS = 10_000;
