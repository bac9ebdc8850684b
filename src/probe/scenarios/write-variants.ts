import { isObject, type Operation } from "../../document/index.js";
import { findIdempotencyKey } from "../../resources/index.js";
import { isEqual, toPrintable } from "../../schema/index.js";
import { generateCasesOf } from "../cases/generate-cases.js";
import { checkWritePersisted } from "../checks/resource.js";
import { groupByResource } from "../graph/operation-order.js";
import type { CaseRequest, ProbeCase } from "../requests/probe-case.js";
import { isReference } from "../round-trip/telling-values.js";
import type { ProbeTask } from "../session/case-recorder.js";
import { areAccepted, hasChanged, type ProbeExchange, type Rule } from "../session/probe-exchange.js";
import type { ProbeRequest, TaskSession } from "../session/session.js";
import { buildNewResource } from "../tasks/seed-requests.js";
import { putParameter } from "./filters/filter-values.js";
import { buildRepeatableWrite } from "./resources.js";
import {
  buildCreatedRead,
  buildRead,
  confirm,
  createOpenRequest,
  expectAccepted,
  findReadAt,
  planScenarios,
  replacePath,
  type ScenarioContext,
  type ScenarioRun,
  type WriteTarget,
} from "./scenario-context.js";

const MAX_REFUSED = 25;

/** Creates scenarios for operations that write a resource which another one reads: rejected writes change nothing. */
export function createWriteVariantScenarios(context: ScenarioContext): ProbeTask[] {
  const writes = context.operations.filter(({ method }) => ["PUT", "PATCH"].includes(method));
  return planScenarios(context, writes, "refused", (base) => {
    const shown = findReadAt(context, base.operation.path);
    return shown && ((run) => writeRefused(run, { base, shown }));
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
    await run.send({ ...it, request: { ...it.request, ...(body && { body }) } });
  const cases = invalid.filter(({ edit }) => edit?.part === "body");
  await run.send({ operation, request });
  const read = () => run.send(buildRead(target));
  let before = await read();
  for (const it of spread(cases, MAX_REFUSED)) {
    const refused = await run.send(it);
    const after = await read();
    const check = (again: ProbeExchange) => checkRefusedUnchanged(before, refused, after, again);
    run.report(refused, await confirm(check, after, read));
    before = after;
  }
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
  if (!hasChanged([before, after, again], (it) => it.body)) return undefined;
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

/** Creates scenarios that write with idempotency keys that are no UUID: a short and a long text, if the spec allows them. */
export function createKeyScenarios(context: ScenarioContext): ProbeTask[] {
  return planScenarios(context, context.operations, "keys", (base) => {
    const { operation } = base;
    const { parameter } = findIdempotencyKey(context.document, operation) ?? {};
    if (parameter === undefined) return undefined;
    const { name } = parameter;
    return async (run) => {
      const request = await buildRepeatableWrite(run, base);
      for (const [what, value] of [
        ["a short text", `k-${context.nonce}-${operation.id}`.slice(0, 24)],
        ["a long text", `key-${context.nonce}-${operation.id}-`.padEnd(80, "k")],
      ] as const) {
        const build = (key: string): ProbeRequest => {
          const edit = { part: "header", at: name, contract: parameter.pointer, what: `${name}: ${what}` } as const;
          return createOpenRequest({ operation, request: putParameter(request, parameter, key) }, edit);
        };
        if (context.isValid(operation, build(value).request))
          await expectAccepted(run, { operation, request }, build(value), build(`${value}2`));
      }
      await sendKeysAgain(run, base);
    };
  });
}

/** Other bodies of which one has another effect. */
const MAX_OTHERS = 8;

type KeySession = {
  readonly run: ScenarioRun;
  readonly operation: Operation;
  /** A response that shows the resource after a write. */
  readonly readAfter: (write: ProbeExchange) => Promise<ProbeExchange>;
};

/** Sends idempotency keys again: with a later write in between, and with another body, path or method. */
async function sendKeysAgain(run: ScenarioRun, base: ProbeExchange): Promise<void> {
  const { operation } = base;
  const key = `${run.createId(`key of ${operation.id}`)}-${run.nonce}`;
  if (operation.method === "PUT") await sendKeysOfPutAgain(run, base, key);
  if (operation.method !== "POST") return;
  const resource = groupByResource(run.operations).find(({ create }) => create === operation);
  const readAfter = async (write: ProbeExchange): Promise<ProbeExchange> => {
    const read = write.hasJson ? undefined : buildCreatedRead(run, resource?.read, write);
    return read === undefined ? write : run.send(read);
  };
  const request = buildNewResource(base, run, `key ${operation.id}`);
  await reuseForOther({ run, operation, readAfter }, request, key);
}

/**
 * Repeats a PUT with its key after a later PUT, which must keep its effect. Then sends the key with another body, resource or method: each is
 * written or rejected.
 */
async function sendKeysOfPutAgain(run: ScenarioRun, base: ProbeExchange, key: string): Promise<void> {
  const { report } = run;
  const { operation } = base;
  const shown = findReadAt(run, operation.path);
  const build = (name: string) => buildNewResource(base, run, `${name} ${operation.id}`);
  const request = build("key");
  if (shown === undefined || request === base.request) return;
  const readAfter: KeySession["readAfter"] = (write) => run.send(replacePath(shown, write.request.path));
  const send = (own: CaseRequest, requestId: string) => run.sendChecked({ operation, request: own, requestId });
  const first = await send(request, key);
  if (!first.isAccepted) return;
  const original = await readAfter(first);
  for (const other of listOtherWrites(run, operation, request).slice(0, MAX_OTHERS)) {
    if (!(await run.sendChecked({ operation, request: other.request })).isAccepted) continue;
    const before = await readAfter(first);
    if (checkLaterWriteKept(before, first, original) === undefined) continue;
    const repeated = await send(request, key);
    report(repeated, checkLaterWriteKept(before, repeated, await readAfter(first)));
    break;
  }
  await reuseForOther({ run, operation, readAfter }, request, `${key}-other`);
  const elsewhere = build("key elsewhere");
  const written = await send(elsewhere, key);
  if (written.isAccepted) report(written, checkKeyOfOther(written, await readAfter(written)));
}

/** Sends the key of a write again with another body. */
async function reuseForOther(
  { run, operation, readAfter }: KeySession,
  request: CaseRequest,
  key: string,
): Promise<void> {
  const send = (own: CaseRequest, requestId = key) => run.sendChecked({ operation, request: own, requestId });
  const first = await send(request);
  if (!first.isAccepted) return;
  const shown = await readAfter(first);
  // A body counts only if a read can show that it is the other one.
  const other = listOtherWrites(run, operation, request).find((it) =>
    checkWritePersisted(first.with({ request: it.request }), shown),
  );
  if (other === undefined) return;
  const reused = await send(other.request);
  const finding = checkKeyOfOtherBody(reused, first, await readAfter(reused));
  if (finding === undefined) return;
  // A service that never stores this difference has not taken the request for the other one.
  const control = await send(other.request, `${key}-control`);
  if (control.isAccepted && checkWritePersisted(control, await readAfter(control)) === undefined)
    run.report(reused, finding);
}

/**
 * Checks that a write repeated with its idempotency key does not undo a later write of the same resource.
 *
 * @param before A read after the later write.
 * @param after A read after the repetition.
 */
export const checkLaterWriteKept: Rule<3> = (before, repeated, after) => {
  const [then, now, written] = [before.body, after.body, repeated.sent];
  if (!areAccepted(before, after) || !isObject(then) || !isObject(now) || !isObject(written)) return undefined;
  const undone = Object.keys({ ...then, ...written }).find(
    (name) => !isEqual(then[name] ?? null, now[name] ?? null) && isEqual(written[name] ?? null, now[name] ?? null),
  );
  if (undone === undefined) return undefined;
  const message = `repeated with its idempotency key after another write, the request took effect again: ${toPrintable(undone)} has its value again`;
  return repeated.failStatus("exchange.replay.differs", message, "applied again");
};

/** Checks that a write with the key of a write to another resource takes effect, if the service accepts it. */
export const checkKeyOfOther: Rule<2> = (write, read) => {
  if (!write.isAccepted || !read.isGone) return undefined;
  const message = `the response is ${write.status} with the idempotency key of a request to another path, but ${read.operation.id} then gets ${read.status}: the request was taken for the other one`;
  return write.failStatus("exchange.replay.differs", message, "key of another resource");
};

/**
 * Checks that a write with the key of a write with another body takes effect, if the service accepts it. A service that takes it for the
 * other one shows what that has written.
 *
 * @param first The write that had the key before.
 */
export const checkKeyOfOtherBody: Rule<3> = (write, first, read) => {
  const isEffective = checkWritePersisted(write, read) === undefined;
  if (!write.isAccepted || !read.isAccepted || isEffective || checkWritePersisted(first, read) !== undefined)
    return undefined;
  const message = `the response is ${write.status} with the idempotency key of a request with another payload, but ${read.operation.id} shows the former payload: the request was taken for a repetition`;
  return write.failStatus("exchange.replay.differs", message, "key of another payload");
};
