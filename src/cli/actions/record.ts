import { computeOutcome, loadContract, type Report, type RunOutcome } from "../../gate/index.js";
import { getToolInfo } from "../../library/tool-info.js";
import { lintDocument } from "../../lint/index.js";
import {
  type ProxyTarget,
  parseProxyTarget,
  type RecordingProxy,
  startRecordingProxy as startRecording,
} from "../../record/index.js";
import { REAL_CLOCK } from "../../sandbox/real-clock.js";
import { openBaseline } from "../output/baseline-file.js";
import { startLiveOutput } from "../output/live-output.js";
import { createWriteError } from "../output/write-file-atomic.js";
import { assertWritableFile, parseReportOutputs, writeReports } from "../output/write-reports.js";
import type { ExitCode, Io } from "../process/io.js";
import { UsageError } from "../process/usage-error.js";
import { waitForInterrupt } from "../process/wait-for-interrupt.js";
import { type CheckCommandOptions, resolveSettings } from "../settings/run-settings.js";

/** The options of `contract record`, as the command line gives them. */
export type RecordCommandOptions = Omit<CheckCommandOptions, "only" | "shard" | "strictSpec" | "verdicts"> & {
  readonly target: string;
  readonly out: string;
  readonly port: number;
  readonly host: string;
  readonly keepHost?: boolean;
  readonly insecure?: boolean;
  /** Bytes, such as `65536`, `64k` or `10M`. */
  readonly maxBody: string;
};

/** `contract record`: a recording proxy before a service, which judges what passes and reports when it is interrupted. */
export async function runRecordCommand(options: RecordCommandOptions, io: Io): Promise<ExitCode> {
  const target = parseProxyTarget(options.target, options);
  if (target === undefined)
    throw new UsageError(`--target ${options.target}: give the address of a server, such as https://api.example`);
  const settings = resolveSettings(options);
  const outputs = parseReportOutputs(options.format ?? settings.formats);
  for (const file of [options.out, settings.baseline]) assertWritableFile(file);
  const { levels, failOn, allowPartial, quiet = false, thresholds } = settings;
  const servers = options.server ?? [target.origin];
  const contract = loadContract(settings.spec, { servers, levels });
  settings.assertOperations(contract.operations);
  const beside = openBaseline(settings, io);
  const coverage = options.coverage === true || Object.keys(thresholds).length > 0;
  const live = startLiveOutput(io, quiet);
  const recording = await startRecording({
    target,
    rules: { spec: settings.spec, servers, levels, ...(coverage ? { coverage: thresholds } : {}) },
    out: options.out,
    creator: getToolInfo(),
    host: options.host,
    port: options.port,
    keepHost: options.keepHost ?? false,
    maxBody: parseByteSize(options.maxBody),
    now: REAL_CLOCK.now,
    onValidated: (seen) => live.add(seen, seen),
    onNotice: (text) => live.print(`contract record: ${text}\n`),
  }).catch((error: unknown) => {
    throw createStartError(error, options);
  });
  io.stderr(`${formatStartMessage(recording, target, options)}\n`);
  await waitForInterrupt(io);
  live.stop();
  const ended = await recording.end();
  if (!quiet)
    io.stderr(`wrote ${options.out}; contract check ${options.out} --server ${target.origin} reads it again\n`);
  const getOutcome = (it: Report): RunOutcome => computeOutcome(it, { failOn, allowPartial });
  const report = beside(ended, { command: "record", getOutcome });
  const limit = options.maxFindings === undefined ? {} : { maxFindings: options.maxFindings };
  return writeReports(
    { report, outcome: getOutcome(report), problems: lintDocument(contract.document), failOn, ...limit },
    { command: "record", outputs, quiet, io },
  );
}

function formatStartMessage(
  { port }: RecordingProxy,
  target: ProxyTarget,
  { host, out }: RecordCommandOptions,
): string {
  const address = host.includes(":") ? `[${host}]` : host;
  return `recording http://${address}:${port} -> ${target.origin} to ${out}`;
}

function parseByteSize(text: string): number {
  const [, digits = "", unit] = /^(\d+)([kM]?)$/.exec(text) ?? [];
  return Number(digits) * (unit === "M" ? 1024 * 1024 : unit === "k" ? 1024 : 1);
}

/** What the system says of an address that cannot be had, in words that help. */
function createStartError(error: unknown, { host, port, out }: RecordCommandOptions): unknown {
  if (!(error instanceof Error) || !("syscall" in error)) return error;
  if (error.syscall === "write" || error.syscall === "open") return createWriteError(out, error);
  if (error.syscall !== "listen") return error;
  return new UsageError(`cannot listen on ${host}, port ${port}: ${error.message}; choose another with --port`, {
    cause: error,
  });
}
