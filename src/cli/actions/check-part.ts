import { findTrafficFiles } from "../../exchange/index.js";
import type { PartRequest } from "../check/check-in-workers.js";
import { checkRecordings } from "../check/check-recordings.js";
import { prepareCheck } from "../check/run-setup.js";
import type { CommandOptions } from "../options/command-table.js";
import type { ExitCode, Io } from "../process/io.js";
import { resolveSettingsWithTraffic } from "../settings/run-settings.js";

/** Runs the hidden `contract check-part` for a process of `contract check --workers`: a request on stdin, a report on stdout. */
export async function runCheckPartCommand(_: CommandOptions<"check-part">, io: Io): Promise<ExitCode> {
  const input: Uint8Array[] = [];
  for await (const bytes of io.stdin) input.push(bytes);
  // From the process that started this one.
  const { traffic, options, shard } = JSON.parse(Buffer.concat(input).toString()) as PartRequest;
  const settings = resolveSettingsWithTraffic(traffic, { ...options, shard }, { acceptsSeveralSpecs: true });
  const { contract, operations, isCounting, createBuilder } = await prepareCheck(settings, io);
  const files = await findTrafficFiles(settings.traffic);
  const tally = createBuilder();
  await checkRecordings({
    ...{ contract, tally, files, servers: settings.servers, io, quiet: true, shard: settings.shard },
    coverage: isCounting,
    fast: settings.fast,
    operations: settings.only === undefined ? undefined : operations,
  });
  io.stdout(JSON.stringify(tally.report()));
  return 0;
}
