import { setTimeout } from "node:timers/promises";
import type { Report } from "../../check/index.js";
import { pluralize } from "../../document/index.js";
import { buildReport, type ChunkStream, collectResults, listVersions, openStream } from "../../stream/index.js";
import type { CommandOptions } from "../options/command-table.js";
import { pickStreamOptions } from "../options/shared-rows.js";
import { openRun } from "../output/finish-run.js";
import { type ExitCode, type Io, UsageError } from "../process/io.js";
import { SYSTEM_CLOCK } from "../process/system-clock.js";
import { resolveSettings } from "../settings/run-settings.js";
import { countSampled, listResultGaps, listWaitingChunks, parseHourRange } from "../stream/stream-range.js";

type ReportOptions = CommandOptions<"report">;

/**
 * Runs `contract report`: merges the results of the workers to the report that one run of `contract check` over the same
 * exchanges gives. Chunks that wait, failed or were dropped make it inconclusive.
 */
export async function runReportCommand(url: string, options: ReportOptions, io: Io): Promise<ExitCode> {
  const range = parseHourRange(options, SYSTEM_CLOCK.now());
  const settings = resolveSettings(options);
  const { finish } = openRun("report", settings, io);
  const stream = await openStream(pickStreamOptions(url, options, io));
  try {
    const waiting = await waitForWorkers(() => listWaitingChunks(stream, range), options, io);
    const version = await findVersion(stream, options);
    const collected = await collectResults(stream, version, range);
    const { empty } = collected.version;
    const merged = collected.result === undefined ? empty : buildReport(collected.result, empty);
    const report = addRunErrors(merged, [...waiting, ...listResultGaps(collected)]);
    const sampled = countSampled(collected.result);
    if (sampled > 0 && options.quiet !== true)
      io.stderr(`contract report: ${pluralize(sampled, "exchange")} not fed, because feeders sample\n`);
    const { diagnostics } = collected.version;
    return finish({ report, diagnostics });
  } finally {
    await stream.close();
  }
}

async function findVersion(stream: ChunkStream, { specVersion, service }: ReportOptions): Promise<string> {
  const versions = await listVersions(stream);
  const version = specVersion ?? versions[0];
  if (version === undefined)
    throw new UsageError(`no worker has checked the service ${service}; start contract worker, or pass --service`);
  if (!versions.includes(version))
    throw new UsageError(`--spec-version ${version}: there is none; there are ${versions.join(", ")}`);
  return version;
}

/** Counts the chunks that wait, before the results are read: one that is checked meanwhile counts as both, not as neither. */
async function waitForWorkers(
  listWaiting: () => Promise<string[]>,
  { wait = 0 }: ReportOptions,
  { signal }: Io,
): Promise<string[]> {
  const deadline = SYSTEM_CLOCK.now() + wait * 1000;
  for (;;) {
    const waiting = await listWaiting();
    if (waiting.length === 0 || SYSTEM_CLOCK.now() >= deadline || signal.aborted) return waiting;
    await setTimeout(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

const POLL_MS = 500;

function addRunErrors(report: Report, errors: readonly string[]): Report {
  return errors.length === 0 ? report : { ...report, runErrors: [...report.runErrors, ...errors].sort() };
}
