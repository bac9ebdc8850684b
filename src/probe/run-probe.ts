import type { Operation } from "../document/index.js";
import type { Exchange } from "../exchange/index.js";
import type { ExchangeResult, LevelRule } from "../gate/index.js";
import { type AcceptanceStats, type AcceptanceSummary, createAcceptanceStats } from "./acceptance-stats.js";
import { generateCases, listUngenerated } from "./cases/generate-cases.js";
import { createProbePlan, type ProbePlan, type ProbePlanOptions } from "./plan.js";
import type { Phase } from "./requests/probe-case.js";
import { isSafeMethod } from "./requests/safe-method.js";
import { createFilterScenarios } from "./scenarios/filters.js";
import { createPagingScenarios } from "./scenarios/paging.js";
import {
  createCredentialScenarios,
  createItemScenarios,
  createUnknownIdScenarios,
  createWriteScenarios,
} from "./scenarios/resources.js";
import type { ScenarioContext } from "./scenarios/scenario-context.js";
import { createWebhookScenarios, type WebhookListenerFactory } from "./scenarios/webhooks.js";
import { createProbeBudget, type ProbeBudget, type ProbeLimits } from "./session/budget.js";
import { createCaseRecorder } from "./session/case-recorder.js";
import { createInjectedValues } from "./session/injected-values.js";
import { type ProbeTask, runTasks } from "./session/run-tasks.js";
import { createRequestSender, pause } from "./session/send.js";
import { type CredentialSource, createProbeSession, type ProbeSession } from "./session/session.js";
import { CASE_VERDICTS, type CaseTaskOptions, type CaseVerdict, createCaseTask } from "./tasks/case-tasks.js";
import { createRandomTasks } from "./tasks/random-tasks.js";

export type ProbeOptions = ProbePlanOptions & {
  readonly levels: readonly LevelRule[];
  /** What the target is called in reports; its base URL when it has no name. */
  readonly source?: string;
  readonly credentials: CredentialSource;
  readonly limits: ProbeLimits;
  readonly timeoutMs: number;
  readonly nonce: string;
  /** The only case that is gone through; the examples that it builds upon are sent, and not told. */
  readonly caseId?: string | undefined;
  /** Where events can be sent to; without it, none are asked for. */
  readonly listen?: WebhookListenerFactory | undefined;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** The command that goes through one case again. */
  readonly command: (caseId: string) => string;
  readonly onExchange: (exchange: Exchange, judgement: ExchangeResult) => void;
};

export type ProbeResult = {
  readonly requests: number;
  /** What came of the boundaries and negatives. */
  readonly verdicts: Readonly<Record<CaseVerdict, number>>;
  /** Why the run has not gone through all of its cases for reasons of the target's. */
  readonly endReason: string | undefined;
  /** Why it has stopped at its bounds, which is as it should be. */
  readonly limitReason: string | undefined;
  /** Whether there was the case that was asked for. */
  readonly isCaseFound: boolean;
  /** How the service has received what was asked. */
  readonly acceptance: AcceptanceSummary;
  /** Operations that were not asked though they could be reached, and why. */
  readonly unexecuted: readonly UnexecutedOperation[];
  /** Operations of which nobody has said where they are served. */
  readonly unreachable: readonly Operation[];
};

export type UnexecutedOperation = { readonly operation: Operation; readonly reason: string };

const CONCURRENCY = 4;
/** So much of the budget is used when the cases are done, and when the random requests are; the rest is for the stories. */
const CASES_SHARE = 0.7;
const RANDOM_SHARE = 0.8;
const RANDOM_RUNS = 20;

/** Asks a living service what the contract says it can be asked, and hands out every exchange with its judgement. */
export async function runProbe(options: ProbeOptions): Promise<ProbeResult> {
  const { contract, limits, now, signal, seed, caseId, safe } = options;
  const { document } = contract;
  const plan = createProbePlan(options);
  const { reachable, known, seeds, createId } = plan;
  const sender = createRequestSender({ timeoutMs: options.timeoutMs, connections: CONCURRENCY });
  const budget = createProbeBudget(limits, { now, pause });
  const injected = createInjectedValues();
  const reception = createAcceptanceStats(document);
  const session = createProbeSession({
    ...{ document, pause, budget, signal, safe, send: sender.send, urlOf: plan.urlOf },
    ...{ onRequest: injected.add, onResponse: reception.add },
    ...{ source: options.source ?? options.baseUrl, credentials: options.credentials, nonce: options.nonce },
  });
  const told = new Set<string | undefined>();
  const onExchange: ProbeOptions["onExchange"] = (exchange, judgement) => {
    told.add(judgement.operation?.pointer);
    options.onExchange(exchange, judgement);
  };
  const recorder = createCaseRecorder({ ...options, injected, onExchange });
  const verdicts = Object.fromEntries(CASE_VERDICTS.map((it) => [it, 0])) as Record<CaseVerdict, number>;
  const means: CaseTaskOptions = { document, seeds, count: (verdict) => (verdicts[verdict] += 1) };
  let isCaseFound = caseId === undefined;
  const go = async (units: Iterable<ProbeTask>, share: number, concurrency = CONCURRENCY): Promise<void> => {
    budget.limitToShare(share);
    await runTasks(sought(units), { session, recorder, concurrency });
  };
  function* sought(units: Iterable<ProbeTask>): Iterable<ProbeTask> {
    for (const unit of units) {
      if (caseId !== undefined && unit.id !== caseId) continue;
      isCaseFound = true;
      yield unit;
      if (caseId !== undefined) return;
    }
  }
  const isAsked = (phase: Phase): boolean =>
    options.phases.includes(phase) && (caseId === undefined || caseId.startsWith(`${phase}/`));
  try {
    // Everything else is made of what the examples have taught; where a single case is wanted, they are told to nobody.
    if (caseId === undefined || isAsked("examples")) await go(seeds.tasks, 1, 1);
    if (caseId !== undefined && !isCaseFound)
      await runTasks(seeds.tasks, { session, recorder: undefined, concurrency: 1 });
    const phases = (["boundaries", "negatives"] as const).filter(isAsked);
    if (phases.length > 0) await go(createCaseTasks(options, plan, { means, phases }), CASES_SHARE);
    if (isAsked("random"))
      await go(createRandomTasks(reachable, { contract, seeds, seed, runs: RANDOM_RUNS }), RANDOM_SHARE);
    if (isAsked("stateful")) {
      const stories: ScenarioContext = {
        document,
        operations: reachable,
        seeds,
        known,
        createId,
        nonce: options.nonce,
      };
      await go(
        [...createPagingScenarios(stories), ...createFilterScenarios(stories), ...createItemScenarios(stories)],
        1,
      );
      await go([...createUnknownIdScenarios(stories), ...createCredentialScenarios(stories)], 1);
      await go(createWriteScenarios(stories), 1, 1);
      const { listen } = options;
      if (listen !== undefined && !safe) await go(createWebhookScenarios({ ...stories, listen, pause }), 1, 1);
    }
  } finally {
    sender.close();
  }
  return {
    requests: budget.countUsed(),
    verdicts,
    isCaseFound,
    endReason: session.getEndReason(),
    limitReason: budget.getExceededLimit(),
    acceptance: reception.summarize(({ pointer }) => caseId === undefined || told.has(pointer)),
    unexecuted: caseId === undefined ? listUnexecuted(options, plan, { session, budget, reception }) : [],
    unreachable: caseId === undefined ? plan.unreachable : [],
  };
}

type ProbeRun = { readonly session: ProbeSession; readonly budget: ProbeBudget; readonly reception: AcceptanceStats };

function listUnexecuted(
  { contract, signal, safe }: ProbeOptions,
  { reachable }: ProbePlan,
  run: ProbeRun,
): UnexecutedOperation[] {
  const { session, budget, reception } = run;
  const interrupted = signal.aborted ? "the run was interrupted" : undefined;
  const ended = session.getEndReason() ?? interrupted ?? budget.getExceededLimit();
  const unmade = new Map(listUngenerated(contract).map(({ operation, at, reason }) => [operation, `${at}: ${reason}`]));
  return reachable
    .filter((operation) => !reception.wasRequested(operation) && (!safe || isSafeMethod(operation.method)))
    .map((operation) => ({ operation, reason: ended ?? unmade.get(operation.id) ?? "no request of it could be made" }));
}

type CaseSelection = { readonly means: CaseTaskOptions; readonly phases: readonly Phase[] };

function* createCaseTasks(
  { contract, safe }: ProbeOptions,
  plan: ProbePlan,
  { means, phases }: CaseSelection,
): Iterable<ProbeTask> {
  for (const it of generateCases(contract, plan.listSources(), phases))
    if (!safe || isSafeMethod(it.method)) yield createCaseTask(means, it);
}
