import { trafficFiles } from "../exchange/index.js";
import {
  type Contract,
  createTally,
  loadContract,
  type Outcome,
  outcomeOf,
  type Report,
  type Tally,
  type Target,
} from "../gate/index.js";
import { lint } from "../lint/index.js";
import { openBaseline } from "./baseline-file.js";
import { changesOf, troubleWithSpec, wantsCoverage } from "./check.js";
import { type CheckOptions, type CheckSettings, settingsOf } from "./check-settings.js";
import type { ExitCode, Io } from "./io.js";
import { judgeRecordings } from "./judge-recordings.js";
import { expectKnownNames } from "./probe-names.js";
import { probeTarget } from "./probe-target.js";
import { type RunningTarget, startTarget } from "./target-process.js";
import { expectFolder, parseOutputs, tell } from "./tell.js";
import { UsageError } from "./usage-error.js";

/**
 * `contract gate`: everything that the configuration names comes to one verdict and one report: the description itself, what is
 * generated from it, recordings, and living services that are started, probed and stopped.
 */
export async function gate(options: CheckOptions, io: Io): Promise<ExitCode> {
  const settings = settingsOf(options);
  const outputs = parseOutputs(options.format ?? settings.formats);
  expectSomething(settings);
  expectFolder(settings.baseline);
  const { levels, servers, failOn, allowPartial, quiet = false } = settings;
  const contract = loadContract(settings.spec, { servers, levels });
  settings.expectOperations(contract.operations);
  for (const { name, parameters = {} } of settings.targets)
    expectKnownNames(contract, parameters, (it) => `target ${name}: parameters: ${it}`);
  const beside = openBaseline(settings, io);
  const coverage = wantsCoverage(settings);
  const changes = await changesOf(settings, contract, contract.operations);
  const tally = createTally(contract, { changes, ...(coverage ? { coverage: settings.thresholds } : {}) });
  const problems = lint(contract.document, { values: settings.strictSpec ?? false });
  const say = (line: string): void => (quiet ? undefined : io.stderr(`${line}\n`));
  for (const it of troubleWithSpec(problems, settings, io)) tally.addTrouble(it);
  // They start while the rest is looked at.
  const starting = settings.targets.map((target) => start(target, settings, io));
  try {
    await expectInStep(contract, settings, { tally, say });
    if (settings.traffic.length > 0) {
      const files = await trafficFiles(settings.traffic);
      const isCounting = coverage || changes !== undefined;
      await judgeRecordings({ contract, tally, files, servers, io, coverage: isCounting, quiet });
      say(`recordings  ${files.join(", ")}: judged`);
    }
    for (const [index, target] of settings.targets.entries()) {
      const running = await starting[index];
      if (running === undefined) continue;
      if (running instanceof UsageError) tally.addTrouble(running.message);
      else await probeTarget({ target, running, settings, tally, io, say });
    }
  } finally {
    await Promise.all(starting.map(async (it) => stop(await it)));
  }
  const judge = (report: Report): Outcome => outcomeOf(report, { failOn, allowPartial });
  const report = beside(tally.report(), { command: "gate", judge });
  const limit = settings.maxFindings === undefined ? {} : { maxFindings: settings.maxFindings };
  return tell({ report, outcome: judge(report), problems, failOn, ...limit }, { command: "gate", outputs, quiet, io });
}

function expectSomething({ traffic, targets }: CheckSettings): void {
  if (traffic.length > 0 || targets.length > 0) return;
  throw new UsageError(
    'there is nothing to judge: name recordings ("traffic") or living services ("targets") in contract.config.yaml, or another file with --config',
  );
}

/** What cannot be started is told of with the rest; the others are still judged. */
async function start(target: Target, { folder }: CheckSettings, io: Io): Promise<RunningTarget | UsageError> {
  try {
    return await startTarget(target, { folder, self: io.self ?? [], signal: io.signal });
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
}

async function stop(running: RunningTarget | UsageError): Promise<void> {
  if (!(running instanceof UsageError)) await running.stop();
}

type Saying = { readonly tally: Tally; readonly say: (line: string) => void };

async function expectInStep(contract: Contract, settings: CheckSettings, { tally, say }: Saying): Promise<void> {
  const { generated } = settings;
  if (generated === undefined) return;
  const { inStep } = await import("./generated-in-step.js");
  const { state, troubles } = await inStep(contract.document, generated);
  for (const trouble of troubles) tally.addTrouble(trouble);
  say(`generated   ${generated}: ${state}`);
}
