import { statSync } from "node:fs";
import { hostname } from "node:os";
import {
  findTrafficFiles,
  openRecording,
  openStreamRecording,
  redactSecrets,
  STDIN_NAME,
} from "../../exchange/index.js";
import { type Contract, loadContracts } from "../../gate/index.js";
import { createExchangeRedactor } from "../../record/index.js";
import { feedRecording, followLog, toHour } from "../../stream/index.js";
import { resolveBaseUrl } from "../check/resolve-base-url.js";
import type { CommandOptions } from "../options/command-table.js";
import { pickStreamOptions } from "../options/shared-rows.js";
import type { ExitCode, Io } from "../process/io.js";
import { SYSTEM_CLOCK } from "../process/system-clock.js";
import { UsageError } from "../process/usage-error.js";
import { type RunSettings, resolveSettings, resolveSettingsWithTraffic } from "../settings/run-settings.js";
import { waitForStream } from "../stream/wait-for-stream.js";

/** Runs `contract feed`: publishes recordings in chunks. Feeding a recording again counts nothing twice. */
export async function runFeedCommand(
  url: string,
  traffic: readonly string[],
  options: CommandOptions<"feed">,
  io: Io,
): Promise<ExitCode> {
  if (options.follow !== undefined && traffic.length > 0)
    throw new UsageError(`--follow ${options.follow}: give no recordings with it, but ${traffic.join(", ")} is given`);
  if (options.follow !== undefined) return followCommand(url, options.follow, options, io);
  const settings = resolveSettingsWithTraffic(traffic, options, { acceptsSeveralSpecs: true });
  const contract = loadRedactingContract(settings);
  const redact = contract === undefined ? redactSecrets : createExchangeRedactor(contract);
  const files = await findTrafficFiles(settings.traffic);
  const stream = await waitForStream(pickStreamOptions(url, options), {
    signal: io.signal,
    onError: createWaitNotice(io),
  });
  const fed = { chunks: 0, exchanges: 0 };
  try {
    for (const file of files) {
      const { chunks, exchanges } = await feedRecording(
        file === "-" ? openStreamRecording(STDIN_NAME, io.stdin) : openRecording(file),
        {
          stream,
          redact,
          baseUrl: findBaseUrl(contract, settings),
          hour: getRecordedHour(file),
          signal: io.signal,
          onWait: createWaitNotice(io),
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

/** Runs `contract feed --follow`. */
async function followCommand(url: string, log: string, options: CommandOptions<"feed">, io: Io): Promise<ExitCode> {
  const settings = resolveSettings(options, { acceptsSeveralSpecs: true });
  const contract = loadRedactingContract(settings);
  const redact = contract === undefined ? redactSecrets : createExchangeRedactor(contract);
  const stream = await waitForStream(pickStreamOptions(url, options), {
    signal: io.signal,
    onError: createWaitNotice(io),
  });
  let fed = 0;
  try {
    await followLog(log, {
      stream,
      source: options.source ?? `${hostname()}:${log}`,
      stateFile: options.state ?? `${log}.feed`,
      redact,
      baseUrl: findBaseUrl(contract, settings),
      getHour: () => toHour(SYSTEM_CLOCK.now()) ?? "",
      signal: io.signal,
      onFed: (exchanges) => {
        fed += exchanges;
      },
      onWait: createWaitNotice(io),
    });
  } catch (error) {
    if (!io.signal.aborted) throw error;
  } finally {
    await stream.close();
  }
  io.stdout(`fed ${fed} exchanges to ${options.service}\n`);
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

function findBaseUrl(contract: Contract | undefined, { servers }: RunSettings): string | undefined {
  return contract === undefined ? servers.find((server) => URL.canParse(server)) : resolveBaseUrl(contract, servers);
}

/** The contract whose sensitive values are redacted; undefined without `--spec` and `spec` of the configuration. */
function loadRedactingContract({ isSpecConfigured, specs, servers }: RunSettings): Contract | undefined {
  return isSpecConfigured ? loadContracts(specs, { servers }) : undefined;
}

/** The hour of exchanges without a time. It is that of the file, so that feeding it again gives the same chunks. */
function getRecordedHour(file: string): string {
  const time = file === "-" ? SYSTEM_CLOCK.now() : statSync(file).mtimeMs;
  return toHour(time) ?? "";
}
