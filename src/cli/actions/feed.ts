import { statSync } from "node:fs";
import {
  type Exchange,
  findTrafficFiles,
  openRecording,
  openStreamRecording,
  redactSecrets,
  STDIN_NAME,
} from "../../exchange/index.js";
import { type Contract, loadContracts, redactExchange } from "../../gate/index.js";
import { feedRecording, toHour } from "../../stream/index.js";
import { resolveBaseUrl } from "../check/check-recordings.js";
import { pickStreamOptions, type StreamCommandOptions } from "../options/stream-options.js";
import type { ExitCode, Io } from "../process/io.js";
import { SYSTEM_CLOCK } from "../process/system-clock.js";
import { type RunSettings, resolveSettingsWithTraffic } from "../settings/run-settings.js";
import { waitForStream } from "../stream/wait-for-stream.js";

export type FeedCommandOptions = StreamCommandOptions & {
  readonly config?: string;
  readonly spec?: readonly string[];
  readonly server?: readonly string[];
};

/** Runs `contract feed`: publishes recordings in chunks. Feeding a recording again counts nothing twice. */
export async function runFeedCommand(
  url: string,
  traffic: readonly string[],
  { options, io }: { readonly options: FeedCommandOptions; readonly io: Io },
): Promise<ExitCode> {
  const settings = resolveSettingsWithTraffic(traffic, options, { acceptsSeveralSpecs: true });
  const contract = loadRedactingContract(settings);
  const files = await findTrafficFiles(settings.traffic);
  const stream = await waitForStream(pickStreamOptions(url, options), "feed", io);
  const fed = { chunks: 0, exchanges: 0 };
  try {
    for (const file of files) {
      const { chunks, exchanges } = await feedRecording(
        file === "-" ? openStreamRecording(STDIN_NAME, io.stdin) : openRecording(file),
        {
          stream,
          redact: (exchange) => redact(contract, exchange),
          baseUrl:
            contract === undefined
              ? settings.servers.find((server) => URL.canParse(server))
              : resolveBaseUrl(contract, settings.servers),
          hour: getRecordedHour(file),
          signal: io.signal,
          onWait: ({ message }) => io.stderr(`contract feed: waiting: ${message}\n`),
        },
      );
      fed.chunks += chunks;
      fed.exchanges += exchanges;
    }
  } catch (error) {
    if (!io.signal.aborted) throw error;
    io.stderr("contract feed: interrupted; feed the same recordings again to feed the rest\n");
    return 2;
  } finally {
    await stream.close();
  }
  io.stdout(`fed ${fed.exchanges} exchanges in ${fed.chunks} chunks to ${options.service}\n`);
  return 0;
}

/** The contract whose sensitive values are redacted; undefined without `--spec` and `spec` of the configuration. */
function loadRedactingContract({ isSpecConfigured, specs, servers }: RunSettings): Contract | undefined {
  return isSpecConfigured ? loadContracts(specs, { servers }) : undefined;
}

function redact(contract: Contract | undefined, exchange: Exchange): Exchange {
  const named = contract === undefined ? exchange : redactExchange(contract, exchange, contract.check(exchange));
  return redactSecrets(named);
}

/** The hour of exchanges without a time. It is that of the file, so that feeding it again gives the same chunks. */
function getRecordedHour(file: string): string {
  const time = file === "-" ? SYSTEM_CLOCK.now() : statSync(file).mtimeMs;
  return toHour(time) ?? "";
}
