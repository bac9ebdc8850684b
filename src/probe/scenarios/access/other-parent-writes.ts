import type { CheckFinding } from "../../../checks/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { readView } from "../../checks/rule.js";
import { findCreatedPath } from "../../graph/created-path.js";
import { groupByResource } from "../../graph/operation-order.js";
import { type PathStep, readPathShape } from "../../graph/path-shape.js";
import { alignIdentifiers } from "../../graph/request-candidates.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import type { ProbeTask } from "../../session/run-tasks.js";
import type { TaskSession } from "../../session/session.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { listReadOperations, type ScenarioContext } from "../scenario-context.js";
import { listVisibleChanges } from "../visible-changes.js";
import { findOtherParent } from "./other-parents.js";

/**
 * Creates scenarios that write below another parent with the id of a resource of the first one. The token may access both parents, as in the
 * scenarios that read.
 */
export function createOtherParentWriteScenarios(context: ScenarioContext): ProbeTask[] {
  return context.operations.flatMap((operation): ProbeTask[] => {
    const base = context.seeds.get(operation)?.accepted;
    const { key, steps, isItem } = readPathShape(operation.path);
    const [step] = steps;
    const resource = groupByResource(context.operations).find((it) => it.key === key);
    const creator = [resource?.create, resource?.put].flatMap((it) => (it && context.seeds.get(it)?.accepted) ?? [])[0];
    const read = listReadOperations(context).find(({ path }) => path === operation.path);
    const shown = read && context.seeds.get(read)?.accepted;
    const other = base && step && findOtherParent(base, step);
    const isWrite = isItem && steps.length > 1 && ["PUT", "PATCH", "DELETE"].includes(operation.method);
    if (!isWrite || [base, creator, shown, other, step].includes(undefined)) return [];
    if (base === undefined || creator === undefined || shown === undefined || step === undefined) return [];
    const target: OtherParent = { base, creator, shown, step, other: String(other) };
    return [
      { id: `stateful/${operation.id}/other-parent-write`, run: (session) => writeBelow(context, target, session) },
    ];
  });
}

type OtherParent = {
  readonly base: ProbeExchange;
  /** An accepted creation of such a resource. */
  readonly creator: ProbeExchange;
  /** An accepted read of such a resource. */
  readonly shown: ProbeExchange;
  readonly step: PathStep;
  readonly other: string;
};

async function writeBelow(
  context: ScenarioContext,
  { base, creator, shown, step, other }: OtherParent,
  { send, sendChecked, report }: TaskSession,
): Promise<void> {
  const { operation } = base;
  const name = `other parent ${operation.id}`;
  const fresh = buildNewResource(creator.operation, creator.request, context, name);
  const created = await send({ operation: creator.operation, request: fresh });
  const isNew = creator.operation.method === "POST" || fresh !== creator.request;
  const path = isAccepted(created) && isNew ? findCreatedPath(operation, created) : undefined;
  if (path === undefined) return;
  const readAt = (own: CaseRequest["path"]): Promise<ProbeExchange> =>
    send({ operation: shown.operation, request: { ...shown.request, path: own } });
  const before = await readAt(path);
  const there = { ...path, [step.name]: other };
  const own = operation.method === "PUT" ? fresh : { ...base.request, path };
  const [change = own] = operation.method === "DELETE" ? [] : listVisibleChanges(context, operation, own, before);
  const names = { ...context.known.given, ...there };
  const write = await sendChecked({
    operation,
    request: alignIdentifiers({ ...change, path: there }, names, undefined),
  });
  const [after, again, reached] = [await readAt(path), await readAt(path), await readAt(there)];
  report(write, checkOtherParentWrite(write, { before, after, again, there: reached }, step));
}

type OtherParentReads = {
  /** Reads of the resource below its own parent: before the write, after it, and once more, which shows what changes by itself. */
  readonly before: ProbeExchange;
  readonly after: ProbeExchange;
  readonly again: ProbeExchange;
  /** A read at the path of the write. */
  readonly there: ProbeExchange;
};

/** Checks that a write below another parent does not reach the resource that has the same id (OWASP API1:2023). */
export function checkOtherParentWrite(
  result: ProbeExchange,
  { before, after, again, there }: OtherParentReads,
  { name, reference }: Pick<PathStep, "name" | "reference">,
): CheckFinding | undefined {
  const write = readView(result);
  const where = `below another ${reference.resource ?? name} (${toPrintable(name)}), ${write.operation.id}`;
  const createFinding = (message: string, kind: string): CheckFinding =>
    write.fail("exchange.resource.other", `${where} ${message}`, `${kind} below other ${name}`, {
      part: "response.status",
    });
  if (!isAccepted(before)) return undefined;
  if ([after, again].every((it) => [404, 410].includes(it.exchange.response.status))) {
    const message = `removed the resource that belongs to the first one: ${after.operation.id} then responds with ${after.exchange.response.status}; expected 404 and no change`;
    return createFinding(message, "removed");
  }
  const [then, now, later] = [before, after, again].map((it) => readResponseJson(it) ?? null);
  const got = `got ${write.status}`;
  if (isAccepted(after) && !isSameJson(then, now) && isSameJson(now, later)) {
    const message = `${got} and changed the resource that belongs to the first one; expected 404 and no change`;
    return createFinding(message, "changed");
  }
  const isInvented = write.isAccepted && write.status !== 202 && there.exchange.response.status === 404;
  if (!isInvented || write.operation.method !== "PATCH") return undefined;
  const message = `${got} for a resource that belongs to the first one, and that is not there; expected 404`;
  return createFinding(message, "accepted");
}
