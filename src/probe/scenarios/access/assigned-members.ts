import {
  asObject,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  resolvePointer,
} from "../../../document/index.js";
import { checkServiceResponse } from "../../checks/response.js";
import { checkAssigned } from "../../checks/writes/assigned.js";
import { openEnvelope } from "../../graph/response-values.js";
import type { CaseEdit } from "../../requests/probe-case.js";
import { readWrittenBody } from "../../round-trip/write-telling-values.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import type { ProbeTask } from "../../session/run-tasks.js";
import type { TaskSession } from "../../session/session.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import type { ScenarioContext } from "../scenario-context.js";

/**
 * Creates scenarios that create a resource with properties that only responses have: ids, times and flags. A service sets them itself
 * (OWASP API3:2023, mass assignment).
 */
export function createAssignedMemberScenarios(context: ScenarioContext): ProbeTask[] {
  return context.operations.flatMap((operation): ProbeTask[] => {
    const accepted = context.seeds.get(operation)?.accepted;
    const members = accepted === undefined ? {} : buildMembers(context, accepted);
    if (operation.method !== "POST" || accepted === undefined || Object.keys(members).length === 0) return [];
    const run = (session: TaskSession): Promise<void> => assignMembers(context, accepted, members, session);
    return [{ id: `stateful/${operation.id}/assigned-members`, run }];
  });
}

async function assignMembers(
  context: ScenarioContext,
  { operation, request }: ProbeExchange,
  members: JsonObject,
  { send, report }: TaskSession,
): Promise<void> {
  // Other ids in a body may refer to nothing, and the same ones may be used once.
  for (const base of [request, buildNewResource(operation, request, context, `assigned ${operation.id}`)]) {
    const written = readWrittenBody(base);
    if (base.body === undefined || !isObject(written)) return;
    const own = { ...base, body: { ...base.body, value: { ...written, ...members } } };
    const what = `the body has ${Object.keys(members).join(", ")}, which only responses have`;
    const edit: CaseEdit = { part: "body", at: "", contract: operation.pointer, what };
    const result = await send({ operation, request: own, edit, expect: "open" });
    report(result, checkServiceResponse(result));
    report(result, checkAssigned(result, members));
    if (isAccepted(result)) return;
  }
}

/** Other values of the properties that the response has, and that the spec does not allow in the request. */
function buildMembers({ document, createId }: ScenarioContext, accepted: ProbeExchange): JsonObject {
  const { operation, request } = accepted;
  const shown = openEnvelope((readResponseJson(accepted) ?? null) as Json);
  const media = operation.requestBody?.content.find(({ range }) => range === request.body?.contentType);
  const schema = media?.schema === undefined ? undefined : resolvePointer(document, media.schema);
  if (!isObject(shown) || !isObject(readWrittenBody(request)) || schema === undefined) return {};
  // An alternative may have further properties.
  if (["allOf", "anyOf", "oneOf"].some((name) => schema.value[name] !== undefined)) return {};
  const declared = asObject(schema.value.properties) ?? {};
  const isOwn = (name: string): boolean =>
    declared[name] === undefined ||
    resolvePointer(document, joinPointer(schema.pointer, "properties", name))?.value.readOnly === true;
  const entries = Object.entries(shown).flatMap(([name, value]): [string, Json][] => {
    const other = isOwn(name) ? changeValue(value, createId(`assigned ${name}`)) : undefined;
    return other === undefined ? [] : [[name, other]];
  });
  return Object.fromEntries(entries);
}

function changeValue(value: Json, id: string): Json | undefined {
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string") return undefined;
  if (UUID.test(value)) return id;
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? "2001-02-03T04:05:06Z" : undefined;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
