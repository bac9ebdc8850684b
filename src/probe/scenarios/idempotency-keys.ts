import { isObject, type Operation } from "../../document/index.js";
import { findIdempotencyKey } from "../../resources/index.js";
import { includeIfDefined } from "../../samples/include-if-defined.js";
import { toPrintable } from "../../schema/index.js";
import { isEqual } from "../../schema/values/exact-number.js";
import { checkWritePersisted } from "../checks/resource.js";
import { groupByResource } from "../graph/operation-order.js";
import { findCreatedPath } from "../graph/response-values.js";
import type { CaseEdit, CaseRequest, ProbeCase } from "../requests/probe-case.js";
import type { ProbeTask } from "../session/case-recorder.js";
import { areAccepted, type ProbeExchange, type Rule } from "../session/probe-exchange.js";
import type { ProbeRequest, TaskSession } from "../session/session.js";
import { buildNewResource } from "../tasks/seed-requests.js";
import { putParameter } from "./filters/filter-values.js";
import { buildRepeatableWrite } from "./resources.js";
import {
  findAcceptedRead,
  planScenarios,
  readAtPath,
  reportRejection,
  type ScenarioContext,
  type ScenarioRun,
} from "./scenario-context.js";
import { listOtherWrites } from "./write-variants.js";

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
        const edit: CaseEdit = { part: "header", at: name, contract: parameter.pointer, what: `${name}: ${what}` };
        const build = (key: string): ProbeRequest => ({
          ...{ operation, request: putParameter(request, parameter, key) },
          ...{ edit, expect: "open" },
        });
        if (!context.isValid(operation, build(value).request)) continue;
        const result = await run.sendChecked(build(value));
        if (result.isAccepted) continue;
        await reportRejection(run, result, {
          accepted: { operation, request },
          sendAgain: () => run.send(build(`${value}2`)),
        });
      }
      await sendKeysAgain(run, base);
    };
  });
}

/** Other bodies of which one has another effect. */
const MAX_OTHERS = 8;

type KeySession = {
  readonly send: (request: CaseRequest, key?: string, operation?: Operation) => Promise<ProbeExchange>;
  /** A response that shows the resource after a write. */
  readonly readAfter: (write: ProbeExchange) => Promise<ProbeExchange>;
  readonly report: TaskSession["report"];
};

/** Sends idempotency keys again: with a later write in between, and with another body, path or method. */
async function sendKeysAgain(run: ScenarioRun, base: ProbeExchange): Promise<void> {
  const { operation } = base;
  const send: KeySession["send"] = (request, requestId, own = operation) =>
    run.sendChecked({ operation: own, request, ...includeIfDefined("requestId", requestId) });
  const key = `${run.createId(`key of ${operation.id}`)}-${run.nonce}`;
  if (operation.method === "PUT") await sendKeysOfPutAgain(run, { base, key, send });
  if (operation.method !== "POST") return;
  const read = groupByResource(run.operations).find(({ create }) => create === operation)?.read;
  const header = (read && run.seeds.get(read)?.accepted?.request.header) ?? {};
  const readAfter = async (write: ProbeExchange): Promise<ProbeExchange> => {
    const path = read && !write.hasJson ? findCreatedPath(read, write) : undefined;
    if (path === undefined || read === undefined) return write;
    return run.send({ operation: read, request: { path, header, query: {}, cookie: {} } });
  };
  const request = buildNewResource(operation, base.request, run, `key ${operation.id}`);
  const cases = listOtherWrites(run, operation, request);
  await reuseForOther({ request, cases, key }, { send, readAfter, report: run.report });
}

type KeyedPut = Pick<KeySession, "send"> & { readonly base: ProbeExchange; readonly key: string };

/**
 * Repeats a PUT with its key after a later PUT, which must keep its effect. Then sends the key with another body, resource or method: each is
 * written or rejected.
 */
async function sendKeysOfPutAgain(run: ScenarioRun, { base, key, send }: KeyedPut): Promise<void> {
  const { report } = run;
  const { operation } = base;
  const shown = findAcceptedRead(run, operation);
  const build = (name: string) => buildNewResource(operation, base.request, run, `${name} ${operation.id}`);
  const request = build("key");
  if (shown === undefined || request === base.request) return;
  const readAfter: KeySession["readAfter"] = ({ request: { path } }) => readAtPath(run, shown, path);
  const first = await send(request, key);
  if (!first.isAccepted) return;
  const original = await readAfter(first);
  const cases = listOtherWrites(run, operation, request);
  for (const other of cases.slice(0, MAX_OTHERS)) {
    if (!(await send(other.request)).isAccepted) continue;
    const before = await readAfter(first);
    if (checkLaterWriteKept(before, first, original) === undefined) continue;
    const repeated = await send(request, key);
    report(repeated, checkLaterWriteKept(before, repeated, await readAfter(first)));
    break;
  }
  const session: KeySession = { send, readAfter, report };
  await reuseForOther({ request, cases, key: `${key}-other` }, session);
  const elsewhere = build("key elsewhere");
  const written = await send(elsewhere, key);
  if (written.isAccepted) report(written, checkKeyOfOther(written, await readAfter(written)));
}

type ReusedKey = { readonly request: CaseRequest; readonly cases: readonly ProbeCase[]; readonly key: string };

/** Sends the key of a write again with another body. */
async function reuseForOther({ request, cases, key }: ReusedKey, session: KeySession): Promise<void> {
  const first = await session.send(request, key);
  if (!first.isAccepted) return;
  const shown = await session.readAfter(first);
  // A body counts only if a read can show that it is the other one.
  const other = cases.find((it) => checkWritePersisted(first.with({ request: it.request }), shown));
  if (other === undefined) return;
  const reused = await session.send(other.request, key);
  const finding = checkKeyOfOtherBody(reused, first, await session.readAfter(reused));
  if (finding === undefined) return;
  // A service that never stores this difference has not taken the request for the other one.
  const control = await session.send(other.request, `${key}-control`);
  if (control.isAccepted && checkWritePersisted(control, await session.readAfter(control)) === undefined)
    session.report(reused, finding);
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
