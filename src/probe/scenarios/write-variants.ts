import type { Operation } from "../../document/index.js";
import { toPrintable } from "../../schema/index.js";
import { isEqual } from "../../schema/values/exact-number.js";
import { generateCasesOf } from "../cases/generate-cases.js";
import type { CaseRequest, ProbeCase } from "../requests/probe-case.js";
import { isReference } from "../round-trip/telling-values.js";
import type { ProbeTask } from "../session/case-recorder.js";
import { areAccepted, type ProbeExchange, type Rule } from "../session/probe-exchange.js";
import type { ProbeRequest, TaskSession } from "../session/session.js";
import { buildRepeatableWrite } from "./resources.js";
import {
  confirm,
  createScenario,
  findAccepted,
  findAcceptedRead,
  readTarget,
  type ScenarioContext,
  type ScenarioRun,
  type WriteTarget,
} from "./scenario-context.js";

const MAX_REFUSED = 25;

/** Creates scenarios for operations that write a resource which another one reads: rejected writes change nothing. */
export function createWriteVariantScenarios(context: ScenarioContext): ProbeTask[] {
  return context.operations.flatMap((operation): ProbeTask[] => {
    const base = findAccepted(context, operation);
    const shown = findAcceptedRead(context, operation);
    if (base === undefined || shown === undefined || !["PUT", "PATCH"].includes(operation.method)) return [];
    return [createScenario(context, operation, "refused", (run) => writeRefused(run, { base, shown }))];
  });
}

/** Sends invalid writes. Those that the service rejects must leave the resource as it was. */
async function writeRefused(run: ScenarioRun, target: WriteTarget): Promise<void> {
  const { operation, request } = target.base;
  const invalid = [...generateCasesOf(run, "negatives", { operation, base: request })].filter(
    ({ expect, method }) => expect === "refused" && method === operation.method,
  );
  const { body } = await buildRepeatableWrite(run, target.base);
  for (const it of invalid.filter(({ edit, request: own }) => edit?.part === "header" && !(edit.at in own.header)))
    await run.send({ ...toSent(it), request: { ...it.request, ...(body && { body }) } });
  const cases = invalid.filter(({ edit }) => edit?.part === "body");
  await run.send({ operation, request });
  let before = await readTarget(target, run);
  for (const it of spread(cases, MAX_REFUSED)) {
    const refused = await run.send(toSent(it));
    const after = await readTarget(target, run);
    const check = (again: ProbeExchange) => checkRefusedUnchanged(before, refused, after, again);
    run.report(refused, await confirm(check, after, () => readTarget(target, run)));
    before = after;
  }
}

function toSent({ operation, request, edit, expect }: ProbeCase): ProbeRequest {
  return { operation, request, edit, expect };
}

/** Picks cases from the whole list, because neighbours are alike. */
function spread(cases: readonly ProbeCase[], max: number): readonly ProbeCase[] {
  if (cases.length <= max) return cases;
  return Array.from({ length: max }, (_, at) => cases[Math.floor((at * cases.length) / max)]).filter(
    (it) => it !== undefined,
  );
}

/** Sends requests at the same time. One that fails is sent again alone. */
export async function sendConcurrently(
  { send, report }: Pick<TaskSession, "send" | "report">,
  requests: readonly ProbeRequest[],
): Promise<readonly ProbeExchange[]> {
  const results = await Promise.all(requests.map((it) => send(it)));
  for (const [at, { requestId: _, ...request }] of requests.entries()) {
    const result = results[at];
    if (result !== undefined && hasFailed(result)) report(result, checkConcurrentFailure(result, await send(request)));
  }
  return results;
}

/** Whether a service failed. A 503 may say that it is busy. */
function hasFailed({ exchange: { response } }: ProbeExchange): boolean {
  return response.status >= 500 && response.status !== 503;
}

/**
 * Checks that a request does not fail because another one is processed at the same time.
 *
 * @param alone The same request afterwards.
 */
export const checkConcurrentFailure: Rule<2> = (result, alone) => {
  if (!hasFailed(result) || !alone.isAccepted) return undefined;
  const { operation, exchange } = result;
  const message = `the service failed with ${exchange.response.status} while it processed another request at the same time; alone, the same ${operation.id} gets ${alone.status}; expected that concurrent requests take effect one after the other, or a 409`;
  return result.failStatus("exchange.request.failed", message, "concurrent", { contract: operation.pointer });
};

/**
 * Checks that a rejected write has changed nothing. `again` is a second read after it: what differs between the two changes
 * by itself.
 */
export const checkRefusedUnchanged: Rule<4> = (before, refused, after, again) => {
  const { status } = refused;
  if (!refused.isRejected || !areAccepted(before, after, again)) return undefined;
  const [then, now, later] = [before, after, again].map((it) => it.body);
  if (isEqual(then, now) || !isEqual(now, later)) return undefined;
  const message = `the write was rejected with ${status} (${toPrintable(refused.edit?.what ?? "")}), but ${after.operation.id} returns another resource afterwards`;
  return refused.failStatus("exchange.refusal.applied", message, "changed");
};

/**
 * Lists valid requests whose bodies differ from a body in one place, first one for each place. Identifiers stay, because another one is often
 * rejected, or not written.
 */
export function listOtherWrites(
  context: Pick<ScenarioContext, "document">,
  operation: Operation,
  request: CaseRequest,
): readonly ProbeCase[] {
  const cases = [...generateCasesOf(context, "boundaries", { operation, base: request })].filter(
    ({ expect, edit }) => expect === "accepted" && edit?.part === "body" && !isReference(edit.at),
  );
  const isFirst = (it: ProbeCase): boolean => cases.find(({ edit }) => edit?.at === it.edit?.at) === it;
  return [...cases.filter(isFirst), ...cases.filter((it) => !isFirst(it))];
}
