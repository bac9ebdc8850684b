import type { Operation } from "../../../document/index.js";
import { checkUnknownAmongOthers } from "../../checks/unknown-id.js";
import { readPathShape } from "../../graph/path-shape.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import { isAccepted } from "../../session/probe-exchange.js";
import type { ProbeTask } from "../../session/run-tasks.js";
import type { TaskSession } from "../../session/session.js";
import { listReadOperations, type ScenarioContext } from "../scenario-context.js";
import { canRefuse, isOfResource, makeUnknownId } from "./unknown-ids.js";

const MAX_OTHERS = 3;

/**
 * Creates scenarios that request an id that does not exist, where the spec documents neither 404 nor 403. A success is wrong if other
 * operations of the service respond with 404.
 */
export function createUndocumentedUnknownScenarios(context: ScenarioContext): ProbeTask[] {
  const bases = context.operations.flatMap((operation): ProbeExchange[] => {
    const base = context.seeds.get(operation)?.accepted;
    const isTested = ["GET", "PATCH", "DELETE"].includes(operation.method) && readPathShape(operation.path).isItem;
    return base === undefined || !isTested || canRefuse(operation) || !isOfResource(context, operation) ? [] : [base];
  });
  return bases.map((base) => ({
    id: `stateful/${base.operation.id}/undocumented-unknown`,
    run: (session) => requestUnknown(context, { base, bases }, session),
  }));
}

type Bases = { readonly base: ProbeExchange; readonly bases: readonly ProbeExchange[] };

async function requestUnknown(context: ScenarioContext, { base, bases }: Bases, session: TaskSession): Promise<void> {
  const result = await sendUnknown(context, base, session);
  if (result === undefined || !isAccepted(result)) return;
  const { method, path } = base.operation;
  const own = listReadOperations(context).find((it) => readPathShape(it.path).key === readPathShape(path).key);
  const accepted = own && context.seeds.get(own)?.accepted;
  const read = method === "GET" ? result : accepted && (await sendUnknown(context, accepted, session));
  const others: ProbeExchange[] = [];
  for (const it of bases.filter(({ operation }) => isOther(operation, base.operation)).slice(0, MAX_OTHERS))
    others.push(...[await sendUnknown(context, it, session)].flatMap((other) => other ?? []));
  session.report(result, read && checkUnknownAmongOthers(result, read, others));
}

function isOther(one: Operation, other: Operation): boolean {
  return one.method === other.method && one.path !== other.path;
}

/** An undocumented 4xx is a finding of other scenarios. */
async function sendUnknown(
  context: ScenarioContext,
  { operation, request }: ProbeExchange,
  { sendChecked, discard }: TaskSession,
): Promise<ProbeExchange | undefined> {
  const { name = "" } = readPathShape(operation.path).steps.at(-1) ?? {};
  const path = { ...request.path, [name]: makeUnknownId(context, `nothing ${name}`, request.path[name]) };
  if (!context.isValid(operation, { ...request, path })) return undefined;
  const result = await sendChecked({ operation, request: { ...request, path } });
  if (result.exchange.response.status >= 400 && result.exchange.response.status < 500) discard(result);
  return result;
}
