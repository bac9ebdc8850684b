import type { CheckFinding } from "../../check/index.js";
import { type Operation, type Pointer, valueAt } from "../../document/index.js";
import { isSameJson } from "../../samples/same-json.js";
import { toPrintable } from "../../schema/index.js";
import { generateCasesOf } from "../cases/generate-cases.js";
import { checkIdempotentReplay, checkWritePersisted, findLostPlace } from "../checks/resource.js";
import { findCreatedPath } from "../graph/response-values.js";
import {
  type CaseRequest,
  findIdempotencyHeader,
  type ProbeCase,
  putBody,
  readJsonPatch,
} from "../requests/probe-case.js";
import { isReference } from "../round-trip/telling-values.js";
import type { ProbeTask } from "../session/case-recorder.js";
import { areAccepted, type ProbeExchange, type Rule } from "../session/probe-exchange.js";
import type { ProbeRequest, TaskSession } from "../session/session.js";
import { buildNewResource } from "../tasks/seed-requests.js";
import { buildRepeatableWrite, listReplacements, makeOtherValue } from "./patches/patch-sender.js";
import {
  confirm,
  createScenario,
  findAccepted,
  findAcceptedRead,
  findItemStep,
  readAtPath,
  readTarget,
  type ScenarioContext,
  type ScenarioRun,
  type WriteTarget,
} from "./scenario-context.js";

/** Each costs two requests. */
const MAX_BOUNDARIES = 150;
const MAX_REFUSED = 25;
const MAX_NEW = 2;

/**
 * Creates scenarios for operations that write a resource which another one reads. Boundary values are written and read.
 * Rejected writes must change nothing, and concurrent writes must take effect as a whole.
 */
export function createWriteVariantScenarios(context: ScenarioContext): ProbeTask[] {
  return context.operations.flatMap((operation): ProbeTask[] => {
    const base = findAccepted(context, operation);
    const shown = findAcceptedRead(context, operation);
    if (base === undefined || !["PUT", "PATCH", "POST"].includes(operation.method)) return [];
    const create = (kind: string, run: (own: ScenarioRun) => Promise<void>) =>
      createScenario(context, operation, kind, run);
    const repeat = create("concurrent-repetition", (run) => sendTwice(run, base));
    if (shown === undefined || operation.method === "POST") return [repeat];
    const target: WriteTarget = { base, shown };
    const refused = create("refused", (run) => writeRefused(run, target));
    // A PATCH changes what earlier cases have left.
    if (operation.method !== "PUT") return [repeat, refused];
    const concurrent = create("concurrent", async (run) => {
      await writeConcurrently(run, target);
      await writeApart(run, target);
    });
    const creation = create("concurrent-creation", (run) => createConcurrently(run, base));
    const boundaries = create("boundaries", (run) => writeBoundaries(run, target));
    return [repeat, refused, concurrent, creation, boundaries];
  });
}

/** Writes a resource with each boundary value, and reads it. */
async function writeBoundaries(run: ScenarioRun, target: WriteTarget): Promise<void> {
  const { operation, request } = target.base;
  const cases = [...generateCasesOf(run, "boundaries", { operation, base: request })].filter(
    ({ expect, edit }) => expect === "accepted" && edit?.part === "body",
  );
  const steps: WriteStep[] = [];
  const lost: WriteStep[] = [];
  let before = await readTarget(target, run);
  for (const it of spread(cases, MAX_BOUNDARIES)) {
    const write = await run.send(toSent(it));
    if (!write.isAccepted) continue;
    const shown = await readTarget(target, run);
    steps.push({ before, write, shown });
    before = shown;
    // A second read only if the first one raises a question.
    if (checkWritePersisted(write, shown) === undefined) continue;
    before = await readTarget(target, run);
    lost.push({ before, write, shown: before });
  }
  for (const { write, shown } of lost) {
    const place = findLostPlace(write, shown);
    if (place === undefined || isWritable(steps, place)) run.report(shown, checkWritePersisted(write, shown));
  }
}

type WriteStep = { readonly before: ProbeExchange; readonly write: ProbeExchange; readonly shown: ProbeExchange };

/**
 * Whether some write has changed the property. A service may set properties itself that its spec does not mark as
 * read-only.
 */
function isWritable(steps: readonly WriteStep[], place: Pointer): boolean {
  const at = place.replace(/\/\d+(\/.*)?$/, "");
  return steps.some(({ before, write, shown }) => {
    const written = valueAt(write.sent, at);
    const [then, now] = [before.at(at), shown.at(at)];
    return written !== undefined && isSameJson(written, now) && !isSameJson(then, now);
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
  if (operation.method === "PUT") for (const it of spread(cases, MAX_NEW)) await refuseNew(run, target, it);
}

/** Sends an invalid write of a resource that does not exist, which must not create it. */
async function refuseNew(
  run: ScenarioRun,
  { base: { operation, request: valid }, shown }: WriteTarget,
  it: ProbeCase,
): Promise<void> {
  const step = findItemStep(operation);
  if (step === undefined) return;
  const request = { ...it.request, path: { ...it.request.path, [step.name]: run.createId(`refused ${it.id}`) } };
  const { path } = request;
  if (!run.isValid(operation, { ...valid, path })) return;
  const readNew = (): Promise<ProbeExchange> => readAtPath(run, shown, path);
  if ((await readNew()).isAccepted) return;
  const refused = await run.send({ ...toSent(it), request });
  run.report(refused, checkRefusedAbsent(refused, await readNew()));
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

/** Sends one write twice at the same time, with one idempotency key. */
async function sendTwice(run: ScenarioRun, { operation, request }: ProbeExchange): Promise<void> {
  const { document, nonce, createId } = run;
  if (findIdempotencyHeader(document, operation) === undefined) return;
  const requestId = `${createId(`concurrent ${operation.id}`)}-${nonce}`;
  const twice = { operation, request, requestId };
  const [first, second] = await sendConcurrently(run, [twice, twice]);
  if (first !== undefined && second !== undefined) run.report(second, checkIdempotentReplay(first, second));
}

const CREATION_COUNT = 4;

/** Creates one resource by several PUTs at the same time. */
async function createConcurrently(run: ScenarioRun, { operation, request: base }: ProbeExchange): Promise<void> {
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
async function writeConcurrently(run: ScenarioRun, target: WriteTarget): Promise<void> {
  const { send, report } = run;
  const { operation, request } = target.base;
  const [other] = listOtherWrites(run, operation, request);
  if (other === undefined || !(await readTarget(target, run)).isAccepted) return;
  const two = [{ operation, request }, toSent(other)];
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
async function writeApart(
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
    const shown = write.isAccepted ? await readOf(write) : undefined;
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
  if (first === undefined || created.length < 2 || !later.isAccepted || later.status === 201) return undefined;
  const message = `${created.length} of ${results.length} concurrent PUTs of one new resource are 201; expected 201 for one of them, because the others replace it (RFC 9110, section 9.3.4)`;
  return first.failStatus("exchange.http.violated", message, "created twice");
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

/** Checks that a read finds a resource while it is replaced. It was there before, and `after` is a read that finds it again. */
export const checkReadDuringWrite: Rule<3> = (read, write, after) => {
  const { status } = read;
  if (!write.isAccepted || !after.isAccepted || (status !== 404 && status !== 410)) return undefined;
  const message = `${read.operation.id} responds with ${status} while ${write.operation.id} replaces the resource at the same time, which is there before and after; expected its former or its new state`;
  return read.failStatus("exchange.resource.differs", message, `during ${write.operation.id}`, {
    contract: write.operation.pointer,
  });
};

/**
 * Checks that writes of different resources at the same time are not mixed.
 *
 * @param shown The response to the write, or a read after it.
 * @param alone A read after the same write alone, which shows what the service stores of it.
 */
export const checkWritesApart: Rule<3> = (write, shown, alone) => {
  const lost = checkWritePersisted(write, shown);
  if (lost === undefined || !alone.isAccepted || checkWritePersisted(write, alone) !== undefined) return undefined;
  return {
    ...lost,
    message: toPrintable(`after concurrent writes of different resources, they are mixed: ${lost.message}`),
  };
};

/**
 * Checks that a rejected write has changed nothing. `again` is a second read after it: what differs between the two changes
 * by itself.
 */
export const checkRefusedUnchanged: Rule<4> = (before, refused, after, again) => {
  const { status } = refused;
  if (!refused.isRejected || !areAccepted(before, after, again)) return undefined;
  const [then, now, later] = [before, after, again].map((it) => it.body);
  if (isSameJson(then, now) || !isSameJson(now, later)) return undefined;
  const message = `the write was rejected with ${status} (${toPrintable(refused.edit?.what ?? "")}), but ${after.operation.id} returns another resource afterwards`;
  return refused.failStatus("exchange.refusal.applied", message, "changed");
};

/** Checks that a rejected write of a resource that did not exist has not created it. */
export const checkRefusedAbsent: Rule<2> = (refused, shown) => {
  const { status } = refused;
  if (!refused.isRejected || !shown.isAccepted) return undefined;
  const message = `the write was rejected with ${status} (${toPrintable(refused.edit?.what ?? "")}), but ${shown.operation.id} shows that it has created the resource`;
  return refused.failStatus("exchange.refusal.applied", message, "created");
};

/** Checks that one of two concurrent writes is stored as a whole. */
const checkConcurrentWrites: Rule<3> = (first, second, shown) => {
  if (!first.isAccepted || !second.isAccepted) return undefined;
  const lost = checkWritePersisted(first, shown);
  if (lost === undefined || checkWritePersisted(second, shown) === undefined) return undefined;
  return { ...lost, message: `after two concurrent writes, the resource is neither of both: ${lost.message}` };
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

/**
 * Lists requests that change a resource in one place, so that a read shows the difference: PUT and PATCH with another value, and a JSON Patch
 * that replaces a number or a boolean.
 *
 * @param request An accepted request for the resource.
 * @param shown The resource now.
 */
export function listVisibleChanges(
  context: Pick<ScenarioContext, "document" | "isValid">,
  operation: Operation,
  request: CaseRequest,
  shown: ProbeExchange,
): readonly CaseRequest[] {
  const { body } = request;
  const resource = shown.body;
  if (body === undefined || readJsonPatch(request) === undefined) {
    const others = listOtherWrites(context, operation, request).map((it) => it.request);
    return operation.method === "PATCH" ? [request, ...others] : others;
  }
  return listReplacements(resource).flatMap((it): CaseRequest[] => {
    const value = makeOtherValue(it.value);
    const patch = putBody(request, [{ ...it, value: value ?? null }]);
    return value !== undefined && context.isValid(operation, patch) ? [patch] : [];
  });
}

/** Whether two responses show a different resource. */
export function isChanged(before: ProbeExchange, after: ProbeExchange): boolean {
  return !isSameJson(before.body, after.body);
}
