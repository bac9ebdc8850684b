import { checkWritePersisted } from "../checks/resource.js";
import { checkServiceResponse, checkValidRejected } from "../checks/response.js";
import { checkKeyOfOther, checkKeyOfOtherBody, checkLaterWriteKept } from "../checks/writes/reused-key.js";
import type { CaseEdit, CaseRequest, ProbeCase } from "../requests/probe-case.js";
import { findIdempotencyHeader } from "../session/idempotency-key.js";
import { isAccepted, type ProbeExchange } from "../session/probe-exchange.js";
import type { ProbeTask } from "../session/run-tasks.js";
import type { TaskSession } from "../session/session.js";
import { buildNewResource } from "../tasks/seed-requests.js";
import { listOtherWrites } from "./other-writes.js";
import { buildRepeatableWrite } from "./patches/json-patch-paths.js";
import { listReadOperations, type ScenarioContext } from "./scenario-context.js";

/** Creates scenarios that write with idempotency keys that are no UUID: a short and a long text, if the spec allows them. */
export function createKeyScenarios(context: ScenarioContext): ProbeTask[] {
  return context.operations.flatMap((operation): ProbeTask[] => {
    const base = context.seeds.get(operation)?.accepted;
    const name = findIdempotencyHeader(context.document, operation);
    const parameter = operation.parameters.find((it) => it.name === name);
    if (base === undefined || name === undefined || parameter === undefined) return [];
    const run = async (session: TaskSession): Promise<void> => {
      const request = await buildRepeatableWrite(context, base, session.send);
      for (const [what, value] of [
        ["a short text", `k-${context.nonce}-${operation.id}`.slice(0, 24)],
        ["a long text", `key-${context.nonce}-${operation.id}-`.padEnd(80, "k")],
      ] as const) {
        const edit: CaseEdit = { part: "header", at: name, contract: parameter.pointer, what: `${name}: ${what}` };
        const send = (key: string) =>
          session.send({ operation, request: withHeader(request, name, key), edit, expect: "open" });
        if (!context.isValid(operation, withHeader(request, name, value))) continue;
        const result = await send(value);
        session.report(result, checkServiceResponse(result));
        if (isAccepted(result)) continue;
        const before = await session.send({ operation, request });
        const again = await send(`${value}2`);
        session.report(result, checkValidRejected(before, result, again, await session.send({ operation, request })));
        session.discard(again);
      }
      await reuseKeys(context, base, session);
    };
    return [{ id: `stateful/${operation.id}/keys`, run }];
  });
}

/** Other bodies of which one has another effect. */
const MAX_OTHERS = 8;

/**
 * Repeats a PUT with its key after a later PUT, which must keep its effect. Then sends the key with another resource, which is written or
 * rejected.
 */
async function reuseKeys(context: ScenarioContext, base: ProbeExchange, session: TaskSession): Promise<void> {
  const { operation } = base;
  const read = listReadOperations(context).find(({ path }) => path === operation.path);
  const shown = read && context.seeds.get(read)?.accepted;
  const build = (name: string): CaseRequest =>
    buildNewResource(operation, base.request, context, `${name} ${operation.id}`);
  const request = build("key");
  if (operation.method !== "PUT" || read === undefined || shown === undefined || request === base.request) return;
  const send = async (own: CaseRequest, requestId?: string): Promise<ProbeExchange> => {
    const result = await session.send({ operation, request: own, ...(requestId === undefined ? {} : { requestId }) });
    session.report(result, checkServiceResponse(result));
    return result;
  };
  const readAt = ({ path }: CaseRequest): Promise<ProbeExchange> =>
    session.send({ operation: read, request: { path, header: shown.request.header, query: {}, cookie: {} } });
  const key = `${context.createId(`key of ${operation.id}`)}-${context.nonce}`;
  const first = await send(request, key);
  if (!isAccepted(first)) return;
  const original = await readAt(request);
  const cases = listOtherWrites(context, operation, request);
  for (const other of cases.slice(0, MAX_OTHERS)) {
    if (!isAccepted(await send(other.request))) continue;
    const before = await readAt(request);
    if (checkLaterWriteKept(before, first, original) === undefined) continue;
    const repeated = await send(request, key);
    session.report(repeated, checkLaterWriteKept(before, repeated, await readAt(request)));
    break;
  }
  await reuseForOther({ request, cases, key: `${key}-other` }, { send, read: readAt, report: session.report });
  const elsewhere = build("key elsewhere");
  const written = await send(elsewhere, key);
  if (isAccepted(written)) session.report(written, checkKeyOfOther(written, await readAt(elsewhere)));
}

type ReusedKey = { readonly request: CaseRequest; readonly cases: readonly ProbeCase[]; readonly key: string };
type KeySession = {
  readonly send: (request: CaseRequest, key: string) => Promise<ProbeExchange>;
  readonly read: (request: CaseRequest) => Promise<ProbeExchange>;
  readonly report: TaskSession["report"];
};

/** Sends the key of a PUT again with another body for the same resource. */
async function reuseForOther({ request, cases, key }: ReusedKey, { send, read, report }: KeySession): Promise<void> {
  const first = await send(request, key);
  if (!isAccepted(first)) return;
  const shown = await read(request);
  // A body counts only if a read can show that it is the other one.
  const other = cases.find((it) => checkWritePersisted({ ...first, request: it.request }, shown));
  if (other === undefined) return;
  const reused = await send(other.request, key);
  const finding = checkKeyOfOtherBody(reused, first, await read(request));
  if (finding === undefined) return;
  // A service that never stores this difference has not taken the request for the other one.
  const control = await send(other.request, `${key}-control`);
  if (checkWritePersisted(control, await read(request)) === undefined) report(reused, finding);
}

type WithHeader = Parameters<ScenarioContext["isValid"]>[1];

function withHeader(request: WithHeader, name: string, value: string): WithHeader {
  return { ...request, header: { ...request.header, [name]: value } };
}
