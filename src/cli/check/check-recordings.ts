import { open } from "node:fs/promises";
import {
  buildVerdictLine,
  createDeliveryTracker,
  createEarlierExchangeFinder,
  type DeliveryTracker,
  type EarlierExchangeFinder,
  type ExchangeResult,
  type RecordedCredentials,
  type ReportBuilder,
  skipUnselected,
  UNREPEATED_REASON,
} from "../../check/index.js";
import { createEntryAccelerator, createFastValidator } from "../../fast/index.js";
import {
  type EntryAccelerator,
  type Exchange,
  openRecording,
  openStreamRecording,
  type ReadResult,
  RecordingError,
  type RecordingSource,
  readRecording,
  STDIN_NAME,
} from "../../recording/index.js";
import { stringifyPrintable } from "../../report/index.js";
import { type Progress, startProgress } from "../output/progress.js";
import type { ReportOutput } from "../output/report-outputs.js";
import { assertWritableFile, createWriteError } from "../output/write-file-atomic.js";
import { type Io, UsageError } from "../process/io.js";
import { type RunSettings, resolveBaseUrl } from "../settings/run-settings.js";
import { measureFiles, splitFiles } from "./check-in-workers.js";
import type { RecordingWeigher } from "./diff-traffic.js";
import type { PreparedCheck } from "./run-setup.js";

/** The input of a check of recordings: the prepared check, the settings, and what the check feeds. */
type CheckRecordingsOptions = Pick<PreparedCheck, "contract" | "isCounting"> &
  Partial<Pick<PreparedCheck, "chosen">> &
  Pick<RunSettings, "servers" | "quiet"> &
  Partial<Pick<RunSettings, "fast" | "verdicts" | "shard">> & {
    readonly tally: ReportBuilder;
    readonly files: readonly string[];
    readonly io: Io;
    /** Weighs the changes of the spec by the same exchanges. */
    readonly weigher?: RecordingWeigher | undefined;
  };

/** Checks every file. A file that cannot be read to its end becomes a run error, and the others are still checked. */
export async function checkRecordings(run: CheckRecordingsOptions): Promise<void> {
  const { contract, files, io, shard, quiet = false } = run;
  const verdicts = run.verdicts === undefined ? undefined : await openVerdictWriter(run.verdicts, io);
  const progress = startProgress(io, quiet);
  const baseUrl = resolveBaseUrl(contract, run.servers);
  const finder = createEarlierExchangeFinder(contract);
  const accelerator = run.fast === false ? undefined : createAccelerator(run, finder);
  const dealt = shard === undefined ? files : (splitFiles(measureFiles(files), shard.of)[shard.index - 1] ?? []);
  try {
    for (const file of dealt) {
      if (io.signal.aborted) break;
      const source = file === "-" ? openStreamRecording(STDIN_NAME, io.stdin) : openRecording(file);
      try {
        await checkFile(source, run, { verdicts, progress, baseUrl, accelerator, finder });
      } catch (error) {
        if (!(error instanceof RecordingError)) throw error;
        run.tally.addRunError(error.message);
      }
    }
    if (io.signal.aborted) run.tally.addRunError(INTERRUPTED_REASON);
  } finally {
    progress.stop();
    await verdicts?.close();
  }
}

function createAccelerator(
  { contract, tally, isCounting, weigher }: CheckRecordingsOptions,
  finder: EarlierExchangeFinder,
): EntryAccelerator<ExchangeResult> {
  const validate = finder.keepBodies(createFastValidator(contract, tally.isKnownGroup, isCounting));
  return createEntryAccelerator(weigher === undefined ? validate : weigher.createRawBodyValidator(validate));
}

type FileCheckContext = {
  readonly verdicts: VerdictWriter | undefined;
  readonly progress: Progress;
  readonly baseUrl: string | undefined;
  readonly accelerator: EntryAccelerator<ExchangeResult> | undefined;
  readonly finder: EarlierExchangeFinder;
};

async function checkFile(
  source: RecordingSource,
  { contract, tally, chosen, weigher, io: { signal } }: CheckRecordingsOptions,
  { verdicts, progress, finder, ...options }: FileCheckContext,
): Promise<void> {
  let total = 0;
  const queue = createVerdictQueue();
  const deliveries = createDeliveryTracker(contract, finder);
  const formatLine = (exchange: Exchange, result: ExchangeResult): string =>
    `${stringifyPrintable(buildVerdictLine(contract, exchange, result))}\n`;
  const check = (it: ReadableExchange, { reading, ...before }: ReturnType<DeliveryTracker["mark"]>): void => {
    const { exchange } = reading;
    const checked = reading.kind === "settled" ? reading.outcome : contract.checkRecorded(exchange, before);
    weigher?.add(
      before.earlier === undefined ? it : reading,
      reading === it && before.registrations.length === 0 ? checked : undefined,
    );
    const result = chosen === undefined ? checked : skipUnselected(checked, chosen);
    deliveries.observe(exchange, result);
    tally.addRecorded(exchange, result);
    if (verdicts !== undefined) queue.push(formatVariants(result, (it) => formatLine(exchange, it)));
  };
  const writeLines = async (credentials: RecordedCredentials | undefined): Promise<void> => {
    const lines = verdicts === undefined ? "" : queue.take(credentials);
    if (lines !== "") await verdicts?.write(lines);
  };
  try {
    for await (const readings of iterateUntilInterrupted(readRecording(source, options), signal)) {
      for (const it of readings) {
        if (it.kind === "unreadable") {
          tally.addUnreadable(it.unreadable);
          weigher?.addUnreadable(source.name);
          continue;
        }
        check(it, deliveries.mark(it));
      }
      total += readings.length;
      progress.advance(readings.length);
      await writeLines(tally.getRecordedCredentials(source.name));
    }
  } catch (error) {
    if (error instanceof RecordingError) weigher?.addError(error.message);
    throw error;
  } finally {
    await writeLines(tally.endRecording(source.name));
  }
  for (const it of deliveries.listUnrepeated()) tally.addNotRecorded(it, UNREPEATED_REASON);
  if (total === 0 && !signal.aborted) throw new RecordingError("contains no exchanges", { source: source.name });
}

function formatVariants(result: ExchangeResult, format: (result: ExchangeResult) => string): QueuedVerdict {
  const { variants } = result;
  if (variants === undefined) return format(result);
  return { all: format(result), "set-cookie": format(variants["set-cookie"]), none: format(variants.none) };
}

type ReadableExchange = Exclude<ReadResult<ExchangeResult>, { kind: "unreadable" }>;

/** Yields items until the signal aborts, even while a read from an idle pipe is pending. */
async function* iterateUntilInterrupted<Item>(items: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  let end = (): void => {};
  const stop = (): void => end();
  signal.addEventListener("abort", stop);
  try {
    while (!signal.aborted) {
      const { done, value } = await new Promise<IteratorResult<Item, unknown>>((resolve, reject) => {
        end = () => resolve({ done: true, value: undefined });
        iterator.next().then(resolve, reject);
      });
      if (done === true) return;
      yield value as Item;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    // Not awaited: it resolves only after the pending read.
    iterator.return?.().catch(() => undefined);
  }
}

const INTERRUPTED_REASON = "interrupted; later exchanges were not checked";

/** Writes one line per exchange. */
export type VerdictWriter = Awaited<ReturnType<typeof openVerdictWriter>>;

/** @param verdicts A file, or `-` for stdout. */
export async function openVerdictWriter(verdicts: string, io: Io) {
  if (verdicts === "-") return { write: async (lines: string) => io.stdout(lines), close: async () => {} };
  const file = await open(verdicts, "w");
  return {
    /** Resolves when more can be written. */
    write: (lines: string) =>
      file.appendFile(lines).catch((error: unknown) => {
        throw createWriteError(verdicts, error);
      }),
    close: () => file.close(),
  };
}

/** @throws UsageError when the file cannot be written, or stdout is used by a report. */
export function assertVerdictsWritable(verdicts: string | undefined, outputs: readonly ReportOutput[]): void {
  if (verdicts !== "-") assertWritableFile(verdicts);
  else if (outputs.some(({ file }) => file === undefined))
    throw new UsageError(
      "--verdicts -: stdout is used by the report; write it to a file, such as --format text:report.txt, or give --verdicts a file",
    );
}

/** One line of the verdict log, in all variants if it depends on which credentials the recording contains. */
export type QueuedVerdict = string | Readonly<Record<RecordedCredentials, string>>;

/**
 * Keeps the order of verdict lines while it is unknown which credentials a recording contains. Without `--verdicts`, nothing is
 * queued.
 */
export function createVerdictQueue() {
  let waiting: QueuedVerdict[] = [];
  return {
    push: (line: QueuedVerdict) => {
      waiting.push(line);
    },
    /** Takes all lines before the first one that is undecided. */
    take: (credentials: RecordedCredentials | undefined): string => {
      const undecided = credentials === undefined ? waiting.findIndex((it) => typeof it !== "string") : -1;
      const known = undecided < 0 ? waiting : waiting.slice(0, undecided);
      if (known.length === 0) return "";
      waiting = undecided < 0 ? [] : waiting.slice(undecided);
      return known.map((it) => (typeof it === "string" ? it : it[credentials ?? "all"])).join("");
    },
  };
}
