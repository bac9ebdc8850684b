import { checkHead, checkHeadSupported } from "../../checks/http/head.js";
import { checkServiceResponse } from "../../checks/response.js";
import type { CaseEdit } from "../../requests/probe-case.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import type { ProbeTask } from "../../session/run-tasks.js";
import type { TaskSession } from "../../session/session.js";
import { listReadOperations, type ScenarioContext } from "../scenario-context.js";

/** Creates a scenario that requests everything that is readable with HEAD too. It is one, because services seldom support HEAD in part. */
export function createHeadScenarios(context: ScenarioContext): ProbeTask[] {
  const bases = listReadOperations(context).flatMap((operation) => context.seeds.get(operation)?.accepted ?? []);
  const run = async (session: TaskSession): Promise<void> => {
    const heads: ProbeExchange[] = [];
    for (const base of bases) heads.push(...(await probeHead(base, session)));
    for (const { head, finding } of checkHeadSupported(heads)) session.report(head, finding);
  };
  return bases.length === 0 ? [] : [{ id: "stateful/head", run }];
}

/** Returns the response to HEAD if the service accepts GET. */
async function probeHead(
  { operation, request }: ProbeExchange,
  { send, report, discard }: TaskSession,
): Promise<readonly ProbeExchange[]> {
  const edit: CaseEdit = { part: "method", at: "", contract: operation.pointer, what: "the method HEAD" };
  const before = await send({ operation, request });
  if (!isAccepted(before)) return [];
  const head = await send({ operation, request, method: "HEAD", edit, expect: "open" });
  // A body, which is forbidden, breaks the connection.
  if (head.exchange.incomplete !== undefined) {
    discard(head);
    return [];
  }
  report(head, checkServiceResponse(head));
  report(head, checkHead(before, head, await send({ operation, request })));
  return [head];
}
