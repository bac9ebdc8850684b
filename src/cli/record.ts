import { loadContract, type Outcome, outcomeOf, type Report } from "../gate/index.js";
import { ownTool } from "../library/own-tool.js";
import { lint } from "../lint/index.js";
import { type Recording, readTarget, record as startRecording, type Target } from "../record/index.js";
import { REAL_CLOCK } from "../sandbox/real-clock.js";
import { openBaseline } from "./baseline-file.js";
import { type CheckOptions, settingsOf } from "./check-settings.js";
import { interrupted } from "./interrupted.js";
import type { ExitCode, Io } from "./io.js";
import { startLive } from "./live.js";
import { expectFolder, parseOutputs, tell } from "./tell.js";
import { UsageError } from "./usage-error.js";
import { cannotWrite } from "./write-whole.js";

/** The options of `contract record`, as the command line gives them. */
export type RecordCommand = Omit<CheckOptions, "only" | "shard" | "strictSpec" | "verdicts"> & {
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
export async function record(options: RecordCommand, io: Io): Promise<ExitCode> {
  const target = readTarget(options.target, options);
  if (target === undefined)
    throw new UsageError(`--target ${options.target}: give the address of a server, such as https://api.example`);
  const settings = settingsOf(options);
  const outputs = parseOutputs(options.format ?? settings.formats);
  for (const file of [options.out, settings.baseline]) expectFolder(file);
  const { levels, failOn, allowPartial, quiet = false, thresholds } = settings;
  const servers = options.server ?? [target.origin];
  const contract = loadContract(settings.spec, { servers, levels });
  settings.expectOperations(contract.operations);
  const beside = openBaseline(settings, io);
  const coverage = options.coverage === true || Object.keys(thresholds).length > 0;
  const live = startLive(io, quiet);
  const recording = await startRecording({
    target,
    rules: { spec: settings.spec, servers, levels, ...(coverage ? { coverage: thresholds } : {}) },
    out: options.out,
    creator: ownTool(),
    host: options.host,
    port: options.port,
    keepHost: options.keepHost ?? false,
    maxBody: bytesOf(options.maxBody),
    now: REAL_CLOCK.now,
    judged: (seen) => live.add(seen, seen),
    note: (text) => live.note(`contract record: ${text}\n`),
  }).catch((error: unknown) => {
    throw cannotBegin(error, options);
  });
  io.stderr(`${opening(recording, target, options)}\n`);
  await interrupted(io);
  live.stop();
  const ended = await recording.end();
  if (!quiet)
    io.stderr(`wrote ${options.out}; contract check ${options.out} --server ${target.origin} reads it again\n`);
  const judge = (it: Report): Outcome => outcomeOf(it, { failOn, allowPartial });
  const report = beside(ended, { command: "record", judge });
  const limit = options.maxFindings === undefined ? {} : { maxFindings: options.maxFindings };
  return tell(
    { report, outcome: judge(report), problems: lint(contract.document), failOn, ...limit },
    { command: "record", outputs, quiet, io },
  );
}

function opening({ port }: Recording, target: Target, { host, out }: RecordCommand): string {
  const address = host.includes(":") ? `[${host}]` : host;
  return `recording http://${address}:${port} -> ${target.origin} to ${out}`;
}

function bytesOf(text: string): number {
  const [, digits = "", unit] = /^(\d+)([kM]?)$/.exec(text) ?? [];
  return Number(digits) * (unit === "M" ? 1024 * 1024 : unit === "k" ? 1024 : 1);
}

/** What the system says of an address that cannot be had, in words that help. */
function cannotBegin(error: unknown, { host, port, out }: RecordCommand): unknown {
  if (!(error instanceof Error) || !("syscall" in error)) return error;
  if (error.syscall === "write" || error.syscall === "open") return cannotWrite(out, error);
  if (error.syscall !== "listen") return error;
  return new UsageError(`cannot listen on ${host}, port ${port}: ${error.message}; choose another with --port`, {
    cause: error,
  });
}
