import type { Operation } from "../document/index.js";
import type { Exchange } from "../exchange/index.js";
import type { Judgement, LevelRule } from "../gate/index.js";
import { type Budget, createBudget, type Limits } from "./budget.js";
import type { Phase } from "./case.js";
import { CASE_VERDICTS, type CaseMeans, type CaseVerdict, caseUnit } from "./case-units.js";
import { casesInOrder, unplannedOf } from "./cases.js";
import { createPlan, type Plan, type PlanOptions } from "./plan.js";
import { createProvoked } from "./provoked.js";
import { randomUnits } from "./random-units.js";
import { createReception, type Received, type Reception } from "./reception.js";
import { createRecorder } from "./recorder.js";
import { runUnits, type Unit } from "./run-units.js";
import { isSafe } from "./safe.js";
import { createSender, pause } from "./send.js";
import { type CredentialSource, createSession, type Session } from "./session.js";
import { filterStories } from "./stories/filters.js";
import { pagingStories } from "./stories/paging.js";
import { credentialStories, singleStories, unknownStories, writeStories } from "./stories/resources.js";
import type { StoryMeans } from "./stories/story-means.js";
import { type Listen, webhookStories } from "./stories/webhooks.js";

export type ProbeOptions = PlanOptions & {
  readonly levels: readonly LevelRule[];
  /** What the target is called in reports; its base URL when it has no name. */
  readonly source?: string;
  readonly credentials: CredentialSource;
  readonly limits: Limits;
  readonly timeoutMs: number;
  readonly nonce: string;
  /** The only case that is gone through; the examples that it builds upon are sent, and not told. */
  readonly caseId?: string | undefined;
  /** Where events can be sent to; without it, none are asked for. */
  readonly listen?: Listen | undefined;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** The command that goes through one case again. */
  readonly command: (caseId: string) => string;
  readonly onExchange: (exchange: Exchange, judgement: Judgement) => void;
};

export type ProbeResult = {
  readonly requests: number;
  /** What came of the boundaries and negatives. */
  readonly verdicts: Readonly<Record<CaseVerdict, number>>;
  /** Why the run has not gone through all of its cases for reasons of the target's. */
  readonly ended: string | undefined;
  /** Why it has stopped at its bounds, which is as it should be. */
  readonly bounded: string | undefined;
  /** Whether there was the case that was asked for. */
  readonly isFound: boolean;
  /** How the service has received what was asked. */
  readonly received: Received;
  /** Operations that were not asked though they could be reached, and why. */
  readonly unasked: readonly Unasked[];
  /** Operations of which nobody has said where they are served. */
  readonly unreached: readonly Operation[];
};

export type Unasked = { readonly operation: Operation; readonly reason: string };

const AT_ONCE = 4;
/** So much of the budget is used when the cases are done, and when the random requests are; the rest is for the stories. */
const CASES_SHARE = 0.7;
const RANDOM_SHARE = 0.8;
const RANDOM_RUNS = 20;

/** Asks a living service what the contract says it can be asked, and hands out every exchange with its judgement. */
export async function runProbe(options: ProbeOptions): Promise<ProbeResult> {
  const { contract, limits, now, signal, seed, caseId, safe } = options;
  const { document } = contract;
  const plan = createPlan(options);
  const { reached, known, bases, fresh } = plan;
  const sender = createSender({ timeoutMs: options.timeoutMs, connections: AT_ONCE });
  const budget = createBudget(limits, { now, pause });
  const provoked = createProvoked();
  const reception = createReception(document);
  const session = createSession({
    ...{ document, pause, budget, signal, safe, send: sender.send, urlOf: plan.urlOf },
    ...{ note: provoked.note, received: reception.note },
    ...{ source: options.source ?? options.baseUrl, credentials: options.credentials, nonce: options.nonce },
  });
  const told = new Set<string | undefined>();
  const onExchange: ProbeOptions["onExchange"] = (exchange, judgement) => {
    told.add(judgement.operation?.pointer);
    options.onExchange(exchange, judgement);
  };
  const recorder = createRecorder({ ...options, provoked, onExchange });
  const verdicts = Object.fromEntries(CASE_VERDICTS.map((it) => [it, 0])) as Record<CaseVerdict, number>;
  const means: CaseMeans = { document, bases, count: (verdict) => (verdicts[verdict] += 1) };
  let isFound = caseId === undefined;
  const go = async (units: Iterable<Unit>, share: number, atOnce = AT_ONCE): Promise<void> => {
    budget.upTo(share);
    await runUnits(sought(units), { session, recorder, atOnce });
  };
  function* sought(units: Iterable<Unit>): Iterable<Unit> {
    for (const unit of units) {
      if (caseId !== undefined && unit.id !== caseId) continue;
      isFound = true;
      yield unit;
      if (caseId !== undefined) return;
    }
  }
  const isAsked = (phase: Phase): boolean =>
    options.phases.includes(phase) && (caseId === undefined || caseId.startsWith(`${phase}/`));
  try {
    // Everything else is made of what the examples have taught; where a single case is wanted, they are told to nobody.
    if (caseId === undefined || isAsked("examples")) await go(bases.units, 1, 1);
    if (caseId !== undefined && !isFound) await runUnits(bases.units, { session, recorder: undefined, atOnce: 1 });
    const phases = (["boundaries", "negatives"] as const).filter(isAsked);
    if (phases.length > 0) await go(caseUnits(options, plan, { means, phases }), CASES_SHARE);
    if (isAsked("random")) await go(randomUnits(reached, { contract, bases, seed, runs: RANDOM_RUNS }), RANDOM_SHARE);
    if (isAsked("stateful")) {
      const stories: StoryMeans = { document, operations: reached, bases, known, fresh, nonce: options.nonce };
      await go([...pagingStories(stories), ...filterStories(stories), ...singleStories(stories)], 1);
      await go([...unknownStories(stories), ...credentialStories(stories)], 1);
      await go(writeStories(stories), 1, 1);
      const { listen } = options;
      if (listen !== undefined && !safe) await go(webhookStories({ ...stories, listen, pause }), 1, 1);
    }
  } finally {
    sender.close();
  }
  return {
    requests: budget.used(),
    verdicts,
    isFound,
    ended: session.ended(),
    bounded: budget.over(),
    received: reception.received(({ pointer }) => caseId === undefined || told.has(pointer)),
    unasked: caseId === undefined ? unaskedOf(options, plan, { session, budget, reception }) : [],
    unreached: caseId === undefined ? plan.unreached : [],
  };
}

type Run = { readonly session: Session; readonly budget: Budget; readonly reception: Reception };

function unaskedOf({ contract, signal, safe }: ProbeOptions, { reached }: Plan, run: Run): Unasked[] {
  const { session, budget, reception } = run;
  const interrupted = signal.aborted ? "the run was interrupted" : undefined;
  const ended = session.ended() ?? interrupted ?? budget.over();
  const unmade = new Map(unplannedOf(contract).map(({ operation, at, reason }) => [operation, `${at}: ${reason}`]));
  return reached
    .filter((operation) => !reception.wasAsked(operation) && (!safe || isSafe(operation.method)))
    .map((operation) => ({ operation, reason: ended ?? unmade.get(operation.id) ?? "no request of it could be made" }));
}

type CaseChoice = { readonly means: CaseMeans; readonly phases: readonly Phase[] };

function* caseUnits({ contract, safe }: ProbeOptions, plan: Plan, { means, phases }: CaseChoice): Iterable<Unit> {
  for (const it of casesInOrder(contract, plan.sources(), phases))
    if (!safe || isSafe(it.method)) yield caseUnit(means, it);
}
