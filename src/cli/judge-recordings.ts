import { type Operation, serverUrl } from "../document/index.js";
import {
  openRecording,
  type Reading,
  RecordingError,
  type RecordingSource,
  readRecording,
  stdinName,
  streamedRecording,
} from "../exchange/index.js";
import { type Contract, type Judgement, type Tally, verdictLine } from "../gate/index.js";
import { jsonText } from "../report/index.js";
import type { Io } from "./io.js";
import { type Progress, startProgress } from "./progress.js";
import { fallsTo, type Shard } from "./shard.js";
import { openVerdictLines, type VerdictLines } from "./verdict-lines.js";

/** What is judged, and by what. */
export type RecordingsRun = {
  readonly contract: Contract;
  readonly tally: Tally;
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
export async function judgeRecordings(run: RecordingsRun): Promise<void> {
  const { contract, tally, files, io, shard } = run;
  const verdicts = run.verdicts === undefined ? undefined : await openVerdictLines(run.verdicts, io);
  const progress = startProgress(io, run.quiet);
  const baseUrl = baseUrlOf(contract, run.servers);
  const chosen = run.operations && new Set(run.operations.map(({ id }) => id));
  const settle = run.coverage ? undefined : contract.settleBeside(tally.hasSeen);
  let number = 0;
  const turn = (): boolean => fallsTo(shard, number++);
  try {
    for (const file of files) {
      if (io.signal.aborted) break;
      const source = file === "-" ? streamedRecording(stdinName, io.stdin) : openRecording(file);
      try {
        await judgeFile(contract, tally, source, {
          verdicts,
          progress,
          baseUrl,
          settle,
          chosen,
          turn,
          signal: io.signal,
        });
      } catch (error) {
        if (!(error instanceof RecordingError)) throw error;
        tally.addTrouble(error.message);
      }
    }
    if (io.signal.aborted) tally.addTrouble(INTERRUPTED);
  } finally {
    progress.stop();
    await verdicts?.end();
  }
}

/** Formats that record no host are taken for traffic with the service itself: the given server, or the first one. */
function baseUrlOf({ operations }: Contract, given: readonly string[]): string | undefined {
  const [server] = operations[0]?.servers ?? [];
  const own = server === undefined ? [] : [serverUrl(server)];
  return [...given.map((option) => option.replace(/^[^:/?#=]+=/, "")), ...own].find((url) => URL.canParse(url));
}

type Means = {
  readonly verdicts: VerdictLines | undefined;
  readonly progress: Progress;
  readonly baseUrl: string | undefined;
  readonly settle: Contract["settle"] | undefined;
  readonly chosen: ReadonlySet<string> | undefined;
  /** Asked once an exchange: whether it falls to this run. */
  readonly turn: () => boolean;
  readonly signal: AbortSignal;
};

async function judgeFile(
  contract: Contract,
  tally: Tally,
  source: RecordingSource,
  { verdicts, progress, chosen, turn, signal, ...options }: Means,
): Promise<void> {
  let total = 0;
  const judge = (reading: Readable): string => {
    const judged = reading.kind === "settled" ? reading.outcome : contract.check(reading.exchange);
    const judgement = chosen === undefined ? judged : onlyOf(judged, chosen);
    tally.add(reading.exchange, judgement);
    return verdicts === undefined ? "" : `${jsonText(verdictLine(contract, reading.exchange, judgement))}\n`;
  };
  for await (const readings of untilInterrupted(readRecording(source, options), signal)) {
    let lines = "";
    for (const reading of readings) {
      if (!turn()) continue;
      if (reading.kind === "unreadable") tally.addUnreadable(reading.unreadable);
      else lines += judge(reading);
    }
    total += readings.length;
    progress.advance(readings.length);
    if (verdicts !== undefined && lines !== "") await verdicts.write(lines);
  }
  if (total === 0 && !signal.aborted) throw new RecordingError("holds no exchanges to judge", { source: source.name });
}

type Readable = Exclude<Reading<Judgement>, { kind: "unreadable" }>;

/** What belongs to an operation that was not asked for is left out, and counted as that. */
function onlyOf(judgement: Judgement, chosen: ReadonlySet<string>): Judgement {
  const { operation, verdict } = judgement;
  if (verdict === "skipped" || (operation !== undefined && chosen.has(operation.id))) return judgement;
  return {
    verdict: "skipped",
    operation: undefined,
    findings: [],
    status: undefined,
    reasons: [LEFT_OUT],
    refused: [],
  };
}

/** What comes until the user interrupts, who need not wait for a pipe that nobody writes to. */
async function* untilInterrupted<Item>(items: AsyncIterable<Item>, signal: AbortSignal): AsyncGenerator<Item> {
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

const INTERRUPTED = "interrupted; what came after that was not judged";
const LEFT_OUT = "of an operation that --only leaves out";
