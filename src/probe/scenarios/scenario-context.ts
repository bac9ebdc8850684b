import type { CheckFinding } from "../../check/index.js";
import { type Document, type Operation, type Pointer, valueAt } from "../../document/index.js";
import { checkValidRejected } from "../checks/response.js";
import { makeUnknownId } from "../deterministic-uuid.js";
import { groupByResource } from "../graph/operation-order.js";
import { fillPath, type PathStep, readPathShape } from "../graph/path-shape.js";
import { alignIdentifiers, type CandidateOptions } from "../graph/request-candidates.js";
import { findCreatedPath } from "../graph/response-values.js";
import { type CaseEdit, type CaseRequest, EMPTY_REQUEST } from "../requests/probe-case.js";
import type { ProbeTask } from "../session/case-recorder.js";
import type { ProbeExchange } from "../session/probe-exchange.js";
import type { PlainRequest, ProbeRequest, TaskSession } from "../session/session.js";
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

/** The first accepted request of several operations, such as those that create a resource. */
export function findAccepted(
  { seeds }: Pick<ScenarioContext, "seeds">,
  ...operations: readonly (Operation | undefined)[]
): ProbeExchange | undefined {
  return operations.flatMap((it) => (it && seeds.get(it)?.accepted) ?? [])[0];
}

/** An accepted read at a path of this shape, such as that of a resource, of its collection or its parent. */
export function findReadAt(context: ScenarioContext, path: string): ProbeExchange | undefined {
  const { key } = readPathShape(path);
  const read = listReadOperations(context).find((it) => readPathShape(it.path).key === key);
  return findAccepted(context, read);
}

/** An accepted creation of the resource at a path of this shape. */
export function findCreator(context: ScenarioContext, path: string): ProbeExchange | undefined {
  const { key } = readPathShape(path);
  const resource = groupByResource(context.operations).find((it) => it.key === key);
  return findAccepted(context, resource?.create, resource?.put);
}

/** Whether a read shows a value of its path at a place, so that another message with another value is wrong. */
export function hasPathValue({ request, resource }: ProbeExchange, at: Pointer): boolean {
  const shown = valueAt(resource, at);
  return shown !== undefined && Object.values(request.path).some((it) => String(it) === String(shown));
}

/** Read operations, whose scenarios run first and in parallel. */
export function listReadOperations({ operations }: Pick<ScenarioContext, "operations">): readonly Operation[] {
  return operations.filter(({ method }) => method === "GET");
}

/** The last step of the path of one resource; undefined for other paths. */
export function findItemStep({ path }: Pick<Operation, "path">): PathStep | undefined {
  const { last, isItem } = readPathShape(path);
  return isItem ? last : undefined;
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

/** Reads what a write has written. */
export function buildRead({ base, shown }: WriteTarget): PlainRequest {
  return replacePath(shown, base.request.path);
}

/** The same request with the path of another operation on the resource, which may name the values differently. */
export function replacePath({ operation, request }: PlainRequest, path: CaseRequest["path"]): PlainRequest {
  return { operation, request: { ...request, path: fillPath(operation.path, Object.values(path)) } };
}

/** A read of what an accepted write has created or changed; undefined if the spec has no operation for that, or its id is not known. */
export function buildCreatedRead(
  context: ScenarioContext,
  read: Operation | undefined,
  write: ProbeExchange,
): PlainRequest | undefined {
  const path = read && findCreatedPath(read, write, context.known);
  if (read === undefined || path === undefined) return undefined;
  return replacePath(findAccepted(context, read) ?? { operation: read, request: EMPTY_REQUEST }, path);
}

/** A request for an id that nothing has, in one place of its path; undefined if the spec does not allow such an id. */
export function buildUnknownRequest(
  { createId, isValid }: Pick<CandidateOptions, "createId" | "isValid">,
  known: PlainRequest,
  name: string,
  label: string,
): PlainRequest | undefined {
  const { path } = known.request;
  const unknown = replacePath(known, { ...path, [name]: makeUnknownId({ createId }, label, path[name]) });
  return isValid(unknown.operation, unknown.request) ? unknown : undefined;
}

/** A request whose effect the spec does not define, and what is unusual about it. */
export function createOpenRequest(
  { operation, request }: PlainRequest,
  edit: Omit<CaseEdit, "contract"> & Partial<CaseEdit>,
): ProbeRequest {
  return { operation, request, edit: { contract: operation.pointer, ...edit }, expect: "open" };
}

/** A valid request with another header. */
export function withHeader(
  { operation, request }: PlainRequest,
  name: string,
  value: string,
  what: string,
): ProbeRequest {
  const header = { ...request.header, [name]: value };
  return createOpenRequest({ operation, request: { ...request, header } }, { part: "header", at: name, what });
}

/** Sends HEAD in place of GET. Returns nothing if the response has a body, which is forbidden and breaks the connection. */
export async function sendHead(
  { send, discard }: TaskSession,
  target: PlainRequest,
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
  accepted: PlainRequest,
  first: ProbeRequest,
  second = first,
): Promise<void> {
  const result = await session.sendChecked(first);
  if (!result.isAccepted) await reportRejection(session, result, accepted, second);
}

/**
 * Reports the rejection of a valid request, if the service rejects it again, and accepts a request that differs in one place before and after
 * that. Returns whether it did.
 */
export async function reportRejection(
  { send, report, discard }: TaskSession,
  rejected: ProbeExchange,
  accepted: ProbeRequest,
  second: ProbeRequest,
): Promise<boolean> {
  const before = await send(accepted);
  const again = await send(second);
  const finding = checkValidRejected(before, rejected, again, await send(accepted));
  report(rejected, finding);
  // The repetition shows the same.
  if (finding !== undefined) discard(again);
  return finding !== undefined;
}
