import type { CheckFinding } from "../../../checks/index.js";
import { toPrintable } from "../../../schema/index.js";
import { checkServiceResponse } from "../../checks/response.js";
import { defineRule, readView } from "../../checks/rule.js";
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

const UNSUPPORTED: readonly number[] = [405, 501];

/** Checks that HEAD has the headers of GET (RFC 9110, section 9.3.2). `again` is a GET after it. */
export const checkHead = defineRule<3>((get, head, again) => {
  const { status } = head;
  if (get.status !== again.status || !(get.isAccepted || get.status === 404)) return undefined;
  if (get.status !== status) {
    if ([0, 429, ...UNSUPPORTED].includes(status) || status >= 500) return undefined;
    const message = `the response to HEAD is ${status}, but that to GET is ${get.status} (RFC 9110, section 9.3.2)`;
    return head.fail("exchange.http.violated", message, "head status", { part: "response.status" });
  }
  // The bodies of two rejections may differ.
  const wrong = (get.isAccepted ? ["content-type", "content-length", "etag"] : []).find((name) => {
    const [then, own, now] = [get, head, again].map((it) => it.header(name));
    return own !== undefined && then !== undefined && then === now && own !== then;
  });
  if (wrong === undefined) return undefined;
  const message = `${wrong} of HEAD is ${head.header(wrong)}, but that of GET is ${get.header(wrong)} (RFC 9110, section 9.3.2)`;
  return head.fail("exchange.http.violated", toPrintable(message), `head ${wrong}`, { part: "response.headers" });
});

/** Whether the service rejects the method of a HEAD request. */
function isHeadUnsupported({ exchange }: ProbeExchange): boolean {
  return UNSUPPORTED.includes(exchange.response.status);
}

/**
 * Checks that HEAD is supported where GET is (RFC 9110, section 9.1). Many frameworks support it only with an option, so a service that
 * mostly rejects it has one finding.
 *
 * @param heads The responses to HEAD of operations whose GET is accepted.
 */
export function checkHeadSupported(
  heads: readonly ProbeExchange[],
): readonly { readonly head: ProbeExchange; readonly finding: CheckFinding }[] {
  const rejected = heads.filter(isHeadUnsupported);
  const isUsual = rejected.length > heads.length / 2;
  return (isUsual ? rejected.slice(0, 1) : rejected).map((head) => {
    const others = isUsual && rejected.length > 1 ? `, as for ${rejected.length - 1} other operations` : "";
    const { status, fail } = readView(head);
    const message = `the response to HEAD is ${status}${others}, but GET is supported (RFC 9110, section 9.1)`;
    return { head, finding: fail("exchange.http.violated", message, "head unsupported", { part: "response.status" }) };
  });
}
