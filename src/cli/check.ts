import { once } from "node:events";
import type { WriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { serverUrl } from "../document/index.js";
import {
  openRecording,
  RecordingError,
  type RecordingSource,
  readRecording,
  stdinName,
  streamedRecording,
  trafficFiles,
} from "../exchange/index.js";
import {
  type Contract,
  createTally,
  loadContract,
  type Outcome,
  outcomeOf,
  type Report,
  type Tally,
  verdictLine,
} from "../gate/index.js";
import { lint, type Problem } from "../lint/index.js";
import { problemList } from "../report/index.js";
import { type BaselineFile, openBaseline } from "./baseline-file.js";
import { type CheckOptions, type CheckSettings, checkSettings } from "./check-settings.js";
import type { ExitCode, Io } from "./io.js";
import { type Progress, startProgress } from "./progress.js";
import { expectFolder, parseOutputs, tell } from "./tell.js";

/** `contract check`: judges recorded traffic and reports. */
export async function check(traffic: readonly string[], options: CheckOptions, io: Io): Promise<ExitCode> {
  const outputs = parseOutputs(options.format);
  const settings = checkSettings(traffic, options);
  for (const file of [options.verdicts, settings.baseline]) expectFolder(file);
  const { levels, servers, failOn, allowPartial } = settings;
  const contract = loadContract(settings.spec, { servers, levels });
  settings.expectOperations(contract.operations);
  const baseline =
    settings.baseline === undefined ? undefined : openBaseline(settings.baseline, settings, io.today ?? "");
  const files = await trafficFiles(settings.traffic);
  const problems = lint(contract.document, { values: settings.strictSpec ?? false });
  const tally = createTally(contract, wantsCoverage(settings) ? { coverage: settings.thresholds } : {});
  const trouble = [
    ...troubleWithSpec(problems, settings, io),
    ...(await judgeAll({ contract, tally, files, settings, io })),
  ];
  const judge = (report: Report): Outcome => {
    const outcome = outcomeOf(report, { failOn, allowPartial });
    if (trouble.length === 0) return outcome;
    return { kind: "unjudged", reasons: [...trouble, ...(outcome.kind === "unjudged" ? outcome.reasons : [])] };
  };
  const report = besideBaseline(tally.report(), { baseline, settings, io, judge });
  const outcome = judge(report);
  const limit = settings.maxFindings === undefined ? {} : { maxFindings: settings.maxFindings };
  const quiet = settings.quiet ?? false;
  return tell({ report, outcome, problems, ...limit }, { command: "check", outputs, quiet, io });
}

type Beside = {
  readonly baseline: BaselineFile | undefined;
  readonly settings: CheckSettings;
  readonly io: Io;
  readonly judge: (report: Report) => Outcome;
};

/** A run that has not seen everything changes no baseline: what it did not find may still be there. */
function besideBaseline(report: Report, { baseline, settings, io, judge }: Beside): Report {
  if (baseline === undefined) return report;
  const laid = baseline.lay(report);
  if (settings.updateBaseline !== true) return laid;
  if (judge(laid).kind !== "unjudged") return baseline.update(laid, io);
  io.stderr(`contract check: ${settings.baseline} is left as it was, for not everything could be judged\n`);
  return laid;
}

function wantsCoverage({ coverage, thresholds }: CheckSettings): boolean {
  return coverage === true || Object.keys(thresholds).length > 0;
}

/** Lists the problems of the description before anything is judged by it; they stop nobody who has not asked for that. */
function troubleWithSpec(problems: readonly Problem[], { strictSpec = false, quiet }: CheckSettings, io: Io): string[] {
  if (strictSpec || quiet !== true) io.stderr(problemList(problems, { all: strictSpec }));
  const count = problems.filter(({ level }) => level !== "info").length;
  if (!strictSpec || count === 0) return [];
  return [`the description has ${count} ${count === 1 ? "problem" : "problems"}, and --strict-spec allows none`];
}

type Run = {
  readonly contract: Contract;
  readonly tally: Tally;
  readonly files: readonly string[];
  readonly settings: CheckSettings;
  readonly io: Io;
};

/** Judges every file; one that cannot be read to its end is told of, and the others are still judged. */
async function judgeAll({ contract, tally, files, settings, io }: Run): Promise<string[]> {
  const verdicts =
    settings.verdicts === undefined ? undefined : (await open(settings.verdicts, "w")).createWriteStream();
  const progress = startProgress(io, settings.quiet ?? false);
  const baseUrl = baseUrlOf(contract, settings.servers);
  const trouble: string[] = [];
  try {
    // What is counted for coverage has to be read.
    const settle = wantsCoverage(settings) ? undefined : contract.settle;
    io.lasting?.();
    for (const file of files) {
      const source = file === "-" ? streamedRecording(stdinName, io.stdin) : openRecording(file);
      try {
        await judgeFile(contract, tally, source, { verdicts, progress, baseUrl, settle });
      } catch (error) {
        if (!(error instanceof RecordingError)) throw error;
        trouble.push(error.message);
      }
    }
  } finally {
    progress.stop();
    if (verdicts !== undefined) await once(verdicts.end(), "finish");
  }
  return trouble;
}

/** Formats that record no host are taken for traffic with the service itself: the given server, or the first one. */
function baseUrlOf({ operations }: Contract, given: readonly string[]): string | undefined {
  const [server] = operations[0]?.servers ?? [];
  const own = server === undefined ? [] : [serverUrl(server)];
  return [...given.map((option) => option.replace(/^[^:/?#=]+=/, "")), ...own].find((url) => URL.canParse(url));
}

type Means = {
  readonly verdicts: WriteStream | undefined;
  readonly progress: Progress;
  readonly baseUrl: string | undefined;
  readonly settle: Contract["settle"] | undefined;
};

async function judgeFile(
  contract: Contract,
  tally: Tally,
  source: RecordingSource,
  { verdicts, progress, ...options }: Means,
): Promise<void> {
  let total = 0;
  for await (const readings of readRecording(source, options)) {
    let lines = "";
    let count = 0;
    for (const reading of readings) {
      count += 1;
      if (reading.kind === "unreadable") {
        tally.addUnreadable(reading.unreadable);
        continue;
      }
      const judgement = reading.kind === "settled" ? reading.outcome : contract.check(reading.exchange);
      tally.add(reading.exchange, judgement);
      if (verdicts !== undefined) lines += `${JSON.stringify(verdictLine(contract, reading.exchange, judgement))}\n`;
    }
    total += count;
    progress.advance(count);
    if (verdicts !== undefined && lines !== "" && !verdicts.write(lines)) await once(verdicts, "drain");
  }
  if (total === 0) throw new RecordingError("holds no exchanges to judge", { source: source.name });
}
