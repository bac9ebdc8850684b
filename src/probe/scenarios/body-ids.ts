import type { CheckFinding } from "../../checks/index.js";
import { isObject, type Json } from "../../document/index.js";
import { toPrintable } from "../../schema/index.js";
import { createProbeFinding } from "../checks/probe-finding.js";
import { readPathShape } from "../graph/path-shape.js";
import { type CaseEdit, readWrittenBody } from "../requests/probe-case.js";
import { isAccepted, type ProbeExchange } from "../session/probe-exchange.js";
import type { ProbeTask } from "../session/run-tasks.js";
import type { TaskSession } from "../session/session.js";
import { buildNewResource } from "../tasks/seed-requests.js";
import { listReadOperations, type ScenarioContext } from "./scenario-context.js";

/** Creates scenarios that put a resource whose body has another id than the path. */
export function createBodyIdScenarios(context: ScenarioContext): ProbeTask[] {
  return context.operations.flatMap((operation): ProbeTask[] => {
    const base = context.seeds.get(operation)?.accepted;
    const read = listReadOperations(context).find(({ path }) => path === operation.path);
    const shown = read && context.seeds.get(read)?.accepted;
    const step = readPathShape(operation.path).steps.at(-1);
    if (base === undefined || shown === undefined || step === undefined || operation.method !== "PUT") return [];
    const request = buildNewResource(operation, base.request, context, `path ${operation.id}`);
    const value = readWrittenBody(request);
    const id = context.createId(`body ${operation.id}`);
    const own = request.path[step.name];
    const name = isObject(value) ? Object.keys(value).find((it) => isOwnId(it, value[it], step.name, own)) : undefined;
    const { body } = request;
    if (request === base.request || name === undefined || body === undefined || !isObject(value)) return [];
    const other = { ...request, body: { contentType: body.contentType, value: { ...value, [name]: id } } };
    if (!context.isValid(operation, other)) return [];
    const run = async ({ send, sendChecked, report }: TaskSession): Promise<void> => {
      const readAt = (it: unknown): Promise<ProbeExchange> =>
        send({ operation: shown.operation, request: { ...shown.request, path: { ...request.path, [step.name]: it } } });
      if (isAccepted(await readAt(id))) return;
      const edit: CaseEdit = { part: "body", at: `/${name}`, contract: operation.pointer, what: `${name}: another id` };
      const write = await sendChecked({ operation, request: other, edit, expect: "open" });
      if (isAccepted(write)) report(write, checkBodyId(write, await readAt(own), await readAt(id), name));
    };
    return [{ id: `stateful/${operation.id}/body-id`, run }];
  });
}

/** Whether a property of the body is the id of the path. */
function isOwnId(name: string, value: Json | undefined, parameter: string, id: unknown): boolean {
  return (name === "id" || name === parameter) && typeof value === "string" && value === String(id);
}

/**
 * Checks that a PUT writes the resource of its path, although its body has another id (RFC 9110, section 9.3.4). The service may also reject
 * it.
 *
 * @param own A read at the path of the PUT.
 * @param other A read at the id of the body, which nothing had before.
 */
export function checkBodyId(
  write: ProbeExchange,
  own: ProbeExchange,
  other: ProbeExchange,
  name: string,
): CheckFinding | undefined {
  const isWritten = own.exchange.response.status !== 404;
  if (!isAccepted(write) || (isWritten && !isAccepted(other))) return undefined;
  const what = isAccepted(other) ? `there is a resource with ${name} of the body` : "there is no resource at the path";
  return createProbeFinding(write, {
    code: "exchange.resource.other",
    part: "response.status",
    message: `the response is ${write.exchange.response.status} for a body with another ${toPrintable(name)} than the path, and then ${toPrintable(what)}; a PUT writes the resource of its path (RFC 9110, section 9.3.4)`,
    property: `/body/${name}`,
    valueClass: "id of the body",
  });
}
