import { isObject, type Json, type Operation, type Pointer, valueAt } from "../../../document/index.js";
import { isEqual } from "../../../document/values/exact-number.js";
import { getRequestLocations } from "../../cases/request-locations.js";
import { checkPutStatus, checkRepeatedPut } from "../../checks/http/http-rules.js";
import { checkEntityTag, checkRoundTrips, checkUpdateShown, type LostValue } from "../../checks/resource.js";
import { groupByResource } from "../../graph/operation-order.js";
import { readPathShape } from "../../graph/path-shape.js";
import { findCreatedPath } from "../../graph/response-values.js";
import { type CaseEdit, type CaseRequest, readWrittenBody, removeFromBody } from "../../requests/probe-case.js";
import { listNullablePlaces, putIntoBody } from "../../round-trip/telling-values.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import { getItemIdentity, type ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { restoreBeforePatch } from "../resources.js";
import {
  buildCreatedRead,
  findAccepted,
  planScenarios,
  putPath,
  type ScenarioContext,
  type ScenarioRun,
} from "../scenario-context.js";
import { type TellingWrites, type WriteStep, writeLess, writeTellingValues, writeWhole } from "./write-series.js";

/**
 * Creates scenarios that write a resource, first like the accepted example and then with telling values. They read the resource
 * after each write.
 */
export function createRoundTripScenarios(context: ScenarioContext): ProbeTask[] {
  return planScenarios(context, context.operations, "round-trip", (base) => {
    const { operation } = base;
    const { isItem } = readPathShape(operation.path);
    const isWrite = operation.method === "POST" ? !isItem : isItem && ["PUT", "PATCH"].includes(operation.method);
    if (base.request.body === undefined || !isObject(base.sent) || !isWrite) return undefined;
    const resource = groupByResource(context.operations).find(
      (it) => it.create === operation || it.put === operation || it.changes.includes(operation),
    );
    // A PUT that has created nothing needs something that is there.
    const creation = operation.method === "PUT" && base.status !== 201 && findAccepted(context, resource?.create);
    return (run) => runRoundTrips(run, { base, read: resource?.read, creation: creation || undefined });
  });
}

type Target = {
  readonly base: ProbeExchange;
  readonly read: Operation | undefined;
  /** Creates what the write replaces; undefined if the write creates it itself. */
  readonly creation: ProbeExchange | undefined;
};

async function runRoundTrips(run: ScenarioRun, target: Target): Promise<void> {
  const { operation, request } = target.base;
  const { report } = run;
  const existing = await createExisting(run, target);
  const paths = existing.map((it) => findCreatedPath(operation, it.write, run.known)).filter((it) => it !== undefined);
  const [other, own = other] = [paths.at(0), paths.at(-1)];
  let isSame = operation.method === "PATCH";
  const build = (name: string, path: CaseRequest["path"] | undefined): CaseRequest =>
    path === undefined ? buildNewResource(target.base, run, name) : putPath(run, request, path);
  const create = (name: string): CaseRequest =>
    isSame ? request : build(`round trip ${operation.method === "PUT" ? operation.id : name}`, own);
  if (isSame) await restoreBeforePatch(run, target.base);
  let first = await writeAndRead(run, target, create(operation.id));
  if (!first.write.isAccepted && operation.method === "POST") {
    // An id in the body may be one that the service knows.
    isSame = true;
    first = await writeAndRead(run, target, request);
  }
  if (!first.write.isAccepted) return;
  if (operation.method === "PUT") await writeAgain(first.write, run, own === undefined ? target.base : undefined);
  const write = (it: CaseRequest, edit?: CaseEdit): Promise<WriteStep> => writeAndRead(run, target, it, edit);
  const given: TellingWrites = { run, operation, build: (name) => create(`${operation.id} ${name}`), send: write };
  const { writes, steps: whole } = await writeWhole(given);
  if (operation.method === "PUT")
    await writeLess(given, whole.at(-1) ?? first, build(`less ${operation.id}`, other), report);
  const others = [...whole, ...(await writeTellingValues(writes))];
  const steps = [...existing, first, ...others];
  await writeNulls(run, given, write);
  // Later scenarios change the same resource, which should have content.
  const plain = others[0]?.write.request ?? request;
  if (operation.method === "PATCH") await run.send({ operation, request: plain });
  const lostValues = listLostValues(steps).filter((it) => it.write.operation === operation);
  for (const [at, lost] of lostValues.entries()) {
    const { at: place = "" } = lost.finding;
    const value = valueAt(lost.write.sent, place);
    const smaller =
      value === undefined || at >= MAX_SHRUNK
        ? undefined
        : putIntoBody(create(`${operation.id} smaller ${at}`), [{ at: place, value }]);
    const found = smaller && (await shrink(steps, lost, () => write(smaller)));
    report((found ?? lost).shown, (found ?? lost).finding);
  }
  reportTags(steps, run);
}

/**
 * Creates resources to replace: first one as in the accepted request, then ones with all properties that the service accepts, with two values
 * of each.
 */
async function createExisting(run: ScenarioRun, { base, read, creation }: Target): Promise<readonly WriteStep[]> {
  if (creation === undefined) return [];
  const { operation } = creation;
  const build = (name: string) => buildNewResource(creation, run, `put ${base.operation.id} ${name}`);
  const send = (it: CaseRequest) => writeAndRead(run, { base: creation, read }, it);
  const first = await send(build("first"));
  const { writes, steps } = await writeWhole({ run, operation, build, send });
  return [first, ...steps, ...(await writeTellingValues(writes, ["plain"]))];
}

/** Compares the entity tags of the reads after two writes of one resource. */
function reportTags(steps: readonly WriteStep[], { report }: TaskSession): void {
  const trips = steps.flatMap(({ write, shown }) => (shown === undefined ? [] : [{ write, shown }]));
  for (const [at, { write, shown }] of trips.entries()) {
    const before = trips[at - 1]?.shown;
    if (before === undefined || before.exchange.request.url !== shown.exchange.request.url) continue;
    report(shown, checkEntityTag(before, shown));
    report(shown, checkUpdateShown(before, write, shown));
  }
}

const MAX_SHRUNK = 4;

/** Each change of a value is listed once: for the write if its response shows it, else for the read. */
function listLostValues(steps: readonly WriteStep[]): readonly LostValue[] {
  const own = checkRoundTrips(
    steps.filter((step) => !isCalculation(step)).map(({ write }) => ({ write, shown: write })),
  );
  const read = checkRoundTrips(steps.flatMap(({ write, shown }) => (shown === undefined ? [] : [{ write, shown }])));
  const known = new Set(own.map(({ finding }) => finding.valueClass));
  return [...own, ...read.filter(({ finding }) => !known.has(finding.valueClass))];
}

/** Whether a POST may create nothing: its response has no id and is not read again, such as a total or a merged list. */
function isCalculation({ write, shown }: WriteStep): boolean {
  const isUnnamed = getItemIdentity(write.resource) === undefined;
  return write.operation.method === "POST" && write.status === 200 && shown === undefined && isUnnamed;
}

/** Shows the same loss by a write that differs from the example in one value. */
async function shrink(
  steps: readonly WriteStep[],
  lost: LostValue,
  writeSmaller: () => Promise<WriteStep>,
): Promise<LostValue | undefined> {
  const step = await writeSmaller();
  const others = steps.filter((it) => it.write !== lost.write);
  return listLostValues([...others, step]).find(
    (it) => it.finding.valueClass === lost.finding.valueClass && it.write === step.write,
  );
}

/**
 * Repeats a PUT, which is idempotent.
 *
 * @param base An accepted PUT, if the first one was to create another resource.
 */
async function writeAgain(first: ProbeExchange, session: TaskSession, base?: ProbeExchange): Promise<void> {
  const { operation, request } = first;
  const second = await session.sendChecked({ operation, request });
  // The first write creates a resource only if its path is new.
  if (base !== undefined && !isEqual(base.request.path as Json, request.path as Json))
    session.report(second, checkPutStatus(first, second));
  if (!second.isAccepted)
    session.report(second, checkRepeatedPut(first, second, await session.send({ operation, request })));
}

async function writeAndRead(
  run: ScenarioRun,
  { base, read }: Pick<Target, "base" | "read">,
  request: CaseRequest,
  edit?: CaseEdit,
): Promise<WriteStep> {
  const { operation } = base;
  const write = await run.sendChecked({ operation, request, ...(edit && { edit, expect: "open" }) });
  const shown = buildCreatedRead(run, read, write);
  return { write, shown: shown && (await run.sendChecked(shown)) };
}

/** Properties to try one by one, if the service rejects all together. */
const MAX_ALONE = 3;

/**
 * Writes null for each optional property that may be null, and then the same body without these properties. The spec does not say whether
 * both mean the same, so only the responses to the writes and to the reads after them are checked.
 */
async function writeNulls(
  run: ScenarioRun,
  { operation, build }: TellingWrites,
  send: (request: CaseRequest, edit?: CaseEdit) => Promise<WriteStep>,
): Promise<void> {
  const base = build("null");
  const locations = getRequestLocations(run, operation, base);
  const edits = listNullablePlaces(locations, readWrittenBody(base)).map(({ edit }) => edit);
  if (edits.length === 0) return;
  const places = edits.map(({ at }) => at);
  const write = async (request: CaseRequest, edit?: CaseEdit): Promise<ProbeExchange | undefined> =>
    run.isValid(operation, request) ? (await send(request, edit)).write : undefined;
  const all = await write(putNulls(base, places));
  if (all === undefined || !all.isAccepted) {
    // A write of one property names it.
    if (all !== undefined) run.discard(all);
    for (const edit of edits.slice(0, MAX_ALONE)) await write(putNulls(build(`null ${edit.at}`), [edit.at]), edit);
  }
  const whole = build("absent");
  const isPresent = places.some((at) => valueAt(readWrittenBody(whole), at) !== undefined);
  if (isPresent) await write(removeFromBody(whole, places));
}

function putNulls(request: CaseRequest, places: readonly Pointer[]): CaseRequest {
  const nulls = places.map((at) => ({ at, value: null }));
  return putIntoBody(request, nulls);
}
