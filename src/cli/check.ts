import type { Operation } from "../document/index.js";
import { trafficFiles } from "../exchange/index.js";
import {
  type Changes,
  type Contract,
  createTally,
  loadContract,
  type Outcome,
  outcomeOf,
  type Report,
  selectOperations,
} from "../gate/index.js";
import { lint, type Problem } from "../lint/index.js";
import { problemList } from "../report/index.js";
import { openBaseline } from "./baseline-file.js";
import { type CheckOptions, type CheckSettings, checkSettings } from "./check-settings.js";
import type { ExitCode, Io } from "./io.js";
import { judgeRecordings } from "./judge-recordings.js";
import { expectFolder, parseOutputs, tell } from "./tell.js";
import { expectRoomFor } from "./verdict-lines.js";

/** `contract check`: judges recorded traffic and reports. */
export async function check(traffic: readonly string[], options: CheckOptions, io: Io): Promise<ExitCode> {
  const settings = checkSettings(traffic, options);
  const outputs = parseOutputs(options.format ?? settings.formats);
  expectRoomFor(options.verdicts, outputs);
  expectFolder(settings.baseline);
  const { levels, servers, failOn, allowPartial } = settings;
  const contract = loadContract(settings.spec, { servers, levels });
  settings.expectOperations(contract.operations);
  const beside = openBaseline(settings, io);
  const files = await trafficFiles(settings.traffic);
  const problems = lint(contract.document, { values: settings.strictSpec ?? false });
  const operations = selectOperations(contract.operations, settings.only ?? []);
  const coverage = wantsCoverage(settings);
  const changes = await changesOf(settings, contract, operations);
  const tally = createTally(contract, { operations, changes, ...(coverage ? { coverage: settings.thresholds } : {}) });
  for (const it of troubleWithSpec(problems, settings, io)) tally.addTrouble(it);
  const { verdicts, shard, quiet = false } = settings;
  const chosen = settings.only === undefined ? undefined : operations;
  const isCounting = coverage || changes !== undefined;
  await judgeRecordings({
    ...{ contract, tally, files, servers, io, quiet, verdicts, shard },
    coverage: isCounting,
    operations: chosen,
  });
  const isShard = shard !== undefined;
  const judge = (report: Report): Outcome => outcomeOf(report, { failOn, allowPartial, isShard });
  const seen = shard === undefined ? tally.report() : { ...tally.report(), shard };
  const report = beside(seen, { command: "check", judge });
  const outcome = judge(report);
  const limit = settings.maxFindings === undefined ? {} : { maxFindings: settings.maxFindings };
  return tell({ report, outcome, problems, failOn, ...limit }, { command: "check", outputs, quiet, io });
}

export function wantsCoverage({ coverage, thresholds }: CheckSettings): boolean {
  return coverage === true || Object.keys(thresholds).length > 0;
}

/** Descriptions are compared only where somebody asks what has changed, and so is what compares them loaded. */
export async function changesOf(
  { since }: CheckSettings,
  contract: Contract,
  operations: readonly Operation[],
): Promise<Changes | undefined> {
  if (since === undefined) return undefined;
  const { changesSince } = await import("./changes-since.js");
  return changesSince(since, contract, operations);
}

/** Lists the problems of the description before anything is judged by it; they stop nobody who has not asked for that. */
export function troubleWithSpec(
  problems: readonly Problem[],
  { strictSpec = false, quiet }: CheckSettings,
  io: Io,
): string[] {
  if (strictSpec || quiet !== true) io.stderr(problemList(problems, { all: strictSpec }));
  const count = problems.filter(({ level }) => level !== "info").length;
  if (!strictSpec || count === 0) return [];
  return [`the description has ${count} ${count === 1 ? "problem" : "problems"}, and --strict-spec allows none`];
}
