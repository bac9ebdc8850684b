import { type Operation, type Parameter, resolvePointer } from "../../document/index.js";
import { checkIgnoredParameter, checkIncludeFlag } from "../checks/flag.js";
import { checkServiceResponse } from "../checks/response.js";
import type { CaseRequest } from "../requests/probe-case.js";
import type { ProbeExchange } from "../session/probe-exchange.js";
import type { TaskSession } from "../session/session.js";
import type { ScenarioContext } from "./scenario-context.js";

type FlagProbe = { readonly operation: Operation; readonly request: CaseRequest };

/**
 * Probes flags such as `includeNotes`, and parameters of which the spec says that another one overrides them: "Ignored when
 * `startAt` is present."
 */
export async function probeFlags({ document }: ScenarioContext, session: TaskSession, probe: FlagProbe): Promise<void> {
  const { operation, request } = probe;
  const send = async (own: CaseRequest): Promise<ProbeExchange> => {
    const result = await session.send({ operation, request: own });
    session.report(result, checkServiceResponse(result));
    return result;
  };
  for (const parameter of operation.parameters) {
    const description = resolvePointer(document, parameter.pointer)?.value.description;
    const { type } = resolveSchema(document, parameter);
    if (type === "boolean" && /^(include|with|show|expand)/i.test(parameter.name) && parameter.in === "query") {
      const [shown, hidden] = [await send(put(request, parameter, true)), await send(put(request, parameter, false))];
      session.report(hidden, checkIncludeFlag(shown, hidden, parameter));
    }
    const [, name] = /^ignored (?:when|if) `([\w-]+)` is (?:present|given|set)/im.exec(String(description ?? "")) ?? [];
    const other = operation.parameters.find((it) => it.name === name);
    if (other === undefined || !isTime(document, parameter) || !isTime(document, other)) continue;
    const alone = await send(put(request, other, EARLY));
    const both = await send(put(put(request, other, EARLY), parameter, LATE));
    session.report(both, checkIgnoredParameter(alone, both, { parameter, other }));
  }
}

const EARLY = "2000-01-01T00:00:00Z";
const LATE = "2900-01-01T00:00:00Z";

function resolveSchema(
  document: ScenarioContext["document"],
  { schema }: Parameter,
): { readonly type?: unknown; readonly format?: unknown } {
  return (schema === undefined ? undefined : resolvePointer(document, schema)?.value) ?? {};
}

function isTime(document: ScenarioContext["document"], parameter: Parameter): boolean {
  return resolveSchema(document, parameter).format === "date-time";
}

function put(request: CaseRequest, { in: place, name }: Parameter, value: unknown): CaseRequest {
  return place === "query" || place === "header"
    ? { ...request, [place]: { ...request[place], [name]: value } }
    : request;
}
