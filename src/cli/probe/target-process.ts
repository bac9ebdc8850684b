import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import type { TargetConfig } from "../../gate/index.js";
import { killProcessGroup } from "../process/kill-process-group.js";
import { resolveSelfCommand } from "../process/self-command.js";
import { UsageError } from "../process/usage-error.js";

/** A service that runs for as long as it is probed. */
export type RunningTarget = { readonly url: string; readonly stop: () => Promise<void> };

export type StartTargetOptions = {
  /** Where its command runs. */
  readonly folder: string;
  /** The command line that is this program, for commands that begin with `contract`. */
  readonly selfCommand: readonly string[];
  readonly signal: AbortSignal;
};

const MAX_STDERR_LENGTH = 4096;
const POLL_INTERVAL_MS = 50;
/** How long the output of a service is read after its end, in milliseconds. */
const OUTPUT_DRAIN_MS = 500;
/** How long a service may take to end when it is asked to. */
const STOP_TIMEOUT_MS = 5000;

/**
 * Starts a service and waits until it answers.
 *
 * @throws UsageError when it ends, names no URL or does not answer in time, with the last that it has said. Then nothing is left.
 */
export async function startTarget(target: TargetConfig, starting: StartTargetOptions): Promise<RunningTarget> {
  const { name, start, readyWithin = 30 } = target;
  const deadline = AbortSignal.timeout(readyWithin * 1000);
  const signal = AbortSignal.any([starting.signal, deadline]);
  const child = start === undefined ? undefined : launchTarget(start, starting);
  const fail = (reason: string, cause?: unknown): UsageError =>
    new UsageError(`target ${name}: ${reason}${child === undefined ? "" : child.formatStderr()}`, { cause });
  try {
    const url = target.url ?? (await waitForFirstLine(child, signal));
    if (url === undefined || !/^https?:\/\//.test(url) || !URL.canParse(url))
      throw fail(`it is to print its base URL as its first line, or "url" is to name it; it printed "${url ?? ""}"`);
    await waitUntilReady(new URL(target.ready ?? "/", url), {
      child,
      signal,
      createTimeoutError: createTimeoutErrorFactory(readyWithin),
    });
    return { url: url.replace(/\/+$/, ""), stop: () => (child === undefined ? Promise.resolve() : child.stop()) };
  } catch (error) {
    await child?.stop();
    if (error instanceof UsageError) throw error;
    if (starting.signal.aborted) throw fail("interrupted while it started", error);
    if (error instanceof TargetNotReadyError) throw fail(error.message, error);
    throw fail(`it printed no base URL within ${formatSeconds(readyWithin)}`, error);
  }
}

/** It has ended, or does not answer. */
class TargetNotReadyError extends Error {}

function createTimeoutErrorFactory(seconds: number): (url: URL, reason: string) => TargetNotReadyError {
  return (url, reason) => new TargetNotReadyError(`${url} did not answer within ${formatSeconds(seconds)}: ${reason}`);
}

function formatSeconds(count: number): string {
  return `${count} ${count === 1 ? "second" : "seconds"}`;
}

type LaunchedTarget = {
  /** The first line that it prints. */
  readonly firstLine: Promise<string>;
  /** Settles when it has ended, with how it did. */
  readonly exited: Promise<string>;
  /** The last that it has said on stderr. */
  readonly formatStderr: () => string;
  readonly stop: () => Promise<void>;
};

function launchTarget(command: string, { folder, selfCommand }: StartTargetOptions): LaunchedTarget {
  // A group of its own, so that what a shell has started ends with it.
  const child = spawn(resolveSelfCommand(command, selfCommand), {
    shell: true,
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-MAX_STDERR_LENGTH);
  });
  // Its further lines are read too, lest it waits for a reader.
  const lines = createInterface({ input: child.stdout });
  const firstLine = new Promise<string>((told) => lines.once("line", told));
  const exited = new Promise<string>((done) => {
    child.once("error", (error) => done(`it could not be started: ${error.message}`));
    child.once("exit", (code, signal) => {
      const ended = () => done(`it ended with ${signal ?? `exit code ${code}`} before it answered`);
      // Its last words may still be on their way. What it has left running may keep its pipes open.
      child.once("close", ended);
      setTimeout(ended, OUTPUT_DRAIN_MS).unref();
    });
  });
  return {
    firstLine,
    exited,
    formatStderr: () => (said.trim() === "" ? "" : `; it said:\n${said.trim()}`),
    stop: async () => {
      killProcessGroup(child, "SIGTERM");
      const late = setTimeout(() => killProcessGroup(child, "SIGKILL"), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(late);
      // What it has started and left behind goes as well.
      killProcessGroup(child, "SIGKILL");
    },
  };
}

async function waitForFirstLine(child: LaunchedTarget | undefined, signal: AbortSignal): Promise<string | undefined> {
  return child && Promise.race([child.firstLine, rejectOnExit(child), rejectOnAbort(signal)]);
}

type ReadinessOptions = {
  readonly child: LaunchedTarget | undefined;
  readonly signal: AbortSignal;
  readonly createTimeoutError: (url: URL, reason: string) => TargetNotReadyError;
};

/** Any answer will do: whether it is the right one, the probe says. */
async function waitUntilReady(url: URL, { child, signal, createTimeoutError }: ReadinessOptions): Promise<void> {
  const ended = child === undefined ? [] : [rejectOnExit(child)];
  const answered = async (): Promise<void> => {
    let reason = "it accepts connections, and says nothing";
    while (!signal.aborted) {
      const response = await fetch(url, { signal, redirect: "manual" }).catch((error: unknown) => {
        if (!signal.aborted) reason = getConnectionError(error);
      });
      if (response !== undefined) {
        await response.body?.cancel();
        return;
      }
      // That the time is over is said with the reason, and not thrown without it.
      await pause(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
    throw createTimeoutError(url, reason);
  };
  await Promise.race([answered(), ...ended]);
}

/** What the network has said, which `fetch` keeps below its own words. */
function getConnectionError(error: unknown): string {
  const { cause = error } = error as { readonly cause?: unknown };
  const { code, message } = cause as { readonly code?: string; readonly message?: string };
  if (code === "ECONNREFUSED") return `nothing answers there (${code})`;
  return message === undefined || message === "" ? String(code ?? cause) : message;
}

async function rejectOnExit({ exited }: LaunchedTarget): Promise<never> {
  throw new TargetNotReadyError(await exited);
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, failed) => {
    if (signal.aborted) failed(signal.reason);
    signal.addEventListener("abort", () => failed(signal.reason), { once: true });
  });
}
