import { isObject, type Json, type Operation, type Pointer, valueAt } from "../../../document/index.js";
import {
  checkBelowDeleted,
  checkCreationKept,
  checkDeleted,
  checkDeletedChange,
  checkListedAfterCreation,
  checkReadAfterWrite,
  checkRemovedFromList,
} from "../../checks/lifecycle.js";
import { checkItemMatchesListing } from "../../checks/resource.js";
import { checkEntityTag, checkPatchKeeps, checkUpdateTime } from "../../checks/writes/change.js";
import { groupByResource, type ResourceOperations } from "../../graph/operation-order.js";
import { readPathShape } from "../../graph/path-shape.js";
import { alignIdentifiers } from "../../graph/request-candidates.js";
import { findCreatedPath, findItemId, openEnvelope } from "../../graph/response-values.js";
import { type CaseRequest, readWrittenBody } from "../../requests/probe-case.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import { areAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { buildLargeListing } from "../filters/filter-values.js";
import { readWithOldTag } from "../http/conditional.js";
import { isCompleteListing, walkPages } from "../paging.js";
import { listReadOperations, type ScenarioContext, type ScenarioRun } from "../scenario-context.js";
import { type Creation, createAgain, createResource } from "./creation.js";

/** Creates a scenario for each resource, whatever its paths look like: create, read, change, read, list, delete, read. */
export function createLifecycleScenarios(context: ScenarioContext): ProbeTask[] {
  return groupByResource(context.operations).flatMap((resource): ProbeTask[] => {
    const creator = [resource.create, resource.put].find((it) => it && context.seeds.get(it)?.accepted);
    const base = creator && context.seeds.get(creator)?.accepted;
    if (creator === undefined || base === undefined || (resource.read ?? resource.remove) === undefined) return [];
    const request = buildNewResource(creator, base.request, context, `lifecycle ${creator.id}`);
    // A resource that the probe has not created for this must not be deleted.
    if (creator.method === "PUT" && request === base.request) return [];
    const lifecycle = { resource, creator, base, request };
    const run = (session: TaskSession): Promise<void> => runLifecycle({ ...context, ...session }, lifecycle);
    return [{ id: `stateful/${creator.id}/lifecycle`, run }];
  });
}

type Lifecycle = Creation & { readonly base: ProbeExchange };

async function runLifecycle(run: ScenarioRun, lifecycle: Lifecycle): Promise<void> {
  const { resource, creator, base, request } = lifecycle;
  const listing = buildListing(run, resource, request.path);
  // A list that is cached lacks what is created afterwards.
  if (listing !== undefined) await walkListing(listing, run);
  const create = await createResource(run, { resource, creator, request });
  const target = resource.read ?? resource.remove;
  const path = target && create.isAccepted ? findCreatedPath(target, create) : undefined;
  if (path === undefined) return;
  const readAgain = (write: ProbeExchange): Promise<ProbeExchange | undefined> =>
    readWritten(run, { resource, path, write });
  const shown = await changeResource(run, { resource, path, shown: await readAgain(create), readAgain });
  if (shown?.isAccepted && listing !== undefined) await findInListing({ resource, base, shown, path, listing }, run);
  const isGone = await removeResource(run, { resource, path, shown, listing });
  if (isGone && shown !== undefined) await createAgain(run, { ...lifecycle, path, created: create, shown, readAgain });
}

type Changed = Pick<Written, "resource" | "path"> & {
  readonly shown: ProbeExchange | undefined;
  readonly readAgain: (write: ProbeExchange) => Promise<ProbeExchange | undefined>;
};

/** Changes the resource, and reads it after each change. Returns the last read. */
async function changeResource(
  run: ScenarioRun,
  { resource, path, readAgain, ...created }: Changed,
): Promise<ProbeExchange | undefined> {
  let { shown } = created;
  for (const change of resource.changes) {
    const accepted = run.seeds.get(change)?.accepted;
    if (accepted === undefined || change.method === "POST") continue;
    const names = { ...run.known.given, ...path };
    for (const request of listChangeRequests(run, change, accepted.request)) {
      const result = await run.sendChecked({
        operation: change,
        request: alignIdentifiers({ ...request, path }, names, undefined),
      });
      if (!result.isAccepted) continue;
      const before = shown;
      shown = await readAgain(result);
      if (before === undefined || shown === undefined) continue;
      run.report(shown, checkCreationKept(before, result, shown));
      run.report(shown, checkPatchKeeps(before, result, shown));
      run.report(shown, checkEntityTag(before, shown));
      await readWithOldTag(before, shown, run);
      run.report(shown, checkUpdateTime(before, result, shown));
    }
  }
  return shown;
}

/** The accepted change, and for a PATCH one of the first property alone. */
function listChangeRequests(
  { isValid }: ScenarioContext,
  operation: Operation,
  accepted: CaseRequest,
): readonly CaseRequest[] {
  const value = readWrittenBody(accepted);
  const names = isObject(value) ? Object.keys(value) : [];
  const [name = ""] = names;
  if (operation.method !== "PATCH" || !isObject(value) || names.length < 2) return [accepted];
  const body = { contentType: accepted.body?.contentType ?? "", value: { [name]: value[name] } };
  const single = { ...accepted, body };
  return isValid(operation, single) ? [accepted, single] : [accepted];
}

type Written = {
  readonly resource: ResourceOperations;
  readonly path: CaseRequest["path"];
  readonly write: ProbeExchange;
};

/** Reads a resource after a write. Returns undefined if the spec has no operation for that. */
async function readWritten(
  run: ScenarioRun,
  { resource: { read }, path, write }: Written,
): Promise<ProbeExchange | undefined> {
  const accepted = read && run.seeds.get(read)?.accepted;
  if (read === undefined || accepted === undefined) return undefined;
  const request = { ...accepted.request, path };
  const shown = await run.sendChecked({ operation: read, request });
  // A second read only if the first one raises a question.
  if (checkReadAfterWrite(write, shown, shown) === undefined) return shown;
  const again = await run.sendChecked({ operation: read, request });
  const finding = checkReadAfterWrite(write, shown, again);
  const isWriteWrong = finding !== undefined && showsNamed(shown, finding.at);
  run.report(isWriteWrong ? write : shown, isWriteWrong ? { ...finding, contract: write.operation.pointer } : finding);
  return again;
}

/** Whether a read shows the id that its path names, so that a response with another one is wrong. */
function showsNamed(read: ProbeExchange, at: Pointer): boolean {
  const shown = valueAt(openEnvelope(read.body), at);
  return shown !== undefined && String(shown) === read.pathId;
}

type Listed = {
  readonly resource: ResourceOperations;
  readonly base: ProbeExchange;
  readonly shown: ProbeExchange;
  readonly path: CaseRequest["path"];
  readonly listing: Listing;
};

/** Looks for the created resource in its listing, if the listing contains what was created before in the same way. */
async function findInListing(
  { resource: { read }, base, shown, path, listing }: Listed,
  session: TaskSession,
): Promise<void> {
  const earlier = read && findCreatedPath(read, base);
  if (earlier === undefined) return;
  const pages = await walkListing(listing, session);
  const last = pages.at(-1);
  if (last === undefined || !areAccepted(...pages) || !isCompleteListing(last, pages)) return;
  const items = pages.flatMap((page) => page.items);
  for (const page of pages) {
    const stale = checkItemMatchesListing(page, shown);
    session.report(page, stale && { ...stale, contract: page.operation.pointer });
  }
  const step = read && readPathShape(read.path).steps.at(-1);
  if (step === undefined || last.nextLink !== undefined) return;
  session.report(
    last,
    checkListedAfterCreation(last, shown, { items, step, earlier: earlier[step.name], created: path[step.name] }),
  );
}

type Removal = {
  readonly resource: ResourceOperations;
  readonly path: CaseRequest["path"];
  /** The last read before the deletion. */
  readonly shown: ProbeExchange | undefined;
  readonly listing: Listing | undefined;
};

/** Deletes the resource, reads it, changes it and reads it again. Returns whether it is gone. */
async function removeResource(run: ScenarioRun, removal: Removal): Promise<boolean> {
  const { resource, path, shown, listing } = removal;
  const accepted = resource.remove && run.seeds.get(resource.remove)?.accepted;
  if (resource.remove === undefined || accepted === undefined) return false;
  const step = readPathShape(resource.remove.path).steps.at(-1);
  const findItem = async (): Promise<FoundItem | undefined> => {
    const pages = listing === undefined || step === undefined ? [] : await walkListing(listing, run);
    const isRemoved = (item: Json): boolean =>
      step !== undefined && `${findItemId(item, step)}` === `${path[step.name]}`;
    return pages.flatMap((page) => page.items.filter(isRemoved).map((item) => ({ page, item })))[0];
  };
  const listed = resource.read === undefined ? await findItem() : undefined;
  const removed = await run.sendChecked({ operation: resource.remove, request: { ...accepted.request, path } });
  if (!removed.isAccepted) return false;
  const left = await findItem();
  const read = resource.read && run.seeds.get(resource.read)?.accepted;
  const after =
    read === undefined
      ? undefined
      : await run.sendChecked({ operation: read.operation, request: { ...read.request, path } });
  if (left !== undefined && (after !== undefined || resource.read === undefined))
    run.report(left.page, checkRemovedFromList(removed, left.page, { after, listed: [listed?.item, left.item] }));
  if (after !== undefined && shown !== undefined) {
    run.report(after, checkDeleted(removed, shown, after));
    if (after.isGone) await readBelow(run, { resource, path, removed });
    await changeDeleted(run, { resource, path, removed, after });
  }
  await run.sendChecked({ operation: resource.remove, request: { ...accepted.request, path } });
  return after?.isGone === true;
}

type FoundItem = { readonly page: ProbeExchange; readonly item: Json };

/** Changes a deleted resource, which must not create it. */
async function changeDeleted(
  run: ScenarioRun,
  { resource, path, removed, after }: RemovedResource & { readonly after: ProbeExchange },
): Promise<void> {
  const { seeds } = run;
  const patch = resource.changes.find(({ method }) => method === "PATCH");
  const change = patch && seeds.get(patch)?.accepted;
  if (patch === undefined || change === undefined || after.status !== 404) return;
  const changed = await run.sendChecked({ operation: patch, request: { ...change.request, path } });
  const again = await run.sendChecked({ operation: after.operation, request: after.request });
  run.report(changed, checkDeletedChange(removed, changed, again));
}

type RemovedResource = {
  readonly resource: ResourceOperations;
  readonly path: CaseRequest["path"];
  readonly removed: ProbeExchange;
};

/** Reads what is below a deleted resource: it is gone too, or empty. */
async function readBelow(run: ScenarioRun, { resource, path, removed }: RemovedResource): Promise<void> {
  for (const operation of listReadOperations(run)) {
    const { key, steps } = readPathShape(operation.path);
    const accepted = run.seeds.get(operation)?.accepted;
    const isBelow = key.startsWith(`${resource.key}/`) && steps.length === Object.keys(path).length;
    if (!isBelow || accepted === undefined) continue;
    const names = Object.values(path);
    const own = Object.fromEntries(steps.map(({ name }, at) => [name, names[at]]));
    const below = await run.sendChecked({ operation, request: { ...accepted.request, path: own } });
    run.report(below, checkBelowDeleted(removed, below));
  }
}

type Listing = { readonly operation: Operation; readonly request: CaseRequest };

/** The list of the resource without filters, in large pages. */
function buildListing(
  { document, seeds }: ScenarioContext,
  { list }: ResourceOperations,
  path: CaseRequest["path"],
): Listing | undefined {
  const accepted = list && seeds.get(list)?.accepted;
  if (list === undefined || accepted === undefined) return undefined;
  const parents = Object.fromEntries(
    readPathShape(list.path).steps.map(({ name }) => [name, path[name] ?? accepted.request.path[name]]),
  );
  const query = Object.fromEntries(
    list.parameters.flatMap((it) =>
      it.in === "query" && it.required ? [[it.name, accepted.request.query[it.name]]] : [],
    ),
  );
  const whole = { operation: list, request: { ...accepted.request, path: parents, query } };
  return { operation: list, request: buildLargeListing({ document }, whole) };
}

const MAX_PAGES = 12;

function walkListing({ operation, request }: Listing, session: TaskSession): Promise<readonly ProbeExchange[]> {
  return walkPages(session, operation, request, MAX_PAGES);
}
