import type { CheckFinding } from "../../check/index.js";
import type { Document, Operation } from "../../document/index.js";
import { checkValidRejected } from "../checks/response.js";
import { groupByResource, type ResourceOperations } from "../graph/operation-order.js";
import { type PathStep, readPathShape } from "../graph/path-shape.js";
import { alignIdentifiers, type CandidateOptions } from "../graph/request-candidates.js";
import { type CaseEdit, type CaseRequest, EMPTY_REQUEST } from "../requests/probe-case.js";
import type { ProbeTask } from "../session/case-recorder.js";
import type { ProbeExchange } from "../session/probe-exchange.js";
import type { ProbeRequest, TaskSession } from "../session/session.js";
import type { SeedRequests } from "../tasks/seed-requests.js";

export type ScenarioContext = CandidateOptions & {
  readonly document: Document;
  readonly operations: readonly Operation[];
  readonly seeds: SeedRequests;
  /** A different value in each run. */
  readonly nonce: string;
};

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
    const accepted = findAccepted(context, operation);
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

/** The first accepted request of several operations, such as those that create a resource. */
export function findAccepted(
  { seeds }: Pick<ScenarioContext, "seeds">,
  ...operations: readonly (Operation | undefined)[]
): ProbeExchange | undefined {
  return operations.flatMap((it) => (it && seeds.get(it)?.accepted) ?? [])[0];
}

/** An accepted read of the same path. */
export function findAcceptedRead(context: ScenarioContext, { path }: Operation): ProbeExchange | undefined {
  const read = listReadOperations(context).find((it) => it.path === path);
  return findAccepted(context, read);
}

/** An accepted read at a path of this shape, such as that of the collection or the parent of a resource. */
export function findReadAt(context: ScenarioContext, key: string | undefined): ProbeExchange | undefined {
  const read = listReadOperations(context).find(({ path }) => readPathShape(path).key === key);
  return findAccepted(context, read);
}

export function findResource(
  { operations }: Pick<ScenarioContext, "operations">,
  path: string,
): ResourceOperations | undefined {
  const { key } = readPathShape(path);
  return groupByResource(operations).find((it) => it.key === key);
}

export function findCreator(context: ScenarioContext, path: string): ProbeExchange | undefined {
  const resource = findResource(context, path);
  return findAccepted(context, resource?.create, resource?.put);
}

/** Read operations, whose scenarios run first and in parallel. */
export function listReadOperations({ operations }: Pick<ScenarioContext, "operations">): readonly Operation[] {
  return operations.filter(({ method }) => method === "GET");
}

/** The last step of the path of one resource; undefined for other paths. */
export function findItemStep({ path }: Pick<Operation, "path">): PathStep | undefined {
  const { steps, isItem } = readPathShape(path);
  return isItem ? steps.at(-1) : undefined;
}

/** The values of a path for another operation, which may name them differently. */
export function alignPath({ path }: Operation, values: CaseRequest["path"]): CaseRequest["path"] {
  const all = Object.values(values);
  return Object.fromEntries(readPathShape(path).steps.map(({ name }, at) => [name, all[at]]));
}

/** The request at another path, whose ids its body has too. */
export function putPath(
  { known }: Pick<ScenarioContext, "known">,
  request: CaseRequest,
  path: CaseRequest["path"],
  createId?: (name: string) => string,
): CaseRequest {
  return alignIdentifiers({ ...request, path }, { ...known.given, ...path }, createId);
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

type Target = Pick<ProbeRequest, "operation" | "request">;

/** A request whose effect the spec does not define, and what is unusual about it. */
export function createOpenRequest(
  { operation, request }: Target,
  edit: Omit<CaseEdit, "contract"> & Partial<CaseEdit>,
): ProbeRequest {
  return { operation, request, edit: { contract: operation.pointer, ...edit }, expect: "open" };
}

/** A valid request with another header. */
export function withHeader({ operation, request }: Target, name: string, value: string, what: string): ProbeRequest {
  const header = { ...request.header, [name]: value };
  return createOpenRequest({ operation, request: { ...request, header } }, { part: "header", at: name, what });
}

/** Sends HEAD in place of GET. Returns nothing if the response has a body, which is forbidden and breaks the connection. */
export async function sendHead(
  { send, discard }: TaskSession,
  target: Target,
  changes?: Pick<ProbeRequest, "credentials" | "edit">,
): Promise<ProbeExchange | undefined> {
  const open = createOpenRequest(target, { part: "method", at: "", what: "the method HEAD" });
  const head = await send({ ...open, method: "HEAD", ...changes });
  if (head.exchange.incomplete === undefined) return head;
  discard(head);
  return undefined;
}

/** Checks again only what raises a question: something may have changed in between. */
export async function confirm<It>(
  check: (it: It) => CheckFinding | undefined,
  first: It,
  sendAgain: () => Promise<It>,
): Promise<CheckFinding | undefined> {
  return check(first) === undefined ? undefined : check(await sendAgain());
}

/** Sends a valid request that differs in one place from an accepted one, and reports its rejection, which the second request confirms. */
export async function expectAccepted(
  session: TaskSession,
  accepted: Target,
  first: ProbeRequest,
  second = first,
): Promise<void> {
  const result = await session.sendChecked(first);
  if (!result.isAccepted) await reportRejection(session, result, { accepted, sendAgain: () => session.send(second) });
}

/**
 * Reports the rejection of a valid request, if the service rejects it again, and accepts a request that differs in one place before and after
 * that. Returns whether it did.
 */
export async function reportRejection(
  { send, report, discard }: TaskSession,
  rejected: ProbeExchange,
  { accepted, sendAgain }: Rejection,
): Promise<boolean> {
  const before = await send(accepted);
  const again = await sendAgain();
  const finding = checkValidRejected(before, rejected, again, await send(accepted));
  report(rejected, finding);
  // The repetition shows the same.
  if (finding !== undefined) discard(again);
  return finding !== undefined;
}

type Rejection = {
  readonly accepted: Target;
  readonly sendAgain: () => Promise<ProbeExchange>;
};
