import { checkServiceResponse } from "../../checks/response.js";
import { alignIdentifiers } from "../../graph/request-candidates.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import type { WebhookScenarioContext } from "./webhook-listener.js";

/** A resource that was created for a PATCH, and the PATCH. */
export type PatchedResource = readonly [ProbeExchange, ProbeExchange];

const CHANGE_PAUSE_MS = 1500;

/** Creates a resource for each PATCH, and changes it with nothing else. */
export async function patchNewResources(
  context: WebhookScenarioContext,
  { send, report }: TaskSession,
): Promise<readonly PatchedResource[]> {
  const { operations, seeds, known } = context;
  const patched: PatchedResource[] = [];
  for (const operation of operations.filter(({ method }) => method === "PATCH")) {
    const patch = seeds.get(operation)?.accepted?.request;
    const put = operations.find(({ path, method }) => path === operation.path && method === "PUT");
    const accepted = put && seeds.get(put)?.accepted;
    if (patch === undefined || put === undefined || accepted === undefined) continue;
    const request = buildNewResource(put, accepted.request, context, `patched ${operation.id}`);
    if (request === accepted.request) continue;
    const created = await send({ operation: put, request });
    await context.pause(CHANGE_PAUSE_MS);
    const { path } = request;
    const own = alignIdentifiers({ ...patch, path }, { ...known.given, ...path }, undefined);
    const changed = await send({ operation, request: own });
    for (const it of [created, changed]) report(it, checkServiceResponse(it));
    patched.push([created, changed]);
  }
  return patched;
}
