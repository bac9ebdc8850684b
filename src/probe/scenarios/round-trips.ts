import {
  isObject,
  type Json,
  joinPointer,
  type Operation,
  type Pointer,
  resolvePointer,
} from "../../document/index.js";
import { isSameJson } from "../../samples/same-json.js";
import { getGenerationContext } from "../cases/generation-context.js";
import { checkEcho } from "../checks/echo.js";
import { findItemSchema } from "../checks/filter.js";
import { checkPutReplaces, checkPutStatus, checkRepeatedPut } from "../checks/http-rules.js";
import { listUnreflected, removePlaces } from "../checks/reflected.js";
import { checkPartShown, checkWritePersisted } from "../checks/resource.js";
import { checkServiceResponse } from "../checks/response.js";
import { findCreatedPath } from "../graph/created-path.js";
import { groupByResource } from "../graph/operation-order.js";
import { readPathShape } from "../graph/path-shape.js";
import type { CaseRequest } from "../requests/probe-case.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../session/probe-exchange.js";
import type { ProbeTask } from "../session/run-tasks.js";
import type { TaskSession } from "../session/session.js";
import { addOrdinaryValues, ORDINARY_KINDS, type OrdinaryKind } from "../tasks/ordinary-values.js";
import { buildNewResource } from "../tasks/seed-requests.js";
import { listReadOperations, type ScenarioContext } from "./scenario-context.js";

/**
 * Creates scenarios that write a new resource, first like the accepted example and then with ordinary values. They read the
 * resource and the lists below it after each write.
 */
export function createOrdinaryWriteScenarios(context: ScenarioContext): ProbeTask[] {
  return context.operations.flatMap((operation): ProbeTask[] => {
    const base = context.seeds.get(operation)?.accepted;
    const { isItem } = readPathShape(operation.path);
    const isWrite = operation.method === "POST" ? !isItem : operation.method === "PUT" && isItem;
    if (base?.request.body === undefined || !("value" in base.request.body) || !isWrite) return [];
    const resource = groupByResource(context.operations).find((it) => it.put === operation || it.create === operation);
    const read = resource?.read;
    const target: Target = { base, read, parts: read === undefined ? [] : listParts(context, operation, read) };
    return [{ id: `stateful/${operation.id}/ordinary`, run: (session) => writeOrdinary(context, target, session) }];
  });
}

type Part = { readonly operation: Operation; readonly property: string };
type Target = { readonly base: ProbeExchange; readonly read: Operation | undefined; readonly parts: readonly Part[] };

/** Lists below a resource whose items have the schema of one of its properties, such as `/orders/{id}/shipments`. */
function listParts(context: ScenarioContext, write: Operation, read: Operation): readonly Part[] {
  const { document } = context;
  const resolve = (at: Pointer | undefined): Pointer | undefined => at && resolvePointer(document, at)?.pointer;
  const body = resolvePointer(document, write.requestBody?.content[0]?.schema ?? "");
  const names = Object.keys(isObject(body?.value.properties) ? body.value.properties : {});
  const { key, steps } = readPathShape(read.path);
  return listReadOperations(context).flatMap((operation): Part[] => {
    const shape = readPathShape(operation.path);
    const isBelow = shape.key.startsWith(`${key}/`) && shape.steps.length === steps.length;
    const item = resolve(findItemSchema(document, operation));
    const property = names.find((name) => {
      const list = resolve(joinPointer(body?.pointer ?? "", "properties", name));
      return item !== undefined && list !== undefined && resolve(joinPointer(list, "items")) === item;
    });
    const isReadable = isBelow && context.seeds.get(operation)?.accepted !== undefined;
    return isReadable && property !== undefined ? [{ operation, property }] : [];
  });
}

/** A write, the read after it, and the lists below it. */
type Step = {
  readonly write: ProbeExchange;
  readonly shown: ProbeExchange | undefined;
  readonly parts: readonly ProbeExchange[];
};

async function writeOrdinary(context: ScenarioContext, target: Target, session: TaskSession): Promise<void> {
  const { operation, request } = target.base;
  const { report } = session;
  const create = (name: string): CaseRequest => buildNewResource(operation, request, context, `ordinary ${name}`);
  const fresh = create(operation.id);
  const first = await writeAndRead(context, target, fresh, session);
  if (!isAccepted(first.write)) return;
  if (operation.method === "PUT") {
    await writeAgain(first.write, session);
    await writeLess(context, target, first, session);
  }
  report(first.write, checkEcho(first.write));
  const write = async (kinds: readonly OrdinaryKind[]): Promise<boolean> => {
    const base = operation.method === "PUT" ? fresh : create(`${operation.id} ${kinds.join(" ")}`);
    const it = { operation, request: base, isValid: context.isValid };
    const filled = addOrdinaryValues(getGenerationContext(context), it, kinds);
    if (isSameJson(readBody(filled), readBody(base))) return true;
    const step = await writeAndRead(context, target, filled, session);
    reportLost(target, first, step, session);
    return isAccepted(step.write);
  };
  // Kinds that change the same values, or that a service may reject, do not share a request.
  const together = ["items", "texts", "numbers", "flags"] as const;
  const alone = ORDINARY_KINDS.filter((it) => !together.some((other) => other === it));
  if (!(await write(together))) for (const kind of together) await write([kind]);
  for (const kind of alone) await write([kind]);
}

/** Repeats a PUT, which is idempotent. */
async function writeAgain(first: ProbeExchange, { send, report }: TaskSession): Promise<void> {
  const { operation, request } = first;
  const second = await send({ operation, request });
  report(second, checkServiceResponse(second));
  report(second, checkPutStatus(first, second));
  if (!isAccepted(second)) report(second, checkRepeatedPut(first, second, await send({ operation, request })));
}

/** Leaves out a property that the service showed as written. */
async function writeLess(context: ScenarioContext, target: Target, first: Step, session: TaskSession): Promise<void> {
  const { write, shown } = first;
  const body = readBody(write.request);
  if (shown === undefined || !isObject(body) || write.request.body === undefined) return;
  const hidden = new Set(listUnreflected(write, shown).map((place) => place.split("/")[1]));
  const resource = readResponseJson(shown) as Json | undefined;
  for (const name of Object.keys(body).reverse()) {
    const { [name]: value, ...others } = body;
    const request = { ...write.request, body: { contentType: write.request.body.contentType, value: others } };
    // A masked secret stays as it is.
    const isAsWritten = isObject(resource) && (typeof value === "object" || value === resource[name]);
    if (
      hidden.has(name) ||
      value === null ||
      isEmpty(value) ||
      !isAsWritten ||
      !context.isValid(write.operation, request)
    )
      continue;
    const less = await writeAndRead(context, { ...target, parts: [] }, request, session);
    if (less.shown !== undefined) session.report(less.shown, checkPutReplaces(less.write, shown, less.shown, name));
    return;
  }
}

/** Nothing, and what a service may set for it. */
function isEmpty(value: Json | undefined): boolean {
  return typeof value === "boolean" || value === 0 || value === "" || (Array.isArray(value) && value.length === 0);
}

async function writeAndRead(
  context: ScenarioContext,
  { base, read, parts }: Target,
  request: CaseRequest,
  session: TaskSession,
): Promise<Step> {
  const send = async (operation: Operation, own: CaseRequest): Promise<ProbeExchange> => {
    const result = await session.send({ operation, request: own });
    session.report(result, checkServiceResponse(result));
    return result;
  };
  const write = await send(base.operation, request);
  const path = read && isAccepted(write) ? findCreatedPath(read, write) : undefined;
  if (path === undefined || read === undefined) return { write, shown: undefined, parts: [] };
  const sendRead = (operation: Operation): Promise<ProbeExchange> => {
    const names = readPathShape(operation.path).steps;
    const own = Object.fromEntries(names.map(({ name }, at) => [name, Object.values(path)[at]]));
    const header = context.seeds.get(operation)?.accepted?.request.header ?? {};
    return send(operation, { path: own, header, query: {}, cookie: {} });
  };
  const shown = await sendRead(read);
  const shownParts: ProbeExchange[] = [];
  for (const { operation } of parts) shownParts.push(await sendRead(operation));
  return { write, shown, parts: shownParts };
}

/** Reports what is shown in another way than written. The first write shows which places the service sets itself. */
function reportLost(target: Target, first: Step, { write, shown, parts }: Step, { report }: TaskSession): void {
  if (!isAccepted(write)) return;
  const own = removePlaces(write, listUnreflected(first.write, first.write));
  report(write, checkWritePersisted(own, write));
  if (shown === undefined || first.shown === undefined) return;
  report(shown, checkWritePersisted(removePlaces(write, listUnreflected(first.write, first.shown)), shown));
  for (const [at, part] of parts.entries())
    report(part, checkPartShown(write, shown, { part, property: target.parts[at]?.property ?? "" }));
}

function readBody({ body }: CaseRequest): Json {
  return body !== undefined && "value" in body ? (body.value as Json) : null;
}
