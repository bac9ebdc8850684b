import type { CheckFinding } from "../../checks/index.js";
import { isObject, type Json, type JsonObject, joinPointer } from "../../document/index.js";
import { isSameJson } from "../../samples/same-json.js";
import { toPrintable } from "../../schema/index.js";
import { listBodyProperties } from "../body-properties.js";
import { createProbeFinding } from "../checks/probe-finding.js";
import { checkServiceResponse } from "../checks/response.js";
import { UUID_PATTERN } from "../deterministic-uuid.js";
import { readPathShape } from "../graph/path-shape.js";
import { openEnvelope } from "../graph/response-values.js";
import { type CaseEdit, type CaseRequest, readWrittenBody } from "../requests/probe-case.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../session/probe-exchange.js";
import type { ProbeTask } from "../session/run-tasks.js";
import { buildNewResource } from "../tasks/seed-requests.js";
import type { ScenarioContext } from "./scenario-context.js";

/** Creates scenarios that send properties which the service sets itself: the spec has them in the response, but not in the request. */
export function createOwnPropertyScenarios(context: ScenarioContext): ProbeTask[] {
  return context.operations.flatMap((operation): ProbeTask[] => {
    const base = context.seeds.get(operation)?.accepted;
    if (base === undefined || operation.method !== "POST" || readPathShape(operation.path).isItem) return [];
    const sent = listOwnProperties(context, base);
    const names = Object.keys(sent).join(", ");
    if (!isObject(readWrittenBody(base.request)) || names === "") return [];
    const what = `properties that the service sets itself: ${names}`;
    const edit: CaseEdit = { part: "body", at: "", contract: operation.pointer, what };
    // A service may accept the same body once, or refuse the ids of a fresh one.
    const fresh = buildNewResource(operation, base.request, context, `own properties ${operation.id}`);
    const run: ProbeTask["run"] = async ({ send, report }) => {
      for (const request of [base.request, fresh]) {
        const body = { contentType: request.body?.contentType ?? "", value: { ...readObject(request), ...sent } };
        const result = await send({ operation, request: { ...request, body }, edit, expect: "open" });
        report(result, checkServiceResponse(result));
        report(result, checkOwnProperties(result, sent));
        if (isAccepted(result)) return;
      }
    };
    return [{ id: `stateful/${operation.id}/own-properties`, run }];
  });
}

function readObject(request: CaseRequest): JsonObject {
  const value = readWrittenBody(request);
  return isObject(value) ? value : {};
}

/** Other values for properties of an accepted response that the spec has in the response alone. */
function listOwnProperties(
  { document, createId }: ScenarioContext,
  { operation, exchange, ...result }: ProbeExchange,
): Readonly<Record<string, Json>> {
  const shown = openEnvelope((readResponseJson({ operation, exchange, ...result }) ?? null) as Json);
  const response = operation.responses.find(({ status }) => status === String(exchange.response.status));
  const [requested, declared] = [operation.requestBody?.content ?? [], response?.content ?? []].map(
    (content) => new Set(listBodyProperties(document, content)),
  );
  // A body without declared properties may have any.
  if (!isObject(shown) || requested === undefined || requested.size === 0) return {};
  const names = Object.keys(shown).filter((it) => declared?.has(it) === true && !requested.has(it));
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const other = makeOther(shown[name], createId(`own ${operation.id} ${name}`));
      return other === undefined ? [] : [[name, other]];
    }),
  );
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/** Another value of the same kind. Other texts may be codes. */
function makeOther(value: Json | undefined, id: string): Json | undefined {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return value + 7001;
  if (typeof value !== "string") return undefined;
  return UUID_PATTERN.test(value) ? id : TIME.test(value) ? "2001-02-03T04:05:06Z" : undefined;
}

/**
 * Checks that a creation does not take from the request what the service sets itself (OWASP API3:2023, mass assignment).
 *
 * @param sent Values of properties that the spec has in the response, but not in the request.
 */
export function checkOwnProperties(
  create: ProbeExchange,
  sent: Readonly<Record<string, Json>>,
): CheckFinding | undefined {
  const shown = openEnvelope((readResponseJson(create) ?? null) as Json);
  if (!isAccepted(create) || !isObject(shown)) return undefined;
  const taken = Object.keys(sent).find((name) => isSameJson(shown[name] ?? null, sent[name] ?? null));
  if (taken === undefined) return undefined;
  return createProbeFinding(create, {
    code: "exchange.resource.differs",
    at: joinPointer("", taken),
    message: `${toPrintable(taken)} is ${toPrintable(JSON.stringify(sent[taken]))}, which was taken from the request; the spec has ${toPrintable(taken)} only in the response, so the service sets it itself (OWASP API3:2023, mass assignment)`,
    valueClass: `mass assignment ${taken}`,
  });
}
