import { createTrafficWeigher, type DiffFinding, type TrafficWeigher } from "../../diff/index.js";
import { type Document, listOperations } from "../../document/index.js";
import {
  type ConsumerRule,
  findTrafficFiles,
  openRecording,
  openStreamRecording,
  type ReadResult,
  RecordingError,
  readRecording,
  STDIN_NAME,
} from "../../exchange/index.js";
import type { DiffFailOn, WeighedTraffic } from "../../report/diff/formats.js";
import { type Progress, startProgress } from "../output/progress.js";
import type { Io } from "../process/io.js";
import { UsageError } from "../process/usage-error.js";
import { resolveBaseUrl } from "./check-recordings.js";

/** The options of `contract diff` about recorded traffic. */
export type DiffTrafficOptions = {
  readonly failOn?: DiffFailOn;
  readonly traffic?: readonly string[];
  readonly consumer?: readonly ConsumerRule[];
  readonly server?: readonly string[];
  readonly minExchanges?: number;
  readonly minConsumers?: number;
  readonly quiet?: boolean;
};

/** @throws {UsageError} if an option needs `--traffic`, and there is none. */
export function assertTrafficOptions(options: DiffTrafficOptions): void {
  const { failOn, traffic, consumer, server, minExchanges, minConsumers } = options;
  if (traffic !== undefined) return;
  const given = { consumer, server, "min-exchanges": minExchanges, "min-consumers": minConsumers };
  const [name] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  const needing = failOn === "seen" ? "--fail-on seen" : name === undefined ? undefined : `--${name}`;
  if (needing !== undefined) throw new UsageError(`${needing} needs recordings: add --traffic recordings/`);
}

/**
 * Reads the recordings once and weighs the changes by them. `errors` are the reasons why the weights are not complete.
 */
export async function computeTrafficWeights(
  documents: Record<"old" | "new", Document>,
  findings: readonly DiffFinding[],
  options: DiffTrafficOptions,
  io: Io,
): Promise<{ readonly traffic: WeighedTraffic; readonly errors: readonly string[] } | undefined> {
  const { traffic: names, consumer: consumers = [], server: servers = [], quiet = false } = options;
  if (names === undefined) return undefined;
  const weigher = createTrafficWeigher(documents, findings, { servers, consumers });
  const baseUrl = resolveBaseUrl({ operations: listOperations(documents.old) }, servers);
  const progress = startProgress(io, quiet);
  const errors: string[] = [];
  try {
    for (const file of await findTrafficFiles(names)) {
      const source = file === "-" ? openStreamRecording(STDIN_NAME, io.stdin) : openRecording(file);
      const unreadable = await weighRecording(weigher, readRecording(source, { baseUrl }), { progress, io });
      if (unreadable > 0) errors.push(`${file}: ${unreadable} entries could not be read`);
    }
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    errors.push(error.message);
  } finally {
    progress.stop();
  }
  const { minExchanges = 1, minConsumers = 1 } = options;
  const traffic = { ...weigher.weigh(), minExchanges, minConsumers };
  if (io.signal.aborted) errors.push("interrupted; later exchanges were not weighed");
  if (traffic.exchanges === 0)
    errors.push("inconclusive: no recorded exchange belongs to an operation of the specs; check --server");
  return { traffic, errors };
}

/** Returns the number of entries that could not be read. */
async function weighRecording(
  weigher: TrafficWeigher,
  recording: AsyncIterable<readonly ReadResult[]>,
  { progress, io }: { readonly progress: Progress; readonly io: Io },
): Promise<number> {
  let unreadable = 0;
  for await (const readings of recording) {
    if (io.signal.aborted) break;
    progress.advance(readings.length);
    for (const it of readings)
      if (it.kind === "exchange") weigher.add(it.exchange);
      else unreadable += 1;
  }
  return unreadable;
}
