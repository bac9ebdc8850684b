import { createHash } from "node:crypto";
import {
  type ChunkStream,
  compress,
  createChunkCheck,
  formatServers,
  runWorker,
  type StreamLimits,
  type VersionRecord,
  type WorkedChunk,
} from "../../stream/index.js";
import { lintSpecOfRun, type PreparedCheck, prepareCheck } from "../check/run-setup.js";
import { reportBuiltInSpec } from "../input/built-in-spec.js";
import type { CommandOptions } from "../options/command-table.js";
import { parseByteSize } from "../options/option-parsers.js";
import { pickStreamOptions } from "../options/shared-rows.js";
import { type ExitCode, type Io, UsageError } from "../process/io.js";
import { SYSTEM_CLOCK } from "../process/system-clock.js";
import { type RunSettings, resolveSettings } from "../settings/run-settings.js";
import { tryUntilDone, waitForStream } from "../stream/wait-for-stream.js";
import { createWorkerHealth, createWorkerMetrics, serveMetrics } from "../stream/worker-metrics.js";

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
  const metrics = createWorkerMetrics();
  const health = createWorkerHealth(SYSTEM_CLOCK.now);
  const served = options.metrics === undefined ? undefined : await serveMetrics(options.metrics, { metrics, health });
  if (served !== undefined) io.stderr(`metrics at ${served.address}/metrics\n`);
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
    const bytes = await compress(JSON.stringify(record));
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
        metrics.add(worked, SYSTEM_CLOCK.now());
        counts[worked.kind] += 1;
        printChunk(worked, io);
      },
      onError,
    });
  } finally {
    served?.close();
    await stream?.close();
  }
  io.stderr(`checked ${counts.checked} chunks, ${counts.failed} failed, ${counts.returned} returned\n`);
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

function printChunk(worked: WorkedChunk, io: Io): void {
  if (worked.kind === "failed") io.stderr(`contract worker: chunk ${worked.id} cannot be checked: ${worked.reason}\n`);
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
