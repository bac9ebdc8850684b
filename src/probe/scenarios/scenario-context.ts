import type { Document, Operation } from "../../document/index.js";
import type { KnownValues } from "../graph/known-values.js";
import { type CaseRequest, EMPTY_REQUEST } from "../requests/probe-case.js";
import type { ProbeTask } from "../session/case-recorder.js";
import type { ProbeExchange } from "../session/probe-exchange.js";
import type { TaskSession } from "../session/session.js";
import type { SeedRequests } from "../tasks/seed-requests.js";

/** What scenarios need. */
export type ScenarioContext = {
  readonly document: Document;
  readonly operations: readonly Operation[];
  readonly seeds: SeedRequests;
  readonly known: KnownValues;
  /** A different value in each run. */
  readonly nonce: string;
  /** Creates an unused id; the same name always gives the same id. */
  readonly createId: (name: string) => string;
  /** Whether a request is valid by the spec. */
  readonly isValid: (operation: Operation, request: CaseRequest) => boolean;
};

/** What a scenario needs while it runs. */
export type ScenarioRun = ScenarioContext & TaskSession;

/** Creates the task of a scenario, which is named after an operation. */
export function createScenario<Context extends ScenarioContext>(
  context: Context,
  { id }: Operation,
  kind: string,
  run: (run: Context & TaskSession) => Promise<void>,
): ProbeTask {
  return { id: `stateful/${id}/${kind}`, run: (session) => run({ ...context, ...session }) };
}

/** Creates a scenario for each of the operations with an accepted request, unless the plan has nothing to run for it. */
export function planScenarios<Context extends ScenarioContext>(
  context: Context,
  operations: readonly Operation[],
  kind: string,
  plan: (accepted: ProbeExchange) => ((run: Context & TaskSession) => Promise<void>) | undefined,
): ProbeTask[] {
  return operations.flatMap((operation) => {
    const accepted = context.seeds.get(operation)?.accepted;
    const run = accepted && plan(accepted);
    return run === undefined ? [] : [createScenario(context, operation, kind, run)];
  });
}

/** The same for operations that read. */
export function planReadScenarios(
  context: ScenarioContext,
  kind: string,
  plan: Parameters<typeof planScenarios<ScenarioContext>>[3],
): ProbeTask[] {
  return planScenarios(context, listReadOperations(context), kind, plan);
}

/** An accepted read of the same path. */
export function findAcceptedRead(context: ScenarioContext, { path }: Operation): ProbeExchange | undefined {
  const read = listReadOperations(context).find((it) => it.path === path);
  return read && context.seeds.get(read)?.accepted;
}

/** The first accepted request of several operations, such as those that create a resource. */
export function findAccepted(
  { seeds }: ScenarioContext,
  operations: readonly (Operation | undefined)[],
): ProbeExchange | undefined {
  return operations.flatMap((it) => (it && seeds.get(it)?.accepted) ?? [])[0];
}

/** Read operations, whose scenarios run first and in parallel. */
export function listReadOperations({ operations }: Pick<ScenarioContext, "operations">): readonly Operation[] {
  return operations.filter(({ method }) => method === "GET");
}

/** A write that was accepted, and a read of what it writes. */
export type WriteTarget = {
  readonly base: ProbeExchange;
  /** An accepted read of the same path. */
  readonly shown: ProbeExchange;
};

export function readTarget({ base, shown }: WriteTarget, session: Pick<TaskSession, "send">): Promise<ProbeExchange> {
  return readAtPath(session, shown, base.request.path);
}

/** Reads what is at a path, with the headers of an accepted read. */
export function readAtPath(
  { send }: Pick<TaskSession, "send">,
  { operation, request: { header } }: ProbeExchange,
  path: CaseRequest["path"],
): Promise<ProbeExchange> {
  return send({ operation, request: { ...EMPTY_REQUEST, path, header } });
}
