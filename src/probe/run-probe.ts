import type { Operation } from "../document/index.js";
import type { Exchange } from "../exchange/index.js";
import type { Contract, Judgement, LevelRule } from "../gate/index.js";
import { findBases } from "./bases.js";
import { createBudget, type Limits } from "./budget.js";
import type { CaseRequest, Phase } from "./case.js";
import { exampleRequests } from "./example-requests.js";
import { createFresh } from "./fresh.js";
import { createKnownValues } from "./known-values.js";
import { createRecorder } from "./recorder.js";
import { runUnits, type Unit } from "./run-units.js";
import { createSender, pause } from "./send.js";
import { type CredentialSource, createSession, type SessionMeans } from "./session.js";
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
  /** Why the run has not gone through all of its cases for reasons of the target's. */
  readonly ended: string | undefined;
  /** Why it has stopped at its bounds, which is as it should be. */
  readonly bounded: string | undefined;
  /** Operations of which no request was accepted, so that little could be made of them. */
  readonly without: readonly string[];
};

const AT_ONCE = 4;

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
  };
  const session = createSession(means);
  const recorder = createRecorder(options);
  const go = (units: readonly Unit[], atOnce = AT_ONCE): Promise<void> =>
    runUnits(units, { session, recorder, atOnce });
  const reached = operations.filter((it) => it.kind === "path" && targets.urlOf(it) !== undefined);
  const known = createKnownValues(options.parameters);
  const examplesOf = (operation: Operation): readonly CaseRequest[] =>
    exampleRequests(contract, operation, {
      for: ({ path }, { name, in: place }) =>
        place === "path" ? known.forPath({ path }, name) : (options.parameters[name] ?? []),
    }).map(({ request }) => request);
  const bases = findBases({ operations: reached, known, examplesOf, fresh: createFresh(seed), safe: options.safe });
  try {
    await go(bases.units, 1);
  } finally {
    sender.close();
  }
  return {
    requests: budget.used(),
    ended: session.ended(),
    bounded: budget.over(),
    without: reached.filter((it) => bases.of(it)?.accepted === undefined).map(({ id }) => id),
  };
}
