import { buildServerUrl, type Operation } from "../../document/index.js";
import {
  openRecording,
  openStreamRecording,
  type ReadResult,
  RecordingError,
  type RecordingSource,
  readRecording,
  STDIN_NAME,
} from "../../exchange/index.js";
import { buildVerdictLine, type Contract, type ExchangeResult, type ReportBuilder } from "../../gate/index.js";
import { stringifyPrintable } from "../../report/index.js";
import { type Progress, startProgress } from "../output/progress.js";
import { openVerdictWriter, type VerdictWriter } from "../output/verdict-writer.js";
import type { Io } from "../process/io.js";
import { belongsToShard, type Shard } from "../settings/shard.js";

/** What is judged, and by what. */
export type CheckRecordingsOptions = {
  readonly contract: Contract;
  readonly tally: ReportBuilder;
  readonly files: readonly string[];
  readonly servers: readonly string[];
  readonly io: Io;
  /** What is counted for coverage has to be read, and takes longer. */
  readonly coverage: boolean;
  readonly quiet: boolean;
  /** A line of JSON for each exchange goes there: to a file, or to stdout by `-`. */
  readonly verdicts?: string | undefined;
  /** The operations whose exchanges are judged; without them, all. */
  readonly operations?: readonly Operation[] | undefined;
  readonly shard?: Shard | undefined;
};

/** Judges every file; one that cannot be read to its end is told of, and the others are still judged. */
export async function checkRecordings(run: CheckRecordingsOptions): Promise<void> {
  const { contract, tally, files, io, shard } = run;
  const verdicts = run.verdicts === undefined ? undefined : await openVerdictWriter(run.verdicts, io);
  const progress = startProgress(io, run.quiet);
  const baseUrl = resolveBaseUrl(contract, run.servers);
  const chosen = run.operations && new Set(run.operations.map(({ id }) => id));
  const validateRawBody = run.coverage ? undefined : contract.createFastValidator(tally.isKnownGroup);
  let number = 0;
  const isInShard = (): boolean => belongsToShard(shard, number++);
  try {
    for (const file of files) {
      if (io.signal.aborted) break;
      const source = file === "-" ? openStreamRecording(STDIN_NAME, io.stdin) : openRecording(file);
      try {
        await checkFile(contract, tally, source, {
          verdicts,
          progress,
          baseUrl,
          validateRawBody,
          chosen,
          isInShard,
          signal: io.signal,
        });
      } catch (error) {
        if (!(error instanceof RecordingError)) throw error;
        tally.addRunError(error.message);
      }
    }
    if (io.signal.aborted) tally.addRunError(INTERRUPTED_REASON);
  } finally {
    progress.stop();
    await verdicts?.close();
  }
}

/** Formats that record no host are taken for traffic with the service itself: the given server, or the first one. */
function resolveBaseUrl({ operations }: Contract, given: readonly string[]): string | undefined {
  const [server] = operations[0]?.servers ?? [];
  const own = server === undefined ? [] : [buildServerUrl(server)];
  return [...given.map((option) => option.replace(/^[^:/?#=]+=/, "")), ...own].find((url) => URL.canParse(url));
}

type FileCheckContext = {
  readonly verdicts: VerdictWriter | undefined;
  readonly progress: Progress;
  readonly baseUrl: string | undefined;
  readonly validateRawBody: Contract["fastValidate"] | undefined;
  readonly chosen: ReadonlySet<string> | undefined;
  /** Asked once an exchange: whether it falls to this run. */
  readonly isInShard: () => boolean;
  readonly signal: AbortSignal;
};

async function checkFile(
  contract: Contract,
  tally: ReportBuilder,
  source: RecordingSource,
  { verdicts, progress, chosen, isInShard, signal, ...options }: FileCheckContext,
): Promise<void> {
  let total = 0;
  const judge = (reading: ReadableExchange): string => {
    const judged = reading.kind === "settled" ? reading.outcome : contract.check(reading.exchange);
    const judgement = chosen === undefined ? judged : skipUnselected(judged, chosen);
    tally.add(reading.exchange, judgement);
    return verdicts === undefined
      ? ""
      : `${stringifyPrintable(buildVerdictLine(contract, reading.exchange, judgement))}\n`;
  };
  for await (const readings of iterateUntilInterrupted(readRecording(source, options), signal)) {
    let lines = "";
    for (const reading of readings) {
      if (!isInShard()) continue;
      if (reading.kind === "unreadable") tally.addUnreadable(reading.unreadable);
      else lines += judge(reading);
    }
    total += readings.length;
    progress.advance(readings.length);
    if (verdicts !== undefined && lines !== "") await verdicts.write(lines);
  }
  if (total === 0 && !signal.aborted) throw new RecordingError("holds no exchanges to judge", { source: source.name });
}

type ReadableExchange = Exclude<ReadResult<ExchangeResult>, { kind: "unreadable" }>;

/** What belongs to an operation that was not asked for is left out, and counted as that. */
function skipUnselected(judgement: ExchangeResult, chosen: ReadonlySet<string>): ExchangeResult {
  const { operation, verdict } = judgement;
  if (verdict === "skipped" || (operation !== undefined && chosen.has(operation.id))) return judgement;
  return {
    verdict: "skipped",
    operation: undefined,
    findings: [],
    status: undefined,
    reasons: [UNSELECTED_REASON],
    refused: [],
  };
}

/** What comes until the user interrupts, who need not wait for a pipe that nobody writes to. */
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
    // Not waited for: it comes after what is being read.
    iterator.return?.().catch(() => undefined);
  }
}

const INTERRUPTED_REASON = "interrupted; what came after that was not judged";
const UNSELECTED_REASON = "of an operation that --only leaves out";
