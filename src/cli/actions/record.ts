import { createContract, isVariableOverride, readVariableOverrides } from "../../check/index.js";
import { buildServerUrl, listOperations, loadDocument, type Operation } from "../../document/index.js";
import { getToolInfo } from "../../library/tool-info.js";
import { quoteArgument } from "../../probe/index.js";
import {
  type ProxyTarget,
  parseProxyTarget,
  type RecordingProxy,
  startRecordingProxy as startRecording,
} from "../../record/index.js";
import { assertStreamUsable, type FeedSettings, formatServers } from "../../stream/index.js";
import { lintSpecOfRun } from "../check/run-setup.js";
import { reportBuiltInSpec } from "../input/built-in-spec.js";
import type { CommandOptions } from "../options/command-table.js";
import { pickStreamOptions } from "../options/shared-rows.js";
import { openRun } from "../output/finish-run.js";
import { startLiveOutput } from "../output/progress.js";
import { createWriteError, prepareRecording } from "../output/write-file-atomic.js";
import { formatOptions } from "../probe/probe-settings.js";
import { type ExitCode, type Io, UsageError, waitForInterrupt } from "../process/io.js";
import { createListenError } from "../process/listen-on.js";
import { SYSTEM_CLOCK } from "../process/system-clock.js";
import { resolveSettings } from "../settings/run-settings.js";

type RecordOptions = CommandOptions<"record">;

/** The maximum size of a recorded body. Longer bodies are still forwarded in full. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Runs `contract record`: a reverse proxy that records and checks the traffic of a service, and reports on an interrupt. */
export async function runRecordCommand(options: RecordOptions, io: Io): Promise<ExitCode> {
  const target = parseProxyTarget(options.target, { insecure: options.insecure ?? false });
  const [example = "https://api.example"] = /^https?:\/\/[^/?#@]+/i.exec(options.target) ?? [];
  if (target === undefined)
    throw new UsageError(`--target ${options.target}: give a base URL without a path, such as ${example}`);
  const feed = await resolveFeed(options, io);
  const settings = resolveSettings(options);
  reportBuiltInSpec(settings, "record", io);
  const { baseline, finish } = openRun("record", settings, io);
  prepareRecording(options.out);
  const { levels, quiet = false, thresholds } = settings;
  const document = loadDocument(settings.spec);
  const operations = listOperations(document);
  const { server: given = [] } = options;
  const servers = resolveRecordServers(operations, { origin: target.origin, given, configured: settings.servers });
  const contract = createContract(document, { servers, levels }, operations);
  settings.assertOperations(contract.operations);
  const coverage = Object.keys(thresholds).length > 0;
  const live = startLiveOutput(io, quiet, baseline.isAccepted);
  const recording = await startRecording({
    target,
    rules: {
      spec: settings.spec,
      servers,
      levels,
      consumers: options.consumer ?? [],
      ...(coverage ? { coverage: thresholds } : {}),
    },
    out: options.out,
    feed,
    creator: getToolInfo(),
    host: options.host,
    port: options.port,
    keepHost: options.keepHost ?? false,
    maxBody: MAX_BODY_BYTES,
    now: SYSTEM_CLOCK.preciseNow,
    onValidated: (checked) => live.add(checked, checked),
    onNotice: (text) => live.print(`contract record: ${text}\n`),
  }).catch((error: unknown) => {
    throw createStartError(error, options);
  });
  io.stderr(`${formatStartMessage(recording, target, options)}\n`);
  await waitForInterrupt(io);
  live.stop();
  const report = await recording.end();
  if (!quiet && options.out !== undefined)
    io.stderr(`wrote ${options.out}; ${formatCheckCommand(options.out, servers, options)} checks it again\n`);
  return finish({ report, diagnostics: lintSpecOfRun(contract, { levels }) });
}

/** @throws {UsageError} if options conflict; StreamError if the stream cannot be used, even when its server is there. */
async function resolveFeed(options: RecordOptions, io: Io): Promise<FeedSettings | undefined> {
  const { out, feed, feedBuffer, sample } = options;
  if (feed === undefined) {
    if (out === undefined) throw new UsageError("give --out FILE for a recording, --feed URL for a stream, or both");
    if (feedBuffer !== undefined || sample !== undefined)
      throw new UsageError(`${feedBuffer === undefined ? "--sample" : "--feed-buffer"} needs --feed URL`);
    return undefined;
  }
  if (sample !== undefined && sample > 1)
    throw new UsageError(`--sample ${sample}: give a share of at most 1, such as 0.1`);
  const stream = pickStreamOptions(feed, options, io);
  await assertStreamUsable(stream);
  return { ...stream, feed, bufferFolder: feedBuffer, sample };
}

/** Formats the command that gives the same result for the recording. */
function formatCheckCommand(out: string, servers: readonly string[], { spec, config }: RecordOptions): string {
  return ["contract check", quoteArgument(out), ...formatOptions({ config, spec, server: servers })].join(" ");
}

function formatStartMessage({ port }: RecordingProxy, target: ProxyTarget, { host, out, feed }: RecordOptions): string {
  const address = host.includes(":") ? `[${host}]` : host;
  const stream = feed === undefined ? [] : [formatServers(feed)];
  return `recording http://${address}:${port} -> ${target.origin} to ${[out ?? [], stream].flat().join(" and ")}`;
}

/** Turns system errors into usage errors that name the option to change. */
function createStartError(error: unknown, { host, port, out = "" }: RecordOptions): unknown {
  if (!(error instanceof Error) || !("syscall" in error)) return error;
  if (error.syscall === "write" || error.syscall === "open") return createWriteError(out, error);
  return error.syscall === "listen" ? createListenError(error, host, port) : error;
}

/**
 * Returns the base URLs of recorded traffic: those of the command line and the configuration, and the target, with their base
 * paths or else those of the spec, and without.
 */
export function resolveRecordServers(
  operations: readonly Pick<Operation, "servers">[],
  {
    origin,
    given,
    configured,
  }: { readonly origin: string; readonly given: readonly string[]; readonly configured: readonly string[] },
): readonly string[] {
  const stated = [...configured, ...given];
  const bases = stated.filter((it) => !isVariableOverride(it));
  const variables = readVariableOverrides(stated);
  const urls =
    bases.length > 0 ? bases : operations.flatMap(({ servers }) => servers).map((it) => buildServerUrl(it, variables));
  return [...new Set([...bases, ...urls.map((url) => origin + getBasePath(url, origin)), origin])];
}

/** The path of a server without a slash at its end; servers can be relative. */
function getBasePath(url: string, origin: string): string {
  return URL.canParse(url, origin) ? new URL(url, origin).pathname.replace(/\/+$/, "") : "";
}
