import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { pluralize } from "../../report/formatting/text.js";
import { UsageError } from "../process/io.js";
import { killProcessGroup, resolveSelfCommand } from "../process/shell-command.js";
import type { TargetConfig } from "../settings/config-table.js";

/** A service that runs while it is probed. */
export type RunningTarget = Awaited<ReturnType<typeof startTarget>>;

type StartTargetOptions = {
  /** The working directory of the command. */
  readonly folder: string;
  /** The command line of this program, for commands that begin with `contract`. */
  readonly selfCommand: readonly string[];
  readonly signal: AbortSignal;
};

const MAX_STDERR_LENGTH = 4096;
const POLL_INTERVAL_MS = 50;
const MAX_CONNECT_MS = 1000;
/** How long an exit may take to be noticed after a connection closed. */
const EXIT_NOTICE_MS = 200;
/** How long to read the output of a service after it exits, in milliseconds. */
const OUTPUT_DRAIN_MS = 500;
/** How long a service may take to exit after SIGTERM. */
const STOP_TIMEOUT_MS = 5000;

/**
 * Starts a service and waits until it responds.
 *
 * @throws UsageError when another process already listens at its URL, or the service exits, prints no URL or does not respond in
 * time, with the end of its stderr. No process is left running.
 */
export async function startTarget(target: TargetConfig, starting: StartTargetOptions) {
  const { name, start, readyWithin = 30 } = target;
  if (start !== undefined && target.url !== undefined && (await isListening(target.url)))
    throw new UsageError(
      `target ${name}: another process already listens at ${target.url}, so "start" would not be what is probed; stop it, or remove "start"`,
    );
  const child = start === undefined ? undefined : launchTarget(start, starting);
  // Ends all waiting: at an interrupt, after `readyWithin`, and as soon as the start has succeeded or failed.
  const waiting = new AbortController();
  // Not AbortSignal.timeout: Node 20 forgets one in AbortSignal.any at the next garbage collection.
  const late = setTimeout(() => waiting.abort(), readyWithin * 1000);
  const signal = AbortSignal.any([waiting.signal, starting.signal]);
  const fail = (reason: string, cause?: unknown): UsageError =>
    new UsageError(`target ${name}: ${reason}${child === undefined ? "" : child.formatStderr()}`, { cause });
  try {
    const url = target.url ?? (await waitForFirstLine(child, signal));
    if (url === undefined || !/^https?:\/\//.test(url) || !URL.canParse(url))
      throw fail(`expected its base URL as the first line of stdout, or in "url"; got "${url ?? ""}"`);
    await waitUntilReady(new URL(target.ready ?? "/", url), { child, signal, readyWithin });
    return {
      url: url.replace(/\/+$/, ""),
      /** Why the process has ended, if it has; waits briefly, because an exit is noticed later than a closed connection. */
      findEndReason: async () => child?.findEndReason(),
      stop: () => (child === undefined ? Promise.resolve() : child.stop()),
    };
  } catch (error) {
    await child?.stop();
    if (error instanceof UsageError) throw error;
    if (starting.signal.aborted) throw fail("interrupted during start", error);
    if (error instanceof TargetNotReadyError) throw fail(error.message, error);
    throw fail(`it printed no base URL within ${pluralize(readyWithin, "second")}`, error);
  } finally {
    clearTimeout(late);
    waiting.abort();
  }
}

/** The service has exited or does not respond. */
class TargetNotReadyError extends Error {}

type LaunchedTarget = ReturnType<typeof launchTarget>;

function launchTarget(command: string, { folder, selfCommand }: StartTargetOptions) {
  // A separate process group allows killing the children of the shell too.
  const child = spawn(resolveSelfCommand(command, selfCommand), {
    shell: true,
    cwd: folder,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stderr = "";
  let endReason: string | undefined;
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-MAX_STDERR_LENGTH);
  });
  // All lines are read: a full pipe would block the service.
  const lines = createInterface({ input: child.stdout });
  const exited = new Promise<string>((done) => {
    child.once("error", (error) => done(`it could not be started: ${error.message}`));
    child.once("exit", (code, signal) => {
      const how = `it ended with ${signal ?? `exit code ${code}`}`;
      endReason ??= `${how} during the run`;
      const ended = () => done(`${how} before it responded`);
      // Output may still arrive after the exit. Child processes can keep the pipes open, so that there is a time limit.
      child.once("close", ended);
      setTimeout(ended, OUTPUT_DRAIN_MS).unref();
    });
  });
  const formatStderr = (): string => (stderr.trim() === "" ? "" : `; stderr:\n${stderr.trim()}`);
  return {
    /** The lines of stdout. */
    lines,
    /** Resolves with the reason when the process has exited. */
    exited,
    /** Why the process ended before `stop`. */
    findEndReason: async () => {
      await Promise.race([exited, pause(EXIT_NOTICE_MS)]);
      return endReason === undefined ? undefined : `${endReason}${formatStderr()}`;
    },
    /** The end of stderr. */
    formatStderr,
    stop: async () => {
      killProcessGroup(child, "SIGTERM");
      const late = setTimeout(() => killProcessGroup(child, "SIGKILL"), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(late);
      // Also kills children that outlived the service.
      killProcessGroup(child, "SIGKILL");
    },
  };
}

async function waitForFirstLine(child: LaunchedTarget | undefined, signal: AbortSignal): Promise<string | undefined> {
  return (
    child && Promise.race([once(child.lines, "line", { signal }).then(([line]) => String(line)), rejectOnExit(child)])
  );
}

/** Whether something accepts connections at a URL. */
function isListening(url: string): Promise<boolean> {
  const { hostname, port, protocol } = new URL(url);
  return new Promise((done) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port || (protocol === "https:" ? 443 : 80)),
      timeout: MAX_CONNECT_MS,
    });
    const finish = (isOpen: boolean) => () => {
      socket.destroy();
      done(isOpen);
    };
    socket.once("connect", finish(true)).once("error", finish(false)).once("timeout", finish(false));
  });
}

type ReadinessOptions = {
  readonly child: LaunchedTarget | undefined;
  readonly signal: AbortSignal;
  readonly readyWithin: number;
};

/** Any response counts as ready; the probe checks its content. */
async function waitUntilReady(url: URL, { child, signal, readyWithin }: ReadinessOptions): Promise<void> {
  const ended = child === undefined ? [] : [rejectOnExit(child)];
  const waitForResponse = async (): Promise<void> => {
    let reason = "it accepts connections but does not respond";
    while (!signal.aborted) {
      const response = await fetch(url, { signal, redirect: "manual" }).catch((error: unknown) => {
        if (!signal.aborted) reason = getConnectionError(error);
      });
      if (response !== undefined) {
        await response.body?.cancel();
        return;
      }
      // The timeout is reported below, with the reason.
      await pause(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
    throw new TargetNotReadyError(`${url} did not respond within ${pluralize(readyWithin, "second")}: ${reason}`);
  };
  await Promise.race([waitForResponse(), ...ended]);
}

/** The network error, which `fetch` puts into the cause of its own error. */
function getConnectionError(error: unknown): string {
  const { cause = error } = error as { readonly cause?: unknown };
  const { code, message } = cause as { readonly code?: string; readonly message?: string };
  if (code === "ECONNREFUSED") return `connection refused (${code})`;
  return message === undefined || message === "" ? String(code ?? cause) : message;
}

async function rejectOnExit({ exited }: LaunchedTarget): Promise<never> {
  throw new TargetNotReadyError(await exited);
}
