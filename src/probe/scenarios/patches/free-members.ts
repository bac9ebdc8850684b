import {
  isObject,
  type Json,
  type JsonObject,
  type Operation,
  parsePointer,
  valueAt,
} from "../../../document/index.js";
import { getGenerationContext } from "../../cases/generation-context.js";
import { getRequestLocations } from "../../cases/request-locations.js";
import { checkKeptReturned, checkPatchKeeps } from "../../checks/writes/change.js";
import { groupByResource } from "../../graph/operation-order.js";
import { findCreatedPath } from "../../graph/response-values.js";
import { type CaseRequest, readWrittenBody } from "../../requests/probe-case.js";
import { putValues } from "../../round-trip/telling-values.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import type { ProbeTask } from "../../session/run-tasks.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { createScenario, type ScenarioContext, type ScenarioRun } from "../scenario-context.js";

/**
 * Creates scenarios for a PATCH of an object without declared properties: a new resource gets members, and a PATCH adds another one. The
 * others stay, in the response to the PATCH too.
 */
export function createFreeMemberScenarios(context: ScenarioContext): ProbeTask[] {
  return groupByResource(context.operations).flatMap((resource): ProbeTask[] => {
    const accepted = (it: Operation | undefined): ProbeExchange | undefined => it && context.seeds.get(it)?.accepted;
    const patch = accepted(resource.changes.find(({ method }) => method === "PATCH"));
    const read = accepted(resource.read);
    const created = accepted(resource.put) ?? accepted(resource.create);
    if (patch === undefined || read === undefined || created === undefined) return [];
    const at = findFreeObject(context, patch);
    if (at === undefined) return [];
    const target: FreeObject = { created, read, patch, at };
    return [createScenario(context, patch.operation, "members", (run) => patchMember(run, target))];
  });
}

type FreeObject = {
  readonly created: ProbeExchange;
  readonly read: ProbeExchange;
  readonly patch: ProbeExchange;
  /** The place of the object in both bodies. */
  readonly at: string;
};

/** An object that may have any property: the body, or a property of it. */
function findFreeObject({ document }: ScenarioContext, { operation, request }: ProbeExchange): string | undefined {
  return getRequestLocations(getGenerationContext({ document }), operation, request).find(
    ({ part, at, value, node }) =>
      part === "body" &&
      parsePointer(at).length < 2 &&
      isObject(value as Json) &&
      node.applicableSchemas.every(({ schema }) => schema.properties === undefined),
  )?.at;
}

async function patchMember(run: ScenarioRun, { created, read, patch, at }: FreeObject): Promise<void> {
  const { send, sendChecked, report } = run;
  const tag = run.createId(`members ${patch.operation.id}`).slice(0, 8);
  const fresh = buildNewResource(created.operation, created.request, run, `members ${patch.operation.id}`);
  const write = async (operation: Operation, request: CaseRequest): Promise<ProbeExchange | undefined> => {
    if (!run.isValid(operation, request)) return undefined;
    const result = await sendChecked({ operation, request });
    return isAccepted(result) ? result : undefined;
  };
  const creation = await write(
    created.operation,
    putMembers(fresh, readWrittenBody(fresh), at, { label: `Zoë ${tag}`, amount: 2 }),
  );
  const path = creation && findCreatedPath(read.operation, creation);
  if (path === undefined) return;
  const readAgain = (): Promise<ProbeExchange> =>
    send({ operation: read.operation, request: { ...read.request, path } });
  const before = await readAgain();
  const change = await write(patch.operation, {
    ...putMembers(patch.request, {}, at, { note: `added ${tag}` }),
    path: findCreatedPath(patch.operation, before) ?? path,
  });
  if (change === undefined) return;
  const after = await readAgain();
  report(after, checkPatchKeeps(before, change, after));
  report(change, checkKeptReturned(before, change, after));
}

/** The request with members in one object of its body. */
function putMembers(request: CaseRequest, body: Json, at: string, members: JsonObject): CaseRequest {
  const old = valueAt(body, at);
  const value = putValues(body, [{ at, value: { ...(isObject(old) ? old : {}), ...members } }]);
  return { ...request, body: { contentType: request.body?.contentType ?? "application/json", value } };
}
