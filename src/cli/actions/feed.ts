import { statSync } from "node:fs";
import { hostname } from "node:os";
import { loadContracts, redactExchange } from "../../check/index.js";
import { pluralize } from "../../document/index.js";
import {
  type Exchange,
  findTrafficFiles,
  openRecording,
  openStreamRecording,
  redactSecrets,
  STDIN_NAME,
} from "../../recording/index.js";
import { feedRecording, followLog, toHour } from "../../stream/index.js";
import type { CommandOptions } from "../options/command-table.js";
import { pickStreamOptions } from "../options/shared-rows.js";
import { startProgress } from "../output/progress.js";
import { type ExitCode, type Io, UsageError } from "../process/io.js";
import { SYSTEM_CLOCK } from "../process/system-clock.js";
import { resolveBaseUrl, resolveSettings, resolveSettingsWithTraffic } from "../settings/run-settings.js";
import { waitForStream } from "../stream/stream-range.js";

/**
 * Runs `contract feed`: publishes recordings in chunks, or the lines of a growing log with `--follow`. Feeding a recording again
 * counts nothing twice.
 */
export async function runFeedCommand(
  url: string,
  traffic: readonly string[],
  options: CommandOptions<"feed">,
  io: Io,
): Promise<ExitCode> {
  const { follow, service } = options;
  if (follow !== undefined && traffic.length > 0)
    throw new UsageError(`--follow ${follow}: give no recordings with it, but ${traffic.join(", ")} is given`);
  const several = { acceptsSeveralSpecs: true };
  const settings =
    follow === undefined ? resolveSettingsWithTraffic(traffic, options, several) : resolveSettings(options, several);
  const { isSpecConfigured, specs, servers } = settings;
  // The spec that is named says which values are sensitive.
  const contract = isSpecConfigured ? loadContracts(specs, { servers }) : undefined;
  const files = follow === undefined ? await findTrafficFiles(settings.traffic) : [];
  const stream = await waitForStream(pickStreamOptions(url, options, io), {
    signal: io.signal,
    onError: createWaitNotice(io),
  });
  const progress = startProgress(io, false);
  const feeding = {
    stream,
    redact: (exchange: Exchange) => {
      progress.advance(1);
      return contract === undefined ? redactSecrets(exchange) : redactExchange(contract, exchange);
    },
    baseUrl: resolveBaseUrl(contract ?? { operations: [] }, servers),
    signal: io.signal,
  };
  const fed = { chunks: 0, exchanges: 0 };
  try {
    for (const file of files) {
      const source = file === "-" ? openStreamRecording(STDIN_NAME, io.stdin) : openRecording(file);
      const hour = getRecordedHour(file);
      const { chunks, exchanges } = await feedRecording(source, { ...feeding, hour, onWait: createWaitNotice(io) });
      fed.chunks += chunks;
      fed.exchanges += exchanges;
    }
    if (follow !== undefined)
      await followLog(follow, {
        ...feeding,
        source: `${hostname()}:${follow}`,
        stateFile: options.state ?? `${follow}.feed`,
        getHour: () => toHour(SYSTEM_CLOCK.now()) ?? "",
        onFed: (exchanges) => {
          fed.exchanges += exchanges;
        },
        onWait: createWaitNotice(io),
      });
  } catch (error) {
    if (!io.signal.aborted) throw error;
    if (follow === undefined) {
      io.stderr("contract feed: interrupted; feed the same recordings again to feed the rest\n");
      return 2;
    }
  } finally {
    progress.stop();
    await stream.close();
  }
  const chunks = follow === undefined ? ` in ${pluralize(fed.chunks, "chunk")}` : "";
  io.stdout(`fed ${pluralize(fed.exchanges, "exchange")}${chunks} to ${service}\n`);
  return 0;
}

/** Says why the command waits, whenever the reason changes. */
function createWaitNotice({ stderr }: Io): (error: Error) => void {
  let last: string | undefined;
  return ({ message }) => {
    if (message !== last) stderr(`contract feed: waiting: ${message}\n`);
    last = message;
  };
}

/** The hour of exchanges without a time. It is that of the file, so that feeding it again gives the same chunks. */
function getRecordedHour(file: string): string {
  const time = file === "-" ? SYSTEM_CLOCK.now() : statSync(file).mtimeMs;
  return toHour(time) ?? "";
}
