import type { Operation } from "../document/index.js";
import type { Exchange } from "../exchange/index.js";
import type { Contract, Judgement, LevelRule } from "../gate/index.js";
import { findBases } from "./bases.js";
import { createBudget, type Limits } from "./budget.js";
import type { CaseRequest, Phase, ProbeCase } from "./case.js";
import { CASE_VERDICTS, type CaseMeans, type CaseVerdict, caseUnit } from "./case-units.js";
import { casesInOrder } from "./cases.js";
import { exampleRequests } from "./example-requests.js";
import { createFresh } from "./fresh.js";
import { createKnownValues } from "./known-values.js";
import { createProvoked } from "./provoked.js";
import { randomUnits } from "./random-units.js";
import { createRecorder } from "./recorder.js";
import { runUnits, type Unit } from "./run-units.js";
import { createSender, pause } from "./send.js";
import { type CredentialSource, createSession, type SessionMeans } from "./session.js";
import { filterStories } from "./stories/filters.js";
import { pagingStories } from "./stories/paging.js";
import { credentialStories, singleStories, unknownStories, writeStories } from "./stories/resources.js";
import type { StoryMeans } from "./stories/story-means.js";
import { createTargets } from "./targets.js";

export type ProbeOptions = {
  readonly contract: Contract;
  readonly levels: readonly LevelRule[];
  readonly operations: readonly Operation[];
  readonly baseUrl: string;
  /** What the target is called in reports; its base URL when it has no name. */
  readonly source?: string;
  /** `variable=URL`. */
  readonly servers: readonly string[];
  readonly credentials: CredentialSource;
  readonly limits: Limits;
  readonly timeoutMs: number;
  readonly seed: number;
  readonly nonce: string;
  readonly phases: readonly Phase[];
  readonly parameters: Readonly<Record<string, readonly string[]>>;
  readonly safe: boolean;
  /** The only case that is gone through, beside the examples that it builds upon. */
  readonly caseId?: string | undefined;
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
  /** Operations of which no request was accepted, so that little could be made of them. */
  readonly without: readonly string[];
};

const AT_ONCE = 4;
/** So much of the budget is used when the cases are done, and when the random requests are; the rest is for the stories. */
const CASES_SHARE = 0.7;
const RANDOM_SHARE = 0.8;
const RANDOM_RUNS = 20;

/** Asks a living service what the contract says it can be asked, and hands out every exchange with its judgement. */
export async function runProbe(options: ProbeOptions): Promise<ProbeResult> {
  const { contract, operations, limits, now, signal, seed } = options;
  const { document } = contract;
  const targets = createTargets(
    contract.operations.filter(({ kind }) => kind === "path"),
    options.baseUrl,
    options.servers,
  );
  const sender = createSender({ timeoutMs: options.timeoutMs, connections: AT_ONCE });
  const budget = createBudget(limits, { now, pause });
  const provoked = createProvoked();
  const means: SessionMeans = {
    document,
    urlOf: targets.urlOf,
    source: options.source ?? options.baseUrl,
    credentials: options.credentials,
    send: sender.send,
    pause,
    budget,
    signal,
    nonce: options.nonce,
    safe: options.safe,
    note: provoked.note,
  };
  const session = createSession(means);
  const recorder = createRecorder({ ...options, provoked });
  const go = (units: readonly Unit[], atOnce = AT_ONCE): Promise<void> =>
    runUnits(units, { session, recorder, atOnce });
  const reached = operations.filter((it) => it.kind === "path" && targets.urlOf(it) !== undefined);
  const known = createKnownValues(options.parameters);
  const examplesOf = (operation: Operation): readonly CaseRequest[] =>
    exampleRequests(contract, operation, {
      for: ({ path }, { name, in: place }) =>
        place === "path" ? known.forPath({ path }, name) : (options.parameters[name] ?? []),
    }).map(({ request }) => request);
  const fresh = createFresh(seed);
  const bases = findBases({ operations: reached, known, examplesOf, fresh, safe: options.safe });
  const verdicts = Object.fromEntries(CASE_VERDICTS.map((it) => [it, 0])) as Record<CaseVerdict, number>;
  const count = (verdict: CaseVerdict): void => {
    verdicts[verdict] += 1;
  };
  const wanted = (units: readonly Unit[]): readonly Unit[] =>
    options.caseId === undefined ? units : units.filter(({ id }) => id === options.caseId);
  const isAsked = (phase: Phase): boolean => options.phases.includes(phase) && session.ended() === undefined;
  const stories: StoryMeans = { document, operations: reached, bases, known, fresh, nonce: options.nonce };
  try {
    // Everything else is made of what the examples have taught.
    await go(bases.units, 1);
    const sources = reached.flatMap((operation) => {
      const base = bases.of(operation);
      return base === undefined ? [] : [{ operation, base: base.request }];
    });
    const phases = options.phases.filter((phase) => phase === "boundaries" || phase === "negatives");
    budget.upTo(CASES_SHARE);
    if (phases.length > 0 && session.ended() === undefined)
      await go(
        wanted(casesWithin(casesInOrder(contract, sources, phases), { options, means: { document, bases, count } })),
      );
    budget.upTo(RANDOM_SHARE);
    if (isAsked("random")) await go(wanted(randomUnits(reached, { contract, bases, seed, runs: RANDOM_RUNS })));
    budget.upTo(1);
    if (isAsked("stateful")) {
      await go(wanted([...pagingStories(stories), ...filterStories(stories), ...singleStories(stories)]));
      await go(wanted([...unknownStories(stories), ...credentialStories(stories)]));
      await go(wanted(writeStories(stories)), 1);
    }
  } finally {
    sender.close();
  }
  return {
    requests: budget.used(),
    verdicts,
    ended: session.ended(),
    bounded: budget.over(),
    without: reached.filter((it) => bases.of(it)?.accepted === undefined).map(({ id }) => id),
  };
}

type Choice = { readonly options: ProbeOptions; readonly means: CaseMeans };

/** No more cases are made than the budget has requests for; a single case is looked for among all. */
function casesWithin(cases: Iterable<ProbeCase>, { options, means }: Choice): Unit[] {
  const units: Unit[] = [];
  const { caseId, limits, safe } = options;
  for (const it of cases) {
    if (safe && !["GET", "HEAD", "OPTIONS"].includes(it.method)) continue;
    if (caseId !== undefined && it.id !== caseId) continue;
    units.push(caseUnit(means, it));
    if (caseId !== undefined || units.length >= limits.maxRequests) break;
  }
  return units;
}
