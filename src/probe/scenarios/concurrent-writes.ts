import type { CheckFinding } from "../../checks/index.js";
import { isSameJson } from "../../samples/same-json.js";
import { toPrintable } from "../../schema/index.js";
import { checkIdempotentReplay, checkWritePersisted } from "../checks/resource.js";
import { defineRule, readView } from "../checks/rule.js";
import { findCreatedPath } from "../graph/response-values.js";
import { findIdempotencyHeader } from "../session/idempotency-key.js";
import { isAccepted, type ProbeExchange } from "../session/probe-exchange.js";
import type { ProbeRequest, TaskSession } from "../session/session.js";
import { buildNewResource } from "../tasks/seed-requests.js";
import { listOtherWrites } from "./other-writes.js";
import { readAtPath, readTarget, type ScenarioRun, type WriteTarget } from "./scenario-context.js";

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

/** Sends one write twice at the same time, with one idempotency key. */
export async function sendTwice(run: ScenarioRun, { operation, request }: ProbeExchange): Promise<void> {
  const { document, nonce, createId } = run;
  if (findIdempotencyHeader(document, operation) === undefined) return;
  const requestId = `${createId(`concurrent ${operation.id}`)}-${nonce}`;
  const twice = { operation, request, requestId };
  const [first, second] = await sendConcurrently(run, [twice, twice]);
  if (first !== undefined && second !== undefined) run.report(second, checkIdempotentReplay(first, second));
}

const CREATION_COUNT = 4;

/** Creates one resource by several PUTs at the same time. */
export async function createConcurrently(run: ScenarioRun, { operation, request: base }: ProbeExchange): Promise<void> {
  const { send, report } = run;
  const request = buildNewResource(operation, base, run, `concurrent creation ${operation.id}`);
  const isNamed = operation.responses.some(({ status }) => status === "201");
  if (request === base || !isNamed) return;
  const same = Array.from({ length: CREATION_COUNT }, () => ({ operation, request }));
  const results = await sendConcurrently(run, same);
  const [first] = results.filter(({ exchange }) => exchange.response.status === 201);
  const later = first && (await send({ operation, request }));
  if (first !== undefined && later !== undefined) report(first, checkCreatedOnce(results, later));
}

/** Writes two versions of a resource at the same time, and reads it meanwhile. */
export async function writeConcurrently(run: ScenarioRun, target: WriteTarget): Promise<void> {
  const { send, report } = run;
  const { operation, request } = target.base;
  const [other] = listOtherWrites(run, operation, request);
  if (other === undefined || !isAccepted(await readTarget(target, run))) return;
  const two = [
    { operation, request },
    { operation, request: other.request, edit: other.edit, expect: other.expect },
  ];
  const [[first, second], meanwhile] = await Promise.all([sendConcurrently(run, two), readTarget(target, run)]);
  const shown = await readTarget(target, run);
  if (first === undefined || second === undefined) return;
  report(meanwhile, checkReadDuringWrite(meanwhile, first, shown));
  const finding = checkConcurrentWrites(first, second, shown);
  if (finding === undefined) return;
  // One after the other, the service stores both as written.
  for (const { request: alone } of [first, second]) {
    const write = await send({ operation, request: alone });
    if (checkWritePersisted(write, await readTarget(target, run)) !== undefined) return;
  }
  report(shown, finding);
}

const APART_COUNT = 3;

/** Writes different resources at the same time, each with another body. */
export async function writeApart(
  run: ScenarioRun,
  { base: { operation, request: base }, shown: accepted }: WriteTarget,
): Promise<void> {
  const others = listOtherWrites(run, operation, base);
  const requests = others.slice(0, APART_COUNT).map(
    (it, at): ProbeRequest => ({
      operation,
      request: buildNewResource(operation, it.request, run, `apart ${at} ${operation.id}`),
    }),
  );
  const paths = new Set(requests.map(({ request: { path } }) => JSON.stringify(path)));
  if (paths.size < APART_COUNT) return;
  const readOf = (write: ProbeExchange): Promise<ProbeExchange> | undefined => {
    const path = findCreatedPath(accepted.operation, write);
    return path && readAtPath(run, accepted, path);
  };
  for (const write of await sendConcurrently(run, requests)) {
    const shown = isAccepted(write) ? await readOf(write) : undefined;
    const wrong = [write, shown].find((it) => it !== undefined && checkWritePersisted(write, it) !== undefined);
    if (wrong === undefined) continue;
    const alone = await readOf(await run.send({ operation, request: write.request }));
    if (alone !== undefined) run.report(wrong, checkWritesApart(write, wrong, alone));
  }
}

/**
 * Checks that only one of several PUTs at the same time creates the resource of their path (RFC 9110, section 9.3.4).
 *
 * @param later The same PUT afterwards, which shows that the service distinguishes a new resource from a replaced one.
 */
export function checkCreatedOnce(results: readonly ProbeExchange[], later: ProbeExchange): CheckFinding | undefined {
  const created = results.filter(({ exchange }) => exchange.response.status === 201);
  const [first] = created;
  if (first === undefined || created.length < 2 || !isAccepted(later) || later.exchange.response.status === 201)
    return undefined;
  const message = `${created.length} of ${results.length} concurrent PUTs of one new resource are 201; expected 201 for one of them, because the others replace it (RFC 9110, section 9.3.4)`;
  return readView(first).fail("exchange.http.violated", message, "created twice", { part: "response.status" });
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
export const checkConcurrentFailure = defineRule<2>((result, alone) => {
  if (!hasFailed(result) || !alone.isAccepted) return undefined;
  const { operation, exchange } = result;
  const message = `the service failed with ${exchange.response.status} while it processed another request at the same time; alone, the same ${operation.id} gets ${alone.status}; expected that concurrent requests take effect one after the other, or a 409`;
  const place = { part: "response.status", contract: operation.pointer } as const;
  return result.fail("exchange.request.failed", message, "concurrent", place);
});

/** Checks that a read finds a resource while it is replaced. It was there before, and `after` is a read that finds it again. */
export const checkReadDuringWrite = defineRule<3>((read, write, after) => {
  const { status } = read;
  if (!write.isAccepted || !after.isAccepted || (status !== 404 && status !== 410)) return undefined;
  const message = `${read.operation.id} responds with ${status} while ${write.operation.id} replaces the resource at the same time, which is there before and after; expected its former or its new state`;
  const place = { part: "response.status", contract: write.operation.pointer } as const;
  return read.fail("exchange.resource.differs", message, `during ${write.operation.id}`, place);
});

/**
 * Checks that writes of different resources at the same time are not mixed.
 *
 * @param shown The response to the write, or a read after it.
 * @param alone A read after the same write alone, which shows what the service stores of it.
 */
export const checkWritesApart = defineRule<3>((write, shown, alone) => {
  const lost = checkWritePersisted(write, shown);
  if (lost === undefined || !alone.isAccepted || checkWritePersisted(write, alone) !== undefined) return undefined;
  return {
    ...lost,
    message: toPrintable(`after concurrent writes of different resources, they are mixed: ${lost.message}`),
  };
});

/**
 * Checks that a rejected write has changed nothing. `again` is a second read after it: what differs between the two changes
 * by itself.
 */
export const checkRefusedUnchanged = defineRule<4>((before, refused, after, again) => {
  const { status } = refused;
  if (!refused.isRejected || ![before, after, again].every(isAccepted)) return undefined;
  const [then, now, later] = [before, after, again].map((it) => it.body);
  if (isSameJson(then, now) || !isSameJson(now, later)) return undefined;
  const message = `the write was rejected with ${status} (${toPrintable(refused.edit?.what ?? "")}), but ${after.operation.id} returns another resource afterwards`;
  return refused.fail("exchange.refusal.applied", message, "changed", { part: "response.status" });
});

/** Checks that a rejected write of a resource that did not exist has not created it. */
export const checkRefusedAbsent = defineRule<2>((refused, shown) => {
  const { status } = refused;
  if (!refused.isRejected || !shown.isAccepted) return undefined;
  const message = `the write was rejected with ${status} (${toPrintable(refused.edit?.what ?? "")}), but ${shown.operation.id} shows that it has created the resource`;
  return refused.fail("exchange.refusal.applied", message, "created", { part: "response.status" });
});

/** Checks that one of two concurrent writes is stored as a whole. */
const checkConcurrentWrites = defineRule<3>((first, second, shown) => {
  if (!first.isAccepted || !second.isAccepted) return undefined;
  const lost = checkWritePersisted(first, shown);
  if (lost === undefined || checkWritePersisted(second, shown) === undefined) return undefined;
  return { ...lost, message: `after two concurrent writes, the resource is neither of both: ${lost.message}` };
});
