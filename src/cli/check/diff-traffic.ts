import type { Contract, ExchangeResult } from "../../check/index.js";
import { createTrafficWeigher, type DiffFinding } from "../../diff/index.js";
import { type Document, listOperations, pluralize } from "../../document/index.js";
import { createEntryAccelerator, createFastValidator } from "../../fast/index.js";
import {
  type Exchange,
  findTrafficFiles,
  openRecording,
  openStreamRecording,
  type RawBodyValidator,
  RecordingError,
  readRecording,
  STDIN_NAME,
} from "../../recording/index.js";
import type { WeighedTraffic } from "../../report/diff/formats.js";
import { type ChunkReading, formatServers, openStream } from "../../stream/index.js";
import { formatFlag } from "../options/command-row.js";
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
  const given = { consumer, server, minExchanges };
  const [name] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  const needing = failOn === "seen" ? "--fail-on seen" : name && formatFlag(name);
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
export async function computeTrafficWeights(compared: ComparedDocuments, io: Io): Promise<TrafficWeights | undefined> {
  const { documents, options } = compared;
  const { traffic: names, server: servers = [], quiet = false } = options;
  if (names === undefined) return undefined;
  const weigher = createRecordingWeigher(compared);
  const baseUrl = resolveBaseUrl({ operations: listOperations(documents.old) }, servers);
  const accelerator = createEntryAccelerator(weigher.createRawBodyValidator());
  const progress = startProgress(io, quiet);
  const recordings = names.filter((name) => !isStreamUrl(name));
  try {
    for (const url of names.filter(isStreamUrl)) await weighStream(weigher, url, { options, progress, io });
    for (const file of recordings.length === 0 ? [] : await findTrafficFiles(recordings)) {
      const source = file === "-" ? openStreamRecording(STDIN_NAME, io.stdin) : openRecording(file);
      await weighRecording(weigher, file, readRecording(source, { baseUrl, accelerator }), { progress, io });
    }
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    weigher.addError(error.message);
  } finally {
    progress.stop();
  }
  return weigher.collect(io);
}

async function weighRecording(
  weigher: RecordingWeigher,
  name: string,
  recording: ReturnType<typeof readRecording<ExchangeResult>>,
  { progress, io }: { readonly progress: Progress; readonly io: Io },
): Promise<void> {
  for await (const readings of recording) {
    if (io.signal.aborted) break;
    progress.advance(readings.length);
    for (const it of readings)
      if (it.kind === "unreadable") weigher.addUnreadable(name);
      else weigher.add(it, it.kind === "settled" ? it.outcome : undefined);
  }
}

/** Weighs the archived exchanges of a stream, and says why they are not complete. */
async function weighStream(
  weigher: RecordingWeigher,
  url: string,
  { options, progress, io }: { readonly options: CommandOptions<"diff">; readonly progress: Progress; readonly io: Io },
): Promise<void> {
  const range = parseHourRange(options, SYSTEM_CLOCK.now());
  const name = formatServers(url);
  const stream = await openStream(pickStreamOptions(url, options, io));
  try {
    const onReading = (it: ChunkReading): void => {
      progress.advance(1);
      if (it.kind === "exchange") weigher.add(it, undefined);
      else weigher.addUnreadable(name);
    };
    for (const gap of await readArchive(stream, range, { signal: io.signal, onReading }))
      weigher.addError(`${name}: ${gap}`);
  } finally {
    await stream.close();
  }
}

function isStreamUrl(name: string): boolean {
  return /^(nats|tls):\/\//.test(name);
}

type WeighedReading = { readonly kind: "exchange" | "settled"; readonly exchange: Exchange };

/** Weighs the changes of a spec by the exchanges of recordings. */
export type RecordingWeigher = ReturnType<typeof createRecordingWeigher>;

/**
 * @param contract that of a check which has only the spec and its servers, whose results weigh the changes. Otherwise they are
 * weighed by results without its levels, receivers and secrets.
 */
export function createRecordingWeigher({ documents, findings, options }: ComparedDocuments, contract?: Contract) {
  const { server: servers = [], consumer: consumers = [], minExchanges = 1 } = options;
  const weighing = { servers, consumers, ...(contract === undefined ? {} : { newContract: contract }) };
  const weigher = createTrafficWeigher(documents, findings, weighing);
  const unreadable = new Map<string, number>();
  const errors: string[] = [];
  return {
    /**
     * Creates the validator of bodies from their bytes, but for exchanges that must be read completely to be weighed.
     *
     * @param validate that of the check, if there is one
     */
    createRawBodyValidator: (validate?: RawBodyValidator<ExchangeResult>): RawBodyValidator<ExchangeResult> => {
      if (validate !== undefined && contract !== undefined) return weigher.createRawBodyValidator(validate);
      const validateUnweighed = weigher.createRawBodyValidator(createFastValidator(weigher.newContract, () => false));
      if (validate === undefined) return validateUnweighed;
      return (...raw) => (validateUnweighed(...raw) === undefined ? undefined : validate(...raw));
    },
    /**
     * A settled exchange has no findings about its request with any levels.
     *
     * @param checked the result of the check, if it saw the exchange as the recording has it
     */
    add: ({ kind, exchange }: WeighedReading, checked: ExchangeResult | undefined) =>
      weigher.add(exchange, contract !== undefined || kind === "settled" ? checked : undefined),
    addUnreadable: (source: string) => unreadable.set(source, (unreadable.get(source) ?? 0) + 1),
    addError: (message: string) => errors.push(message),
    collect: ({ signal }: Pick<Io, "signal">): TrafficWeights => {
      const traffic = { ...weigher.weigh(), minExchanges };
      const unread = [...unreadable].map(
        ([name, count]) => `${name}: ${pluralize(count, "entry", "entries")} could not be read`,
      );
      const interrupted = signal.aborted ? ["interrupted; later exchanges were not weighed"] : [];
      const unused =
        traffic.exchanges === 0 ? ["no recorded exchange belongs to an operation of the specs; check --server"] : [];
      return { traffic, errors: [...unread, ...errors, ...interrupted, ...unused] };
    },
  };
}
