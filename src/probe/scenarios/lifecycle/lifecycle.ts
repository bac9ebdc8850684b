import { isObject, type Json, joinPointer, type Operation } from "../../../document/index.js";
import { isEqual, toPrintable } from "../../../schema/index.js";
import {
  checkEntityTag,
  checkItemMatchesListing,
  checkPatchKeeps,
  checkWritePersisted,
} from "../../checks/resource.js";
import { groupByResource } from "../../graph/operation-order.js";
import { readPathShape } from "../../graph/path-shape.js";
import { findCreatedPath, findItemId } from "../../graph/response-values.js";
import { type CaseRequest, putBody, readWrittenBody } from "../../requests/probe-case.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import { type ProbeExchange, type Rule, whenAccepted } from "../../session/probe-exchange.js";
import type { PlainRequest } from "../../session/session.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { readWithOldTag } from "../http/http.js";
import { isCompleteListing, walkPages } from "../paging.js";
import {
  createScenario,
  findAccepted,
  hasPathValue,
  listReadOperations,
  putPath,
  replacePath,
  type ScenarioContext,
  type ScenarioRun,
} from "../scenario-context.js";
import { buildListing, type Creation, createResource } from "./create-resource.js";

/** Creates a scenario for each resource, whatever its paths look like: create, read, change, read, list, delete, read. */
export function createLifecycleScenarios(context: ScenarioContext): ProbeTask[] {
  return groupByResource(context.operations).flatMap((resource): ProbeTask[] => {
    const base = findAccepted(context, resource.create, resource.put);
    if (base === undefined || (resource.read ?? resource.remove) === undefined) return [];
    const creator = base.operation;
    const request = buildNewResource(base, context, `lifecycle ${creator.id}`);
    // A resource that the probe has not created for this must not be deleted.
    if (creator.method === "PUT" && request === base.request) return [];
    const lifecycle = { resource, creator, base, request };
    return [createScenario(context, creator, "lifecycle", (run) => runLifecycle(run, lifecycle))];
  });
}

/** A resource that was created, its path, and the list that has it. */
type LifecycleRun = ScenarioRun &
  Creation & { readonly path: CaseRequest["path"]; readonly listing: PlainRequest | undefined };

async function runLifecycle(run: ScenarioRun, creation: Creation): Promise<void> {
  const { resource, request } = creation;
  const listing = buildListing(run, resource, request.path);
  // A list that is cached lacks what is created afterwards.
  if (listing !== undefined) await walkPages(run, listing);
  const create = await createResource(run, creation);
  const target = resource.read ?? resource.remove;
  const path = target && findCreatedPath(target, create, run.known);
  if (path === undefined) return;
  const created = { ...run, ...creation, path, listing };
  const shown = await changeResource(created, await readWritten(created, create));
  if (shown?.isAccepted) await findInListing(created, shown);
  await removeResource(created, shown);
}

/** Changes the resource, and reads it after each change. Returns the last read. */
async function changeResource(run: LifecycleRun, first: ProbeExchange | undefined): Promise<ProbeExchange | undefined> {
  let shown = first;
  for (const operation of run.resource.changes) {
    const accepted = findAccepted(run, operation);
    if (accepted === undefined || operation.method === "POST") continue;
    for (const request of listChangeRequests(run, operation, accepted.request)) {
      const result = await run.sendChecked({ operation, request: putPath(run, request, run.path) });
      if (!result.isAccepted) continue;
      const before = shown;
      shown = await readWritten(run, result);
      if (before === undefined || shown === undefined) continue;
      run.report(shown, checkCreationKept(before, result, shown));
      run.report(shown, checkPatchKeeps(before, result, shown));
      run.report(shown, checkEntityTag(before, shown));
      await readWithOldTag(before, shown, run);
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
  const single = putBody(accepted, { [name]: value[name] ?? null });
  return isValid(operation, single) ? [accepted, single] : [accepted];
}

/** Reads the resource after a write. Returns undefined if the spec has no operation for that. */
async function readWritten(run: LifecycleRun, write: ProbeExchange): Promise<ProbeExchange | undefined> {
  const accepted = findAccepted(run, run.resource.read);
  if (accepted === undefined) return undefined;
  const shown = await run.sendChecked(replacePath(accepted, run.path));
  // A second read only if the first one raises a question.
  if (checkReadAfterWrite(write, shown, shown) === undefined) return shown;
  const again = await run.sendChecked(replacePath(accepted, run.path));
  const finding = checkReadAfterWrite(write, shown, again);
  const isWriteWrong = finding !== undefined && hasPathValue(shown, finding.at ?? "");
  run.report(isWriteWrong ? write : shown, isWriteWrong ? { ...finding, contract: write.operation.pointer } : finding);
  return again;
}

/** Looks for the created resource in its listing, if the listing contains what was created before in the same way. */
async function findInListing(run: LifecycleRun, shown: ProbeExchange): Promise<void> {
  const { resource, base, path, listing, known } = run;
  const earlier = resource.read && findCreatedPath(resource.read, base, known);
  if (earlier === undefined || listing === undefined) return;
  const pages = await walkPages(run, listing);
  const last = pages.at(-1);
  if (last === undefined || !isCompleteListing(pages)) return;
  for (const page of pages) {
    const stale = checkItemMatchesListing(page, shown);
    run.report(page, stale && { ...stale, contract: page.operation.pointer });
  }
  const step = readPathShape(shown.operation.path).last;
  if (step === undefined || last.nextLink !== undefined) return;
  const ids = pages.flatMap(({ items }) => items.map((item) => String(findItemId(item, step, known))));
  const listed = { ids, earlier: earlier[step.name], created: path[step.name] };
  run.report(last, checkListedAfterCreation(last, shown, listed));
}

/** Deletes the resource, reads it, changes it and reads it again. */
async function removeResource(run: LifecycleRun, shown: ProbeExchange | undefined): Promise<void> {
  const { resource, path, listing } = run;
  const accepted = findAccepted(run, resource.remove);
  if (accepted === undefined) return;
  const deletion = replacePath(accepted, path);
  const step = readPathShape(deletion.operation.path).last;
  const findItem = async (): Promise<{ readonly page: ProbeExchange; readonly item: Json } | undefined> => {
    const pages = listing === undefined || step === undefined ? [] : await walkPages(run, listing);
    const isRemoved = (item: Json) =>
      step !== undefined && `${findItemId(item, step, run.known)}` === `${path[step.name]}`;
    return pages.flatMap((page) => page.items.filter(isRemoved).map((item) => ({ page, item })))[0];
  };
  const listed = resource.read === undefined ? await findItem() : undefined;
  const removed = await run.sendChecked(deletion);
  if (!removed.isAccepted) return;
  const left = await findItem();
  const read = findAccepted(run, resource.read);
  const after = read && (await run.sendChecked(replacePath(read, path)));
  if (left !== undefined && (after !== undefined || resource.read === undefined))
    run.report(left.page, checkRemovedFromList(removed, left.page, { after, listed: [listed?.item, left.item] }));
  if (after !== undefined && shown !== undefined) {
    run.report(after, checkDeleted(removed, shown, after));
    if (after.isGone) await readBelow(run, removed);
    await changeDeleted(run, removed, after);
  }
  await run.sendChecked(deletion);
}

async function changeDeleted(run: LifecycleRun, removed: ProbeExchange, after: ProbeExchange): Promise<void> {
  const change = findAccepted(run, ...run.resource.changes.filter(({ method }) => method === "PATCH"));
  if (change === undefined || after.status !== 404) return;
  const changed = await run.sendChecked(replacePath(change, run.path));
  const again = await run.sendChecked({ operation: after.operation, request: after.request });
  run.report(changed, checkDeletedChange(removed, changed, again));
}

/** Reads what is below a deleted resource: it is gone too, or empty. */
async function readBelow(run: LifecycleRun, removed: ProbeExchange): Promise<void> {
  const { resource, path } = run;
  for (const operation of listReadOperations(run)) {
    const { key, steps } = readPathShape(operation.path);
    const accepted = findAccepted(run, operation);
    const isBelow = key.startsWith(`${resource.key}/`) && steps.length === Object.keys(path).length;
    if (!isBelow || accepted === undefined) continue;
    await run.sendChecked(replacePath(accepted, path), (it) => checkBelowDeleted(removed, it));
  }
}

/**
 * Checks that a read after a write returns what the response to the write showed. `again` is a second read: what
 * differs between the reads changes by itself, such as a counter.
 */
const checkReadAfterWrite: Rule<3> = (write, read, again) => {
  const { status } = write;
  if (!write.isAccepted || status === 202) return undefined;
  if (read.status === 404 && again.status === 404) return checkWritePersisted(write, read);
  const [written, shown] = [write.resource, read.resource];
  const lost = Object.keys(written).find(
    (name) =>
      isComparable(written[name], shown[name]) &&
      written[name] !== shown[name] &&
      isEqual(shown[name], again.resource[name]),
  );
  if (!read.isAccepted || lost === undefined) return undefined;
  const message = `${toPrintable(lost)} differs between the response to ${write.operation.id} and ${read.operation.id} afterwards`;
  return read.fail("exchange.resource.differs", message, `${write.operation.id} ${lost}`, {
    at: joinPointer("", lost),
  });
};

/** Times and links may differ in form. */
function isComparable(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one !== typeof other || typeof one === "object" || one === undefined) return false;
  return typeof one !== "string" || !(/^(https?:)?\//.test(one) || /^\d{4}-\d\d-\d\d/.test(one));
}

/**
 * Checks that a deleted resource is gone. A service may keep deleted resources in another state, so only an unchanged
 * response is a finding.
 */
export const checkDeleted: Rule<3> = (removed, before, after) => {
  // A 202 response does not promise that the deletion is complete (RFC 9110, section 15.3.3).
  const { status } = removed;
  if (!removed.isAccepted || status === 202 || !after.isAccepted) return undefined;
  if (!isEqual(before.body, after.body)) return undefined;
  const message = `${removed.operation.id} responded with ${status}, but ${after.operation.id} returns the same resource afterwards; expected 404`;
  return after.failStatus("exchange.resource.undeleted", message, `${removed.operation.id} undeleted`);
};

/** Checks that a deleted resource cannot be changed: it does not exist before, and not after the change either. */
const checkDeletedChange: Rule<3> = (removed, changed, after) => {
  const { status } = changed;
  if (!removed.isAccepted || !changed.isAccepted || status === 202 || after.status !== 404) return undefined;
  const message = `the response is ${status} for a resource that ${removed.operation.id} has deleted; expected 404`;
  return changed.failStatus("exchange.resource.invented", message, "deleted");
};

type ListedResource = {
  readonly ids: readonly string[];
  /** The id of a resource that the same operation created before. */
  readonly earlier: unknown;
  readonly created: unknown;
};

/** Checks that a listing with an earlier creation contains a later one, which `read` returns. */
const checkListedAfterCreation: Rule<2, [ListedResource]> = (page, read, { ids, earlier, created }) => {
  if (!read.isAccepted || !ids.includes(String(earlier)) || ids.includes(String(created))) return undefined;
  const message = `${read.operation.id} returns ${toPrintable(String(created))}, but the ${ids.length} items of the listing do not contain it`;
  return page.fail("exchange.page.incomplete", message, "created");
};

/** Checks that nothing below a deleted resource, which is gone, has content. */
const checkBelowDeleted = whenAccepted<2>((removed, below) => {
  const { items } = below;
  if (items.length === 0) return undefined;
  const message = `${removed.operation.id} responded with ${removed.status}, but ${below.operation.id} still returns ${items.length} items below the deleted resource`;
  return below.fail("exchange.resource.undeleted", message, `below ${removed.operation.id}`);
});

const CREATION_NAME = /^(created_?(at|on|time|date)?|creation_?(time|date)|date_?created)$/i;

/** Checks that a change keeps the time of creation. What the change sets itself does not count. */
export const checkCreationKept = whenAccepted<3>((before, write, after) => {
  const [then, now] = [before.resource, after.resource];
  const name = Object.keys(then).find((it) => CREATION_NAME.test(it));
  const isWritten = JSON.stringify(write.sent).includes(`${name}`);
  if (name === undefined || now[name] === undefined || isEqual(then[name], now[name]) || isWritten) return undefined;
  const message = `${toPrintable(name)} is another one after ${write.operation.id}; expected the time at which the resource was created`;
  const place = { at: joinPointer("", name) };
  return after.fail("exchange.resource.differs", message, `${write.operation.id} creation`, place);
});

type RemovedItem = {
  /** A read of the resource after the deletion; undefined if the spec has no operation for that. */
  readonly after: ProbeExchange | undefined;
  /** The item of the list before and after the deletion, each undefined if the list does not contain it. */
  readonly listed: readonly [before: Json | undefined, after: Json | undefined];
};

/**
 * Checks that a list no longer contains a deleted resource. DELETE may also mean another state, such as "cancelled" or a
 * `deletedAt`, which lists may show. So it is a deletion only if a read shows that the resource is gone. Without an operation for that,
 * an item that is the same as before shows that nothing happened.
 */
export const checkRemovedFromList: Rule<2, [RemovedItem]> = (removed, page, { after, listed: [before, item] }) => {
  if (!removed.isAccepted || removed.status === 202 || item === undefined) return undefined;
  if (after === undefined ? !isEqual(before, item) : !after.isGone) return undefined;
  const message = `${removed.operation.id} responded with ${removed.status}, but the listing still contains ${toPrintable(removed.pathId)}`;
  return page.fail("exchange.resource.undeleted", message, `listed after ${removed.operation.id}`);
};
