import type { Operation } from "../../../document/index.js";
import { checkForeignAccess } from "../../checks/response.js";
import { findCreatedPath } from "../../graph/created-path.js";
import { groupByResource } from "../../graph/operation-order.js";
import { readPathShape } from "../../graph/path-shape.js";
import { findItemId } from "../../graph/response-values.js";
import type { CaseEdit, CaseRequest } from "../../requests/probe-case.js";
import { findListedItems } from "../../session/listing-body.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import type { ProbeTask } from "../../session/run-tasks.js";
import { needsCredentials, type TaskSession } from "../../session/session.js";
import { reportShrunk } from "../../tasks/report-shrunk.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { listReadOperations, type ScenarioContext } from "../scenario-context.js";

/**
 * Creates scenarios that access the resources of the first identity with the credentials of another tenant (OWASP API1:2023,
 * broken object level authorization).
 */
export function createOtherIdentityScenarios(context: ScenarioContext): ProbeTask[] {
  return context.operations.flatMap((operation): ProbeTask[] => {
    const base = context.seeds.get(operation)?.accepted;
    const canRefuse = operation.responses.some(({ status }) => /^(40[134]|4XX|default)$/i.test(status));
    if (base === undefined || !needsCredentials(operation) || !canRefuse || !isOwned(context, operation)) return [];
    const run = (session: TaskSession): Promise<void> => accessAsOther(context, base, session);
    return [{ id: `stateful/${operation.id}/other-identity`, run }];
  });
}

/** Whether a path leads to something of the first identity: an id that the user gave, or a resource that the probe created. */
function isOwned(context: ScenarioContext, operation: Operation): boolean {
  const { steps } = readPathShape(operation.path);
  if (steps.some(({ name }) => context.known.getGiven(name).length > 0)) return true;
  // Tenants may choose the same id for resources of their own.
  if (operation.method === "PUT") return false;
  return steps.some(({ key }) => findCreator(context, key) !== undefined);
}

function findCreator(context: ScenarioContext, key: string): ProbeExchange | undefined {
  const resource = groupByResource(context.operations).find((it) => it.key === key);
  return [resource?.create, resource?.put].flatMap((it) => (it && context.seeds.get(it)?.accepted) ?? [])[0];
}

async function accessAsOther(context: ScenarioContext, base: ProbeExchange, session: TaskSession): Promise<void> {
  const { send, sendChecked, report } = session;
  const { operation } = base;
  const request = await prepareRequest(context, base, session);
  if (request === undefined || (await isShared(context, operation, request, session))) return;
  const own = operation.method === "GET" ? await send({ operation, request }) : base;
  const edit: CaseEdit = {
    ...{ part: "security", at: "other", contract: operation.securityPointer },
    what: "with the credentials of another tenant",
  };
  const probeRequest = { operation, request, credentials: "other", edit } as const;
  const result = await sendChecked(probeRequest);
  // A repeated deletion would find nothing.
  if (operation.method === "DELETE") report(result, checkForeignAccess(own, result));
  else await reportShrunk(session, { result, probeRequest }, (it) => checkForeignAccess(own, it));
}

/** A request for a resource that the first identity created for this scenario, or for a known one if it cannot create any. */
async function prepareRequest(
  context: ScenarioContext,
  { operation, request }: ProbeExchange,
  { send }: TaskSession,
): Promise<CaseRequest | undefined> {
  const { key, isItem } = readPathShape(operation.path);
  const creator = isItem && operation.method !== "PUT" ? findCreator(context, key) : undefined;
  if (creator === undefined) return operation.method === "DELETE" ? undefined : request;
  const fresh = buildNewResource(creator.operation, creator.request, context, `other ${operation.id}`);
  if (creator.operation.method === "PUT" && fresh === creator.request) return undefined;
  const first = await send({ operation: creator.operation, request: fresh });
  // Fresh ids in a body may refer to nothing. A POST creates another resource with the known ones too.
  const isFinal = isAccepted(first) || creator.operation.method === "PUT";
  const created = isFinal ? first : await send({ operation: creator.operation, request: creator.request });
  const path = isAccepted(created) ? findCreatedPath(operation, created) : undefined;
  return path === undefined ? undefined : { ...request, path };
}

/** Whether a list shows the other tenant a resource of the path, so that the tenants share it. */
async function isShared(
  context: ScenarioContext,
  { path }: Operation,
  request: CaseRequest,
  { send }: TaskSession,
): Promise<boolean> {
  for (const step of readPathShape(path).steps) {
    const list = listReadOperations(context).find((it) => readPathShape(it.path).key === step.collection);
    const accepted = list && context.seeds.get(list)?.accepted;
    // A list below something of the first identity has a scenario of its own.
    if (list === undefined || accepted === undefined || isOwned(context, list)) continue;
    const shown = await send({ operation: list, request: accepted.request, credentials: "other" });
    const ids = (findListedItems(shown) ?? []).map((item) => String(findItemId(item, step)));
    if (ids.includes(String(request.path[step.name]))) return true;
  }
  return false;
}
