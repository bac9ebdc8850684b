import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { pluralize } from "../../document/index.js";
import {
  type ChunkStream,
  createChunkCheck,
  encodeStored,
  formatServers,
  runWorker,
  type StreamLimits,
  type VersionRecord,
} from "../../stream/index.js";
import { lintSpecOfRun, type PreparedCheck, prepareCheck } from "../check/run-setup.js";
import { reportBuiltInSpec } from "../input/built-in-spec.js";
import type { CommandOptions } from "../options/command-table.js";
import { parseByteSize } from "../options/option-parsers.js";
import { pickStreamOptions } from "../options/shared-rows.js";
import { type ExitCode, type Io, UsageError } from "../process/io.js";
import { closeServer, listenOn } from "../process/listen-on.js";
import { SYSTEM_CLOCK } from "../process/system-clock.js";
import { type RunSettings, resolveSettings } from "../settings/run-settings.js";
import { tryUntilDone, waitForStream } from "../stream/stream-range.js";

type WorkerOptions = CommandOptions<"worker">;

/** Runs `contract worker`: checks chunks until an interrupt. */
export async function runWorkerCommand(url: string, options: WorkerOptions, io: Io): Promise<ExitCode> {
  const settings = resolveSettings(options, { acceptsSeveralSpecs: true });
  reportBuiltInSpec(settings, "worker", io);
  const check = await prepareCheck(settings, io);
  const { contract, createBuilder, isCounting } = check;
  const version = hashVersion(settings, check);
  const { drain = false } = options;
  const ackWaitMs = options.claimSeconds * 1000;
  const streamOptions = { ...pickStreamOptions(url, options, io), ...pickStreamLimits(options), ackWaitMs };
  const health = createWorkerHealth(SYSTEM_CLOCK.now);
  const served = options.health === undefined ? undefined : await serveHealth(options.health, health);
  if (served !== undefined) io.stderr(`health at ${served.address}/health\n`);
  const counts = { checked: 0, failed: 0, returned: 0 };
  const onError = ({ message }: Error): void => {
    // A server that is away gives the same error again and again.
    if (health.fail(message)) io.stderr(`contract worker: ${message}; trying again\n`);
  };
  const succeed = (): void => {
    if (health.succeed()) io.stderr("contract worker: the server works again\n");
  };
  let stream: ChunkStream | undefined;
  try {
    const waiting = { onError, signal: io.signal };
    const opened = await waitForStream(streamOptions, waiting);
    stream = opened;
    const record: VersionRecord = { empty: createBuilder().report(), diagnostics: lintSpecOfRun(contract, settings) };
    const key = { version, kind: "version", hour: "any", name: "spec" } as const;
    const bytes = await encodeStored(record);
    await tryUntilDone(() => opened.put(key, bytes), waiting);
    io.stderr(`checking ${options.service} on ${formatServers(url)} with version ${version} of the spec\n`);
    await runWorker({
      ...{ stream, version, stopWhenIdle: drain },
      check: createChunkCheck({ contract, createBuilder, isCounting }),
      maxAttempts: options.maxAttempts,
      isArchiving: options.archiveDays !== undefined,
      signal: io.signal,
      graceMs: GRACE_MS,
      now: SYSTEM_CLOCK.now,
      rollUpMs: options.rollUpSeconds * 1000,
      onContact: health.proceed,
      onIdle: succeed,
      onChunk: (worked) => {
        succeed();
        counts[worked.kind] += 1;
        if (worked.kind === "failed")
          io.stderr(`contract worker: chunk ${worked.id} cannot be checked: ${worked.reason}\n`);
      },
      onError,
    });
  } finally {
    served?.close();
    await stream?.close();
  }
  io.stderr(`checked ${pluralize(counts.checked, "chunk")}, ${counts.failed} failed, ${counts.returned} returned\n`);
  return 0;
}

function pickStreamLimits(options: WorkerOptions): StreamLimits {
  const { replicas, maxWaiting, keepDays, archiveDays, maxArchive } = options;
  if (maxArchive !== undefined && archiveDays === undefined)
    throw new UsageError("--max-archive needs --archive-days, the days for which checked traffic is kept");
  return {
    ...{ replicas, keepDays, archiveDays },
    maxBytes: maxWaiting === undefined ? undefined : parseByteSize(maxWaiting),
    maxArchiveBytes: maxArchive === undefined ? undefined : parseByteSize(maxArchive),
  };
}

/** Identifies everything that decides the report of a chunk: the spec and the settings. */
function hashVersion(
  { levels, servers, receivers, thresholds }: RunSettings,
  { contract, changes, isCounting }: PreparedCheck,
): string {
  const specs = contract.specs.map(({ document }) => document.root);
  const identity = JSON.stringify([specs, levels, servers, receivers, thresholds, changes, isCounting]);
  return createHash("sha256").update(identity).digest("hex").slice(0, 12);
}

/** With the time to store the last result and to close the connection, below ten seconds. */
const GRACE_MS = 6000;

/**
 * Serves `/health`, which has the status 503 and the reason if the worker cannot work.
 *
 * @param where `PORT` or `HOST:PORT`; the default host is 127.0.0.1
 * @throws UsageError if the address cannot be used
 */
export async function serveHealth(where: string, { findProblem }: Pick<WorkerHealth, "findProblem">) {
  const [, host = "127.0.0.1", port = ""] = /^(?:(.+):)?(\d{1,5})$/.exec(where) ?? [];
  if (port === "") throw new UsageError(`--health ${where}: give a port, or a host and a port such as 0.0.0.0:9464`);
  const server = createServer((request, response) => {
    if (request.url !== "/health") {
      response.writeHead(404).end();
      return;
    }
    const problem = findProblem();
    response.writeHead(problem === undefined ? 200 : 503, { "content-type": "application/json" });
    response.end(`${JSON.stringify({ status: problem ?? "ok" })}\n`);
  });
  const address = await listenOn(server, host, Number(port), "--health");
  return { address, close: () => void closeServer(server) };
}

/** Whether a worker gets on, for `/health`. */
export type WorkerHealth = ReturnType<typeof createWorkerHealth>;

/** @param now milliseconds since 1970 */
export function createWorkerHealth(now: () => number) {
  let lastStep = now();
  let failure: { readonly since: number; readonly message: string } | undefined;
  return {
    /** The worker got a response, or checks. */
    proceed: () => {
      lastStep = now();
    },
    /** The worker stored a result, or has nothing to do. Returns whether the stream failed before. */
    succeed: () => {
      const hadFailed = failure !== undefined;
      lastStep = now();
      failure = undefined;
      return hadFailed;
    },
    /** The stream failed. Returns false if it failed before with the same message. */
    fail: (message: string) => {
      const isNew = failure?.message !== message;
      failure = { since: failure?.since ?? now(), message };
      return isNew;
    },
    /** The reason why the worker is not healthy, if it is not. */
    findProblem: () => {
      if (failure !== undefined && now() - failure.since >= FAILING_MS) return failure.message;
      return now() - lastStep >= IDLE_MS ? "the worker does not get on" : undefined;
    },
  };
}

const FAILING_MS = 10_000;
const IDLE_MS = 60_000;
