import { isObject, type Json, type JsonObject } from "../../document/index.js";
import { listBodyProperties } from "../body-properties.js";
import { checkServiceResponse } from "../checks/response.js";
import { checkOwnProperties } from "../checks/writes/own-properties.js";
import { UUID_PATTERN } from "../deterministic-uuid.js";
import { readPathShape } from "../graph/path-shape.js";
import { openEnvelope } from "../graph/response-values.js";
import type { CaseEdit, CaseRequest } from "../requests/probe-case.js";
import { readWrittenBody } from "../requests/probe-case.js";
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
