import type { Contract, ExchangeResult } from "../../check/index.js";
import { createTrafficWeigher, type DiffFinding, type TrafficWeigher } from "../../diff/index.js";
import { type Document, listOperations } from "../../document/index.js";
import { createEntryAccelerator, createFastValidator } from "../../fast/index.js";
import {
  findTrafficFiles,
  openRecording,
  openStreamRecording,
  type RawBodyValidator,
  type ReadResult,
  RecordingError,
  readRecording,
  STDIN_NAME,
} from "../../recording/index.js";
import type { WeighedTraffic } from "../../report/diff/formats.js";
import { formatServers, openStream } from "../../stream/index.js";
import type { CommandOptions } from "../options/command-table.js";
import { pickStreamOptions } from "../options/shared-rows.js";
import { type Progress, startProgress } from "../output/progress.js";
import { type Io, UsageError } from "../process/io.js";
import { SYSTEM_CLOCK } from "../process/system-clock.js";
import { resolveBaseUrl } from "../settings/run-settings.js";
import { parseHourRange, readArchive } from "../stream/stream-range.js";

/** @throws {UsageError} if an option needs `--traffic`, and there is none. */
export function assertTrafficOptions(options: CommandOptions<"diff">): void {
  const { failOn, traffic, consumer, server, minExchanges, since, until } = options;
  const [range] = Object.entries({ since, until }).find(([, value]) => value !== undefined) ?? [];
  if (range !== undefined && !traffic?.some(isStreamUrl))
    throw new UsageError(`--${range} needs a stream: add --traffic nats://HOST`);
  if (traffic !== undefined) return;
  const given = { consumer, server, "min-exchanges": minExchanges };
  const [name] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  const needing = failOn === "seen" ? "--fail-on seen" : name === undefined ? undefined : `--${name}`;
  if (needing !== undefined) throw new UsageError(`${needing} needs recordings: add --traffic recordings/`);
}

/** The changes between two specs, and the options for the recordings that weigh them. */
export type ComparedDocuments = {
  readonly documents: Record<"old" | "new", Document>;
  readonly findings: readonly DiffFinding[];
  readonly options: CommandOptions<"diff">;
};

/** `errors` are the reasons why the weights are not complete. */
export type TrafficWeights = { readonly traffic: WeighedTraffic; readonly errors: readonly string[] };

/** Reads the recordings once and weighs the changes by them. */
export async function computeTrafficWeights(
  { documents, findings, options }: ComparedDocuments,
  io: Io,
): Promise<TrafficWeights | undefined> {
  const { traffic: names, consumer: consumers = [], server: servers = [], quiet = false } = options;
  if (names === undefined) return undefined;
  const weigher = createTrafficWeigher(documents, findings, { servers, consumers });
  const baseUrl = resolveBaseUrl({ operations: listOperations(documents.old) }, servers);
  const validate = weigher.createRawBodyValidator(createFastValidator(weigher.newContract, () => false));
  const progress = startProgress(io, quiet);
  const errors: string[] = [];
  const recordings = names.filter((name) => !isStreamUrl(name));
  try {
    for (const url of names.filter(isStreamUrl))
      errors.push(...(await weighStream(weigher, url, { options, progress, io })));
    for (const file of recordings.length === 0 ? [] : await findTrafficFiles(recordings)) {
      const source = file === "-" ? openStreamRecording(STDIN_NAME, io.stdin) : openRecording(file);
      const recording = readRecording(source, { baseUrl, accelerator: createEntryAccelerator(validate) });
      const unreadable = await weighRecording(weigher, recording, { progress, io });
      if (unreadable > 0) errors.push(formatUnreadable(file, unreadable));
    }
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    errors.push(error.message);
  } finally {
    progress.stop();
  }
  return collectWeights(weigher, errors, options, io);
}

function formatUnreadable(name: string, unreadable: number): string {
  return `${name}: ${unreadable} entries could not be read`;
}

function collectWeights(
  weigher: TrafficWeigher,
  known: readonly string[],
  { minExchanges = 1 }: CommandOptions<"diff">,
  { signal }: Pick<Io, "signal">,
): TrafficWeights {
  const traffic = { ...weigher.weigh(), minExchanges };
  const interrupted = signal.aborted ? ["interrupted; later exchanges were not weighed"] : [];
  const unused =
    traffic.exchanges === 0 ? ["no recorded exchange belongs to an operation of the specs; check --server"] : [];
  return { traffic, errors: [...known, ...interrupted, ...unused] };
}

/** Weighs the archived exchanges of a stream. Returns the reasons why they are not complete. */
async function weighStream(
  weigher: TrafficWeigher,
  url: string,
  { options, progress, io }: { readonly options: CommandOptions<"diff">; readonly progress: Progress; readonly io: Io },
): Promise<readonly string[]> {
  const range = parseHourRange(options, SYSTEM_CLOCK.now());
  const stream = await openStream(pickStreamOptions(url, options, io));
  try {
    let unreadable = 0;
    const gaps = await readArchive(stream, range, {
      signal: io.signal,
      onReading: (it) => {
        progress.advance(1);
        if (it.kind === "exchange") weigher.add(it.exchange);
        else unreadable += 1;
      },
    });
    return [...gaps, ...(unreadable > 0 ? [`${unreadable} entries could not be read`] : [])].map(
      (it) => `${formatServers(url)}: ${it}`,
    );
  } finally {
    await stream.close();
  }
}

function isStreamUrl(name: string): boolean {
  return /^(nats|tls):\/\//.test(name);
}

/** Returns the number of entries that could not be read. */
async function weighRecording(
  weigher: TrafficWeigher,
  recording: AsyncIterable<readonly ReadResult<ExchangeResult>[]>,
  { progress, io }: { readonly progress: Progress; readonly io: Io },
): Promise<number> {
  let unreadable = 0;
  for await (const readings of recording) {
    if (io.signal.aborted) break;
    progress.advance(readings.length);
    for (const it of readings)
      if (it.kind === "unreadable") unreadable += 1;
      else weigher.add(it.exchange, it.kind === "settled" ? it.outcome : undefined);
  }
  return unreadable;
}

/** Weighs the changes of a spec by the exchanges that a check of recordings reads. */
export type RecordingWeigher = {
  /** Wraps the validator of the check, so that exchanges whose bodies must be weighed are read completely. */
  readonly wrapRawBodyValidator: (validate: RawBodyValidator<ExchangeResult>) => RawBodyValidator<ExchangeResult>;
  /** @param checked the result of the check, if it saw the exchange as the recording has it */
  readonly add: (
    reading: Exclude<ReadResult<ExchangeResult>, { kind: "unreadable" }>,
    checked: ExchangeResult | undefined,
  ) => void;
  readonly addUnreadable: (source: string) => void;
  readonly addError: (message: string) => void;
  readonly collect: (io: Pick<Io, "signal">) => TrafficWeights;
};

/**
 * @param isPlain whether the contract has only the spec and its servers. Otherwise the changes are weighed by results
 * without its levels, receivers and secrets.
 */
export function createRecordingWeigher(
  { documents, findings, options }: ComparedDocuments,
  contract: Contract,
  isPlain: boolean,
): RecordingWeigher {
  const { server: servers = [], consumer: consumers = [] } = options;
  const weighing = { servers, consumers, ...(isPlain ? { newContract: contract } : {}) };
  const weigher = createTrafficWeigher(documents, findings, weighing);
  const unreadable = new Map<string, number>();
  const errors: string[] = [];
  return {
    wrapRawBodyValidator: (validate) => {
      if (isPlain) return weigher.createRawBodyValidator(validate);
      const validateUnweighed = weigher.createRawBodyValidator(createFastValidator(weigher.newContract, () => false));
      return (...raw) => (validateUnweighed(...raw) === undefined ? undefined : validate(...raw));
    },
    // A settled exchange has no findings about its request with any levels.
    add: ({ kind, exchange }, checked) => weigher.add(exchange, isPlain || kind === "settled" ? checked : undefined),
    addUnreadable: (source) => unreadable.set(source, (unreadable.get(source) ?? 0) + 1),
    addError: (message) => errors.push(message),
    collect: (io) =>
      collectWeights(
        weigher,
        [...[...unreadable].map(([name, count]) => formatUnreadable(name, count)), ...errors],
        options,
        io,
      ),
  };
}
