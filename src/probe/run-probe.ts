import type { ProbeHooks } from "../check/index.js";
import { joinList, type Operation } from "../document/index.js";
import { getRegistrationFacts } from "../resources/index.js";
import {
  type AcceptanceStats,
  type AcceptanceSummary,
  createAcceptanceStats,
  createSetupGuard,
  type WrongSetup,
} from "./acceptance-stats.js";
import { createRequestArbitrary } from "./cases/example-requests.js";
import { type CaseSource, generateCases, listUngenerated } from "./cases/generate-cases.js";
import { checkServiceResponse } from "./checks/response.js";
import { isMassDelete, isServiceSetting } from "./graph/operation-order.js";
import { createProbePlan, type ProbePlan, type ProbePlanOptions } from "./plan.js";
import { isSafeMethod, type Phase } from "./requests/probe-case.js";
import { listUntestedParameters } from "./scenarios/filters/filters.js";
import { listScenarios, type ScenarioOptions } from "./scenarios/list-scenarios.js";
import { createProbeBudget, type ProbeBudget, type ProbeLimits } from "./session/budget.js";
import {
  type CaseRecorderOptions,
  createCaseRecorder,
  createInjectedValues,
  type ProbeTask,
  runTasks,
} from "./session/case-recorder.js";
import type { ProbeExchange } from "./session/probe-exchange.js";
import { createRequestSender, pause } from "./session/send.js";
import {
  type CredentialSource,
  createProbeSession,
  needsCredentials,
  type ProbeSession,
  type TaskSession,
} from "./session/session.js";
import { CASE_VERDICTS, type CaseTaskOptions, type CaseVerdict, createCaseTask } from "./tasks/case-tasks.js";
import type { SeedRequests } from "./tasks/seed-requests.js";

type RecorderOptions = Omit<CaseRecorderOptions, "injected">;

export type ProbeOptions = ProbePlanOptions &
  RecorderOptions &
  Omit<ScenarioOptions, "workers"> & {
    /** Name of the target in reports; the default is its base URL. */
    readonly source?: string;
    readonly credentials: CredentialSource;
    readonly hooks?: ProbeHooks | undefined;
    readonly limits: ProbeLimits;
    readonly timeoutMs: number;
    /** The number of concurrent requests. Each worker runs one case at a time. */
    readonly workers?: number;
    /** Whether cases and random requests of an operation run; by default, all do. Examples and scenarios run in any case. */
    readonly hasCases?: (operation: Operation) => boolean;
    /** The only case to run. The examples that it needs are sent but not reported. */
    readonly caseId?: string | undefined;
    /** Whether the run goes on although operations ask for credentials. */
    readonly isAnonymous?: boolean | undefined;
    readonly signal: AbortSignal;
    readonly now: () => number;
  };

export type ProbeResult = {
  readonly requests: number;
  /** Number of boundary and negative cases by verdict. */
  readonly verdicts: Readonly<Record<CaseVerdict, number>>;
  /** Why the target ended the run early, if it did. */
  readonly endReason: string | undefined;
  /** Why the run ended after its first requests, whose responses are then not checked. */
  readonly wrongSetup: WrongSetup | undefined;
  /** What was not sent or not finished, and why. */
  readonly cuts: readonly string[];
  readonly isCaseFound: boolean;
  /** Of all operations, or of those of the case. A case that is not found may need what the service rejected. */
  readonly acceptance: AcceptanceSummary;
  /** Reachable operations without any request, and the reason. */
  readonly unexecuted: readonly UnexecutedOperation[];
  readonly unreachable: readonly Operation[];
  /** Selected webhooks without any delivery, although scenarios with deliveries were selected. */
  readonly unseenEvents: readonly Operation[];
  /** Webhooks that no operation of the spec registers, so that no delivery can be asked for. */
  readonly unregistrableEvents: readonly Operation[];
  /** Parameters of listings that scenarios cannot test, because the spec does not say what they select: `listOrders: q`. */
  readonly untestedParameters: readonly string[];
};

export type UnexecutedOperation = { readonly operation: Operation; readonly reason: string };

const DEFAULT_WORKERS = 4;
/** Shares of the request budget used after the cases and after the random requests. The scenarios use the rest. */
const CASES_SHARE = 0.7;
const RANDOM_SHARE = 0.8;
/** Leaves requests for operations that delete more than one resource. */
const SCENARIOS_SHARE = 0.97;
/** Leaves requests for operations that change settings of the service, too. */
const SETTINGS_SHARE = 0.9;
const RANDOM_RUNS = 20;
const EXAMPLES: PhaseShare = { phase: "examples", share: 1, concurrency: 1 };

/** Sends requests that the spec describes to a running service, and emits every exchange with its result. */
export async function runProbe(options: ProbeOptions): Promise<ProbeResult> {
  const { contract, limits, now, phases, signal, caseId, safe, workers = DEFAULT_WORKERS } = options;
  const plan = createProbePlan(options);
  const sender = createRequestSender({ timeoutMs: options.timeoutMs, connections: workers });
  const budget = createProbeBudget(limits, { now, pause });
  const injected = createInjectedValues();
  const declaresSecurity = contract.operations.some(({ security }) => security.length > 0);
  const needsOwn = (it: Operation) => options.isAnonymous !== true && (!declaresSecurity || needsCredentials(it));
  const acceptanceStats = createAcceptanceStats(contract.document, plan.seeds.firstOperations, needsOwn);
  const guard = createSetupGuard(options, acceptanceStats);
  const session = createProbeSession({
    ...{ pause, budget, signal, safe, declaresSecurity, send: sender.send, getBaseUrl: plan.getBaseUrl },
    onRequest: injected.add,
    onResponse: (sent, result) => {
      acceptanceStats.add(sent, result);
      injected.addStored(result);
    },
    findEndReason: guard.findEndReason,
    ...{ source: options.source ?? options.baseUrl, nonce: options.nonce, hooks: options.hooks },
    ...{ document: contract.document, credentials: options.credentials, otherCredentials: options.otherCredentials },
  });
  const checkedOperations = new Set<string | undefined>();
  const onExchange: ProbeOptions["onExchange"] = (exchange, checkResult, caseId) => {
    checkedOperations.add(checkResult.operation?.pointer);
    guard.onExchange(exchange, checkResult, caseId);
  };
  const recorder = createCaseRecorder({ ...options, injected, onExchange });
  const verdicts = Object.fromEntries(CASE_VERDICTS.map((it) => [it, 0])) as Record<CaseVerdict, number>;
  const count = (verdict: CaseVerdict): number => (verdicts[verdict] += 1);
  const caseOptions = { document: contract.document, seeds: plan.seeds, count, shrunk: new Map<string, number>() };
  const isWhole = caseId === undefined;
  let isCaseFound = isWhole;
  const cuts = createCutList();
  function* selectTasks(tasks: Iterable<ProbeTask>): Iterable<ProbeTask> {
    for (const task of tasks) {
      if (!isWhole && task.id !== caseId) continue;
      isCaseFound = true;
      yield task;
      if (!isWhole) return;
    }
  }
  const isSelected = (phase: Phase): boolean => phases.includes(phase) && (isWhole || caseId.startsWith(`${phase}/`));
  const run = (tasks: Iterable<ProbeTask>, concurrency = workers) =>
    runTasks(selectTasks(tasks), { session, recorder, concurrency });
  try {
    await runAllPhases(options, plan, {
      ...createPhases(options, { session, budget, cuts, run }),
      ...{ caseOptions, isSelected, isCaseFound: () => isCaseFound },
      prepare: (tasks) => runTasks(tasks, { session, recorder: undefined, concurrency: 1 }),
    });
  } finally {
    sender.close();
  }
  return {
    wrongSetup: guard.end(session.getEndReason() !== undefined && !acceptanceStats.hasResponse()),
    requests: budget.countUsed(),
    verdicts,
    isCaseFound,
    endReason: session.getEndReason(),
    cuts: [...cuts.list(), ...session.listGivenUp()],
    acceptance: acceptanceStats.summarize((it) => isWhole || !isCaseFound || checkedOperations.has(it.pointer)),
    unexecuted: isWhole ? listUnexecuted(options, plan, { session, budget }, acceptanceStats) : [],
    unreachable: isWhole ? plan.unreachable : [],
    ...listUnseenEvents(options, checkedOperations),
    untestedParameters:
      isWhole && isSelected("stateful")
        ? plan.reachable.flatMap((it) => listUntestedParameters(plan.seeds.get(it)?.accepted))
        : [],
  };
}

/** Lists the webhooks without a delivery. Without an operation that registers them, none could come. */
function listUnseenEvents(
  { caseId, phases, safe, contract, operations }: ProbeOptions,
  checked: ReadonlySet<string | undefined>,
): Pick<ProbeResult, "unseenEvents" | "unregistrableEvents"> {
  const isAsked = caseId === undefined && phases.includes("stateful") && !safe;
  const unseen = isAsked ? operations.filter(({ kind, pointer }) => kind === "webhook" && !checked.has(pointer)) : [];
  const isRegistrable = contract.operations.some((it) => getRegistrationFacts(contract.document, it) !== undefined);
  return { unseenEvents: isRegistrable ? unseen : [], unregistrableEvents: isRegistrable ? [] : unseen };
}

type PhaseLimits = {
  readonly session: ProbeSession;
  readonly budget: ProbeBudget;
  readonly cuts: ReturnType<typeof createCutList>;
  readonly run: (tasks: Iterable<ProbeTask>, concurrency?: number) => ReturnType<typeof runTasks>;
};

/** The name of a phase, and the share of all limits after which it ends. */
type PhaseShare = {
  readonly phase: string;
  readonly share: number;
  readonly concurrency?: number | undefined;
  readonly isLast?: boolean;
};

/** Creates the functions that run phases within their shares. */
function createPhases({ signal }: ProbeOptions, { session, budget, cuts, run }: PhaseLimits) {
  const postponed: { readonly tasks: Iterable<ProbeTask>; readonly phase: string }[] = [];
  /** What a phase does not finish within its share is postponed, unless it is the last one. */
  const runPhase = async (
    tasks: Iterable<ProbeTask>,
    { phase, share, concurrency, isLast = share === 1 }: PhaseShare,
  ): Promise<void> => {
    budget.limitToShare(share, phase);
    const { interrupted, left } = await run(tasks, concurrency);
    const reason = signal.aborted ? "the run was interrupted" : budget.getPhaseEndReason();
    if (reason === undefined) return;
    if (!isLast && session.getEndReason() === undefined && !signal.aborted) postponed.push({ tasks: left, phase });
    else cuts.add(reason, left, interrupted.length + 1);
  };
  /** Runs what was postponed with what other phases have left over. */
  const resume = async (share: number): Promise<void> => {
    for (const { tasks, phase } of postponed.splice(0)) await runPhase(tasks, { phase, share, isLast: true });
  };
  return { runPhase, resume };
}

type PhaseRunner = ReturnType<typeof createPhases> & {
  readonly caseOptions: CaseTaskOptions;
  /** Runs tasks that are not reported. */
  readonly prepare: (tasks: Iterable<ProbeTask>) => Promise<unknown>;
  readonly isSelected: (phase: Phase) => boolean;
  readonly isCaseFound: () => boolean;
};

/** Runs the selected phases. What deletes more than one resource, or may make the service unreachable, runs after all others. */
async function runAllPhases(options: ProbeOptions, plan: ProbePlan, runner: PhaseRunner): Promise<void> {
  const { contract, caseId, seed, hasCases = () => true } = options;
  const { seeds } = plan;
  const { caseOptions, runPhase, resume, prepare, isSelected } = runner;
  const phases = (["boundaries", "negatives"] as const).filter(isSelected);
  const runCases = (isLast: boolean, share: number): Promise<void> => {
    const isRisky = (it: Operation): boolean => isMassDelete(it) || isServiceSetting(it);
    const sources = plan.listSources().filter(({ operation: it }) => hasCases(it) && isRisky(it) === isLast);
    return runPhase(phases.length === 0 ? [] : createCaseTasks(options, sources, phases, caseOptions), {
      phase: phases.join(" and "),
      share,
      concurrency: isLast ? 1 : undefined,
    });
  };
  // All other phases depend on the examples. With `caseId`, the examples run unreported.
  if (caseId === undefined || isSelected("examples")) await runPhase(seeds.tasks, EXAMPLES);
  if (caseId !== undefined && !runner.isCaseFound()) await prepare(seeds.tasks);
  await runCases(false, isSelected("random") || isSelected("stateful") ? CASES_SHARE : 1);
  const runRandom = async (isLast: boolean, share: number): Promise<void> => {
    const operations = plan.reachable.filter((it) => hasCases(it) && isServiceSetting(it) === isLast);
    if (isSelected("random"))
      await runPhase(createRandomTasks(operations, { contract, seeds, seed, runs: RANDOM_RUNS }), {
        ...{ phase: "random", share },
      });
  };
  await runRandom(false, isSelected("stateful") ? RANDOM_SHARE : 1);
  const share = plan.reachable.some(isServiceSetting)
    ? SETTINGS_SHARE
    : seeds.lastTasks.length > 0
      ? SCENARIOS_SHARE
      : 1;
  if (isSelected("stateful"))
    for (const { tasks, concurrency } of listScenarios(
      { ...options, workers: options.workers ?? DEFAULT_WORKERS },
      plan,
    ))
      await runPhase(tasks, { phase: "stateful", share, concurrency });
  await resume(share);
  if (caseId === undefined || isSelected("examples")) await runPhase(seeds.lastTasks, EXAMPLES);
  else if (!runner.isCaseFound()) await prepare(seeds.lastTasks);
  await runCases(true, 1);
  await runRandom(true, 1);
}

function listUnexecuted(
  options: ProbeOptions,
  { reachable }: ProbePlan,
  { session, budget }: Pick<PhaseLimits, "session" | "budget">,
  acceptanceStats: AcceptanceStats,
): UnexecutedOperation[] {
  const interrupted = options.signal.aborted ? "the run was interrupted" : undefined;
  const endReason = session.getEndReason() ?? interrupted ?? budget.getExceededLimit();
  const reasons = new Map(
    listUngenerated(options.contract).map(({ operation, at, reason }) => [operation, `${at}: ${reason}`]),
  );
  return reachable
    .filter(
      (operation) => !acceptanceStats.wasRequested(operation) && (!options.safe || isSafeMethod(operation.method)),
    )
    .map((operation) => ({
      operation,
      reason: endReason ?? reasons.get(operation.id) ?? "no request could be generated",
    }));
}

function* createCaseTasks(
  { contract, safe }: ProbeOptions,
  sources: readonly CaseSource[],
  phases: readonly Phase[],
  caseOptions: CaseTaskOptions,
): Iterable<ProbeTask> {
  for (const it of generateCases(contract, sources, phases))
    if (!safe || isSafeMethod(it.method)) yield createCaseTask(caseOptions, it);
}

const MAX_NAMES = 3;

/** Collects what the limits of a run cut off, by reason. */
export function createCutList() {
  const cuts = new Map<string, string[]>();
  return {
    /** @param tasks Those that were not begun or not finished, of which a number is named. */
    add: (reason: string, tasks: Iterable<Pick<ProbeTask, "id">>, count: number): void => {
      const cases = [...(cuts.get(reason) ?? [])];
      const max = cases.length + count;
      for (const { id } of tasks) if (cases.push(id) === max) break;
      if (cases.length > 0) cuts.set(reason, cases);
    },
    list: (): string[] =>
      [...cuts].map(([reason, cases]) => `${reason}: not finished from ${joinList(cases, MAX_NAMES)} on`),
  };
}

type RandomTaskOptions = Pick<ProbeOptions, "contract" | "seed"> & {
  readonly seeds: SeedRequests;
  readonly runs: number;
};

/**
 * Creates tasks that send random requests, the same for the same seed. The first failing request is shrunk, and only
 * the smallest failing one is reported.
 */
export function createRandomTasks(operations: readonly Operation[], options: RandomTaskOptions): ProbeTask[] {
  return operations.flatMap((operation): ProbeTask[] => {
    const base = options.seeds.get(operation)?.accepted;
    if (base === undefined) return [];
    return [{ id: `random/${operation.id}`, run: (session) => findSmallestFailure(options, operation, base, session) }];
  });
}

async function findSmallestFailure(
  { contract, seed, runs }: RandomTaskOptions,
  operation: Operation,
  base: ProbeExchange,
  session: TaskSession,
): Promise<void> {
  // Imported on demand because it is large.
  const fc = await import("fast-check");
  const wrong: ProbeExchange[] = [];
  const property = fc.asyncProperty(createRequestArbitrary(fc, contract, operation, base.request), async (request) => {
    const result = await session.send({ operation, request });
    // What is wrong with the request, such as missing credentials, says nothing about the service.
    const { findings } = contract.check(result.exchange);
    const isResponseWrong = findings.some(({ code, level }) => level === "error" && !code.startsWith("request."));
    const isWrong = isResponseWrong || checkServiceResponse(result) !== undefined;
    if (isWrong) wrong.push(result);
    return !isWrong;
  });
  try {
    await fc.check(property, { seed, numRuns: runs, endOnFailure: false, maxSkipsPerRun: 0 });
  } finally {
    const smallest = wrong.pop();
    for (const result of wrong) session.discard(result);
    if (smallest !== undefined) session.report(smallest, checkServiceResponse(smallest));
  }
}
